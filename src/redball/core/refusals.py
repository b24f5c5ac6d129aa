"""A refusal is a value: code, rule case, the units and hexes, what they have and what they need.

A rule module declares each of its refusals once, beside the rule, and calls the declaration to say no:

>>> NO_MP = refusal("example.no_mp", case="6.2", text="{units} have {have} MP left, the hex costs {need}")
>>> NO_MP(units=("a",), have="1", need="2").case
'6.2'
>>> _ = REFUSALS.pop("example.no_mp")
"""

from __future__ import annotations

import string

from msgspec import Struct


class Refusal(Struct, frozen=True, gc=False):
    """Why an action is not allowed. `have` and `need` are written as the player reads them (MP, T, RE). `so`: the
    situation, where it takes a remedy of its own."""

    code: str
    case: str
    units: tuple[str, ...] = ()
    hexes: tuple[int, ...] = ()
    have: str = ""
    need: str = ""
    detail: str = ""
    so: str = ""


class RefusalKind(Struct, frozen=True):
    """The one declaration of a refusal: `text` and `remedy` may use {units} {hexes} {have} {need} {detail}. `remedies`
    are those of single situations. `{have:hex}` writes a number with its word, `1 hex` or `3 hexes`."""

    code: str
    case: str
    text: str
    remedy: str = ""
    remedies: dict[str, str] = {}

    def __call__(
        self,
        *,
        units: tuple[str, ...] = (),
        hexes: tuple[int, ...] = (),
        have: object = "",
        need: object = "",
        detail: str = "",
        case: str = "",
        so: str = "",
    ) -> Refusal:
        """Make the refusal; `case` narrows the declared case where one check serves several."""
        return Refusal(self.code, case or self.case, units, hexes, str(have), str(need), detail, so)

    def helps(self, so: str) -> str:
        """The remedy in a situation."""
        return self.remedies.get(so, self.remedy)


REFUSALS: dict[str, RefusalKind] = {}
FIELDS = frozenset({"units", "hexes", "have", "need", "detail"})


def refusal(
    code: str, *, case: str, text: str, remedy: str = "", remedies: dict[str, str] | None = None
) -> RefusalKind:
    """Declare a refusal; `remedies` are those of single situations, which a call names by `so`.

    Raises ValueError for a second declaration or an unknown field in a text.
    """
    if code in REFUSALS:
        raise ValueError(f"refusal {code!r} is declared twice")
    for template in (text, remedy, *(remedies or {}).values()):
        for _, field, _, _ in string.Formatter().parse(template):
            if field is not None and field not in FIELDS:
                raise ValueError(f"refusal {code!r} uses an unknown field {field!r}")
    kind = RefusalKind(code, case, text, remedy, remedies or {})
    REFUSALS[code] = kind
    return kind


NOT_YOURS = refusal("turn.not_your_decision", case="2.1-C", text="this decision belongs to {need}, not to {have}")
NOT_NOW = refusal("turn.not_now", case="2.1-C", text="“{detail}” is not possible now; the decision now is: {have}")
PASSED = refusal("turn.passed", case="2.1-C", text="this has already ended; the decision now is: {have}")
GAME_OVER = refusal("turn.game_over", case="2.1-C", text="the game is over")
UNKNOWN_UNIT = refusal("input.unknown_unit", case="3.0", text="there is no unit {detail} in this game")
UNKNOWN_HEX = refusal("input.unknown_hex", case="SETUP-I-A", text="there is no hex {detail} on this map")
