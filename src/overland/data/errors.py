"""The root of Overland's errors, and the one that data files raise; the whole tree is in ``engine/errors.py``."""


class OverlandError(Exception):
    """The root: catch this to catch all of Overland's own errors."""


class DataError(OverlandError, ValueError):
    """A map or tile file that breaks a rule of its format.

    ``rule`` cites the broken paragraph, ``place`` says where in the file. What also happens to those who draw a map or
    tiles instead of writing a file has a ``kind`` with ``args``, so that it can be said in other languages.
    """

    def __init__(self, rule: str, place: str, problem: str, kind: str = "", **args: str | int) -> None:
        super().__init__(f"{place}: {problem} (rule {rule})")
        self.rule = rule
        self.place = place
        self.kind = kind
        self.args_by_name = args
