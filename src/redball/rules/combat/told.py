"""Results of the Combat Table and of the Barrage Table in words, whatever the notation of the edition.

The words are made from what a result asks of both sides, never from its text.

>>> in_words(CombatResult(0, 1, 2, 0, 1, False))
'The attacker loses a step or goes back 1; attackers with Action Rating 2 or more may exploit. \
The defender loses a step or goes back 1.'
>>> in_words(CombatResult(1, 0, 0, 2, 0, False, 2))
'The attacker loses a step. The defender loses 2 steps and goes back 2.'
>>> in_words(CombatResult(0, 0, 0, 1, 2, True))
'Nothing happens to the attacker. The defender becomes DG, loses a step, and then 2 more or goes back 2.'
>>> in_words(CombatResult(0, 0, 5, 0, 0, False), "overrun")
'Nothing happens.'
"""

from __future__ import annotations

from collections.abc import Iterator

from redball.charts import BarrageCell
from redball.core.battle import CombatResult, Kind
from redball.core.telling import counted, listed


def in_words(result: CombatResult, kind: Kind = "regular") -> str:
    """What a result of the Combat Table asks of both sides, in sentences; nobody exploits after an overrun."""
    attacker = listed([*_suffers(result.a_loss, result.a_option, 0)])
    exploits = result.exploit and kind == "regular"
    exploit = f"attackers with Action Rating {result.exploit} or more may exploit" if exploits else ""
    parts = ["becomes DG"] if result.d_dg else []
    defender = listed([*parts, *_suffers(result.d_loss, result.d_option, result.d_retreat)])
    if not attacker and not defender and not exploit:
        return "Nothing happens."
    first = f"The attacker {attacker}" if attacker else "Nothing happens to the attacker"
    first = f"{first}; {exploit}" if exploit else first
    second = f"The defender {defender}" if defender else "Nothing happens to the defender"
    return f"{first}. {second}."


def _suffers(loss: int, option: int, retreat: int) -> Iterator[str]:
    """What one side suffers, as verbs: losses, an option (9.10a), hexes of retreat."""
    if loss:
        yield f"loses {steps_text(loss)}"
    if option:
        choice = f"{option} more" if loss else f"loses {steps_text(option)}"
        yield f"then {choice} or goes back {option}" if loss else f"{choice} or goes back {option}"
    if retreat:
        yield f"goes back {retreat}"


def steps_text(steps: int) -> str:
    """`a step`, `2 steps`."""
    return "a step" if steps == 1 else counted(steps, "step")


def barrage_in_words(cell: BarrageCell, steps: int) -> str:
    """What a barrage on units did, when its rounding die has fallen: `steps` are those to lose.

    >>> cell = BarrageCell(text="[1/2]", dg=True, steps=0, half=True, bracketed=True)
    >>> barrage_in_words(cell, 0), barrage_in_words(cell, 1)
    ('The target becomes DG; it loses no step.', 'The target becomes DG and loses a step.')
    """
    if not cell.dg and not steps:
        return "Nothing happens to the target."
    state = "becomes DG" if cell.dg else ""
    if cell.dg and not steps:
        return f"The target {state}; it loses no step." if cell.half else f"The target {state}."
    return f"The target {' and '.join(filter(None, (state, f'loses {steps_text(steps)}')))}."
