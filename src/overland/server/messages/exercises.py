"""The position of a puzzle or an exercise, with the eyes of the seat that is asked."""

from overland.engine.position import Position
from overland.server.encoding import decoded
from overland.server.exercise_protocol import ExercisePosition
from overland.server.messages.entries import choices, sent
from overland.server.messages.views import told_box, view_of
from overland.server.protocol import TableSettings
from overland.server.views import AnyView
from overland.words.games import WORDS


def exercise_position(position: Position) -> ExercisePosition:
    """What the seat to act sees and is asked."""
    seat, words = position.to_act, WORDS[position.game.name]
    view = position.all_views()[seat]
    stage = words.stage(view)
    return ExercisePosition(
        settings=TableSettings(
            game=position.game.name, players=position.players, options=dict(position.options), aids=False
        ),
        seat=seat,
        box=told_box(position),
        view=view_of(position, seat),
        question=sent(words.question(position.box, view)),
        stage=None if stage is None else sent(stage),
        paragraph=words.paragraph(view),
        choices=decoded(choices(position)),
    )


def view_after(position: Position, action: int) -> AnyView | None:
    """What the seat to act sees after its choice, before chance and the others go on.

    Nothing where the choice uncovers something that was hidden from it: the end of a game does.
    """
    seat, after = position.to_act, position.play(action)[0]
    return None if after.is_over or position.reveals(after, seat) else view_of(after, seat)
