"""How `redball play` gets its game: a new one of a scenario, one from a written position, a saved one."""

from __future__ import annotations

import secrets
from os.path import lexists
from pathlib import Path
from typing import Any

from redball import editions
from redball.cli.errors import fail, sentence_of
from redball.cli.games import is_save, switches_of, text_of
from redball.core.errors import EditionError
from redball.game.game import Game
from redball.game.position.parse import parse_position
from redball.game.position.switches import read_switches
from redball.server.session import HUMAN, Session
from redball.server.store import SUFFIX, default_folder

FIRST = "crossing"


def open_game(
    scenario: str,
    side: str,
    opponent: str,
    seed: int | None,
    file: Path | None,
    folder: Path | None,
    switch: list[str] | None = None,
    edition: str = "",
    charts: str = "",
    *,
    saved_too: bool = True,
) -> Session:
    """The game that the options of `redball play` name; `file` is a written position, or a saved game if that is
    allowed. Otherwise one sentence and exit status 2."""
    where = folder or default_folder()
    try:
        written = "" if file is None else position_in(file)
        if file is not None and not written:
            if not saved_too:
                fail(f"{file} is no written position; the page lists the saved games of its folder, and imports others")
            if switch or edition or charts:
                fail("--switch, --edition and --charts are for a new game; a saved one keeps its own")
            return Session.resume(find(where, file))
        if written and (scenario or charts):
            fail("a written position has its own map and charts: --scenario and --charts do not go with it")
        where.mkdir(parents=True, exist_ok=True)
        if written:
            return begin_at(written, side, opponent, seed, where, switch or [], edition)
        switches = switches_of(scenario or FIRST, edition, switch)
        return begin(scenario, side, opponent, seed, where, switches, edition, charts)
    except OSError as error:
        fail(sentence_of(error))
    except (ValueError, EditionError) as error:
        fail(str(error))


def position_in(path: Path) -> str:
    """The text of a written position; "" if the file is a saved game, or only the name of one."""
    return "" if is_save(path) or not lexists(path) else text_of(path)


def find(folder: Path, saved: Path) -> Path:
    """A saved game, by its file or by its name in the folder of saved games."""
    return saved if lexists(saved) else folder / f"{saved.name}{SUFFIX}"


def begin(
    scenario: str,
    side: str,
    opponent: str,
    seed: int | None,
    folder: Path,
    switches: dict[str, Any],
    edition: str = "",
    charts: str = "",
) -> Session:
    """A new game. Raises ValueError for an unknown scenario, side or opponent."""
    from redball.scenarios.load import load_scenario

    loaded = load_scenario(scenario or FIRST)
    sides = [info.id for info in loaded.sides]
    players = players_of(sides, side or loaded.victory.for_side or sides[0], opponent)
    return Session.create(folder, scenario or FIRST, players, switches, seed_or_any(seed), edition, charts)


def begin_at(
    text: str, side: str, opponent: str, seed: int | None, folder: Path, switch: list[str], edition: str = ""
) -> Session:
    """A game from a written position; by default the player has the side that decides first.

    Raises ValueError for a position that cannot be read, an unknown side, switch or opponent.
    """
    world, _ = parse_position(text, {}, edition)
    switches = read_switches(switch, editions.edition(world.edition.name))
    game = Game.from_position(text, seed=seed_or_any(seed), switches=switches, edition=edition)
    first = game.decision.side if game.decision is not None else game.world.sides[0]
    return Session.begin(folder, game, players_of(list(game.world.sides), side or first, opponent))


def players_of(sides: list[str], own: str, opponent: str) -> dict[str, str]:
    """Who plays each side. Raises ValueError for an unknown side."""
    if own not in sides:
        raise ValueError(f"there is no side {own!r}; there are: {', '.join(sides)}")
    return {name: HUMAN if name == own else opponent for name in sides}


def seed_or_any(seed: int | None) -> int:
    """The seed, or a random one."""
    return secrets.randbelow(2**53) if seed is None else seed
