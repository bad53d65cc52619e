"""What goes over the wire about maps and tile sets of one's own."""

from typing import Annotated, Any

from pydantic import StringConstraints, model_validator

from overland.server.protocol import Incoming, Outgoing, Said, Seen, SetFile

MAX_TITLE = 40
Title = Annotated[str, Seen, StringConstraints(max_length=MAX_TITLE)]


class SetWish(Incoming):
    """A map or tile set to be checked: the text of a file, or its data in the form of records."""

    file: SetFile | None = None
    data: dict[str, Any] | None = None
    title: Title = ""  #: what data are to be called; a file says it itself

    @model_validator(mode="after")
    def check_one(self) -> "SetWish":
        """It comes in one form."""
        if (self.file is None) == (self.data is None):
            raise ValueError("a file or data, one of both")
        return self


class SetReport(Outgoing):
    """What is wrong with a map or tile set, or, if nothing is, what it is and for how many players."""

    game: str  #: that it is for
    problem: str | None = None  #: a sentence with the broken rule and the place; all that follows is there without one
    said: Said | None = None  #: the same as a message, where one can also draw what is wrong
    at: str | None = None  #: the cell or the number of the tile that the sentence names
    name: str | None = None  #: of a set that comes with Overland, or ``own-`` and a digest
    title: str = ""  #: what its owner calls it
    data: dict[str, Any] | None = None  #: in the form of records
    players: tuple[int, ...] = ()  #: numbers of players that it is enough for
    file: str | None = None  #: the text of a file with it
