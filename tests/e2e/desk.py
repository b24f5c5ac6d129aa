"""A player at the page: opens a game, clicks hexes and buttons, and compares what is shown with the engine."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import msgspec
from playwright.sync_api import Locator, Page, ViewportSize, expect

from as_json import view
from redball.core.actions import Action, Pay, UseInternals
from redball.core.dice import Dice
from redball.core.engine import Decision
from redball.game.game import Game
from redball.game.save import SaveFile
from redball.server.session import Session
from redball.server.store import Store
from support import EventKind, Sitting, asked

PATIENCE = 30.0


class Served:
    """The running server: its address, and its games."""

    def __init__(self, address: str, store: Store) -> None:
        self.address = address
        self.store = store

    def game(self, scenario: str, players: dict[str, str], seed: int = 5, **switches: Any) -> Session:
        """A new game on the server."""
        return self.store.create(scenario, players, switches, seed)

    def sit(self, game: Game, players: dict[str, str] | None = None) -> Session:
        """A game of one's own making, from a written position for one: the server keeps it as long as it runs."""
        gid = uuid4().hex[:12]
        save = SaveFile(self.store.folder / f"{gid}.redball", game)
        session = Session(gid, game, save, players or {"axis": "human", "soviet": "random"})
        self.store._open[gid] = session  # there is no call for it: the server makes games of scenarios only
        return session


