"""One battle under two sets of rules: the differences, by case, with both distributions.

Each edition takes the same position: the same units in the same hexes at the same segment, if both have
it. The comparison covers legal actions, zones of control, and the outcome of each attack that both allow.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from redball.analysis.companion import KINDS
from redball.analysis.ground import CombatAnswer, combat_answer
from redball.analysis.report import CombatReport, combat_report
from redball.core.actions import Action
from redball.core.look import Look
from redball.core.refusals import REFUSALS
from redball.editions import edition
from redball.game import Game
from redball.rules.combat.points import COMBAT_COLUMNS
from redball.rules.combat.segment import possible_attackers
from redball.rules.units.abilities import attack_capable

ACTIONS_TOLD = 5
"""How many examples of a refusal are shown; the count gives the total."""


class Pair(NamedTuple):
    """The two games of a comparison, at the same position."""

    first: Game
    second: Game

    @property
    def names(self) -> tuple[str, str]:
        """The names of their editions."""
        return self.first.world.edition.name, self.second.world.edition.name


def compare_positions(text: str, editions: tuple[str, str]) -> dict[str, Any]:
    """A written position under two editions.

    Raises PositionError or EditionError where an edition cannot take it up, in one sentence.
    """
    pair = Pair(*(Game.from_position(text, edition=name) for name in editions))
    return {
        "editions": list(pair.names),
        "decisions": [_decision(game) for game in pair],
        "refused": list(_refused(pair)),
        "zones": list(_zones(pair)),
        "attacks": list(_attacks(pair)),
    }


def compare_combats(fields: dict[str, Any], editions: tuple[str, str]) -> dict[str, Any]:
    """A described combat, as for `redball odds combat`, under two editions: both answers and their differences.
    Each edition gets the fields that its form of the question has.

    Raises AskError for a question that a table does not answer, EditionError for an unknown edition.
    """
    charts = [edition(name).charts for name in editions]
    forms = [KINDS["combat"].on(one) for one in charts]
    known = {field for form in forms for field in form.question.__struct_fields__}
    told = [
        form.odds(one, {k: v for k, v in fields.items() if k in form.question.__struct_fields__ or k not in known})
        for form, one in zip(forms, charts, strict=True)
    ]
    return {
        "editions": list(editions),
        "answers": told,
        "differs": sorted(k for k in {*told[0], *told[1]} if told[0].get(k) != told[1].get(k)),
    }


def _decision(game: Game) -> str:
    found = game.decision
    return f"{found.side}: {found.procedure.name}.{found.step.name}" if found is not None else "nothing to decide"


def _refused(pair: Pair) -> Iterator[dict[str, Any]]:
    """What one edition allows and the other refuses, by case."""
    for allows, refuses in ((0, 1), (1, 0)):
        found: dict[tuple[str, str], list[Action]] = {}
        game, other = pair[allows], pair[refuses]
        if game.decision is None or other.decision is None or game.decision.side != other.decision.side:
            continue
        for action in game.choices():
            refusal = other.check(game.decision.side, action)
            if refusal is not None:
                found.setdefault((refusal.case, refusal.code), []).append(action)
        for (case, code), actions in sorted(found.items()):
            yield {
                "case": case,
                "refusal": code,
                "says": REFUSALS[code].text,
                "allowed_by": pair.names[allows],
                "refused_by": pair.names[refuses],
                "count": len(actions),
                "examples": [str(action) for action in actions[:ACTIONS_TOLD]],
            }


def _zones(pair: Pair) -> Iterator[dict[str, Any]]:
    """Hexes in a ZOC under only one of the editions."""
    one, two = (game.look for game in pair)
    for side in one.world.sides:
        zones = [{h for h, count in enumerate(look.facts.zoc[side]) if count} for look in (one, two)]
        for mine, others, name in ((zones[0], zones[1], pair.names[0]), (zones[1], zones[0], pair.names[1])):
            if mine - others:
                yield {"case": "4.5", "side": side, "only_by": name, "hexes": sorted(map(one.hex_name, mine - others))}


def battles(look: Look, side: str) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Every hex with enemy combat units, with all adjacent units that could attack it, whatever the segment."""
    troops = look.facts.combat_units[look.enemy(side)]
    for hex_ in sorted(h for h in look.facts.units_at if troops[h]):
        around = (u for n in look.board.neighbours(hex_) for u in look.units_at(n, side))
        units = tuple(u.id for u in around if attack_capable(look, u))
        if units:
            yield hex_, units


def _attacks(pair: Pair) -> Iterator[dict[str, Any]]:
    """Each attack with all units that could join it in both editions: odds, price, terms that differ, distributions."""
    one, two = (game.look for game in pair)
    for side in one.world.sides:
        others = dict(battles(two, side))
        for hex_, units in battles(one, side):
            both = tuple(uid for uid in units if uid in others.get(hex_, ()))
            if both:
                answers = [combat_answer(look, "regular", hex_, both) for look in (one, two)]
                yield {
                    "side": side,
                    "hex": one.hex_name(hex_),
                    "units": list(both),
                    "may_attack_now": [bool(possible_attackers(look, side, hex_)) for look in (one, two)],
                    "odds": [answer.preview.odds.odds for answer in answers],
                    "columns": [answer.preview.column_label for answer in answers],
                    "tokens": [_tokens(answer) for answer in answers],
                    "terms": list(_terms(pair.names, *answers)),
                    "reports": [_report(look, a) for look, a in zip((one, two), answers, strict=True)],
                }


def _tokens(answer: CombatAnswer) -> dict[str, int]:
    return {"attacker": sum(answer.preview.attack_tokens.values()), "defender": answer.preview.defence_tokens}


def _terms(names: tuple[str, str], one: CombatAnswer, two: CombatAnswer) -> Iterator[dict[str, str]]:
    """Ledger lines found in only one answer, with their cases."""
    lines = [
        {(ledger.title, line) for ledger in answer.preview.ledgers for line in ledger.lines} for answer in (one, two)
    ]
    for own, others, name in ((lines[0], lines[1], names[0]), (lines[1], lines[0], names[1])):
        for title, line in sorted(own - others, key=lambda pair: (pair[1].case, pair[0], pair[1].reason)):
            yield {"only_by": name, "case": line.case, "of": title, "amount": line.amount, "reason": line.reason}


def _report(look: Look, answer: CombatAnswer) -> CombatReport:
    columns = look.policies[COMBAT_COLUMNS](look.world.charts, answer.preview.odds)
    return combat_report(answer, columns)
