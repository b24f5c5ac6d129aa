"""Two people play one game by clicking, each at a server of their own: `make soak` does the same for 2,000 actions."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import Browser, Playwright, Response

from e2e.clicking import Person
from e2e.conftest import WIDE
from e2e.desk import Served
from e2e.two_browsers import run
from redball.bots.random_play import at_random
from support import long


@pytest.mark.parametrize("actions", [12, long(50)])
def test_two_servers_and_two_browsers_lose_nothing(driver: Playwright, actions: int) -> None:
    assert run(driver, actions=actions, seed=2, scenario="crossing")


class LateToHear(Person):
    """Hears of an answer when the page has long read it, as on a machine with much else to do; and does not wait long
    for a page that says nothing."""

    patience = 0.5

    def note(self, answer: Response) -> None:
        self.page.wait_for_timeout(300)
        super().note(answer)


@pytest.mark.parametrize("hides", [False, True])
def test_who_clicks_too_late_is_told_and_a_page_that_hides_it_is_found_out(
    browser: Browser, served: Served, hides: bool
) -> None:
    """The one who clicks must know of the answer before they look whether the page says it: they had looked too early,
    and at the next click the message is gone."""
    session, rng = served.game("crossing", {"axis": "human", "soviet": "human"}, fog=False), Random(4)
    context = browser.new_context(viewport=WIDE, reduced_motion="reduce", bypass_csp=True)
    person = LateToHear(context.new_page(), rng, lambda: len(session.game.records))
    person.sit(f"{served.address}/#/game/{session.id}")
    if hides:
        person.page.add_style_tag(content="[data-testid=error] { display: none }")
    for _ in range(100):
        with session:
            assert (open_ := session.game.decision) is not None
            assert session.act(open_.side, [at_random(session.game.choices(), rng.getrandbits(64))]) is None
        person.click()
        if person.stale:
            break
    context.close()
    assert (person.stale, person.told, person.lagging) == (1, not hides, 0)
