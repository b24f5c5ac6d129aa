"""The search kernel in plain Python: the specification of `_kernel.c`, and its stand-in where that is not compiled.

Both searches take flat arrays: `cost`, `array("h")` of six costs per hex (below 1 is closed), and `neighbours`,
`array("i")` of six hexes per hex (-1 is none); if b is a's neighbour in direction d, a must be b's in d + 3. Distances
and limits are units, from 0 to LIMIT_MAX. Masks are bytes, one per hex, or None.

What a search means: A path runs from a source to a hex (or, with `reverse`, from a hex to a source); its cost is the
source's starting cost and the cost of every step in the direction of travel. No hex but the first of the path may be
blocked, and no hex between the first and the last may be a stop. The cost of a hex is that of its cheapest path, if
it is within the limit. Its *step* is the direction of the last step away from the source: ROOT if the hex is itself
the source of its cheapest path, otherwise the lowest direction among equally cheap paths, so it never depends on
the order of the search.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from heapq import heapify, heappop, heappush
from typing import NamedTuple

LIMIT_MAX = 32767
"""The longest distance a search can count, in units."""

ROOT = 6
"""The step of a hex that is its own source."""

OWN = 8
"""Added to the step of a stop that is a source but is reached more cheaply from another: paths continue from it."""

MOST_WAYS = 16
"""How many graphs keep their open steps."""

SMALL = 1 << 13
"""Up to this many hexes, distances are a list, which reads faster; beyond, an array, which is made faster."""

Mask = Sequence[int] | None
Sources = Iterable[int | tuple[int, int]]
Found = tuple[Sequence[int], Sequence[int], "Steps"]


def search(
    cost: array[int],
    neighbours: array[int],
    sources: Sources,
    limit: int,
    blocked: Mask,
    stop: Mask,
    reverse: bool,
) -> tuple[Sequence[int], Sequence[int], Steps]:
    """The hexes within the limit in order of cost, their costs and their steps.

    Hexes of the same cost come in the order in which they were last queued. IndexError: a source is not a hex.
    ValueError: arrays of unequal length.
    """
    _check_lengths(cost, neighbours, blocked, stop)
    size = len(neighbours) // 6
    starts = read_sources(sources, size, limit)
    beyond = max(limit, 0) + 1
    distance: list[int] | array[int] = [beyond] * size if size <= SMALL else array("H", [beyond]) * size
    buckets: dict[int, list[int]] = {}
    leaving: dict[int, list[int]] = {}  # sources that are stops leave at their own start, whatever their distance
    for start, h in sorted((start, h) for h, start in starts.items()):
        distance[h] = start
        buckets.setdefault(start, []).append(h)
        if stop and stop[h]:
            leaving.setdefault(start, []).append(h)
    entry_blocked = None if reverse else blocked
    ways = _ways(cost, neighbours, reverse)
    known, look_up = ways.known, ways.look_up
    keys = sorted(buckets)
    hexes, costs = array("i"), array("h")
    while keys:
        here = heappop(keys)
        going = [h for h in buckets.pop(here) if distance[h] == here]  # the rest were queued again at a lower cost
        hexes.extend(going)
        costs.extend([here] * len(going))
        if here == limit:
            break  # nothing is farther
        if stop:
            going = leaving.get(here, []) + [h for h in going if not stop[h]]
        if reverse and blocked:
            going = [h for h in going if not blocked[h]]
        for h in going:
            for n, price in known[h] or look_up(h):
                if distance[n] > (total := here + price) and not (entry_blocked and entry_blocked[n]):
                    distance[n] = total
                    try:
                        buckets[total].append(n)
                    except KeyError:
                        buckets[total] = [n]
                        heappush(keys, total)
    return hexes, costs, Steps(cost, neighbours, starts, blocked, stop, reverse, hexes, distance)


class Ways:
    """The open steps from the hexes of a graph (into them, for a `reverse` search) as (neighbour, price), in order of
    direction. Each hex is looked up once, because that takes as long as the rest of a search."""

    def __init__(self, cost: array[int], neighbours: array[int], reverse: bool) -> None:
        self._cost, self._neighbours, self._reverse = cost, neighbours, reverse
        self._copy = bytearray(cost)
        self.known: list[tuple[tuple[int, int], ...]] = [()] * (len(neighbours) // 6)

    def look_up(self, h: int) -> tuple[tuple[int, int], ...]:
        """The steps of a hex."""
        found = []
        for d, n in enumerate(self._neighbours[h * 6 : h * 6 + 6]):
            price = 0 if n < 0 else self._cost[n * 6 + (d + 3) % 6] if self._reverse else self._cost[h * 6 + d]
            if price > 0:
                found.append((n, price))
        self.known[h] = tuple(found)
        return self.known[h]

    def still(self, cost: array[int], neighbours: array[int]) -> bool:
        """Whether these are the same arrays with the same costs. Neighbours never change on a board."""
        return cost is self._cost and neighbours is self._neighbours and self._copy == cost


_kept_ways: dict[tuple[int, int, bool], Ways] = {}


def _ways(cost: array[int], neighbours: array[int], reverse: bool) -> Ways:
    """Must agree with `Ways(cost, neighbours, reverse)`; kept from search to search."""
    key = id(cost), id(neighbours), reverse
    found = _kept_ways.pop(key, None)  # and to the end again: the least recently used are forgotten
    if found is None or not found.still(cost, neighbours):
        found = Ways(cost, neighbours, reverse)
    if len(_kept_ways) >= MOST_WAYS:
        del _kept_ways[next(iter(_kept_ways))]
    _kept_ways[key] = found
    return found


class Steps:
    """The steps of a search's hexes, in order, computed on demand: few paths are needed."""

    def __init__(
        self,
        cost: Sequence[int],
        neighbours: Sequence[int],
        starts: dict[int, int],
        blocked: Mask,
        stop: Mask,
        reverse: bool,
        hexes: Sequence[int],
        distance: Sequence[int],
    ) -> None:
        self._cost, self._neighbours, self._starts, self._reverse = cost, neighbours, starts, reverse
        self._blocked, self._stop = bytes(blocked or ()), bytes(stop or ())  # masks may change later
        self._hexes, self._distance = hexes, distance

    def __getitem__(self, at: int) -> int:
        """Step of the hex at this index of the answer. IndexError: the answer is shorter."""
        return self._step_of(self._hexes[at])

    def _step_of(self, h: int) -> int:
        if self._starts.get(h) == self._distance[h]:
            return ROOT
        for d in range(6):
            back = (d + 3) % 6
            n = self._neighbours[h * 6 + back]
            if n < 0 or (self._reverse and self._blocked and self._blocked[n]):
                continue
            leave = self._starts.get(n, LIMIT_MAX) if self._stop and self._stop[n] else self._distance[n]
            price = self._cost[h * 6 + back] if self._reverse else self._cost[n * 6 + d]
            if price > 0 and leave + price == self._distance[h]:
                return d | OWN if self._stop and self._stop[h] and h in self._starts else d
        raise AssertionError(f"no way to hex {h}, which was reached")


