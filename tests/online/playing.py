"""Games that play themselves in a house, by lot."""

from __future__ import annotations

from redball.bots import make_bot
from redball.online.house import House


def by_lot(house: House, gid: str, actions: int, seed: int, at_once: int = 10) -> None:
    """Play so many actions by lot, some in a transaction together, as far as the game goes."""
    bot = make_bot("random", seed)
    taken = 0
    while taken < actions:
        with house.using(gid) as session:
            for _ in range(at_once):
                open_ = session.game.decision
                if open_ is None:
                    return
                refused = session.take(open_.side, bot.choose(session.game, open_.side))
                assert refused is None, refused
                taken += 1
