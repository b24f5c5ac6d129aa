"""What a side can answer beforehand: the questions, their answers, and the record of those that a player gave.

A question covers decisions by procedure and step; an edition without any of these does not have it. Where a question
`proposes`, that answer is what the page offers first.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from redball.core.actions import Action
from redball.core.procedures import Choose
from redball.core.telling import phase_name
from redball.core.world import World, of_world
from redball.game.standing import answers as by
from redball.game.standing import places
from redball.game.standing.answers import Policy
from redball.game.standing.asked import REACTION, SEGMENTS, Asked
from redball.game.standing.orders import ASK, MOST_ORDERS, StandingOrder, holds, refuse_order
from redball.game.standing.plans import NO_PLAN, Plan, plan_fault
from redball.rules.ground.air_force import has_aircraft
from redball.rules.sequence.turn import segment_at

LITTLE, SOME = 8, 16
"""Tokens within reach below which a defence may be told to withhold: 2 SP, 4 SP."""


class Standing(Struct, frozen=True):
    """What a side has said beforehand: `answers` by question, the segments (`stops`) that never pass by themselves,
    and whether the answers count in its own segments too (`always`) or only while the other side acts. `orders` come
    before the answers, the first one first. Answers and orders wait for the player after one of the surprises in
    `halts`, since they last acted or, after action `given`, last said anything here. `plan`: moves that it has
    prepared."""

    answers: dict[str, str] = {}
    stops: tuple[str, ...] = ()
    always: bool = False
    orders: tuple[StandingOrder, ...] = ()
    halts: tuple[str, ...] = ()
    given: int = 0
    plan: Plan = NO_PLAN


NOTHING = Standing()


class Answer(NamedTuple):
    """An answer in words, as an end of "by standing answer: ..." too, and its policy."""

    text: str
    pick: Policy


class Question(NamedTuple):
    """A question, the decisions that it covers, and its answers by name. `proposes`: the answer that is offered first
    at each decision ("" none). `sensible`: the one that is filled in for a player who wants to be asked less. `flies`:
    it comes up in games with aircraft only."""

    text: str
    case: str
    at: frozenset[str]
    answers: Mapping[str, Answer]
    sensible: str
    proposes: str = ""
    flies: bool = False


def _defend(asked: Asked, standing: Standing, withhold: str) -> Action | None:
    """The defence's answer: to withhold as its name says, else to pay by the answer about payers."""
    short = {"low": LITTLE, "lower": SOME}.get(withhold, 0)
    if withhold == "withhold" or (withhold == "useful" and by.no_column(asked)) or by.within_reach(asked) < short:
        return by.withhold(asked)
    paid = by.defend(PAYERS[standing.answers.get("payer", "nearest")].pick, asked)
    return by.from_stocks(asked) if paid is None and withhold == "stocks" else paid


PAYERS = {
    "nearest": Answer("the nearest supply pays", by.usual_payer),
    "fullest": Answer("the fullest dump or transport pays", by.fullest_payer),
    "ground": Answer("supply on the ground pays before supply on transport", by.ground_payer),
}
DEFENCE = {
    "pay": "the defence pays from the map; you are asked before internal stocks are used",
    "stocks": "the defence pays from the map, else from internal stocks",
    "useful": "the defence pays from the map, unless as far as you can see that changes no column",
    "low": "the defence pays from the map, unless less than 2 SP are within reach",
    "lower": "the defence pays from the map, unless less than 4 SP are within reach",
    "withhold": "the defence spends nothing",
}
RETREATS: dict[str, tuple[str, places.Aim | None]] = {
    "supply": ("retreats go towards the nearest own dump or HQ", places.supply),
    "hq": ("retreats go towards the nearest own HQ", places.hqs),
    "away": ("retreats go as far from the enemy as they can", None),
}
ESCAPES: dict[str, tuple[str, places.Aim]] = {
    "near": ("to the nearest own dump or HQ out of the enemy's reach", places.supply),
    "hq": ("to the nearest own HQ out of the enemy's reach", places.hqs),
    "source": ("as near as possible to a source of supply", places.sources),
}

