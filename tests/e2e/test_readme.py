"""README's first turn, sentence by sentence: what it says is done at the page, and what it promises is seen there."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import expect

from e2e.desk import Desk, Served, says
from e2e.test_lessons import finish, follow, progress
from redball.core.events import FuelPaid, UnitMoved

README = Path(__file__).resolve().parents[2] / "README.md"


def steps() -> list[list[str]]:
    """The numbered steps of the first turn, each in sentences."""
    text = README.read_text(encoding="utf-8")
    section = text.split("## Your first turn")[1].split("\n## ")[0]
    found = re.findall(r"^\d+\. (.*(?:\n   .*)*)", section, re.MULTILINE)
    plain = [re.sub(r"\s+", " ", one).strip() for one in found]
    return [re.split(r"(?<=[a-z*`]\.) (?=[A-Z`])|(?<=\boff\.) ", one) for one in plain]


class Reader:
    """Somebody who does what the README says."""

    def __init__(self, desk: Desk, served: Served) -> None:
        self.desk = desk
        self.served = served

    def begin(self) -> None:
        """`make play` has brought the start screen."""
        desk = self.desk.home()
        desk.the("scenario-lesson-1-moving").click()
        says(desk.the("scenario-lesson-1-moving"), "Lesson 1: moving and fuel")
        expect(desk.the("start-game")).to_contain_text("Begin lesson 1")
        desk.the("start-game").click()
        desk.the("map").wait_for()
        session = self.served.store.get(desk.page.url.rsplit("/", 1)[1])
        assert session.game.world.scenario.id == "lesson-1-moving"
        desk.open_again(session, "axis")

    def strip(self) -> None:
        """It says what to do, and why."""
        says(self.desk.the("lesson-strip"), "Click the infantry regiment", "needs no fuel")
        strip, map_ = self.desk.the("lesson-strip").bounding_box(), self.desk.the("map").bounding_box()
        assert strip
        assert map_
        assert strip["y"] + strip["height"] <= map_["y"] + 1

    def arrow(self) -> None:
        """An arrow on the map; a frame comes with the first button."""
        expect(self.desk.the(f"beacon-{self.desk.hex('05.07')}")).to_be_visible()

    def phase(self) -> None:
        """The Movement Phase of the reader."""
        says(self.desk.the("phase"), "Movement Phase")
        says(self.desk.the("decision-side"), "Your decision")

    def infantry(self) -> None:
        """Pick the infantry: its reach is shown."""
        self.desk.look(self.desk.hex("05.07")).click(self.desk.hex("05.07"))
        expect(self.desk.the("unit-ax-ir1")).to_have_attribute("aria-pressed", "true")
        expect(self.desk.the(f"beacon-{self.desk.hex('06.06')}")).to_be_visible()

    def march(self) -> None:
        """Its hex is clicked, and the step is done."""
        self.desk.click(self.desk.hex("06.06"))
        assert progress(self.desk)[0] == "done"
        says(self.desk.the("lesson-progress"), "2 of 7")

    def halt(self) -> None:
        """The frame is round the button that is named."""
        ring = self.desk.page.locator(".lesson-ring")
        says(ring, "Halt here")
        ring.click()
        self.desk.settle()

    def tanks(self) -> None:
        """Pick the tanks and send them."""
        tank = self.desk.hex("03.04")
        expect(self.desk.the(f"beacon-{tank}")).to_be_visible()
        self.desk.look(tank).click(tank)
        target = self.desk.hex("06.04")
        expect(self.desk.the(f"beacon-{target}")).to_be_visible()
        self.desk.look(target).click(target)
        assert self.desk.game.look.unit("ax-pz").hex == target

    def fuel(self) -> None:
        """1T is paid, and the log says so."""
        assert [paid.unit for paid in self.desk.happened(FuelPaid)] == ["ax-pz"]
        self.desk.push("tab-log")
        says(self.desk.the("log"), "1T from 02.04 Gorki for fuel")

    def keys(self) -> None:
        """`u` takes the march back; `?` lists the keys."""
        before = len(self.desk.happened(UnitMoved))
        self.desk.press("u")
        assert len(self.desk.happened(UnitMoved)) < before
        self.desk.press("?")
        expect(self.desk.the("keys")).to_be_visible()
        self.desk.press("Escape")

    def otherwise(self) -> None:
        """End the segment early: told so; go back."""
        if self.desk.the("choice-halt").count():
            self.desk.push("choice-halt")
        self.desk.end_segment()
        says(self.desk.the("lesson-missed"), "not done")
        self.desk.push("lesson-again")
        assert progress(self.desk)[1] == "open"

    def to_the_end(self) -> None:
        """Follow what is marked."""
        assert follow(self.desk)
        finish(self.desk)

    def onward(self) -> None:
        """The last button."""
        says(self.desk.the("next-lesson"), "Lesson 2")


DOES: list[tuple[str, Callable[[Reader], None]]] = [
    ("`make play`, then choose **Lesson 1: moving and fuel** and press *Begin lesson 1*.", Reader.begin),
    ("A strip above the map says what to do and why.", Reader.strip),
    ("An arrow on the map or a dashed frame round a button shows where.", Reader.arrow),
    ("It is your Movement Phase.", Reader.phase),
    (
        (
            "Click the infantry regiment: the page tints the hexes it can reach and shows the Movement Points it would "
            "have left."
        ),
        Reader.infantry,
    ),
    ("Click the hex with the arrow, and the strip ticks the step off.", Reader.march),
    ("Press *Halt here*.", Reader.halt),
    ("Click the tank battalion, then the hex with the arrow.", Reader.tanks),
    ("Tanks need fuel: the page pays 1T from the dump and logs it.", Reader.fuel),
    ("`u` undoes a click until dice have been rolled; `?` lists all keys.", Reader.keys),
    ("If you do something else, the lesson goes on: it says what you missed, and lets you go back.", Reader.otherwise),
    ("Follow the strip to the end of the lesson.", Reader.to_the_end),
    ("Its last button leads to the next one.", Reader.onward),
]


def test_the_first_turn_of_the_readme_is_what_happens(desk: Desk, served: Served) -> None:
    said = [sentence for step in steps() for sentence in step]
    assert said == [sentence for sentence, _ in DOES], "each sentence has somebody who does it"
    reader = Reader(desk, served)
    for _, does in DOES:
        does(reader)