def _check_lengths(cost: Sequence[int], neighbours: Sequence[int], *masks: Mask) -> None:
    if len(cost) != len(neighbours):
        raise ValueError(f"cost has {len(cost)} items instead of {len(neighbours)}")
    for mask in masks:
        if mask is not None and len(mask) * 6 != len(neighbours):
            raise ValueError(f"a mask has {len(mask)} items instead of {len(neighbours) // 6}")


def read_sources(sources: Sources, size: int, limit: int) -> dict[int, int]:
    """Lowest starting cost of each source hex, without those over the limit."""
    starts: dict[int, int] = {}
    for source in sources:
        h, start = source if isinstance(source, tuple) else (source, 0)
        if not 0 <= h < size:
            raise IndexError(f"source {h} is not a hex of this board")
        if start < 0:
            raise ValueError(f"source {h} has a starting cost below 0")
        if start <= limit and start < starts.get(h, LIMIT_MAX + 1):
            starts[h] = start
    return starts


def repair(
    cost: Sequence[int],
    neighbours: Sequence[int],
    distance: array[int],
    steps: bytearray,
    starts: array[int],
    blocked: bytearray,
    stop: bytearray,
    changed: Iterable[int],
    limit: int,
    reverse: bool,
) -> array[int]:
    """Bring `distance` (-1: out of reach) and `steps` up to date, in place; returns the hexes whose cost changed.

    The masks and `starts` (-1: no source) are already new; `changed` are the hexes at which any
    of them changed. The result equals a search from scratch: every hex whose cheapest path depends on
    a changed hex is forgotten, labelled again from its remaining neighbours, and the labels spread from there.
    """
    former = repaired(cost, neighbours, distance, steps, starts, blocked, stop, changed, limit, reverse)
    return array("i", former)


