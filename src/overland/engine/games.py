"""The games, by name."""

from overland.engine.errors import SettingsError
from overland.engine.game import Game, Options
from overland.engine.okanagan import OKANAGAN
from overland.engine.oregon import OREGON

#: Another game adds itself here, before its records meet any kernel.
GAMES: dict[str, Game] = {game.name: game for game in (OREGON, OKANAGAN)}


def game_named(name: str) -> Game:
    if name not in GAMES:
        raise SettingsError(f"There is no game {name!r}; there are {' and '.join(GAMES)}.")
    return GAMES[name]


def checked_players(game: Game, players: int) -> int:
    """``players``, unless the game is not for that many."""
    if not game.min_players <= players <= game.max_players:
        raise SettingsError(f"{game.title} is for {game.min_players} to {game.max_players} players, not {players}.")
    return players


def checked_options(game: Game, options: Options, preset: str | None = None) -> dict[str, str]:
    """The options of a game with their values: the default, the preset's, or the one given, in rising precedence.

    A quiet option is left out at its default.
    """
    if preset is not None and preset not in game.presets:
        raise SettingsError(f"{game.title} has no preset {preset!r}; it has {', '.join(game.presets)}.")
    chosen = {name: values[0] for name, values in game.options.items()}
    for name, value in {**(game.presets[preset] if preset else {}), **options}.items():
        if name not in game.options:
            raise SettingsError(f"{game.title} has no option {name!r}; it has {', '.join(game.options)}.")
        if value not in game.options[name]:
            raise SettingsError(
                f"The option {name} of {game.title} cannot be {value!r}; it can be {' or '.join(game.options[name])}."
            )
        chosen[name] = value
    return {name: value for name, value in chosen.items() if not is_unsaid(game, name, value)}


def is_unsaid(game: Game, name: str, value: str) -> bool:
    """Whether an option is left out of texts: one that came later, at its default."""
    return name in game.quiet_options and value == game.options[name][0]
