"""Common claims about the combat table, checked with numbers: the worth of a column, where losses are even.

Players have long said that one column is worth about 1.4 in the ratio of losses, that it costs the defender 7/6 and the
attacker 5/6, and that losses are even between 3:1 and 4:1. Each is computed here from the chart, with options taken
wholly as steps, half, or not at all.
"""

from __future__ import annotations

from fractions import Fraction

from redball.analysis.study.tables import Question, Row, Table, break_even, losses
from redball.charts import Charts

FROM, TO = "1:2", "7:1"
"""The columns over which the worth of a column is averaged: the ends of the table are flat."""


def factors(charts: Charts, share: Fraction) -> tuple[float, float, float]:
    """What one column is worth between FROM and TO: attacker's losses, defender's, their ratio."""
    rows = losses(charts, Question(share=share)).rows
    labels = [row["odds"] for row in rows]
    first, last = rows[labels.index(FROM)], rows[labels.index(TO)]
    columns = labels.index(TO) - labels.index(FROM)

    def per_column(name: str) -> float:
        return float(float(last[name] / first[name]) ** (1 / columns))

    return per_column("attacker"), per_column("defender"), per_column("defender_per_attacker")


def claims(charts: Charts) -> Table:
    """Every claim with the chart's value, by the share of options taken as steps."""
    rows: list[Row] = []
    even = {(row["attacker_share"], row["defender_share"]): row["odds"] for row in break_even(charts).rows}
    for share in (Fraction(1), Fraction(1, 2)):
        attacker, defender, both = factors(charts, share)
        said = (
            ("attacker's losses times 5/6 per column", 5 / 6, attacker),
            ("defender's losses times 7/6 per column", 7 / 6, defender),
            ("their ratio times 1.4 per column", 1.4, both),
        )
        rows += [{"claim": claim, "share": share, "said": told, "found": found} for claim, told, found in said]
    for (a_share, d_share), odds in even.items():
        if d_share <= a_share and odds is not None:
            claim = f"losses even between 3:1 and 4:1 (defender counts {d_share})"
            rows.append({"claim": claim, "share": a_share, "said": 3.5, "found": float(odds)})
    return Table("claims", "What is said of the combat table", tuple(rows), "claim", ("said", "found"), "")
