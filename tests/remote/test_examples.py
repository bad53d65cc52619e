"""The example clients in docs/bot-api.md really play a game, as they stand there."""

import os
import subprocess
import sys
import time
from pathlib import Path

import httpx

from tests.remote.servers import Hall, examples, hall

SECONDS = 100


def environment(found: Hall) -> dict[str, str]:
    return {**os.environ, "OVERLAND_SERVER": found.url, "OVERLAND_BOT_TOKEN": found.token}


def own_tables(found: Hall) -> list[str]:
    """Tables that are listed for nobody: the bot's own, by way of its token."""
    headers = {"authorization": f"Bearer {found.token}"}
    answer = httpx.get(f"{found.url}/api/bot/tables", headers=headers).raise_for_status().json()
    return [info["id"] for info in answer["tables"]]


def test_both_examples_play_a_game_to_its_end_and_the_one_in_python_accepts_an_invitation(tmp_path: Path) -> None:
    code = examples()
    for name, text in code.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    with hall(tmp_path / "server") as found:
        commands = [[sys.executable, "bot.py", "challenge"], ["sh", "bot.sh"]]
        players = [
            subprocess.Popen(
                command, cwd=tmp_path, env=environment(found), text=True, stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
            )
            for command in commands
        ]  # fmt: skip
        said = [player.communicate(timeout=SECONDS) for player in players]
        assert [player.returncode for player in players] == [0, 0], said
        assert "winners" in said[0][0] and "over: [" in said[1][0], said
        assert not own_tables(found), "every game is over"
        asked = found.ask_bot("okanagan")
        listening = subprocess.Popen(
            [sys.executable, "bot.py"], cwd=tmp_path, env=environment(found), text=True, stdout=subprocess.PIPE
        )
        try:
            limit = time.monotonic() + SECONDS
            while found.table(asked)["status"] != "over":
                assert listening.poll() is None and time.monotonic() < limit
                time.sleep(0.2)
        finally:
            listening.kill()
            listening.communicate()
        assert found.finished(asked)["table"]["seats"].count("Heron") == 1
