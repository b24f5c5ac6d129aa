"""Two games that differ only in what a side cannot see, asked through every address and by the socket of the online
server: `python -m online.leaks --positions 200`, with `tests` on the path, over random positions of every scenario.
What the side's player, a spectator with that view and a stranger are told must be the same, byte for byte; what the
player is told must take as long.

Times: the questions of a pair of games are asked again in rounds, of both games one after the other in an order by lot.
If hidden facts do not change how long an answer takes, any of these differences could as well have the other sign. So
the signs are drawn anew many times, by pair and round; the largest sum of squares of any address is compared with
what such draws bring. An alarm is raised where chance brings as much in less than one run of a thousand.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from asyncio import AbstractEventLoop
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice, product
from math import log
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import Any, NamedTuple
from uuid import UUID

import msgspec
from litestar.exceptions import WebSocketDisconnect
from sqlalchemy import delete, select

from online.at_once import Caller, at_once
from online.browser_side import Receiver
from online.kept_logs import KeptLogs
from online.made_plans import make_plans
from online.people import HERE, PASSWORD, PROOF, Person, Site, settings_for
from online.wrong_actors import UNLIMITED, positions
from redball.bots.random_play import at_random
from redball.core.actions import Action, BeginMove
from redball.core.refusals import Refusal
from redball.game import Game
from redball.game.plan.formations import MarchMacro
from redball.game.sight.belief import visible
from redball.game.standing.alone import by_itself
from redball.game.standing.plans import Plan, is_due
from redball.game.standing.questions import NOTHING
from redball.game.watch.invariants import in_disguise
from redball.online.access import REFUSED_BY_SOCKET
from redball.online.app import create_app
from redball.online.database import Database
from redball.online.house import standing_of
from redball.online.live import Live
from redball.online.sending import Sender
from redball.online.tables import Account, Audit, GameRow, Invitation, Letter, Line, NoticeWish, Post, PushBrowser
from redball.scenarios.load import shipped_names
from redball.server.carrying_out import send
from redball.server.guard import SAVE_TYPE
from redball.server.session import Session
from server.test_twins import asked

GAME = "/api/games/{gid}"
SOME_ID = "5e7c93fc-fb8b-4df0-9fb9-4ecb563aedfc"
DRAWN = re.compile(
    r'"(?:mark|token|browser|address|challenge|seen|created|moved|ends|post|said|takes_back)":"[^"]*"'
    r"|^(?:redball|process|python)_.*\n",
    re.M,
)
"""What differs between two askings of the same game: drawn by lot, times, and the numbers of the metrics."""


class Request(NamedTuple):
    """A request by its address in the table, with what is filled in."""

    method: str
    path: str
    query: Mapping[str, Any] = MappingProxyType({})
    body: Any = None


def of_the_game(game: Game, viewer: str, rng: Random) -> Iterator[Request]:
    """Every question about a game, then every call that may change it, refused and accepted ones."""
    look, seq = game.look, len(game.records)
    units = [unit for unit in look.state.units.values() if unit.on_map]
    own = [unit for unit in units if unit.side == viewer]
    unseen = sorted(look.state.units.keys() - visible(look, viewer))
    one = rng.choice(own or units)
    here = rng.choice(units).hex
    for what, query in asked(game, viewer, rng):
        yield Request("GET", f"{GAME}/{what}", query)
    yield Request("GET", f"{GAME}/log", {"since": 0})
    yield from (Request("GET", f"{GAME}/replay", {"at": at}) for at in (0, seq))
    yield from (Request("GET", f"{GAME}/{what}") for what in ("standing", "dice", "rewind", "team", "live"))
    formations = sorted({look.counter(unit.id).formation for unit in units if look.counter(unit.id).formation})
    yield from (Request("GET", f"{GAME}/formation", {"name": name}) for name in (*formations[:4], "nobody"))
    for uid in (one.id, *unseen[:2]):
        for what in ("way", "march", "orders"):
            yield Request("GET", f"{GAME}/{what}", {"units": uid, "hex": here})
    for uid in (*unseen[:3], "no-such-unit"):
        yield order("act", viewer, seq=seq, actions=[msgspec.to_builtins(BeginMove(uid))])
        yield order("macro", viewer, seq=seq, macro={"type": "move", "units": [uid], "path": [here, here]})
    for what in ("undo", "redo"):
        yield order(what, viewer, seq=seq)
    open_ = game.decision
    action = at_random(game.choices(), rng.getrandbits(64)) if open_ is not None and open_.side == viewer else None
    if action is not None and stays_hidden(game, viewer, action):
        yield order("act", viewer, seq=seq, actions=[msgspec.to_builtins(action)])
        for what, at in (("undo", seq + 1), ("redo", seq), ("undo", seq + 1)):
            yield order(what, viewer, seq=at)
    yield order("standing", viewer, answers={})
    yield from prepared(game, viewer, (one.id, *unseen[:2], "no-such-unit"), here)
    yield order("trial", viewer, answers={}, orders=[])
    yield order("rewind", viewer, seq=seq, to=max(0, seq - 1))
    yield order("agree", viewer, seq=seq, agrees=True)
    yield order("ready", viewer, seq=seq, ready=False)
    yield order("lend", viewer, lends=False)
    yield from (Request("GET", f"{GAME}/{what}") for what in ("view", "log"))


PREPARED = "movement/movement_segment"


def prepared(game: Game, viewer: str, units: Iterable[str], here: int) -> Iterator[Request]:
    """Moves of each unit to a hex are prepared, own and others; then one of the first unit is sent: there, or one hex
    far, where that shows nothing that was hidden; none if there is no such hex."""
    for uid in units:
        yield order("prepared", viewer, segment=PREPARED, moves=[{"units": [uid], "hex": here}])
    yield Request("GET", f"{GAME}/prepared")
    first = next(iter(units))
    beside = game.look.board.neighbours(game.state.units[first].hex)
    goal = next((hex_ for hex_ in (here, *beside) if marches_unseen(game, viewer, first, hex_)), None)
    if goal != here:
        moves = [{"units": [first], "hex": goal}] if goal is not None else []
        yield order("prepared", viewer, segment=PREPARED, moves=moves)
    yield order("send", viewer, seq=len(game.records))


class Forked:
    """Somebody who tries moves in a copy of a game."""

    def __init__(self, game: Game) -> None:
        self.game = game.fork()
        self.game.keep_undo = True

    def take(self, side: str, action: Action, _by: str = "") -> Refusal | None:
        """Take an action."""
        return self.game.take(side, action).refusal

    def decides(self, side: str) -> bool:
        """Whether the side must decide now."""
        return self.game.decision is not None and self.game.decision.side == side


def marches_unseen(game: Game, viewer: str, uid: str, hex_: int) -> bool:
    """Nothing comes of a prepared move that was hidden, or it is not sent now. A unit that comes next to a stack under
    a marker sees its top unit (HR-2): in the twin, that may be another one."""
    plan = Plan(PREPARED, (MarchMacro((uid,), hex_),))
    if game.state.units[uid].side != viewer or not is_due(game, viewer, plan):
        return True
    forked = Forked(game)
    send(forked, viewer, plan)
    taken = len(forked.game.records) - len(game.records)
    return taken == 0 or leaves_to(viewer, game, forked.game, taken)


def stays_hidden(game: Game, viewer: str, action: Action) -> bool:
    """Nothing comes of an action by which its side may learn what was hidden, as from dice, a fight, or a phase that
    ends: it could be undone, and the side decides on, by itself."""
    after = game.fork()
    after.keep_undo = True
    return after.take(viewer, action).refusal is None and leaves_to(viewer, game, after, 1)


def leaves_to(viewer: str, before: Game, after: Game, taken: int) -> bool:
    """The viewer's side may undo all that it has taken, and decides on, by itself, in the same segment."""
    open_ = after.decision
    if after.undo_steps < taken or open_ is None or open_.side != viewer:
        return False
    return after.state.clock == before.state.clock and by_itself(after, NOTHING, after.state.clock) is None


