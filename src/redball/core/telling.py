"""Words for events and refusals: the names that one viewer may read, and terms that sentences share.

Each event has its own sentence (`Event.told`), each refusal a text in its `RefusalKind`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Protocol


class Names(Protocol):
    """The names of units, sides and hexes as one viewer may read them."""

    def knows(self, uid: str) -> bool:
        """The viewer may know this unit."""

    def is_theirs(self, uid: str) -> bool:
        """The unit belongs to the side hidden from the viewer."""

    def unit(self, uid: str) -> str:
        """A unit, or "an enemy unit"."""

    def units(self, uids: tuple[str, ...]) -> str:
        """Several units."""

    def plane(self, pid: str) -> str:
        """An aircraft, or "an enemy aircraft"."""

    def planes(self, pids: tuple[str, ...]) -> str:
        """Several aircraft."""

    def aircraft(self, pid: str) -> str:
        """An aircraft that is disclosed to everybody (4.9d)."""

    def ship(self, sid: str) -> str:
        """A ship, or "an enemy ship"."""

    def ships(self, sids: tuple[str, ...]) -> str:
        """Several ships."""

    def formation(self, uid: str) -> str:
        """The formation of a unit: `10 Pz`."""

    def side(self, side: str) -> str:
        """A side's name as the scenario gives it."""

    def army(self, side: str, army: str) -> str:
        """An army of a side that has armies: `4. Armee`."""

    def hex(self, hex_: int) -> str:
        """`12.10 Yelnya`."""


MODES = {"combat": "Combat", "move": "Move", "reserve": "Reserve", "strat": "Strat", "dg": "DG", "exploit": "Exploit"}
"""Names of modes, mode markers and the sides of a counter."""

PHASES = {
    "pre_turn": "Pre-Turn Phase",
    "set_up": "Set-up",
    "aircraft_return": "Air Unit Return Phase",
    "mode_determination": "Mode Determination Phase",
    "replacement": "Replacement Phase",
    "aircraft_refit": "Aircraft Refit Phase",
    "reinforcement": "Reinforcement Phase",
    "air_operations": "Air Operations Phase",
    "movement": "Movement Phase",
    "bombardment": "Bombardment Phase",
    "supply": "Supply Phase",
    "reaction": "Reaction Phase",
    "combat": "Combat Phase",
    "exploitation": "Exploitation Phase",
    "clean_up": "Clean Up Phase",
}


def phase_name(phase: str, segment: str = "") -> str:
    """A phase, or a segment of it.

    >>> phase_name("combat", "barrage"), phase_name("clean_up", "clean_up"), phase_name("movement")
    ('Combat Phase, Barrage Segment', 'Clean Up Phase', 'Movement Phase')
    """
    name = PHASES[phase]
    return name if segment in ("", phase) else f"{name}, {segment.capitalize()} Segment"


def counted(number: object, word: str, many: str = "") -> str:
    """So many of something, by its word for one; `many`, if it is not that with an s. The one home of plurals.

    >>> counted(1, "step"), counted(2, "step"), counted(0, "hex"), counted("1/2", "point"), counted(2, "die", "dice")
    ('1 step', '2 steps', '0 hexes', '1/2 points', '2 dice')
    """
    return f"{number} {word if str(number) == '1' else many or plural(word)}"


def listed(parts: Sequence[str]) -> str:
    """Things in a row.

    >>> listed(["a"]), listed(["a", "b"]), listed(["a", "b", "c"])
    ('a', 'a and b', 'a, b, and c')
    """
    return " and ".join(parts) if len(parts) < 3 else f"{', '.join(parts[:-1])}, and {parts[-1]}"


def plural(word: str) -> str:
    """A word for several, where it only takes an ending; aircraft stay aircraft.

    >>> plural("hex"), plural("Level"), plural("aircraft")
    ('hexes', 'Levels', 'aircraft')
    """
    return word if word.endswith("aircraft") else f"{word}es" if word.endswith("x") else f"{word}s"