def repaired(
    cost: Sequence[int],
    neighbours: Sequence[int],
    distance: array[int],
    steps: bytearray,
    starts: array[int],
    blocked: bytearray,
    stop: bytearray,
    changed: Iterable[int],
    limit: int,
    reverse: bool,
) -> dict[int, int]:
    """The same; returns the hexes whose cost changed, with the old cost."""
    former: dict[int, int] = {}
    pending = list(dict.fromkeys(changed))
    for h in pending:
        if not 0 <= h < len(distance):
            raise IndexError(f"{h} is not a hex of this board")
        former[h] = distance[h]
    for h in pending:  # grows while it is read: all hexes that depend on a changed one
        edge = h * 6
        for d, n in enumerate(neighbours[edge : edge + 6]):
            if n >= 0 and n not in former and distance[n] >= 0 and steps[n] == d:
                former[n] = distance[n]
                pending.append(n)
    for h in pending:
        distance[h] = -1
    queue: list[tuple[int, int]] = []
    for h in pending:
        _label_from_around(cost, neighbours, distance, steps, starts, blocked, stop, h, limit, reverse)
        if distance[h] >= 0:
            queue.append((distance[h], h))
            if stop[h] and 0 <= starts[h] != distance[h]:
                queue.append((starts[h], h))
    heapify(queue)
    while queue:
        here, h = heappop(queue)
        if (starts[h] if stop[h] else distance[h]) != here or (reverse and blocked[h]):
            continue
        edge = h * 6
        for d, n in enumerate(neighbours[edge : edge + 6]):
            price = 0 if n < 0 else cost[n * 6 + (d + 3) % 6] if reverse else cost[edge + d]
            total = here + price
            if price < 1 or total > limit or (blocked[n] and not reverse):
                continue
            known = distance[n]
            if known < 0 or total < known:
                former.setdefault(n, known)
                distance[n] = total
                steps[n] = d
                heappush(queue, (total, n))
            elif total == known and d < steps[n] != ROOT:
                steps[n] = d
    return {h: known for h, known in former.items() if distance[h] != known}


def _label_from_around(
    cost: Sequence[int],
    neighbours: Sequence[int],
    distance: array[int],
    steps: bytearray,
    starts: array[int],
    blocked: bytearray,
    stop: bytearray,
    h: int,
    limit: int,
    reverse: bool,
) -> None:
    """Give a forgotten hex the best label from its own start and its labelled neighbours, if any."""
    best, step = LIMIT_MAX + 1, ROOT
    if 0 <= starts[h] <= limit:
        best = starts[h]
    if reverse or not blocked[h]:
        edge = h * 6
        for back, n in enumerate(neighbours[edge : edge + 6]):
            if n < 0 or distance[n] < 0 or (reverse and blocked[n]):
                continue
            leave = starts[n] if stop[n] else distance[n]
            d = (back + 3) % 6
            price = cost[edge + back] if reverse else cost[n * 6 + d]
            total = leave + price
            if leave < 0 or price < 1 or total > limit:
                continue
            if total < best or (total == best and d < step != ROOT):
                best, step = total, d
    if best <= limit:
        distance[h] = best
        steps[h] = step


def positions(hexes: Sequence[int], size: int) -> dict[int, int]:
    """The index of each hex in a search's answer."""
    return {h: at for at, h in enumerate(hexes)}


def nearest(
    hexes: Sequence[int], costs: Sequence[int], neighbours: Sequence[int], target: int
) -> tuple[int, int] | None:
    """(cost, hex) of the cheapest of `target` and its neighbours in a search's answer; the lowest hex on ties.

    None if it has none of them. IndexError: the target is not a hex.
    """
    if not 0 <= target < len(neighbours) // 6:
        raise IndexError(f"{target} is not a hex of this board")
    around = {target, *neighbours[target * 6 : target * 6 + 6]}
    return min([(cost, h) for h, cost in zip(hexes, costs, strict=True) if h in around], default=None)