def order(what: str, viewer: str, **body: Any) -> Request:
    """A call for the viewer's side."""
    return Request("POST", f"{GAME}/{what}", {}, {"side": viewer} | body)


BESIDE = (
    *(Request("GET", path) for path in ("/", "/{file_path}", "/g/{gid}", "/schema", "/schema/openapi.json")),
    *(Request("GET", path) for path in ("/schema/{path}", "/api/health", "/metrics", "/api/editions")),
    *(Request("GET", path) for path in ("/api/scenarios", "/api/scenarios/{name}", "/api/me", "/api/me/export")),
    *(
        Request("GET", path)
        for path in ("/api/lobby", GAME, *(f"{GAME}/{what}" for what in ("at", "offers", "save", "table", "bot-plans")))
    ),
    Request("POST", "/api/accounts", {}, {"name": "Anna", "password": PASSWORD}),
    Request("POST", "/api/guests", {}, {"name": "Guest", "invitation": "x" * 32}),
    Request("POST", "/api/invitations", {}, {"invitation": "x" * 32}),
    Request("DELETE", GAME + "/invitations/{link}"),
    Request("POST", "/api/session/passkey/begin", {}, {}),
    Request("POST", "/api/session/passkey", {}, {}),
    Request("POST", "/api/me/passkeys/begin", {}, {}),
    Request("POST", "/api/me/passkeys", {}, {}),
    Request("POST", "/api/me/passkeys/{credential}/remove", {}, {"proof": PROOF}),
    Request("POST", "/api/me/proof/begin", {}, {}),
    Request("POST", "/api/me/password", {}, {"password": "short"}),
    Request("POST", "/api/me/name", {}, {"name": "Anna"}),
    Request("GET", "/api/me/ways"),
    Request("DELETE", "/api/me/sessions"),
    Request("GET", "/api/me/notices"),
    Request("POST", "/api/me/notices", {}, {"mail": False, "minutes": 1}),
    Request("GET", "/api/me/browsers"),
    Request("POST", "/api/me/browsers", {}, Receiver("https://push.example/x").given),
    Request("DELETE", "/api/me/browsers/{browser}"),
    Request("POST", "/api/me/email", {}, {"email": "a@b.example", "proof": PROOF}),
    Request("POST", "/api/email", {}, {"token": "x" * 32}),
    Request("POST", "/api/reset", {}, {"name": "Anna"}),
    Request("POST", "/api/reset/finish", {}, {"token": "x" * 32, "password": PASSWORD}),
    Request("POST", "/api/unsubscribe", {}, {"token": "x" * 32}),
    Request("POST", "/api/games", {}, {"scenario": "nowhere", "side": "axis"}),
    Request("POST", "/api/games/import", {"side": "axis"}, {}),
    Request("POST", f"{GAME}/join", {}, {"side": "axis"}),
    Request("POST", f"{GAME}/offers", {}, {"kind": "nothing"}),
    Request("POST", GAME + "/offers/{number}", {}, {"agree": True}),
    Request("POST", f"{GAME}/claim", {}, {}),
    Request("POST", f"{GAME}/settle", {}, {"kind": "end"}),
    Request("POST", f"{GAME}/players", {}, {"side": "axis", "name": "Emil"}),
    Request("POST", f"{GAME}/invitations", {}, {"role": "spectator"}),
    Request("POST", f"{GAME}/team", {}, {"side": "axis", "shares": [{"army": ["nothing"]}]}),
    Request("DELETE", GAME),
    Request("GET", f"{GAME}/posts"),
    Request("POST", f"{GAME}/posts", {}, {"to": "all", "text": "Hello.", "hex": 1}),
    Request("DELETE", GAME + "/posts/{post}"),
    Request("GET", f"{GAME}/posts", {"since": 1}),
)
"""Requests that any of them may make, and that change nothing of the game but what is said in it."""
OF_STRANGERS = (
    Request("POST", f"{GAME}/resign", {}, {}),
    Request("POST", "/api/session", {}, {"name": "Anna", "password": PASSWORD}),
    Request("DELETE", "/api/session"),
    Request("POST", "/api/me/erase", {}, {"proof": PROOF}),
)
"""What would end the game or the asker, asked by somebody without an account."""