QUESTIONS: dict[str, Question] = {
    "leader": Question(
        "Which Action Rating leads?",
        "9.6-A",
        frozenset({"combat.defender_leader", "combat.attacker_leader"}),
        {
            "highest": Answer("the highest Action Rating leads", by.highest_rating),
            "cheapest": Answer("the unit whose step costs least leads", by.cheapest_leader),
        },
        "highest",
        "highest",
    ),
    "terrain": Question(
        "Which terrain counts?",
        "9.4b",
        frozenset({"combat.terrain", "barrage.terrain"}),
        {"best": Answer("the terrain that helps most", by.best_terrain)},
        "best",
        "best",
    ),
    "payer": Question("Who pays?", "12.3-A", frozenset({"pay.pay"}), PAYERS, "nearest", "nearest"),
    "defence": Question(
        "Combat supply for the defence",
        "9.5-B",
        frozenset({"combat.defender_supply"}),
        {name: Answer(text, by.withhold) for name, text in DEFENCE.items()},
        "useful",
    ),
    "losses": Question(
        "Which unit loses a step first?",
        "9.11",
        frozenset({"combat.defender_loss", "combat.attacker_loss", "barrage.losses", "retreat.owed", "attrition.lose"}),
        {
            "spare": Answer("units with steps to spare lose them first, weakest first", by.spare_steps),
            "weakest": Answer("the weakest step is lost first, even a unit's last", by.weakest_step),
        },
        "spare",
        "spare",
    ),
    "option": Question(
        "The defender's option",
        "9.10a",
        frozenset({"combat.defender_option"}),
        {
            "retreat": Answer("options are met by retreat", by.give_ground),
            "places": Answer("options are met by steps where victory points lie, elsewhere by retreat", by.hold_places),
            "stand": Answer("options are met by steps while a unit is left", by.stand),
        },
        "places",
    ),
    "retreat": Question(
        "Where do retreats go?",
        "9.12",
        frozenset({"retreat.go"}),
        {name: Answer(text, partial(by.retreat_to, aim)) for name, (text, aim) in RETREATS.items()},
        "supply",
        "supply",
    ),
    "escape": Question(
        "Where do transport, supply and HQs escape to?",
        "9.14c-C",
        frozenset({"transport_capture.displace", "extender_collapse.displace", "hq_evasion.relocate", "capture.evade"}),
        {name: Answer(text, partial(by.escape_to, aim)) for name, (text, aim) in ESCAPES.items()},
        "near",
        "near",
    ),
    "home": Question(
        "Where do aircraft return?",
        "14.1c-A",
        frozenset({"air_return.base", "air_deck.deck"}),
        {"own": Answer("aircraft return to the base from which they came", by.back_home)},
        "own",
        "own",
        flies=True,
    ),
    "intercept": Question(
        "Who intercepts?",
        "14.5",
        frozenset({"air_mission.intercept"}),
        {
            "pass": Answer("missions may pass", by.passes_on),
            "best": Answer("the best fighter intercepts", by.best_fighter),
            "better": Answer("the best fighter intercepts missions of worse aircraft only", by.better_fighter),
        },
        "better",
        flies=True,
    ),
    "reaction": Question(
        "Reaction",
        "2.3-H",
        frozenset({"reaction/movement_segment.choose_unit", "reaction/barrage_segment.declare"}),
        {
            "pass": Answer("reaction is passed", by.passes_on),
            "calm": Answer("reaction is passed unless the enemy is within two hexes of Reserves", by.unless_near),
        },
        "calm",
    ),
}
HALTS = {
    "sighted": "an enemy unit comes into sight",
    "destroyed": "a unit of mine is destroyed",
    "often": "ten of my decisions have been answered",
}
"""Surprises after which answers and orders wait for the player, in words."""
OFTEN = 10
"""Decisions in a row that answers and orders make at most, where a player wants that."""


def question_at(at: str) -> str:
    """The name of the question that covers a decision, "" if none does."""
    return next((name for name, question in QUESTIONS.items() if at in question.at), "")


def pick(asked: Asked, standing: Standing, name: str, answer: str) -> Action | None:
    """The action of an answer to a question at a decision that it covers, None where the player must decide."""
    if name == "defence":
        return _defend(asked, standing, answer)
    return QUESTIONS[name].answers[answer].pick(asked)