class Amount(str):
    """A number in the template of a sentence: `{have:hex}` is it with its word, `1 hex` or `3 hexes`.

    >>> "{have} of {need:hex}".format(have=Amount("2"), need=Amount("1"))
    '2 of 1 hex'
    """

    __slots__ = ()

    def __format__(self, spec: str) -> str:
        return counted(str(self), spec) if spec else str(self)


def show_items(numbers: Mapping[str, int]) -> str:
    """Numbers by kind, as from a table of reinforcements.

    >>> show_items({"pax": 2, "eq": 1}), show_items({})
    ('2 pax, 1 eq', 'nothing')
    """
    return ", ".join(f"{number} {kind}" for kind, number in numbers.items()) or "nothing"


def lost_text(numbers: Mapping[str, int]) -> str:
    """What is lost, by kind, as the beginning of a question; "" if it is nothing.

    >>> lost_text({"Repl": 2, "unit": 0}), lost_text({"Repl": 1, "unit": 2}), lost_text({"aircraft": 2})
    ('2 Repls are lost', '1 Repl and 2 units are lost', '2 aircraft are lost')
    """
    told = [counted(number, kind) for kind, number in numbers.items() if number]
    return f"{' and '.join(told)} {'is' if sum(numbers.values()) == 1 else 'are'} lost" if told else ""


def show_rail_points(sixteenths: int) -> str:
    """Rail Cap as players write it, from 1/16 points.

    >>> show_rail_points(24), show_rail_points(2), show_rail_points(0), show_rail_points(32)
    ('1 1/2', '1/8', '0', '2')
    """
    whole, rest = divmod(sixteenths, 16)
    return " ".join(filter(None, (str(whole) if whole or not rest else "", str(Fraction(rest, 16)) if rest else "")))


def way_told(who: Sequence[str], verbs: tuple[str, str], ends: tuple[str, str], hexes: int, mp: str = "") -> str:
    """A way of some units in one sentence; nobody: units that the reader does not know. `verbs`: of one, of several;
    `ends`: the names of the first and the last hex; `hexes` were entered; `mp` as players write them ("": not told).

    >>> way_told(["1 Pz Div"], ("moves", "move"), ("01.01", "01.03"), 2, "6")
    '1 Pz Div moves from 01.01 to 01.03 (2 hexes, 6 MP)'
    >>> way_told([], ("moves", "move"), ("01.01", "01.02"), 1)
    'enemy units move from 01.01 to 01.02'
    >>> way_told(["1 Rgt", "2 Rgt"], ("retreats", "retreat"), ("01.01", "01.02"), 1)
    '1 Rgt, 2 Rgt retreat from 01.01 to 01.02'
    """
    verb = verbs[0] if len(who) == 1 else verbs[1]
    notes = ", ".join(filter(None, (counted(hexes, "hex") if hexes > 1 else "", f"{mp} MP" if mp else "")))
    way = f"{', '.join(who) or 'enemy units'} {verb} from {ends[0]} to {ends[1]}"
    return f"{way} ({notes})" if notes else way


def with_id(name: str, name_id: str) -> str:
    """A counter's name with the id by which it is typed; the name alone where both say the same.

    >>> with_id("Force J", "lc"), with_id("HMS Abercrombie", "hms-abercrombie"), with_id("bb", "bb")
    ('Force J (lc)', 'HMS Abercrombie', 'bb')
    """
    plain = ["".join(c for c in text.lower() if c.isalnum()) for text in (name, name_id)]
    return name if plain[0] == plain[1] else f"{name} ({name_id})"


def units_do(n: Names, units: tuple[str, ...], one: str, many: str) -> str:
    """Units and what they do, `one` or `many` of them; how many the reader does not know stays hidden."""
    return f"{n.units(units)} {one if len(units) == 1 and n.knows(units[0]) else many}"


def capital(text: str) -> str:
    """Text with a capital first letter.

    >>> capital("an enemy unit retreats")
    'An enemy unit retreats'
    """
    return text[:1].upper() + text[1:]
