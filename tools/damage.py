"""Damaged files: saves, scenarios, positions and chart files that are broken at random, and what their readers say.

A reader may refuse a file with its own error, or read it. Any other exception is a fault, and so is a file that takes
too long. Each fault is listed with its kind of file and its seed: `python tools/damage.py scenario --seed 17 --files 1`
tries that one file again, and `--keep FOLDER` writes it down.
"""

from __future__ import annotations

import argparse
import re
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from random import Random
from types import FrameType
from typing import NamedTuple

from redball.bots.random_play import at_random
from redball.charts.loading import DATA as CHARTS
from redball.core.errors import EditionError
from redball.editions import charts_of
from redball.game import Game
from redball.game.position.dump import dump_position
from redball.game.position.sections import PositionError
from redball.game.save import FORMAT, SaveError, SaveFile, chained, load
from redball.game.save.lines import split
from redball.scenarios.errors import ScenarioError
from redball.scenarios.load import DATA as SCENARIOS

PATIENCE = 20
"""Seconds for one file."""
PLAYED = 60
NUMBER = re.compile(rb"-?\d+")
TOKEN = re.compile(rb"[\w.+-]+")
HUGE = (b"9" * 30, b"-" + b"9" * 19, b"1e999", b"9" * 5000, b"2147483648", b"-1", b"0")
ODD = (
    b"null",
    b"true",
    b"[]",
    b"{}",
    b'""',
    b"nan",
    b"\xff\xfe",
    b"\x00",
    b"\xed\xa0\x80",
    "ä".encode("latin-1"),
    b"A" * 400,
)
DEEP = 3000
OLDER, FORGED = 1, 2
"""Ways to damage a save."""


class Fault(NamedTuple):
    """A damaged file that a reader could not cope with: its kind and seed, and the exception."""

    kind: str
    seed: int
    error: str


class TookTooLong(Exception):
    """A file kept its reader busy."""


# --- damage ------------------------------------------------------------------------------------------------------


def flip_bits(raw: bytes, rng: Random) -> bytes:
    """Some bits turned over."""
    found = bytearray(raw)
    for _ in range(rng.choice((1, 1, 1, 2, 8, 64)) if found else 0):
        found[rng.randrange(len(found))] ^= 1 << rng.randrange(8)
    return bytes(found)


def cut(raw: bytes, rng: Random) -> bytes:
    """The file up to somewhere, or without a part."""
    here = rng.randrange(len(raw) + 1)
    return raw[:here] if rng.random() < 0.5 else raw[:here] + raw[here + rng.randrange(1, 200) :]


def double_line(raw: bytes, rng: Random) -> bytes:
    """A line twice, elsewhere, or not at all."""
    lines = raw.split(b"\n")
    line = rng.choice(lines)
    if rng.random() < 0.4:
        lines.remove(line)
    if rng.random() < 0.8:
        lines.insert(rng.randrange(len(lines) + 1), line)
    return b"\n".join(lines)


def nest(raw: bytes, rng: Random) -> bytes:
    """A deep nest of brackets instead of a word, or in a line of its own."""
    nested = rng.choice(
        (
            b"[" * DEEP,
            b"[" * DEEP + b"]" * DEEP,
            b'{"a":' * DEEP + b"1" + b"}" * DEEP,
            b"{a=" * DEEP,
            b"a." * DEEP + b"a=1",
        )
    )
    if rng.random() < 0.3:
        lines = raw.split(b"\n")
        lines.insert(rng.randrange(len(lines) + 1), rng.choice((b"x = ", b"")) + nested)
        return b"\n".join(lines)
    return _instead(raw, rng, TOKEN, nested)


def swap(raw: bytes, rng: Random) -> bytes:
    """A word of the file in the place of another."""
    words = TOKEN.findall(raw)
    return _instead(raw, rng, TOKEN, rng.choice(words)) if words else raw


def wrong_type(raw: bytes, rng: Random) -> bytes:
    """A word replaced by something odd."""
    return _instead(raw, rng, TOKEN, rng.choice(ODD))


def huge_number(raw: bytes, rng: Random) -> bytes:
    """A number that is out of all bounds."""
    return _instead(raw, rng, NUMBER, rng.choice(HUGE))