def of_watchers(requests: list[Request]) -> set[int]:
    """Which requests somebody who watches makes, too: of each address about games one. By which names and hexes, hangs
    on what the requests are, so it changes from position to position, and is the same for both games."""
    by_address: dict[str, list[int]] = defaultdict(list)
    for number, request in enumerate(requests):
        if request.method == "GET" and request.path.startswith((GAME, "/api/lobby")):
            by_address[request.path].append(number)
    rng = Random(repr(requests))
    return {rng.choice(numbers) for numbers in by_address.values()}


def of_games(request: Request) -> bool:
    """Whether the answer has to do with any game."""
    return request.path.startswith((GAME, "/g/", "/api/lobby")) or request.path in ("/api/me", "/api/me/export")


def told(caller: Caller, gid: str, request: Request, viewer: str) -> tuple[int, str]:
    """The status and the text of an answer."""
    method, path, query, body = request
    where = path.replace("{gid}", gid).replace("{name}", "crossing").replace("{file_path}", "index.html")
    where = where.replace("{number}", "1").replace("{credential}", SOME_ID)
    where = where.replace("{post}", SOME_ID).replace("{link}", "0" * 32).replace("{browser}", SOME_ID)
    if path.endswith("/live"):
        return heard(caller.person, where, viewer)
    asked = {"side": viewer, **query} if method == "GET" else query
    if path.endswith("/import"):
        answer = caller.ask(method, where, asked, b"{}\n", SAVE_TYPE)
    elif method == "POST":
        answer = caller.ask(method, where, asked, msgspec.json.encode(body), "application/json")
    else:
        answer = caller.ask(method, where, asked)
    assert answer.status < 500, (request, answer.text)
    return answer


