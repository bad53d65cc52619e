"""What the figures of a run say beside each other: the two servers, and the server and its floors."""

from collections.abc import Mapping, Sequence
from typing import Any

OURS, BASE = "now", "base"
RATE, SIZE, COST = "moves_per_server_cpu_second", "bytes_per_move_and_receiver", "server_cpu_ms_per_move"

Row = Mapping[str, Any]


def ratios(found: Mapping[str, Sequence[Row]]) -> dict[str, float]:
    """All ratios of a run, by what they say."""
    return {**play_ratios(found["play"]), **idle_ratios(found), **floor_ratios(found)}


def play_ratios(rows: Sequence[Row]) -> dict[str, float]:
    """How many times cheaper, smaller and faster play is than on the other server."""
    compared: dict[str, float] = {}
    for ours, other in pairs(rows, ("game", "tables", "play")):
        name = f"{ours['game']}, {ours['tables']} tables, {ours['play']}"
        compared[f"{name}: moves per server-CPU-second, now / base"] = ratio(ours[RATE], other[RATE])
        compared[f"{name}: bytes per move, base / now"] = ratio(other[SIZE], ours[SIZE])
        for times, what in (("acknowledged_ms", "until acknowledged"), ("seen_by_all_ms", "until seen by all")):
            compared[f"{name}: time {what}, p99, base / now"] = ratio(other[times]["p99"], ours[times]["p99"])
    return compared


def idle_ratios(found: Mapping[str, Sequence[Row]]) -> dict[str, float]:
    """How many times less the server keeps in memory, and how many times faster it is back."""
    compared: dict[str, float] = {}
    for ours, other in pairs(found["finished_games"], ("game",)):
        name, figure = f"{ours['game']}: memory per finished game", "bytes_per_finished_game"
        compared[f"{name}, base / now"] = ratio(other[figure], ours[figure])
    for ours, other in pairs(found["idle"], ("game",)):
        for figure, what in (
            ("bytes_per_table", "memory per table"),
            ("bytes_per_connection", "memory per connection"),
            ("start_seconds_with_all_tables", f"restart with {ours['tables']} tables"),
            ("seconds_until_all_have_their_table", "time until everybody is back"),
        ):
            compared[f"{ours['game']}: {what}, base / now"] = ratio(other[figure], ours[figure])
    return compared


def floor_ratios(found: Mapping[str, Sequence[Row]]) -> dict[str, float]:
    """How many times as much processor time a move costs as the store and the sockets alone."""
    floors: dict[tuple[Any, Any], float] = {}
    for row in found["floors"]:
        place = (row["game"], row["tables"])
        floors[place] = floors.get(place, 0.0) + row["cpu_ms_per_move"]
    return {
        f"{row['game']}, {row['tables']} tables: CPU per move, now / both floors": ratio(row[COST], floors[place])
        for row in found["play"]
        if row["server"] == OURS and row["play"] == "saturated" and (place := (row["game"], row["tables"])) in floors
    }


def pairs(rows: Sequence[Row], names: Sequence[str]) -> list[tuple[Row, Row]]:
    """Rows of our server, each with the other server's row of the same kind."""
    others = {tuple(row[name] for name in names): row for row in rows if row["server"] == BASE}
    found = ((row, others.get(tuple(row[name] for name in names))) for row in rows if row["server"] == OURS)
    return [(ours, other) for ours, other in found if other is not None]


def ratio(dividend: float, divisor: float) -> float:
    """A ratio to two places; 0 where there is nothing to divide by."""
    return round(dividend / divisor, 2) if divisor > 0 else 0.0