def cover(hexes: Iterable[int], neighbours: Sequence[int], adjacent: bool) -> bytes:
    """One byte per hex of the board: 1 if it is one of `hexes`, or with `adjacent` next to one."""
    mask = bytearray(len(neighbours) // 6 + 1)  # the last byte is for hexes off the map (-1)
    for h in hexes:
        mask[h] = 1
        if adjacent:
            for n in neighbours[h * 6 : h * 6 + 6]:
                mask[n] = 1
    return bytes(mask[:-1])


def united(masks: Iterable[bytes | bytearray]) -> bytes:
    """The bytes of some masks of one length, or-ed; b"" for no mask."""
    together = size = 0
    for mask in masks:
        together |= int.from_bytes(mask, "little")
        size = len(mask)
    return together.to_bytes(size, "little")


def supply(
    cost: array[int],
    neighbours: array[int],
    dumps: Sources,
    draw_limit: int,
    headquarters: Sources,
    throw_limit: int,
    blocked: Mask,
    stop: Mask,
) -> tuple[Found, Found, bytes]:
    """Supply of a whole side: who can draw from the dumps, where HQs can throw if they can draw, or stand
    next to a hex that can, and one byte per hex, 1 where a throw reaches the hex or a neighbour."""
    starts = read_sources(headquarters, len(neighbours) // 6, throw_limit)
    draw = search(cost, neighbours, dumps, draw_limit, blocked, stop, True)
    fed = cover(draw[0], neighbours, True)
    throw = search(
        cost, neighbours, [pair for pair in starts.items() if fed[pair[0]]], throw_limit, blocked, stop, False
    )
    return draw, throw, cover(throw[0], neighbours, True)


class Side(NamedTuple):
    """One search of a `Net`: its labels, as in `repair`, and how many of a hex and its neighbours it reaches."""

    distance: array[int]
    steps: bytearray
    starts: array[int]
    close: bytearray
    limit: int


class Net:
    """The same supply, kept up to date in the caller's arrays while enemies move.

    A hex with enemies is blocked, and hexes next to it are stops. `enemies` counts those in each hex, `near` the
    hexes around each that hold any. A throw starts, at no cost, where `headquarters` is true and the draw is close.
    """

    def __init__(
        self,
        cost: array[int],
        neighbours: array[int],
        headquarters: bytearray,
        enemies: bytearray,
        near: bytearray,
        draw: Side,
        throw: Side,
    ) -> None:
        self._cost, self._neighbours = cost, neighbours
        self._headquarters, self._enemies, self._near = headquarters, enemies, near
        self._draw, self._throw = draw, throw

    def _around(self, h: int) -> list[int]:
        return [n for n in self._neighbours[h * 6 : h * 6 + 6] if n >= 0]

    def move(self, gone: int | None, come: int | None) -> bool:
        """An enemy moves from `gone` to `come`; either may be None. Returns whether that changes where
        a throw is close. IndexError: not a hex. ValueError: no enemy is there, or 255 already are."""
        for h in (gone, come):
            if h is not None and not 0 <= h < len(self._enemies):
                raise IndexError(f"{h} is not a hex of this board")
        if gone is not None and not self._enemies[gone]:
            raise ValueError(f"no enemy stands in hex {gone}")
        if come is not None and self._enemies[come] == 255:
            raise ValueError(f"no more enemies can be counted in hex {come}")
        changed: set[int] = set()
        for h, by in ((come, 1), (gone, -1)):
            if h is not None:
                changed |= self._count(h, by)
        return self._refresh(changed)

    def _count(self, h: int, by: int) -> set[int]:
        others = self._enemies[h] - (by < 0)
        self._enemies[h] += by
        if others:
            return set()
        around = self._around(h)
        for n in around:
            self._near[n] += by
        return {h, *(n for n in around if self._near[n] == max(by, 0))}

    def refresh(self, hexes: Iterable[int]) -> bool:
        """`headquarters`, or the starts of the draw, changed at these hexes. Returns what `move` does."""
        changed = set(hexes)
        for h in changed:
            if not 0 <= h < len(self._enemies):
                raise IndexError(f"{h} is not a hex of this board")
        for h in changed:
            self._feed(h)
        return self._refresh(changed)

    def _feed(self, h: int) -> bool:
        """Set whether a throw starts in a hex; returns whether that is new."""
        before = self._throw.starts[h]
        self._throw.starts[h] = 0 if self._headquarters[h] and self._draw.close[h] else -1
        return before != self._throw.starts[h]

    def _refresh(self, changed: set[int]) -> bool:
        """Repair both searches at the hexes that changed."""
        fed = self._repair(self._draw, changed, True)
        return bool(self._repair(self._throw, changed | {h for h in fed if self._feed(h)}, False))

    def _repair(self, side: Side, changed: set[int], reverse: bool) -> list[int]:
        """Repair one search; returns the hexes where being close to it changed."""
        former = repaired(self._cost, self._neighbours, side.distance, side.steps, side.starts, self._enemies,
                          self._near, sorted(changed), side.limit, reverse)  # fmt: skip
        was = {n: side.close[n] for h in former for n in (h, *self._around(h))}
        for h, known in former.items():
            for n in (h, *self._around(h)):
                side.close[n] += (side.distance[h] >= 0) - (known >= 0)
        return [n for n, count in was.items() if bool(count) != bool(side.close[n])]
