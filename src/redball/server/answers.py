"""What the page asks of a game besides its view: reach, why not, costs, supply, odds. All on what the side may
believe.
"""

from __future__ import annotations

from typing import Any

import msgspec

from redball.board.costs import ALL, PROHIBITED, explain_cost
from redball.core.actions import Action
from redball.core.ledger import show_mp
from redball.core.look import Look
from redball.core.refusals import Refusal
from redball.game.planning import reachable
from redball.game.sentences import Namer, refusal_text
from redball.game.sight import believed, fogged, visible
from redball.rules import barrage, combat_odds, supply, supply_reasons, trace
from redball.rules.units import mobility
from redball.server.session import Session


def namer(session: Session, side: str) -> Namer:
    """Names as a side may read them."""
    look = session.game.look
    counters = {u.id: u.counter for u in look.state.units.values()}
    return Namer(look.world, counters, side, visible(look, side) if fogged(look, side) else None)


def refusal_json(session: Session, side: str, refusal: Refusal) -> dict[str, Any]:
    """A refusal with its sentence and remedy."""
    text, remedy = refusal_text(refusal, namer(session, side))
    return {**msgspec.to_builtins(refusal), "text": text, "remedy": remedy}


def why(session: Session, side: str, action: Action) -> dict[str, Any]:
    """Why an action is refused, or that it is legal."""
    refused = session.game.check(side, action)
    return {"ok": True} if refused is None else {"ok": False, "refusal": refusal_json(session, side, refused)}


def reach(session: Session, side: str, units: tuple[str, ...]) -> dict[str, Any]:
    """Where these units could go together."""
    answer = reachable(session.game, side, units)
    found: dict[str, Any] = {
        "hexes": {
            str(h): {"mp_left": show_mp(r.mp_left), "path": list(r.path), "stop": r.stop}
            for h, r in answer.hexes.items()
        },
        "overruns": list(answer.overruns),
        "unfueled": list(answer.unfueled),
    }
    if answer.refusal is not None:
        found["refusal"] = refusal_json(session, side, answer.refusal)
    return found


def cost(session: Session, unit: str, start: int, hex_: int) -> dict[str, Any]:
    """The terms of entering a hex from its neighbour."""
    look = session.game.look
    direction = look.board.direction(start, hex_)
    if direction < 0:
        raise ValueError("the two hexes are not neighbours")
    kind = mobility(look, look.unit(unit))
    lines = explain_cost(look.board, look.world.cost_table(look.state.weather), kind, start, direction)
    return {"mobility": kind, "lines": [{"reason": reason, "mp": mp_text(amount)} for reason, amount in lines]}


def mp_text(amount: int) -> str:
    """A movement cost as players write it."""
    return {PROHIBITED: "prohibited", ALL: "all"}.get(amount) or show_mp(amount)


def supply_of(session: Session, side: str, unit: str, hex_: int) -> dict[str, Any]:
    """A unit: who could pay for it, along which path, and its trace. An HQ also: where it draws and throws. A hex: who
    could draw from a dump there."""
    look = believed(session.game.look, side)
    if not unit:
        return {"dump": reach_json(supply.dump_reach(look, side, hex_))}
    subject = look.unit(unit)
    if side and subject.side != side:
        raise ValueError("that is not your unit")
    answer: dict[str, Any] = {"payers": msgspec.to_builtins(supply.payers(look, subject))}
    for payer in answer["payers"]:
        payer["mp"] = show_mp(payer["mp"])
    answer["payers_explained"] = to_page(look, supply_reasons.explain_payers(look, subject))
    answer["trace"] = to_page(look, trace.explain_trace(look, subject))
    if look.counter(subject).kind == "hq":
        answer["hq"] = reach_json(supply.hq_reach(look, subject))
    return answer


def to_page(look: Look, record: Any) -> Any:
    """A record as plain data with MP in words."""
    plain = msgspec.to_builtins(record)
    if isinstance(plain, dict):
        for name in ("mp", "have", "need"):
            if isinstance(plain.get(name), int):
                plain[name] = show_mp(plain[name])
    return plain


def reach_json(found: Any) -> dict[str, Any]:
    """Draw and throw reach with MP in words."""
    plain = msgspec.to_builtins(found)
    return {
        name: {str(h): show_mp(int(mp)) for h, mp in hexes.items()} if isinstance(hexes, dict) else hexes
        for name, hexes in plain.items()
    }


def odds(session: Session, side: str, hex_: int, units: tuple[str, ...], kind: str) -> dict[str, Any]:
    """The preview of an attack on what the side may believe."""
    look = believed(session.game.look, side)
    answer: dict[str, Any] = msgspec.to_builtins(combat_odds.preview(look, kind, hex_, units))  # type: ignore[arg-type]
    if fogged(session.game.look, side):
        answer["assumptions"] = ["the defender is taken to be the unit that you see, at full steps and supplied"]
    else:
        answer["assumptions"] = []
    return answer


def barrage_preview(session: Session, side: str, hex_: int, units: tuple[str, ...]) -> dict[str, Any]:
    """The preview of a barrage on what the side may believe."""
    look = believed(session.game.look, side)
    answer: dict[str, Any] = msgspec.to_builtins(barrage.preview(look, side, hex_, units))
    return answer