def same(one: tuple[int, str], other: tuple[int, str]) -> bool:
    """Two answers have the same status and the same bytes, but for what is drawn by lot."""
    return one == other or (one[0] == other[0] and DRAWN.sub("", one[1]) == DRAWN.sub("", other[1]))


def heard(person: Person, where: str, viewer: str) -> tuple[int, str]:
    """Whether a socket opens, and what it says at once: how far the game is, and what the last post is. Nobody else's
    is open."""
    own = {"Origin": HERE}
    live: Live = person.client.app.state.means.live
    until = time.monotonic() + 5
    while live.count and time.monotonic() < until:
        time.sleep(0.01)
    try:
        with person.client.websocket_connect(where, params={"side": viewer}, headers=own) as socket:
            text = ""
            while '"here"' not in text:
                text += socket.receive_text(timeout=5)
            return 200, text
    except WebSocketDisconnect as refused:
        return refused.code - REFUSED_BY_SOCKET, refused.detail


class Table:
    """A game of the online server, in whose place other games are put: for who asks, everything else is the same."""

    def __init__(self, site: Site, loop: AbstractEventLoop, scenario: str) -> None:
        self.site, self._logs = site, KeptLogs()
        one, other = Game.new(scenario).world.sides
        self.gid, two = site.begun("Anna", "Boris", side=one, other=other, scenario=scenario, switches={"fog": True})
        self.players = dict(zip((one, other), two, strict=True))
        for side, name in ((one, "Dora"), (other, "Emma")):
            self.share(site.person(name), side)
        self.watcher, self.stranger = (Caller(one, loop) for one in (site.person("Carl"), site.stranger()))
        self.callers = {side: Caller(person, loop) for side, person in self.players.items()}
        with site.house.database.reading() as found:
            row = found.get_one(GameRow, self.gid)
            self.lines, self.heard, self.moved = row.lines, row.told, row.moved

    def share(self, member: Person, side: str) -> None:
        """Let somebody have the first part of a side."""
        chief, address = self.players[side], f"/api/games/{self.gid}"
        first = chief.get(f"{address}/team", side=side).json()["parts"][0]["id"]
        seat = chief.post(f"{address}/team", side=side, shares=[{"army": [first]}]).json()["seats"][1]["number"]
        link = chief.post(f"{address}/invitations", role="member", side=side, seat=seat).json()["token"]
        assert member.post(f"{address}/join", invitation=link).status_code == 200

    def put(self, game: Game, shown: Game, viewer: str, secrets: int) -> None:
        """Let a game stand here, with the log of `shown`; who watches sees the viewer's side. The other player has
        noted so much for themselves, and for their side, has changed so often what they prepare, and has made so many
        plans, as a bot does."""
        house = self.site.house
        with house.database.writing() as tx:
            tx.execute(delete(Post))
            tx.execute(delete(NoticeWish))
            tx.execute(delete(PushBrowser))
            tx.get_one(GameRow, self.gid).posts = 0
        (other,) = (side for side in self.players if side != viewer)
        for number in range(secrets):
            secret = {"to": ("own", "side")[number % 2], "text": f"secret {secrets} {number}", "hex": number}
            self.send(other, "posts", 204, secret)
        with house.database.writing() as tx:  # as if nobody had asked before
            tx.execute(delete(Line).where(Line.game_id == self.gid, Line.number > self.lines))
            tx.execute(delete(Audit))
            tx.execute(delete(Invitation))
            row = tx.get_one(GameRow, self.gid)
            row.lines, row.told, row.state, row.outcome, row.beforehand = self.lines, self.heard, "playing", None, {}
        house.forget(self.gid)
        with house.using(self.gid) as session:
            book, players = session.save, session.players
        game.keep_undo = True
        house._open[self.gid] = Session(self.gid, game, book, players, journal=self._logs.of(shown))
        with house.database.writing() as tx:
            row = tx.get_one(GameRow, self.gid)
            standing_of(game)(tx, row)
            row.moved, row.spectators, row.actions = self.moved, viewer, len(game.records)
            make_plans(tx, row, other, secrets if row.state == "playing" else 0)
        self.plan(other, game, secrets)

    def send(self, side: str, what: str, status: int, body: dict[str, Any]) -> None:
        """A call by the player of a side."""
        address = f"/api/games/{self.gid}/{what}"
        answer = self.callers[side].ask("POST", address, {}, msgspec.json.encode(body), "application/json")
        assert answer.status == status, answer

    def plan(self, side: str, game: Game, times: int) -> None:
        """The other player prepares a move, so many times."""
        units = [unit for unit in game.look.own(side) if unit.on_map]
        for number in range(times if units and not game.over else 0):
            moves = [{"units": [units[0].id], "hex": number}]
            self.send(side, "prepared", 200, {"side": side, "segment": PREPARED, "moves": moves})

    def answers(self, requests: list[Request], viewer: str, whole: bool) -> list[tuple[str, Request, tuple[int, str]]]:
        """What everybody is told, in order: the player by every request, who watches by one of those with a new
        address. `whole`: also at addresses that have nothing to do with games."""
        player, found = self.callers[viewer], []
        all_of_them = [*(one for one in BESIDE if whole or of_games(one)), *requests]
        watched = of_watchers(all_of_them)
        for number, request in enumerate(all_of_them):
            found.append(("player", request, told(player, self.gid, request, viewer)))
            if number in watched:
                found.append(("watcher", request, told(self.watcher, self.gid, request, viewer)))
        for request in (one for one in (*OF_STRANGERS, *BESIDE[:20]) if whole or of_games(one)):
            found.append(("stranger", request, told(self.stranger, self.gid, request, viewer)))
        return [*found, *self.letters(viewer)]

    def letters(self, viewer: str) -> Iterator[tuple[str, Request, tuple[int, str]]]:
        """What a notice would tell the viewer's player, were it sent now."""
        with self.site.house.database.reading() as found:
            row = found.get_one(GameRow, self.gid)
            letter = Letter(id=UUID(SOME_ID), kind="decision", channel="mail", side=viewer, address="a@b.example")
            sender: Sender = self.site.app.state.sender
            if row.decides == viewer and row.state == "playing":
                account = found.scalars(select(Account)).first()
                assert account is not None
                mail = sender.mail(letter, account, row, "")
                del mail["Date"]
                yield "mail", Request("GET", GAME), (200, mail.as_string())
                yield "push", Request("GET", GAME), (200, repr(sender.shown(letter, row)))


