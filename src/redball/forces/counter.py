"""The printed counter. Its state in a game (hex, steps, markers) is `redball.core.state.Unit`.

Cases: 3.1, 3.1a, 3.1b, 3.1c, 3.1d, 3.2a, 3.2b, 3.2d, 3.2e, 3.2f, 3.3-A, 3.3b-B, 4.6-A, 4.6-B, 4.6-C, 4.6-D, 5.5, 5.6,
9.11d-C, 13.1
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Mobility = Literal["leg", "truck", "track"]
LEG: Mobility = "leg"
TRUCK: Mobility = "truck"
TRACK: Mobility = "track"
MOBILITIES = (LEG, TRUCK, TRACK)

Kind = Literal["combat", "hq", "artillery", "transport", "engineer", "rail_repair", "repl", "breakdown"]
Transport = Literal["", "truck", "wagon", "organic"]
Colour = Literal["armor", "mech", "other", ""]

# 4.6-B: regimental equivalents by size, in quarters; a multi-step unit prints its own number instead.
RE_QUARTERS_BY_SIZE = {"Co": 1, "Bn": 2}
RE_QUARTERS_OTHER = 4
RE_QUARTERS_REPL = 1


NAMELESS = {"truck": "a Truck", "wagon": "a Wagon", "organic": "an Organic Truck"}
"""What sentences call Transport Points: most counters print no name."""


class Face(Struct, frozen=True):
    """One side of a counter: strength in points, `ma` and `throw_range` in 1/12 MP, barrage range in hexes.

    `strength` is None if none is printed (13.1c and 13.4b give HQs and artillery one).
    """

    strength: int | None
    parenthesized: bool
    action_rating: int
    ma: int
    mobility: Mobility
    barrage: int = 0
    barrage_range: int = 0
    throw_range: int = 0
    throw_mobility: Mobility = "truck"


class Counter(Struct, frozen=True):
    """A printed counter. `combat` is None for units that have no Combat side (5.5c, 5.6b)."""

    id: str
    side: str
    name: str
    nation: str
    formation: str
    kind: Kind
    size: str
    symbol: str
    colour: Colour
    printed_re: int
    no_rebuild: bool
    combat: Face | None
    move: Face
    points: int = 0
    transport: Transport = ""
    divisional: bool = False

    @property
    def called(self) -> str:
        """Its name and size in a sentence; if no name is printed, what it is.

        >>> example(name="69", size="Rgt").called, example(name="Polizei Bn", size="Bn").called
        ('69 Rgt', 'Polizei Bn')
        >>> example(name="", size="", kind="transport", transport="wagon").called
        'a Wagon'
        """
        if not self.name and self.kind == "transport":
            return NAMELESS[self.transport]
        named = not self.size or self.name.endswith(self.size) or self.size in self.name.split()
        return self.name if named else f"{self.name} {self.size}"

    @property
    def is_combat_unit(self) -> bool:
        """3.2: every ground unit except Transport Points (dumps and hedgehogs are not counters here)."""
        return self.kind != "transport"

    @property
    def is_multi_step(self) -> bool:
        """3.2d: a printed RE number makes a unit multi-step."""
        return self.printed_re > 0

    @property
    def is_independent(self) -> bool:
        """3.2f: neither part of a multi-unit formation nor multi-step."""
        return not self.formation and not self.is_multi_step and self.is_combat_unit

    @property
    def steps(self) -> int:
        """4.6-D: one step, or as many as the printed RE; Transport Points have none to lose (3.3-A)."""
        return (self.printed_re or 1) if self.is_combat_unit else 0

    def regimental_equivalents(self, steps_lost: int = 0) -> int:
        """RE in quarters (4.6-B, 4.6-C, 9.11d-C, 13.1).

        >>> from redball.forces.counter import example
        >>> example(size="Bn").regimental_equivalents()
        2
        >>> example(size="Div", printed_re=3).regimental_equivalents(steps_lost=1)
        8
        """
        if not self.is_combat_unit:
            return 0
        if self.printed_re:
            return 4 * (self.printed_re - steps_lost)
        if self.kind == "repl":
            return RE_QUARTERS_REPL
        if self.kind == "hq":
            return RE_QUARTERS_OTHER
        return RE_QUARTERS_BY_SIZE.get(self.size, RE_QUARTERS_OTHER)


def example(**changes: object) -> Counter:
    """A plain infantry regiment for doctests and tests; any field may be changed."""
    fields: dict[str, object] = {
        "id": "x",
        "side": "axis",
        "name": "1",
        "nation": "de",
        "formation": "",
        "kind": "combat",
        "size": "Rgt",
        "symbol": "infantry",
        "colour": "other",
        "printed_re": 0,
        "no_rebuild": False,
        "combat": Face(strength=4, parenthesized=False, action_rating=3, ma=36, mobility="leg"),
        "move": Face(strength=2, parenthesized=False, action_rating=3, ma=72, mobility="leg"),
    }
    return Counter(**(fields | changes))  # type: ignore[arg-type]
