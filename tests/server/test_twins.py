"""Two games that differ only in what a side cannot see give that side the same answers, byte for byte."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import count
from random import Random
from typing import Any

import msgspec
import pytest
from litestar.handlers import HTTPRouteHandler
from litestar.testing import TestClient

from redball.bots import make_bot
from redball.bots.random_play import at_random
from redball.core.actions import BeginMove
from redball.core.look import Look
from redball.game import Game
from redball.game.sight.belief import visible
from redball.game.watch.invariants import in_disguise
from redball.game.watch.probes import anything
from redball.rules.ground.air_force import force_in
from redball.server.handlers import ahead, overlays, questions
from redball.server.logs import journal_of
from redball.server.session import Session
from server.kit import made
from support import long

Question = tuple[str, dict[str, Any]]

SEVERAL = (
    long("yelnya", "v4.2", False, 11),
    long("yelnya", "1992", True, 12),
    ("crossing", "v4.2", True, 13),
    long("crossing", "1992", False, 14),
    long("crossing", "new-ocs", True, 15),
    long("crossing", "v4.2+command-control", True, 16),
    ("crete", "v4.2", False, 18),
)
"""Scenario, edition, denser fog, seed."""
EVERY = {"yelnya": 60, "crossing": 20, "crete": 60}
"""After so many actions, questions are asked."""
FEWEST = {"yelnya": 1, "crossing": 3, "crete": 1}
"""So often; more often as long as what is done seals itself at once."""


def unmarked(answer: Any) -> str:
    """An answer without the mark of its view, which is drawn at random."""
    return re.sub(r'"mark":"[0-9a-f]{12}"', "", answer.text)


class Twins:
    """Two games of a server that look the same to a viewer."""

    def __init__(self, client: TestClient[Any], game: Game, twin: Game, viewer: str) -> None:
        self.client = client
        self.viewer = viewer
        self.gids = [made(client) for _ in range(2)]
        self.sessions: list[Session] = [client.app.state.store.get(gid) for gid in self.gids]
        for session, played in zip(self.sessions, (game, twin), strict=True):
            session.game = played
            session.journal = journal_of(game)

    def ask(self, what: str, **query: Any) -> bytes:
        """The answer to a question, the same from both."""
        one, two = (
            self.client.get(f"/api/games/{gid}/{what}", params={"side": self.viewer, **query}) for gid in self.gids
        )
        assert (one.status_code, one.content) == (two.status_code, two.content), (what, query)
        assert one.status_code in (200, 400), one.text
        return one.content

    def post(self, what: str, **body: Any) -> None:
        """Send the same to both: they answer the same."""
        seq = len(self.sessions[0].game.records)
        one, two = (
            self.client.post(f"/api/games/{gid}/{what}", json={"side": self.viewer, "seq": seq, **body})
            for gid in self.gids
        )
        assert (one.status_code, unmarked(one)) == (two.status_code, unmarked(two)), (what, body)
        assert one.status_code in (200, 409), "it was read"

    def go_on(self, rng: Random, most: int) -> int:
        """Let the viewer's side act alike in both, as long as nothing seals what it does. Returns how often."""
        one, two = self.sessions
        for number in range(most):
            if not one.decides(self.viewer):
                return number
            action = at_random(one.game.choices(), rng.getrandbits(64))
            assert one.take(self.viewer, action) == two.take(self.viewer, action)
            if not one.game.undo_steps:
                return number
            assert two.game.undo_steps == one.game.undo_steps, "what one may undo, the other may undo too"
            self.ask("view")
            self.ask("log", since=len(one.game.records) - 1)
        return most