def insert(raw: bytes, rng: Random) -> bytes:
    """Something odd between two bytes."""
    here = rng.randrange(len(raw) + 1)
    return raw[:here] + rng.choice((*ODD, *HUGE, b"\n", b"\r", b"\t", b'"', b"'", b"]", b"=")) + raw[here:]


def empty(raw: bytes, rng: Random) -> bytes:
    """Nothing, or next to it."""
    return rng.choice((b"", b"\n", b"{}\n", b"\x00" * 50, b"[]\n", b"\xef\xbb\xbf" + raw))


DAMAGE: tuple[Callable[[bytes, Random], bytes], ...] = (
    flip_bits, flip_bits, flip_bits, cut, cut, double_line, double_line, nest, swap, swap, wrong_type, huge_number,
    insert, empty,
)  # fmt: skip


def _instead(raw: bytes, rng: Random, pattern: re.Pattern[bytes], other: bytes) -> bytes:
    found = [*pattern.finditer(raw)]
    if not found:
        return raw + other
    place = rng.choice(found)
    return raw[: place.start()] + other + raw[place.end() :]


def damaged(raw: bytes, rng: Random) -> bytes:
    """The file after one kind of damage, now and then several."""
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        raw = rng.choice(DAMAGE)(raw, rng)
    return raw


# --- what is damaged ---------------------------------------------------------------------------------------------


class Bench:
    """Good files of each kind, and a folder in which damaged ones are tried."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @cached_property
    def saves(self) -> list[bytes]:
        """Played games, one without fog."""
        return [self._save(name, switches) for name, switches in (("crossing", {}), ("throw-range", {"fog": False}))]

    @cached_property
    def positions(self) -> list[bytes]:
        """Written positions from played games."""
        return [self._position(*wish) for wish in (("crossing", ""), ("kohima", ""), ("yelnya", "1992"))]

    @cached_property
    def charts(self) -> list[bytes]:
        """The chart files of all editions."""
        return [path.read_bytes() for path in sorted(CHARTS.glob("*.toml"))]

    @cached_property
    def scenarios(self) -> list[Path]:
        """Folders of scenarios, one with a variant."""
        return [self._scenario(name) for name in ("crossing", "throw-range", "kohima")]

    def _save(self, scenario: str, switches: dict[str, bool]) -> bytes:
        game = Game.new(scenario, seed=1, switches=switches)
        path = self.folder / "good.redball"
        SaveFile(path, game, durable=False)
        _play(game)
        raw = path.read_bytes()
        path.unlink()
        return raw

    def _position(self, scenario: str, edition: str) -> bytes:
        game = Game.new(scenario, seed=1, edition=edition)
        _play(game)
        return dump_position(game.world, game.state).encode()

    def _scenario(self, name: str) -> Path:
        """A copy of a scenario's folder."""
        folder = self.folder / name
        folder.mkdir()
        for path in (SCENARIOS / name).iterdir():
            (folder / path.name).write_bytes(path.read_bytes())
        return folder

    # --- trying --------------------------------------------------------------------------------------------------

    def save(self, rng: Random, keep: Path | None) -> None:
        """Load a damaged save: as it is, with checks that a forger has made fit, or of a format without checks."""
        path, raw, way = (keep or self.folder) / "damaged.redball", rng.choice(self.saves), rng.randrange(3)
        if way == OLDER:
            raw = _bare(raw).replace(FORMAT.encode(), b"redball-save 4")
        raw = damaged(raw if way != FORGED else _bare(raw), rng)
        path.write_bytes(chained(raw.split(b"\n")[:-1]) if way == FORGED else raw)
        _refused(SaveError, lambda: load(path).game.choices())

    def scenario(self, rng: Random, keep: Path | None) -> None:
        """Begin a game of a scenario with one damaged file."""
        folder = rng.choice(self.scenarios)
        path = rng.choice(sorted(folder.iterdir()))
        whole = path.read_bytes()
        path.write_bytes(damaged(whole, rng))
        if keep is not None:
            (keep / path.name).write_bytes(path.read_bytes())
        try:
            _refused((ScenarioError, NotSetUp), lambda: _begun(folder))
        finally:
            path.write_bytes(whole)

    def position(self, rng: Random, keep: Path | None) -> None:
        """Begin a game from a damaged position."""
        raw = damaged(rng.choice(self.positions), rng)
        if keep is not None:
            (keep / "damaged.position").write_bytes(raw)
        _refused((PositionError, EditionError), lambda: Game.from_position(raw.decode("utf-8", "replace"), seed=1))

    def chart(self, rng: Random, keep: Path | None) -> None:
        """Read a damaged chart file as a player's own."""
        raw = damaged(rng.choice(self.charts), rng)
        if keep is not None:
            (keep / "damaged.toml").write_bytes(raw)
        edition = rng.choice(("v4.2", "1992", "new-ocs+burma"))
        _refused(EditionError, lambda: charts_of(edition, raw.decode("utf-8", "replace")))


