"""A ladder as a picture: Elo with intervals, and the balance of each table. Needs `redball[study]`."""

from __future__ import annotations

from pathlib import Path

from redball.analysis.study.output import NotInstalledError
from redball.bots.arena.ladder import Ladder

FORMS = (".png", ".svg", ".pdf")


def draw(ladder: Ladder, path: Path) -> None:
    """Write the picture. Raises ValueError for another ending than .png, .svg or .pdf, NotInstalledError, OSError."""
    if path.suffix not in FORMS:
        raise ValueError(f"a plot ends with {', '.join(FORMS)}, not {path.suffix or 'nothing'!r}")
    try:
        from matplotlib.figure import Figure
    except ImportError as error:
        raise NotInstalledError("plots need matplotlib: install redball[study]") from error
    rows = len(ladder.places), len(ladder.balance)
    figure = Figure(figsize=(7, 1.6 + 0.4 * sum(rows)), layout="constrained")
    upper, lower = figure.subplots(2, 1, height_ratios=[rows[0] + 1, rows[1] + 1])
    for i, place in enumerate(reversed(ladder.places)):
        upper.plot([place.low, place.high], [i, i], color="0.6", linewidth=3)
        upper.plot(place.elo, i, "o", color="black")
    upper.set_yticks(range(rows[0]), [place.bot for place in reversed(ladder.places)])
    upper.set_xlabel("Elo, with intervals of 95 %")
    for i, table in enumerate(reversed(ladder.balance)):
        lower.plot([100 * table.games.low, 100 * table.games.high], [i, i], color="0.6", linewidth=3)
        lower.plot(100 * table.games.share, i, "o", color="black")
    lower.set_yticks(range(rows[1]), [f"{table.table}: {table.side}" for table in reversed(ladder.balance)])
    lower.axvline(50, color="0.8", zorder=0)
    lower.set_xlim(0, 100)
    lower.set_xlabel("share of games won by the first side, %, draws as halves")
    figure.savefig(path)