def asked(game: Game, viewer: str, rng: Random) -> Iterator[Question]:
    """One question of each kind, about units that the viewer has, sees or does not see."""
    look = game.look
    units = list(look.state.units.values())
    own = [u.id for u in units if u.side == viewer and u.on_map] or [units[0].id]
    unseen = sorted(look.state.units.keys() - visible(look, viewer)) or own
    anyone = rng.choice((rng.choice(own), rng.choice(own), rng.choice(unseen)))
    here = rng.choice([u.hex for u in units if u.on_map])
    beside = rng.choice(look.board.neighbours(here) or [here])  # a box off the map has none
    target, attackers = front(look, viewer, rng) or (here, anyone)
    guns = [uid for uid in own if look.counter(uid).kind == "artillery"] or own
    yield from (("view", {}), ("reach", {"units": anyone}), ("rail", {"units": anyone}), ("rail", {"hex": here}))
    yield from (("shipping", {"units": anyone}), ("shipping", {"hex": here}))
    yield from (("range", {"unit": anyone}), ("cost", {"unit": rng.choice(unseen), "start": here, "hex": beside}))
    yield from (("construction", {"unit": anyone}), ("supply", {"unit": anyone}), ("supply", {"hex": here}))
    yield from (("supply-net", {}), ("rail-net", {}), ("ground", {"unit": anyone}), ("ground", {"mobility": "truck"}))
    yield from (("cuts", {"unit": anyone}), ("cuts", {"unit": anyone, "line": "supply"}))
    yield from (("fuel", {"units": anyone, "hex": beside}), ("strokes", {"hex": target}))
    yield "entries", {"hexes": f"{here},{beside}"}
    for kind in ("regular", "overrun", "barrage"):
        yield "bills", {"hex": target, "units": attackers, "kind": kind}
    for kind in ("regular", "overrun"):
        yield "odds", {"hex": target, "units": attackers, "kind": kind}
    yield from (("theatre", {}), ("warnings", {}), ("budget", {}), ("modes", {"units": anyone}))
    yield from (("cut-map", {"of": side}) for side in look.world.sides)
    where = {"alone": True, "at": f'{{"{own[0]}": {beside}}}'}
    company: list[dict[str, Any]] = [{"units": anyone, "alone": False}, {"units": attackers, "alone": False}]
    # one of three by lot: no other question takes as long
    yield "approaches", {"hex": target, **rng.choice([*company, {"units": attackers, **where}])}
    yield "sea", {}
    planes = [plane.id for plane in force_in(look.state).planes if plane.side == viewer and plane.active]
    yield "mission", {}
    yield "mission", {"kind": "barrage", "hex": target, "planes": ",".join(planes[:2])}
    yield "plan", {"hex": target, "units": attackers, "guns": rng.choice(guns)}
    yield "barrage", {"hex": target, "units": rng.choice(guns)}
    open_ = game.decision
    own_kinds = [option.action for option in open_.step.options] if open_ is not None else []
    for action in (*own_kinds, *rng.sample(look.world.edition.actions, 4)):
        yield "why", {"action": msgspec.json.encode(anything(look, rng, action)).decode()}


def front(look: Look, viewer: str, rng: Random) -> tuple[int, str] | None:
    """An enemy stack with units of the viewer next to it, and up to three of these."""
    found = []
    for hex_ in sorted({u.hex for u in look.own(look.enemy(viewer))}):
        around = [u.id for n in look.board.neighbours(hex_) for u in look.combat_units_at(n, viewer)]
        if around:
            found.append((hex_, ",".join(rng.sample(around, min(len(around), 3)))))
    return rng.choice(found) if found else None


def positions(scenario: str, edition: str, denser: bool, seed: int) -> Iterator[tuple[Game, Random]]:
    """A game under fog, played half at random, at several of its decisions."""
    game = Game.new(scenario, seed=seed, edition=edition, switches={"fog": True, "denser_fog": denser})
    rng, bot = Random(seed), make_bot("steady", 0)
    for number in count(1):
        open_ = game.decision
        if open_ is None:
            return
        steady = rng.random() < 0.4
        game.take(
            open_.side, bot.choose(game, open_.side) if steady else at_random(game.choices(), rng.getrandbits(64))
        )
        if number % EVERY[scenario] == 0:
            yield game, rng


