"""The figures of a run as tables."""

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.table import Table as Grid

Row = Mapping[str, Any]


def show(found: Mapping[str, Any], console: Console) -> None:
    """Print everything."""
    console.print(play_grid(found["play"]))
    console.print(floor_grid(found["floors"]))
    console.print(idle_grid(found["idle"]))
    if found["finished_games"]:
        console.print(finished_grid(found["finished_games"]))
    console.print(ratio_grid(found["ratios"]))


def crowd_grid(rows: Sequence[Row]) -> Grid:
    """What many connections cost, and how quick a steady stream of moves is."""
    made = grid(
        "A crowd (times: p50 / p99)",
        ("game", "setup"),
        ("connections", "kB each", "connected in", "moves / s", "ms to ack", "ms to all", "cores: servers"),
    )
    for row in rows:
        made.add_row(
            row["game"], row["setup"], f"{row['connections']:,}", kilobytes(row["bytes_per_connection"]),
            f"{row['connect_seconds']:.1f} s", f"{row['moves_per_second']:,.0f}", times(row["acknowledged_ms"]),
            times(row["seen_by_all_ms"]), f"{row['server_core_share']:.2f}",
        )  # fmt: skip
    return made


def grid(title: str, words: Sequence[str], numbers: Sequence[str]) -> Grid:
    """An empty grid: columns of words, then columns of numbers."""
    made = Grid(*words, *numbers, title=title, title_justify="left")
    for column in made.columns[len(words) :]:
        column.justify = "right"
    return made


def play_grid(rows: Sequence[Row]) -> Grid:
    """What play costs and how long it takes."""
    made = grid(
        "Play, two people at every table (times: p50 / p99; bytes: per move and receiver)",
        ("game", "tables", "play", "server"),
        ("moves / CPU-s", "moves / s", "ms to ack", "ms to all", "bytes", "cores: server, clients"),
    )
    for row in rows:
        cores = f"{row['server_core_share']:.2f}, {row['client_core_share']:.2f}"
        made.add_row(
            row["game"], str(row["tables"]), row["play"], row["server"],
            f"{row['moves_per_server_cpu_second']:,.0f}", f"{row['moves_per_second']:,.0f}",
            times(row["acknowledged_ms"]), times(row["seen_by_all_ms"]),
            f"{row['bytes_per_move_and_receiver']:,}", cores,
        )  # fmt: skip
    return made


def floor_grid(rows: Sequence[Row]) -> Grid:
    """What the store and the sockets alone cost."""
    title = "Floors: as many lines stored, as many bytes sent, and no game"
    made = grid(title, ("game", "tables", "floor"), ("moves / CPU-s", "moves / s", "ms, p50 / p99"))
    for row in rows:
        made.add_row(
            row["game"], str(row["tables"]), row["floor"], f"{row['moves_per_cpu_second']:,.0f}",
            f"{row['moves_per_second']:,.0f}", times(row["answered_ms"]),
        )  # fmt: skip
    return made


def idle_grid(rows: Sequence[Row]) -> Grid:
    """What many tables cost that nothing happens at."""
    made = grid(
        "Many tables being played, and a restart (memory: growth of the resident set)",
        ("game", "server"),
        ("tables", "kB a table", "connections", "kB each", "start, 1 table", "start, all", "all back"),
    )
    for row in rows:
        made.add_row(
            row["game"], row["server"], str(row["tables"]), kilobytes(row["bytes_per_table"]),
            str(row["connections"]), kilobytes(row["bytes_per_connection"]),
            f"{row['start_seconds_with_one_table']:.1f} s", f"{row['start_seconds_with_all_tables']:.1f} s",
            f"{row['seconds_until_all_have_their_table']:.1f} s",
        )  # fmt: skip
    return made


def finished_grid(rows: Sequence[Row]) -> Grid:
    """What the server keeps of games that are over."""
    made = grid("Finished games, still in memory", ("game", "server"), ("games", "kB each"))
    for row in rows:
        made.add_row(row["game"], row["server"], str(row["games"]), kilobytes(row["bytes_per_finished_game"]))
    return made


def ratio_grid(ratios: Mapping[str, float]) -> Grid:
    """The ratios of the run."""
    made = grid("Ratios in this run", ("what",), ("times",))
    for name, found in ratios.items():
        made.add_row(name, f"{found:,.2f}")
    return made


def times(found: Mapping[str, float]) -> str:
    return f"{found['p50']:.1f} / {found['p99']:.1f}"


def kilobytes(size: int) -> str:
    return f"{size / 1000:,.1f}"
