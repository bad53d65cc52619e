"""The scenes that the table screen is checked with: what the tool makes, whole messages, and every question."""

import pytest
from tools.scenes import TARGET, kept, scenes, text_of

from overland.server.socket_protocol import SERVER_MESSAGES
from overland.words.notation import TABLE, read_notation

HIDDEN = {"okanagan.do.keep_hidden", "okanagan.do.drop_hidden"}  # what others see of a choice
MOST_BYTES = 800_000


def test_the_file_is_what_the_tool_writes() -> None:
    assert TARGET.read_text(encoding="utf-8") == text_of(scenes()), "./dev run python -m tools.scenes --write"


def test_every_scene_is_a_whole_message_to_whoever_is_asked() -> None:
    assert TARGET.stat().st_size < MOST_BYTES
    for scene in kept():
        message = scene["message"]
        SERVER_MESSAGES.validate_python(message, strict=True, extra="forbid")
        now, seat = message["now"], message["seat"]
        assert message["settings"]["game"] == scene["game"] and len(now["seats"]) == scene["players"]
        if now["status"] == "over":
            assert now["result"]["winners"] and "choices" not in now
        else:
            assert now["to_act"] == seat and now["question"] and now["choices"]


@pytest.mark.parametrize("game", ["oregon", "okanagan"])
def test_every_kind_of_choice_is_in_some_scene(game: str) -> None:
    told = [scene["message"]["now"] for scene in kept() if scene["game"] == game]
    found = {read_notation(game, choice["text"]).key for now in told for choice in now.get("choices", [])}
    wanted = {key for pattern, key in TABLE[game].items() if not pattern.startswith("=")}
    assert found == wanted - HIDDEN
