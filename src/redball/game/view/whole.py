"""What one side may see of a game, as one record. Redaction happens here, before anything is serialised.

`view(game, "axis")` is that side's view; `view(game, "")` is open play, allowed only without fog or after the end.
"""

from __future__ import annotations

from msgspec import UNSET, Struct, UnsetType

from redball.core.actions import Action
from redball.core.look import Look
from redball.core.order_of_command import CommandView
from redball.core.state import Outcome
from redball.core.telling import phase_name
from redball.game.game import Game
from redball.game.past import Past
from redball.game.plan.rail import RailView, rail_view
from redball.game.plan.shipping import ShippingView, shipping_view
from redball.game.sight.belief import OPEN, fogged
from redball.game.view.air import AirView, air_view
from redball.game.view.decision import (
    DecisionView,
    UndoView,
    choices_of,
    decision_view,
    undo_view,
)
from redball.game.view.forces import (
    ArrivalView,
    BreakdownsView,
    LossesView,
    ReserveMarkers,
    SetUpView,
    arrivals,
    breakdowns,
    losses,
    reserve_markers,
    set_up,
)
from redball.game.view.ground import (
    BridgeView,
    DumpView,
    ExtenderView,
    HedgehogView,
    StackView,
    blown,
    bridges,
    dumps,
    extender_views,
    hedgehogs,
    stacks,
)
from redball.game.view.guide import GuideView, HintView, guide, hint
from redball.game.view.ports import PortView, port_views
from redball.game.view.renewal import RebuildView, renewal_view
from redball.game.view.ships import SeaView, sea_view
from redball.game.view.units import UnitView, unit_views
from redball.game.view.warnings import ListsView, lists
from redball.rules.movement.points import COMMAND_SHOWN
from redball.rules.sequence import victory
from redball.rules.setup.places import without_unseen


class NotAllowed(ValueError):
    """An open view of a game under fog, or the view of an unknown side."""


class View(Struct, frozen=True, kw_only=True):
    """The game as one side may see it (`side` "": open play), after `seq` actions.

    `date` is "" beyond the scenario's last turn. `phase_name` names the segment too. `first` is the side that plays
    first this turn, `phasing` the side whose Player Turn it is, `acting` the side that acts in this segment. `outcome`
    is None while the game goes on. `choices` are all legal actions if the viewer decides. `units` are all of one's own,
    and the enemy's that may be seen; with the denser fog, one for each stack that shows only a marker. `blown`: hexes
    where the acting side tried to blow its SP in this phase, for that side only. `control`: the side that controls a
    victory hex, by hex. `rebuild`: for the viewer's side; for both in open play. `command` is None if nothing limits
    command, `set_up` outside set-up, `hint` if no guide wants something done now. `air` is left out in a game without
    air forces, `ports` in one without ports, `shipping`
    in one without shipping, `sea` in one without ships.
    """

    seq: int
    turn: int
    turns: int
    date: str
    phase: str
    segment: str
    phase_name: str
    phasing: str
    acting: str
    first: str
    simulcast: bool
    weather: str
    over: bool
    outcome: Outcome | None
    side: str
    decision: DecisionView | None
    choices: tuple[Action, ...]
    units: list[UnitView]
    stacks: list[StackView]
    dumps: list[DumpView]
    blown: list[int]
    extenders: list[ExtenderView]
    bridges: list[BridgeView]
    hedgehogs: list[HedgehogView]
    rail: RailView
    control: dict[int, str]
    score: victory.Score
    reserve_markers: dict[str, ReserveMarkers]
    losses: dict[str, LossesView]
    arrivals: list[ArrivalView]
    rebuild: dict[str, RebuildView]
    breakdowns: list[BreakdownsView]
    lists: ListsView
    command: CommandView | None
    set_up: SetUpView | None
    undo: UndoView
    guide: list[GuideView]
    air: AirView | UnsetType = UNSET
    ports: list[PortView] | UnsetType = UNSET
    shipping: list[ShippingView] | UnsetType = UNSET
    sea: SeaView | UnsetType = UNSET
    hint: HintView | None


def check_viewer(look: Look, side: str) -> None:
    """Check that a side exists, or that an open view ("") is allowed: without fog, or after the end.

    Raises NotAllowed.
    """
    if side != OPEN and side not in look.world.sides:
        raise NotAllowed(f"there is no side {side!r}; there are: {', '.join(look.world.sides)}")
    if side == OPEN and look.switch("fog") and not look.state.over:
        raise NotAllowed("this game is played with fog of war: ask for the view of a side")


def view(game: Game, side: str) -> View:
    """The view of a side.

    Raises NotAllowed for an open view under fog, or for an unknown side.
    """
    check_viewer(game.look, side)
    return _shown(game, side, choices_of(game, side))


def past_view(past: Past, game: Game, side: str, number: int) -> View:
    """A side's view after action `number`, without choices. The present game decides who may look: after the end,
    everybody may see the whole past.

    Raises NotAllowed as `view` does, ValueError for a number that is not in the history.
    """
    check_viewer(game.look, side)
    return _shown(past.at(number), side, ())


def _shown(game: Game, side: str, choices: tuple[Action, ...]) -> View:
    look = without_unseen(game.look, side)
    clock, scenario = look.state.clock, look.world.scenario
    return View(
        seq=len(game.records),
        turn=clock.turn,
        turns=scenario.turns,
        date=scenario.dates[clock.turn - 1] if clock.turn <= len(scenario.dates) else "",
        phase=clock.phase,
        segment=clock.segment,
        phase_name=phase_name(clock.phase, clock.segment),
        phasing=clock.phasing,
        acting=clock.acting,
        first=clock.first,
        simulcast=clock.simulcast,
        weather=look.state.weather,
        over=look.state.over,
        outcome=look.state.outcome,
        side=side,
        decision=decision_view(game, side),
        choices=choices,
        units=unit_views(look, side),
        stacks=stacks(look, side),
        dumps=dumps(look, side),
        blown=blown(look, side),
        extenders=extender_views(look, side),
        bridges=bridges(look, side),
        hedgehogs=hedgehogs(look),
        rail=rail_view(look, side),
        control=dict(sorted(look.state.control.items())),
        score=victory.score(look, side),
        reserve_markers=reserve_markers(look, side),
        losses={s: losses(look, s) for s in look.world.sides},
        arrivals=arrivals(look),
        rebuild=renewal_view(look, side),
        breakdowns=breakdowns(look.world),
        lists=lists(look, side),
        command=command(look, side),
        set_up=set_up(look, side),
        undo=undo_view(game, side),
        guide=guide(game, side),
        air=air_view(look, side),
        ports=port_views(look, side),
        shipping=shipping_view(look, side),
        sea=sea_view(look, side),
        hint=hint(game, side) if choices else None,
    )


def command(look: Look, side: str) -> CommandView | None:
    """The viewer's order of command; zones of operations are public."""
    return look.policies[COMMAND_SHOWN](look, (side,) if fogged(look, side) else look.world.sides)