def questions_of(world: World) -> dict[str, Question]:
    """The questions that can come up in a game of this edition, by name."""
    procedures = world.edition.procedures
    there = {
        f"{before}{name}.{step.name}"
        for name, procedure in procedures.items()
        for step in procedure.steps
        for before in ("", f"{REACTION}/")[: 1 + (name in SEGMENTS)]
        if isinstance(step, Choose)
    }
    flies = has_aircraft(world)
    return {name: asked for name, asked in QUESTIONS.items() if asked.at & there and (flies or not asked.flies)}


@of_world
def stops_of(world: World) -> dict[str, str]:
    """The segments in which a side may have to decide, in words, by the name that `engine.decision_name` gives them."""
    turn: Any = world.edition.procedures["player_turn"]
    found = {}
    for step in turn.steps:
        segment = segment_at(world, step.name)
        if segment is not None and segment.procedure and segment.held(world):
            found[f"{segment.phase}/{segment.procedure}"] = phase_name(segment.phase, segment.part)
    return found


def checked(world: World, standing: Standing) -> Standing:
    """The standing answers that this edition knows; those of another version of the program are left out."""
    known = questions_of(world)
    answers = {
        name: answer for name, answer in standing.answers.items() if name in known and answer in known[name].answers
    }
    return replace(
        standing,
        answers=answers,
        stops=tuple(stop for stop in stops_of(world) if stop in standing.stops),
        orders=tuple(one for one in standing.orders if not _fault(world, one)),
        halts=tuple(halt for halt in HALTS if halt in standing.halts),
        plan=NO_PLAN if plan_fault(world, standing.plan) else standing.plan,
    )


def refuse_unknown(world: World, standing: Standing) -> None:
    """Refuse a question, answer or segment that this edition does not have.

    Raises ValueError with one sentence.
    """
    known, stops = questions_of(world), stops_of(world)
    for name, answer in standing.answers.items():
        if name not in known:
            raise ValueError(f"there is no standing question {name!r}")
        if answer not in known[name].answers:
            raise ValueError(f"{answer!r} is no answer to {name!r}: {', '.join(known[name].answers)}")
    for stop in standing.stops:
        if stop not in stops:
            raise ValueError(f"there is no segment {stop!r} to stop at")
    for halt in standing.halts:
        if halt not in HALTS:
            raise ValueError(f"{halt!r} is no surprise to wait after: {', '.join(HALTS)}")
    if fault := plan_fault(world, standing.plan):
        raise ValueError(fault)
    if len(standing.orders) > MOST_ORDERS:
        raise ValueError(f"a side writes at most {MOST_ORDERS} orders")
    for order in standing.orders:
        if fault := _fault(world, order):
            raise ValueError(fault)


def _fault(world: World, order: StandingOrder) -> str:
    """What is wrong with an order, in a sentence; "" if nothing is."""
    known = questions_of(world).get(order.question)
    if known is None:
        return f"there is no standing question {order.question!r}"
    if order.answer != ASK and order.answer not in known.answers:
        return f"{order.answer!r} is no answer to {order.question!r}: {', '.join(known.answers)}, {ASK}"
    try:
        refuse_order(world, order)
    except ValueError as error:
        return str(error)
    return ""


class Picked(NamedTuple):
    """What a side has said about a decision: the answer to its question, by which of its orders (from 1; 0: by the
    answer without conditions), and the action, None where the player decides. The answer is "" if nothing was said."""

    question: str
    answer: str
    order: int
    action: Action | None


def picked(asked: Asked, standing: Standing) -> Picked:
    """What a side has said about an open decision of its own, whoever acts now."""
    name = question_at(asked.at)
    for number, order in enumerate(standing.orders, 1):
        if order.question == name and (true := holds(asked, order.when)) is not False:
            wanted = order.answer if true else ASK
            return Picked(name, wanted, number, None if wanted == ASK else pick(asked, standing, name, wanted))
    answer = standing.answers.get(name, "")
    return Picked(name, answer, 0, pick(asked, standing, name, answer) if answer else None)