# --- two games against each other ------------------------------------------------------------------------------


class Compared(NamedTuple):
    """How many answers were compared, how many of them were given (200), and which addresses were asked."""

    pairs: int
    looked: int
    covered: set[tuple[str, str]]


def compared(
    table: Table, game: Game, twin: Game, viewer: str, requests: list[Request], whole: bool = True
) -> Compared:
    """Hold a game and its twin against each other. `whole`: also at addresses that have nothing to do with games."""
    told_of = []
    for secrets, one in ((1, game), (3, twin)):
        table.put(one.fork(), game, viewer, secrets)
        told_of.append(table.answers(requests, viewer, whole))
    for (who, request, first), (_, _, second) in zip(*told_of, strict=True):
        assert same(first, second), (who, request)
    looked = sum(answer[0] == 200 for _, _, answer in told_of[0])
    return Compared(len(told_of[0]), looked, {request[:2] for _, request, _ in told_of[0]})


# --- times -----------------------------------------------------------------------------------------------------

FEWEST = 12
"""Rounds of all pairs together, below which no draw of signs is rare enough."""
DRAWS = 20_000
Times = dict[str, list[list[float]]]
"""Of each address, of each question to it, by round: the logarithm of how much longer the first game took."""


def timed(
    table: Table, game: Game, twin: Game, viewer: str, requests: list[Request], rounds: int, rng: Random
) -> Times:
    """How long both games take to answer the viewer's questions once they have been asked before."""
    sessions = []
    for one in (game, twin):
        table.put(one.fork(), game, viewer, 3)
        sessions.append(table.site.house._open[table.gid])
    sessions[0].save = sessions[1].save
    questions = [one for one in requests if one.method == "GET" and not one.path.endswith("/live")]

    def seconds(session: Session, request: Request) -> float:
        table.site.house._open[table.gid] = session
        began = time.perf_counter()
        told(table.callers[viewer], table.gid, request, viewer)
        return time.perf_counter() - began

    found: Times = defaultdict(list)
    for request in questions:
        for session in sessions:
            seconds(session, request)
        differences = []
        for _ in range(rounds):
            both: dict[int, float] = {}
            for which in rng.sample((0, 1), 2):
                both[which] = seconds(sessions[which], request)
            differences.append(log(both[0] / both[1]))
        found[request.path].append(differences)
    return found


