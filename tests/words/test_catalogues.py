"""Every message can be said in every language, and the catalogues agree about what has to be said."""

import random
import re

import pytest

from overland.engine.games import GAMES
from overland.engine.match import Match
from overland.words import LANGUAGES, Message, Speech, catalogue
from overland.words.games import WORDS
from overland.words.message import message
from overland.words.speech import PLACE

FORM = re.compile(r"^(?P<key>[^#]+)#(?P<form>\w+)$")
KINDS = {key.partition(".")[0] for key in catalogue("en")}


def base_keys(language: str) -> set[str]:
    """The keys without the forms that each language has for itself."""
    return {key for key in catalogue(language) if "#" not in key}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_says_the_same_things(language: str) -> None:
    assert base_keys(language) == base_keys("en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_have_the_places_of_the_english_ones(language: str) -> None:
    for key in base_keys(language):
        ours, english = ({place[1] for place in PLACE.finditer(catalogue(of)[key])} for of in (language, "en"))
        assert ours == english, key
        text = PLACE.sub("", catalogue(language)[key])
        assert "{" not in text and "}" not in text, key


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_and_form_that_a_text_asks_for_exists(language: str) -> None:
    texts = catalogue(language)
    for key, text in texts.items():
        for place in PLACE.finditer(text):
            how = place[2].split("|")[1:]
            if not how or how[0] in ("player", "plural"):
                assert not how or how[0] != "plural" or any(part.startswith("other=") for part in how[1:]), key
                continue
            kind, _, form = how[0].partition(".")
            words = [word for word in base_keys(language) if word.startswith(f"{kind}.")]
            assert words, (key, kind)
            if form:
                for word in words:
                    if FORM.match(f"{word}#{form}") and any(f"{other}#{form}" in texts for other in words):
                        assert f"{word}#{form}" in texts or "." in word.removeprefix(f"{kind}."), (key, word, form)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_whole_games_can_be_told(game: str, language: str) -> None:
    speech, words = Speech(language), WORDS[game]
    for seed in range(3):
        dice = random.Random(seed)
        match = Match(game, 2 + seed, seed=seed)
        told: list[Message | None] = []
        while not match.is_over:
            view = match.view(match.to_act)
            told += [words.question(match.box, view), words.stage(view)]
            for action, text in list(zip(match.legal.actions, match.legal, strict=True))[:20]:
                told += [words.action_message(text), words.note(match.box, view, int(action))]
            standing = len(match.entries)
            for number, entry in enumerate(match.play(dice.choice(list(match.legal))), standing):
                told += [words.action_message(entry.text)]
                told += [words.entry_note(match.at(number), entry.action)]
                told += [words.gain_message(gain, words.gain_context(entry.text)) for gain in match.gains_for(entry)]
        told += [words.action_message(text) for text in match.entries_for(0)]
        for found in told:
            if found is not None:
                said = speech.say(found)
                assert said != found.key and "{" not in said and "None" not in said, (found, said)


def test_numbers_names_lists_and_messages_in_messages() -> None:
    speech = Speech("en", name=lambda seat: ("Ann", "Bob")[seat])
    assert speech.say(message("gain.points", points=1)) == "1 point"
    assert speech.say(message("gain.points", points=3)) == "3 points"
    assert speech.say(message("undo.other", seat=1)) == "The last move was made by Bob."
    assert speech.say(message("oregon.do.pass", cards=["wagon", "church"])) == "Pass and throw away wagon, church"
    nested = message("oregon.gain.near", building="post", cell="h4", brought=[message("gain.points", points=3)])
    assert speech.say(nested) == "post office on h4: 3 points"
    assert speech.say(message("oregon.ask.opening", building="coal")).endswith("a coal mine?")
    assert Speech("fr").language == "fr"


def test_an_unknown_key_is_said_as_it_is() -> None:
    assert Speech("en").say(message("no.such.key")) == "no.such.key"