class Desk:
    """The page of one game, and the engine's game behind it. `side` is whose eyes the page has ("" open play)."""

    def __init__(self, page: Page, served: Served) -> None:
        self.page = page
        self.served = served
        self.session: Session
        self.side = ""

    # --- sitting down ------------------------------------------------------------------------------------------

    def home(self) -> Desk:
        """The start screen."""
        self.page.goto(self.served.address)
        return self

    def open(self, session: Session, side: str) -> Desk:
        """The page of a game."""
        self.page.goto(f"{self.served.address}/#/game/{session.id}")
        return self.open_again(session, side)

    def open_again(self, session: Session, side: str) -> Desk:
        """The page that is open already shows this game."""
        self.session, self.side = session, side
        self.the("map").wait_for()
        self.page.wait_for_function("id => window.__redball?.id() === id", arg=session.id)
        self.page.evaluate("window.__redball.speed('skip')")
        return self.settle()

    @property
    def game(self) -> Game:
        """The engine's game."""
        return self.session.game

    @property
    def asked(self) -> Decision:
        """The open decision."""
        return asked(self.game)

    def happened(self, kind: type[EventKind]) -> list[EventKind]:
        """Every event of a kind so far."""
        return Sitting(self.game).all(kind)

    def the(self, testid: str) -> Locator:
        """The element with this test id."""
        return self.page.get_by_test_id(testid)

    def state(self) -> Any:
        """The view that the page holds; it comes as text, since value by value a large one takes seconds."""
        return json.loads(self.page.evaluate("JSON.stringify(window.__redball.state())"))

    # --- waiting and comparing ---------------------------------------------------------------------------------

    def wait(self, what: Callable[[], bool], why: str) -> None:
        """Until it is so; fails with the reason after half a minute."""
        until = time.monotonic() + PATIENCE
        while not what():
            assert time.monotonic() < until, f"waited for {why}; the page says: {self.the('decision').inner_text()}"
            self.page.wait_for_timeout(25)

    def settle(self) -> Desk:
        """Until the page has the engine's latest state, no bot is on the move, and the server has answered everything.

        Previews, reach and supply count, too, so that what is read next is what the last act brought.
        """
        settled = (
            "window.__redball.quiet() && !window.__redball.playing()"
            " ? window.__redball.id() + ' ' + window.__redball.state().seq : ''"
        )
        # The game is named too: the page of another game may be at the same number, and is there a moment longer.
        self.wait(
            lambda: self.page.evaluate(settled) == f"{self.session.id} {len(self.game.records)}",
            "the page to catch up with the engine",
        )
        return self

    def quiet(self) -> Desk:
        """Until the server has answered everything, though the page may show the past, or a bot that pauses."""
        self.wait(lambda: bool(self.page.evaluate("window.__redball.quiet()")), "the server's answers")
        return self

    def resize(self, size: ViewportSize) -> Desk:
        """Another window."""
        self.page.set_viewport_size(size)
        self.page.wait_for_function("width => window.innerWidth === width", arg=size["width"])
        return self

    def same(self) -> Desk:
        """The screen equals the engine's state: the view that it holds, what stands on the map, and the words."""
        self.settle()
        engine = json.loads(msgspec.json.encode(view(self.game, self.side)))
        assert self.state() == engine
        standing: dict[str, set[str]] = {}
        for unit in engine["units"]:
            if unit["hex"] >= 0:
                standing.setdefault(str(unit["hex"]), set()).add(unit["id"])
        shown = self.page.evaluate("window.__redball.shown()")
        assert {h: set(ids) for h, ids in shown.items() if ids} == standing
        says(self.the("turn"), f"Turn {engine['turn']} of {engine['turns']}")
        if engine["decision"]:
            says(self.the("decision-prompt"), engine["decision"]["prompt"])
        return self

    # --- hands -------------------------------------------------------------------------------------------------

    def hex(self, name: str) -> int:
        """A hex by name."""
        return self.game.world.board.index(name)

    def look(self, hex_: int, scale: float = 1.0) -> Desk:
        """Scroll so that a hex is in the middle of the map."""
        self.page.evaluate(f"window.__redball.look({hex_}, {scale})")
        self.page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        return self

    def painted(self) -> Desk:
        """Until the picture stands still and all of the map that is in the window has been painted."""
        self.wait(lambda: bool(self.page.evaluate("window.__redball.whole()")), "the map to be painted")
        return self

    def click(self, hex_: int) -> Desk:
        """Click on a hex."""
        at = self.page.evaluate(f"window.__redball.hexToScreen({hex_})")
        self.page.mouse.click(at["x"], at["y"])
        return self.settle()

    def hover(self, hex_: int) -> Desk:
        """Point at a hex."""
        at = self.page.evaluate(f"window.__redball.hexToScreen({hex_})")
        self.page.mouse.move(at["x"], at["y"])
        return self

    def press(self, key: str) -> Desk:
        """A key."""
        self.page.keyboard.press(key)
        return self.settle()

    def push(self, testid: str) -> Desk:
        """A button; one of the layers menu is reached through it, and the menu is closed again."""
        shut = testid.startswith(("layer-", "highlight-")) and not self.the(testid).is_visible()
        if shut:
            self.the("layers").click()
        self.the(testid).click()
        if shut:
            self.the("layers").click()
        return self.settle()

    def pick(self, uid: str) -> Desk:
        """Click on a unit's stack, and in the panel see to it that just this unit is picked."""
        unit = self.game.look.unit(uid)
        self.look(unit.hex).click(unit.hex)
        expect(self.the(f"unit-{uid}")).to_have_count(1)
        chosen = self.page.locator("[data-testid^=unit-][aria-pressed=true]")
        for other in [button.get_attribute("data-testid") for button in chosen.all()]:
            if other != f"unit-{uid}":
                self.push(str(other))
        if self.the(f"unit-{uid}").get_attribute("aria-pressed") == "false":
            self.push(f"unit-{uid}")
        expect(self.the(f"unit-{uid}")).to_have_attribute("aria-pressed", "true")
        return self.settle()

    def end_segment(self) -> Desk:
        """End the segment, whatever is left to do."""
        self.push("end-segment")
        if self.the("end-anyway").count():
            self.push("end-anyway")
        if self.the("give-up").count():
            self.push("give-up")
        return self

    # --- decisions ---------------------------------------------------------------------------------------------

    def answer(self, action: Action) -> Desk:
        """Make a choice by its button: the usual payment by its own."""
        usual = next((c for c in self.game.choices() if isinstance(c, Pay | UseInternals)), None)
        if action == usual:
            return self.push("pay-default")
        self.page.evaluate("document.querySelectorAll('aside details').forEach(d => { d.open = true })")
        return self.push(f"choice-{key_of(action)}")

    def decides(self) -> bool:
        """The page's player must decide."""
        open_ = self.game.decision
        return open_ is not None and self.session.players[open_.side] == "human"


def says(at: Locator, *words: str) -> None:
    """Wait until an element shows each of these."""
    for word in words:
        expect(at).to_contain_text(word, use_inner_text=True)


def until_equal(read: Callable[[], Any], due: Any, page: Page) -> None:
    """Wait until what is read is what is due; fails with both."""
    until = time.monotonic() + PATIENCE
    while (found := read()) != due and time.monotonic() < until:
        page.wait_for_timeout(25)
    assert found == due


def key_of(action: Action) -> str:
    """The page's name for a choice (see choiceKey in web/src/game/choices/choices.ts)."""
    fields = msgspec.to_builtins(action)
    values = [v for name, v in fields.items() if name != "type" and v != "" and not (v == -1 and v is not True)]
    words = [str(v).lower() if isinstance(v, bool) else str(v) for v in values]
    return re.sub(r"[^\w-]+", "_", "-".join([fields["type"], *words]))


def force(game: Game, *dice: int) -> None:
    """Let the next dice of a game be these."""
    drawn = game.state.dice.drawn
    past = tuple(game.dice.die(game.state.dice.branch, i) for i in range(drawn))
    game.dice = Dice(game.dice.seed, past + dice)