def chance_of(pairs: list[Times], rounds: int, rng: Random, draws: int = DRAWS) -> tuple[float, str]:
    """The chance that times differ so much at some address though hidden facts do not matter, and that address."""
    patterns = [*product((1, -1), repeat=rounds)]
    sums: dict[str, list[list[float]]] = defaultdict(list)
    for address in sorted({address for pair in pairs for address in pair}):
        scale = sum(d * d for pair in pairs for ds in pair.get(address, ()) for d in ds) or 1.0
        for pair in pairs:
            of_pair = pair.get(address, [])
            sums[address].append([sum(_square(signs, ds) for ds in of_pair) / scale for signs in patterns])
    seen = {address: sum(by_pattern[0] for by_pattern in by_pair) for address, by_pair in sums.items()}
    address = max(seen, key=lambda one: seen[one])
    as_large = 0
    for _ in range(draws):
        drawn = [rng.randrange(len(patterns)) for _ in pairs]
        largest = max(sum(ps[n] for ps, n in zip(by_pair, drawn, strict=True)) for by_pair in sums.values())
        as_large += largest >= seen[address] * (1 - 1e-12)
    return (1 + as_large) / (1 + draws), address


def _square(signs: Iterable[int], differences: list[float]) -> float:
    return sum(sign * d for sign, d in zip(signs, differences, strict=True)) ** 2


