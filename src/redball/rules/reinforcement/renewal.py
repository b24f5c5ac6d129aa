"""The end of the Reinforcement Phase: rebuilding and consolidation, in any order, while any is possible."""

from __future__ import annotations

from redball.core.actions import Combine, Done, Exchange, Rebuild, RebuildTruck, RegainStep
from redball.core.engine import Run
from redball.core.look import Look
from redball.core.procedures import Choose, Do, Option, Procedure, always_legal, only
from redball.rules.reinforcement import consolidation, rebuild, rebuild_trucks
from redball.rules.reinforcement.rebuild import Rebuilding

OPTIONS = (
    Option(Rebuild, rebuild.rebuild_candidates, rebuild.refuse_rebuild, rebuild.take_rebuild, exact=True),
    Option(RegainStep, rebuild.regain_candidates, rebuild.refuse_regain, rebuild.take_regain),
    Option(RebuildTruck, rebuild_trucks.truck_candidates, rebuild_trucks.refuse_truck, rebuild_trucks.take_truck),
    Option(Combine, consolidation.combine_candidates, consolidation.refuse_combine, consolidation.take_combine),
    Option(
        Exchange,
        consolidation.exchange_candidates,
        consolidation.refuse_exchange,
        consolidation.take_exchange,
        exact=True,
    ),
)


def who_renews(look: Look, data: Rebuilding) -> str | None:
    """The side, while it could do either."""
    possible = (
        option.exact or option.refuse(look, data, action) is None
        for option in OPTIONS
        for action in option.candidates(look, data)
    )
    return data.side if any(possible) else None


def take_done(run: Run, data: Rebuilding, action: Done) -> None:
    run.go_on()


REBUILDING = Procedure(
    "rebuilding",
    Rebuilding,
    (
        Choose(
            "rebuild",
            "Rebuild units from your Repls, and consolidate",
            who_renews,
            (*OPTIONS, Option(Done, only(Done()), always_legal, take_done)),
            case="2.3-D",
        ),
        Do("hoarding", rebuild.end_hoarding),
    ),
)

PROCEDURES = (REBUILDING,)