KINDS = ("save", "scenario", "position", "chart")


class NotSetUp(ValueError):
    """A scenario that the rules do not let begin."""


def _bare(raw: bytes) -> bytes:
    """A save without the checks of its lines."""
    return b"".join(split(line)[0] + b"\n" for line in raw.splitlines())


def _begun(folder: Path) -> None:
    try:
        Game.new(str(folder), seed=1)
    except ValueError as error:
        if "cannot be set up" in str(error) or str(error).startswith("there is no edition"):
            raise NotSetUp(str(error)) from error
        raise


def _play(game: Game) -> None:
    rng = Random(1)
    for _ in range(PLAYED):
        open_ = game.decision
        if open_ is None:
            return
        if game.undo_steps and rng.random() < 0.1:
            game.undo(open_.side)
            continue
        game.take(open_.side, at_random(game.choices(), rng.getrandbits(64)))


def _refused(errors: type[Exception] | tuple[type[Exception], ...], read: Callable[[], object]) -> None:
    """Read, and accept the reader's own errors."""
    try:
        read()
    except errors:
        return


# --- many of them ------------------------------------------------------------------------------------------------


@contextmanager
def patience() -> Iterator[None]:
    """Raises TookTooLong after PATIENCE seconds of processor time: that others keep the machine busy is no fault."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise TookTooLong(f"more than {PATIENCE} s")

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, PATIENCE)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def attempt(bench: Bench, kind: str, seed: int, keep: Path | None = None) -> Fault | None:
    """Damage one file and read it."""
    rng = Random(f"damage/{kind}/{seed}")
    try:
        with patience():
            getattr(bench, kind)(rng, keep)
    except Exception as error:
        where = traceback.extract_tb(error.__traceback__)[-1]
        place = f"{Path(where.filename).name}:{where.lineno}"
        return Fault(kind, seed, f"{type(error).__name__} in {place}: {' '.join(str(error).split())[:200]}")
    return None


def attempts(kind: str, count: int, seed: int, keep: Path | None = None) -> list[Fault]:
    """The faults of so many damaged files of a kind, with seeds from `seed` on."""
    with tempfile.TemporaryDirectory(prefix="redball-damage-") as folder:
        bench = Bench(Path(folder))
        found = (attempt(bench, kind, one, keep) for one in range(seed, seed + count))
        return [fault for fault in found if fault is not None]


def main() -> int:
    """Try so many files of each kind; status 1 if there was a fault."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("kinds", nargs="*", choices=[*KINDS, []], help="kinds of files; by default all")
    parser.add_argument("--saves", type=int, default=20_000, help="how many saves")
    parser.add_argument("--files", type=int, default=5_000, help="how many scenarios, positions and charts in all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, help="a folder for the damaged files")
    wish = parser.parse_args()
    kinds = wish.kinds or KINDS
    others = sum(kind != "save" for kind in kinds)
    faults = []
    for kind in kinds:
        count, began = wish.saves if kind == "save" else -(-wish.files // others), time.monotonic()
        found = attempts(kind, count, wish.seed, wish.keep)
        print(f"{kind}: {count} files, {len(found)} faults, {time.monotonic() - began:.0f} s", flush=True)
        faults += found
    for fault in faults:
        print(f"{fault.kind} {fault.seed}: {fault.error}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
