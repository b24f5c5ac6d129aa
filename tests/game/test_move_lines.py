"""A move is one line of the log, for each viewer with what that viewer saw of it."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from redball.bots.random_play import at_random
from redball.core.actions import AddUnit, BeginMove, DropUnit, Halt, LoadSupply
from redball.game import Game
from redball.game.view.journal import Journal
from redball.game.view.lines import Entry
from redball.server.logs import journal_of
from redball.server.session import HUMAN, Session
from support import LEG, Sitting, long, sit


class Logged:
    """A game that is logged as it goes on."""

    def __init__(self, units: str, **position: Any) -> None:
        self.table: Sitting = sit(units, **position)
        self.journal = Journal(self.table.game.world)

    def do(self, *actions: Any) -> Logged:
        """Some actions; a name stands for the step into that hex."""
        game = self.table.game
        for action in actions:
            before = game.look
            self.table.do(self.table.to(action) if isinstance(action, str) else action)
            self.journal.add(len(game.records), game.records[-1], before, game.look)
        return self

    def moves(self, viewer: str) -> list[Entry]:
        """What a viewer reads of movement."""
        return [line for line in self.journal.read(viewer) if line.kind == "movement"]

    def texts(self, viewer: str) -> list[str]:
        """Its sentences."""
        return [line.text for line in self.moves(viewer)]


@pytest.mark.parametrize("aircraft", [False, True])
def test_phases_of_aircraft_are_told_only_where_there_are_any(aircraft: bool) -> None:
    game = Game.new("yelnya", seed=1, switches={"aircraft": aircraft})
    phases = {line.phase for line in journal_of(game).read("soviet")}
    assert ("aircraft_refit" in phases) is aircraft
    assert aircraft or "reinforcement" in phases


def test_a_stack_on_its_way_is_one_line_that_grows() -> None:
    log = Logged(f"axis 02.02 a {LEG}\naxis 02.02 b {LEG}\nsoviet 06.05 r {LEG}")
    log.do(BeginMove("a"), AddUnit("b"), "02.03")
    assert log.texts("soviet") == ["A Rgt moves from 02.02 to 02.03 (1 MP)"]
    log.do("02.04", Halt())
    (line,) = log.moves("axis")
    assert line.text == "A Rgt, b Rgt move from 02.02 to 02.04 (2 hexes, 2 MP)"
    assert line.hexes == [log.table.hex(h) for h in ("02.02", "02.03", "02.04")]
    assert (line.first, line.n, line.details.mp) == (3, 4, 24)


def test_two_stacks_on_the_same_way_are_two_lines() -> None:
    log = Logged(f"axis 02.02 a {LEG}\naxis 02.02 b {LEG}\nsoviet 06.05 r {LEG}")
    log.do(BeginMove("a"), "02.03", Halt(), BeginMove("b"), "02.03", Halt())
    assert log.texts("axis") == [f"{who} Rgt moves from 02.02 to 02.03 (1 MP)" for who in "AB"]


def test_a_unit_left_behind_has_a_line_of_its_own() -> None:
    log = Logged(f"axis 02.02 a {LEG}\naxis 02.02 b {LEG}\nsoviet 06.05 r {LEG}")
    log.do(BeginMove("a"), AddUnit("b"), "02.03", DropUnit("b"), "02.04", Halt())
    assert log.texts("axis") == [
        "B Rgt moves from 02.02 to 02.03 (1 MP)",
        "A Rgt moves from 02.02 to 02.04 (2 hexes, 2 MP)",
    ]


@pytest.mark.case("4.9a-A", "4.9a-B")
def test_of_what_the_owner_does_on_the_way_the_other_side_reads_nothing() -> None:
    """A truck loads on its way: two lines with the load between for its owner, one way for the enemy."""
    log = Logged("axis 02.02 t truck 1 45T", rest="[supply]\naxis 02.03 2\n", terrain="")
    log.do(BeginMove("t"), "02.03", LoadSupply("t", 4), "02.04", Halt())
    own = [line.type for line in log.journal.read("axis")]
    assert own == ["UnitMoved", "SupplyLoaded", "UnitMoved"]
    (theirs,) = log.journal.read("soviet")
    assert theirs.hexes == [log.table.hex(h) for h in ("02.02", "02.03", "02.04")]


@pytest.mark.case("4.9a-A")
def test_a_way_that_was_seen_in_part_is_told_in_parts() -> None:
    """It leaves from under a stack, passes an empty hex, and ends under another stack."""
    units = f"soviet 04.02 top {LEG}\nsoviet 04.02 s {LEG} move\nsoviet 04.04 on {LEG}\naxis 01.01 u {LEG}"
    log = Logged(units, phasing="soviet")
    log.do(BeginMove("s"), "04.03", "04.04", Halt())
    assert log.texts("soviet") == ["S Rgt moves from 04.02 to 04.04 (2 hexes, 2 MP)"]
    assert log.texts("axis") == ["S Rgt moves from 04.02 to 04.04 (2 hexes, 2 MP)"], (
        "seen in 04.03, which it left openly"
    )
    log = Logged(units.replace("04.04 on", "04.03 on"), phasing="soviet")
    log.do(BeginMove("s"), "04.03")
    assert not log.journal.shows("axis", 1)
    assert log.journal.shows("soviet", 1)
    log.do("04.04", Halt())
    assert log.journal.shows("axis", 1)
    assert log.texts("axis") == [
        "Enemy units move from 04.02 to 04.03",
        "S Rgt moves from 04.03 to 04.04 (1 MP)",
    ]


def test_undo_takes_a_step_from_the_line_and_redo_puts_it_back() -> None:
    log = Logged(f"axis 02.02 a {LEG}\nsoviet 06.05 r {LEG}").do(BeginMove("a"), "02.03", "02.04")
    whole = log.moves("axis")
    log.table.game.undo("axis")
    log.journal.cut(len(log.table.game.records))
    assert log.texts("axis") == ["A Rgt moves from 02.02 to 02.03 (1 MP)"]
    assert log.journal.again("axis", 3) == (2, log.moves("axis"))
    log.do("02.04")
    assert log.moves("axis") == whole


class Reader:
    """A client that keeps the lines it got and puts those that are others now in their place, as the page does."""

    def __init__(self, session: Session, viewer: str) -> None:
        self.session, self.viewer = session, viewer
        self.lines: list[Entry] = session.journal.read(viewer)
        self.seq = len(session.game.records)

    def look(self) -> None:
        """Reads on."""
        seq = len(self.session.game.records)
        since, lines = self.session.journal.again(self.viewer, min(self.seq, seq) + 1)
        self.lines = [line for line in self.lines if line.first < since] + lines
        self.seq = seq
        assert self.lines == self.session.journal.read(self.viewer)
        assert [line.n for line in self.lines] == sorted(line.n for line in self.lines)


@pytest.mark.parametrize(("scenario", "fog"), [("crossing", True), long("crossing", False), long("throw-range", True)])
def test_a_reader_that_reads_on_has_the_log_that_a_new_reader_gets(tmp_path: Path, scenario: str, fog: bool) -> None:
    """In random play with undo, redo and rewind, by every viewer; and so has one who rebuilds it from the save."""
    session = Session.create(tmp_path, scenario, {"axis": HUMAN, "soviet": HUMAN}, {"fog": fog}, 4)
    rng, grown = Random(4), 0
    readers = [Reader(session, viewer) for viewer in ("axis", "soviet")]
    for number in range(400):
        open_ = session.game.decision
        if open_ is None:
            break
        wish = rng.random()
        if wish < 0.3:
            for reader in readers:
                reader.look()
        if wish < 0.12:
            session.undo(open_.side, rng.randint(1, 4))
        elif wish < 0.22:
            session.redo(open_.side)
        elif wish < 0.24:
            session.rewind(rng.randint(0, len(session.game.records)))
        else:
            session.act(open_.side, [at_random(session.game.choices(), rng.getrandbits(64))])
        if wish < 0.8:
            for reader in readers:
                reader.look()
        if number % 40 == 0:
            for reader in readers:
                reader.look()
            fresh = journal_of(session.game)
            assert [fresh.read(r.viewer) for r in readers] == [r.lines for r in readers]
        grown += sum(len(line.hexes) > 2 for reader in readers for line in reader.lines)
    assert grown