# --- the program -----------------------------------------------------------------------------------------------

FALSE_ALARM = 0.001
WHOLE = 100
"""Once in so many pairs the addresses are asked, too, that have nothing to do with games; the first time, too."""


TRIES = 20
"""How many positions are looked at for each that has something hidden, at most."""


class Found(NamedTuple):
    """What came of a scenario: positions with something hidden, pairs of games, answers compared, and the chance of
    such times at some address."""

    positions: int
    games: int
    answers: int
    chance: float
    address: str


def of_scenario(
    folder: Path, scenario: str, many: int, seed: int, rounds: int, passed: Callable[[int], None] = lambda held: None
) -> Found:
    """Hold the games of random positions against their twins, until there have been so many positions with something
    hidden. `passed` hears after each how many there were.

    Raises AssertionError with the address that tells them apart.
    """
    rng, held, games, answers = Random(seed), 0, 0, 0
    times: list[Times] = []
    app = create_app(settings_for(fresh(folder), UNLIMITED), static=page_in(folder))
    with at_once() as loop, Site(app) as site:
        table = Table(site, loop, scenario)
        switches = {"fog": True, "denser_fog": bool(seed % 2)}
        for number, game in enumerate(islice(positions(scenario, seed, switches), TRIES * many)):
            if held == many:
                break
            if not any(unit.on_map for unit in game.state.units.values()):
                continue  # nothing is set up yet
            before = games
            for viewer in game.world.sides:
                twin = in_disguise(game, viewer, rng)
                if twin is None:
                    continue
                requests = list(of_the_game(game, viewer, rng))
                try:
                    answers += compared(table, game, twin, viewer, requests, games % WHOLE == 0).pairs
                except AssertionError as error:
                    error.add_note(f"{scenario}, seed {seed}, position {number}, seen by {viewer}")
                    raise
                games += 1
                if rounds:
                    times.append(timed(table, game, twin, viewer, requests, rounds, rng))
            held += games > before
            passed(held)
    enough = len(times) * rounds >= FEWEST
    chance, address = chance_of(times, rounds, rng) if enough else (1.0, "")
    return Found(held, games, answers, chance, address)


def fresh(folder: Path) -> str:
    """The URL of a new database."""
    url = f"sqlite:///{folder}/house.sqlite"
    made = Database(url)
    made.upgrade()
    made.close()
    return url


def page_in(folder: Path) -> Path:
    """A small page."""
    (folder / "static").mkdir()
    for name in ("index.html", "lobby.html"):
        (folder / "static" / name).write_text("<!doctype html><title>Redball</title>", encoding="utf-8")
    return folder / "static"


def main() -> int:
    """Compare, and say how much. The status is 1 if times differ."""
    parser = argparse.ArgumentParser(description="holds games against each other that differ in hidden facts only")
    parser.add_argument("--positions", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=8, help="how often each question is timed; 0: never")
    parser.add_argument("--scenario", choices=shipped_names(), nargs="*", default=shipped_names())
    chosen = parser.parse_args()
    slow = []

    def said(held: int) -> None:
        end = "\r" if held < chosen.positions else "\n"
        print(f"{scenario}: {held} of {chosen.positions} positions", end=end, file=sys.stderr, flush=True)

    for scenario in chosen.scenario:
        began, worked = time.monotonic(), time.process_time()
        with TemporaryDirectory() as folder:
            found = of_scenario(Path(folder), scenario, chosen.positions, chosen.seed, chosen.rounds, said)
        if found.chance < FALSE_ALARM:
            slow.append(scenario)
        print(
            f"{scenario}: {found.positions} positions, {found.games} pairs of games, {found.answers} answers alike;"
            f" times: chance {found.chance:.4f} {found.address};"
            f" {time.monotonic() - began:.0f} s, {time.process_time() - worked:.0f} s of processor time",
            flush=True,
        )
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
