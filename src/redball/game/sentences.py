"""Events and refusals in sentences, as one side may read them."""

from __future__ import annotations

from msgspec.structs import asdict

from redball.core.events import Event
from redball.core.refusals import REFUSALS, Refusal
from redball.core.telling import Amount, capital
from redball.core.world import World


class Namer:
    """Names of units, sides and hexes for one viewer; `seen` are the unit ids that the viewer may know."""

    def __init__(self, world: World, counters: dict[str, str], viewer: str, seen: frozenset[str] | None) -> None:
        self.world = world
        self.counters = counters
        self.viewer = viewer
        self.seen = seen

    def knows(self, uid: str) -> bool:
        """The viewer may know this unit."""
        return self.seen is None or uid in self.seen

    def unit(self, uid: str) -> str:
        """`10 Pz/69 Rgt`, "a Truck", or "an enemy unit"."""
        if not self.knows(uid):
            return "an enemy unit"
        counter = self.world.counters.get(self.counters.get(uid, uid))
        if counter is None and uid.split("/")[0] in self.world.scenario.craft:
            return self.ship(uid)
        return uid if counter is None else counter.called

    def units(self, uids: tuple[str, ...]) -> str:
        """Several units; the number of unknown ones stays hidden."""
        known = [self.unit(u) for u in uids if self.knows(u)]
        if len(known) < len(uids):
            known.append("others" if known else "enemy units")
        return ", ".join(known)

    def plane(self, pid: str) -> str:
        """`Bf 109f`, or "an enemy aircraft"."""
        own = self.world.scenario.aircraft[pid].side == self.viewer
        return self.aircraft(pid) if own or self.knows(pid) else "an enemy aircraft"

    def planes(self, pids: tuple[str, ...]) -> str:
        """Several aircraft; the number of unknown ones stays hidden."""
        names = [self.plane(pid) for pid in pids]
        known = [name for name in names if name != "an enemy aircraft"]
        if len(known) < len(names):
            known.append("others" if known else "enemy aircraft")
        return ", ".join(known)

    def aircraft(self, pid: str) -> str:
        """The printed name."""
        return self.world.scenario.aircraft[pid].name

    def ship(self, sid: str) -> str:
        """`Nelson`, or "an enemy ship"; Landing Craft are named after what is printed, of which they may be a part."""
        printed = self.world.scenario.ships.get(sid)
        if printed is None:
            craft = self.world.scenario.craft[sid.split("/")[0]]
            return craft.called if craft.side == self.viewer or self.knows(sid) else "enemy Landing Craft"
        return printed.name if printed.side == self.viewer or self.knows(sid) else "an enemy ship"

    def ships(self, sids: tuple[str, ...]) -> str:
        """Several ships."""
        return ", ".join(self.ship(sid) for sid in sids)

    def formation(self, uid: str) -> str:
        """The formation of a unit: `10 Pz`."""
        if not self.knows(uid):
            return "an enemy formation"
        return self.world.counters[self.counters.get(uid, uid)].formation

    def is_theirs(self, uid: str) -> bool:
        """The unit belongs to the side hidden from the viewer."""
        counter = self.world.counters.get(self.counters.get(uid, uid))
        return counter is not None and self.seen is not None and counter.side != self.viewer

    def without(self, uid: str) -> Namer:
        """The same without one unit's name."""
        return Namer(self.world, self.counters, self.viewer, (self.seen or frozenset()) - {uid})

    def side(self, side: str) -> str:
        """The side's name as the scenario gives it."""
        return next((s.name for s in self.world.scenario.sides if s.id == side), side)

    def army(self, side: str, army: str) -> str:
        """The army's name as the scenario gives it."""
        command = self.world.scenario.command
        armies = command.sides[side].armies if command is not None and side in command.sides else ()
        return next((one.name for one in armies if one.id == army), army)

    def hex(self, hex_: int) -> str:
        """`12.10 Yelnya`; an off-map box by its name."""
        if hex_ < 0:
            return "off the map"
        if self.world.board.is_box(hex_):
            return self.world.board.box_name(hex_)
        place = self.world.board.places.get(hex_)
        name = self.world.board.hex_name(hex_)
        return f"{name} {place.name}" if place and place.name else name


def refusal_text(refusal: Refusal, namer: Namer) -> tuple[str, str]:
    """(sentence, remedy) of a refusal."""
    kind = REFUSALS[refusal.code]
    words = {
        "units": namer.units(refusal.units),
        "hexes": ", ".join(namer.hex(h) for h in refusal.hexes),
        "have": Amount(refusal.have),
        "need": Amount(refusal.need),
        "detail": namer.unit(refusal.detail) if refusal.detail in namer.counters else refusal.detail,
    }
    text = kind.text.format(**words)
    return capital(text) + ".", kind.helps(refusal.so).format(**words)


class ToldRefusal(Refusal, frozen=True, kw_only=True):
    """A refusal with its sentence, and what would help ("" nothing in particular)."""

    text: str
    remedy: str


def told_refusal(refusal: Refusal, namer: Namer) -> ToldRefusal:
    """A refusal in words, without the ids of units that the viewer may not know."""
    text, remedy = refusal_text(refusal, namer)
    fields = asdict(refusal) | {"units": tuple(filter(namer.knows, refusal.units))}
    return ToldRefusal(**fields, text=text, remedy=remedy)


def sentence(event: Event, namer: Namer) -> str:
    """The event in one sentence, without its full stop."""
    return capital(event.told(namer))