@pytest.mark.case("HR-2")
@pytest.mark.parametrize(("scenario", "edition", "denser", "seed"), SEVERAL)
def test_twins_answer_alike(client: TestClient[Any], scenario: str, edition: str, denser: bool, seed: int) -> None:
    pairs = acted = 0
    for often, (game, rng) in enumerate(positions(scenario, edition, denser, seed), 1):
        for viewer in game.world.sides:
            twin = in_disguise(game, viewer, rng)
            if twin is None:
                continue
            twins = Twins(client, game.fork(), twin.fork(), viewer)
            for what, query in asked(game, viewer, rng):
                twins.ask(what, **query)
                pairs += 1
            for uid in sorted(game.state.units.keys() - visible(game.look, viewer))[:3]:
                twins.post("act", actions=[msgspec.to_builtins(BeginMove(uid))])
                hex_ = game.state.units[uid].hex
                twins.post("macro", macro={"type": "move", "units": [uid], "path": [hex_, hex_]})
            for session in twins.sessions:
                session.game.keep_undo = True
            acted += twins.go_on(rng, 6)
        if often >= FEWEST[scenario] and acted >= 3:
            break
    assert pairs >= 50
    assert acted >= 3


def test_under_fog_no_question_is_answered_in_open_play(client: TestClient[Any]) -> None:
    gid = made(client)
    game = client.app.state.store.get(gid).game
    for what, query in asked(game, "axis", Random(1)):
        for side in ("", "nobody"):
            answer = client.get(f"/api/games/{gid}/{what}", params={**query, "side": side})
            assert answer.status_code == 400, what


def test_a_unit_that_is_not_seen_is_answered_like_one_that_does_not_exist(client: TestClient[Any]) -> None:
    """Every question and every call that names a unit, at one's own decision and at the other side's."""
    gid = made(client, scenario="yelnya")
    game = client.app.state.store.get(gid).game
    for side in game.world.sides:
        unseen = sorted(game.state.units.keys() - visible(game.look, side))[0]
        here = game.state.units[unseen].hex
        beside = next(iter(game.look.board.neighbours(here)))
        for what, query in (*asked(game, side, Random(1)), ("cost", {"start": here, "hex": beside, "unit": ""})):
            named = next((name for name in ("unit", "units") if name in query), "")
            told = [
                client.get(f"/api/games/{gid}/{what}", params={**query, "side": side, named: uid}).text
                for uid in (unseen, "no-such-unit")
                if named
            ]
            assert len({text.replace(unseen, "no-such-unit") for text in told}) <= 1, what
        for path in ([here, beside], [beside, here]):
            for body in (
                {"macro": {"type": "move", "units": [unseen], "path": path}},
                {"actions": [msgspec.to_builtins(BeginMove(unseen))]},
            ):
                text = msgspec.json.encode({"side": side, "seq": 0, **body}).decode()
                call = f"/api/games/{gid}/{'macro' if 'macro' in body else 'act'}"
                answers = [
                    client.post(call, json=msgspec.json.decode(sent))
                    for sent in (text, text.replace(unseen, "no-such-unit"))
                ]
                assert {answer.status_code for answer in answers} == {409}
                told = [unmarked(answer) for answer in answers]
                assert told[0].replace(unseen, "no-such-unit") == told[1]


def test_every_question_is_asked() -> None:
    """A new question must be asked of the twins, too."""
    known = {path.rsplit("/", 1)[-1] for path in paths()}
    game = Game.new("crossing", seed=1)
    assert known == {what for what, _ in asked(game, "axis", Random(1))} - {"view"}


def paths() -> Iterator[str]:
    """The addresses of all questions."""
    for handler in (*vars(questions).values(), *vars(overlays).values(), *vars(ahead).values()):
        if isinstance(handler, HTTPRouteHandler):
            yield from handler.paths
