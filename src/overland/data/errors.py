"""The root of Overland's errors, and the one that data files raise; the whole tree is in ``engine/errors.py``."""


class OverlandError(Exception):
    """The root: catch this to catch all of Overland's own errors."""


class DataError(OverlandError, ValueError):
    """A map or tile file that breaks a rule of its format.

    ``rule`` cites the broken paragraph, ``place`` says where in the file.
    """

    def __init__(self, rule: str, place: str, problem: str) -> None:
        super().__init__(f"{place}: {problem} (rule {rule})")
        self.rule = rule
        self.place = place
