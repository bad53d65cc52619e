"""Days, as everybody in the world counts them alike: by UTC."""

from datetime import UTC, date, datetime, timedelta

DAY = timedelta(days=1)


def day_at(now: float) -> str:
    """The day of a moment in seconds since 1970, such as ``2026-05-17``."""
    return datetime.fromtimestamp(now, UTC).date().isoformat()


def end_of(day: str) -> float:
    """When a day is over."""
    midnight = datetime.combine(date.fromisoformat(day), datetime.min.time(), UTC)
    return (midnight + DAY).timestamp()


def day_before(day: str) -> str:
    return (date.fromisoformat(day) - DAY).isoformat()


def day_after(day: str) -> str:
    return (date.fromisoformat(day) + DAY).isoformat()


def longest_run(days: set[str]) -> int:
    """The most days in a row."""
    return max((run_until(day, days) for day in days if day_after(day) not in days), default=0)


def run_until(day: str, days: set[str]) -> int:
    """How many days in a row end with this one."""
    count = 0
    while day in days:
        count, day = count + 1, day_before(day)
    return count
