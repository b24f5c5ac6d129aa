"""Studies of the tables, printed, plotted and written."""

from collections.abc import Callable

from redball.analysis.study.claims import claims
from redball.analysis.study.tables import BY_NAME, Question, Table, compare
from redball.charts import Charts

STUDIES: dict[str, Callable[[Charts, Question], Table]] = {**BY_NAME, "claims": lambda charts, asked: claims(charts)}
NAMES = tuple(STUDIES)


def study(name: str, charts: dict[str, Charts], asked: Question) -> Table:
    """A study of one or several charts, by their names.

    Raises ValueError for an unknown study or terrain line.
    """
    if name not in NAMES:
        raise ValueError(f"there is no study {name!r}; there are: {', '.join(NAMES)}")
    for label, one in charts.items():
        if asked.line not in one.combat.lines:
            raise ValueError(f"{label} has no terrain line {asked.line!r}; it has: {', '.join(one.combat.lines)}")
    tables = {label: STUDIES[name](one, asked) for label, one in charts.items()}
    return compare(name, tables) if len(tables) > 1 else next(iter(tables.values()))


__all__ = ["NAMES", "Question", "Table", "study"]
