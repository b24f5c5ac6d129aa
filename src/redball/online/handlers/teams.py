"""Sides that several people play: who has what, who is ready, and the chief's say in it."""

from __future__ import annotations

from functools import partial
from typing import Annotated

import msgspec
from litestar import get, post
from litestar.params import FromPath, FromQuery, JSONBody
from msgspec import Meta
from sqlalchemy import Connection
from sqlalchemy.orm import Session as Transaction

from redball.core.actions import Done
from redball.core.world import World
from redball.game.game import Game
from redball.game.teams.parts import parts
from redball.game.teams.whose import Team
from redball.online import games, teams
from redball.online.accounts import NotThatWay
from redball.online.handlers.asking import Asked, means_of, who
from redball.online.house import book_of
from redball.online.tables import GameRow
from redball.server.handlers.asking import session_of

Side = Annotated[str, Meta(max_length=40)]


class SharingOut(msgspec.Struct, forbid_unknown_fields=True):
    """Who has what of a side: all seats of its members. One that is left out is gone."""

    side: Side
    shares: Annotated[list[teams.Portion], Meta(max_length=teams.MOST_MEMBERS)]


class Readiness(msgspec.Struct, forbid_unknown_fields=True):
    """Whether the member has nothing more to do in the segment that is open, in the state with number `seq`."""

    side: Side
    seq: int
    ready: bool


class Lending(msgspec.Struct, forbid_unknown_fields=True):
    """Whether others may take the member's units into attacks and barrages that they lead."""

    side: Side
    lends: bool


class PartShown(msgspec.Struct, frozen=True):
    """A part of a side that can be given to somebody: an HQ with what is attached, aircraft, ships, supply. `army` is
    what it belongs to in turn, "" nothing; `counters` are those of the scenario."""

    id: str
    name: str
    army: str
    counters: tuple[str, ...]


class MemberShown(msgspec.Struct, frozen=True):
    """A seat at a side: who has it ("" nobody yet), what they have, by id and in words, whether they lend units, and
    whether they are ready with the open segment."""

    number: int
    name: str
    you: bool
    chief: bool
    army: list[str]
    told: str
    lends: bool
    ready: bool


class TeamShown(msgspec.Struct, frozen=True):
    """Who plays what of a side. `owners`: the seat of each unit, aircraft, ship and craft that is not the chief's.
    `deciders`: the seats that have the open decision, none if it is a whole segment's or the other side's. `ends`: a
    segment of the side is open that could end; `waits`: who is not ready with it, and could still do something.
    `allowed`: which of the choices in the view with number `seq` a member may take, by their place there; null for
    everybody else, whom nothing but the rules forbids anything."""

    side: str
    seats: list[MemberShown]
    parts: list[PartShown]
    owners: dict[str, int]
    deciders: list[int]
    ends: bool
    waits: list[int]
    seq: int = 0
    allowed: list[int] | None = None


def owners_of(game: Game, team: Team) -> dict[str, int]:
    """The seat of everything that is not the chief's."""
    scenario, look = game.world.scenario, game.look
    afloat = (*scenario.aircraft, *scenario.ships, *scenario.craft)
    own = [unit.id for unit in look.own(team.side)] + [one for one in afloat if team.is_own(look, one)]
    found = {one: team.owner(look, one) for one in own}
    return {one: number for one, number in found.items() if number != team.chief.number}


def shown(request: Asked, gid: str, side: str, world: World, game: Game | None) -> TeamShown:
    """A side's team, for somebody who may see its view. A game that has not begun has no owners yet."""
    asker = request.scope.get("who")
    if side not in world.sides:
        raise NotThatWay("name a side")
    open_ = game.decision if game is not None else None
    now = teams.moment(game, open_) if game is not None and open_ is not None else ""
    with means_of(request).database.reading() as found:
        seats = teams.of_side(teams.seated(found, gid), side)
    if "game" in request.scope:  # who is ready, and what they lend, is as it is now, and spectators see the game late
        for seat, _ in seats:
            seat.ready, seat.lends = "", False
    team = teams.team_of(seats, world, side, now)
    told = [
        MemberShown(
            number=seat.number,
            name=name,
            you=seat.account_id is not None and seat.account_id == getattr(asker, "id", None),
            chief=seat.role == teams.PLAYER,
            army=seat.army,
            told=seat.label,
            lends=seat.lends,
            ready=bool(now) and seat.ready == now,
        )
        for seat, name in seats
    ]
    made = [PartShown(one.id, one.name, one.army, one.counters) for one in parts(world, side)]
    if team is None or game is None:
        return TeamShown(side, told, made, {}, [], ends=False, waits=[])
    ends = open_ is not None and open_.side == side and team.ends_segment(game.look, open_)
    could = team.could_act(game.look) if ends else frozenset()
    waits = sorted(one for one in could if not team.everybody[one].ready)
    you = next((one.number for one in told if one.you and one.number in team.members), None)
    return TeamShown(
        side,
        told,
        made,
        owners_of(game, team),
        sorted(team.deciders(game.look)),
        ends=ends,
        waits=waits,
        seq=len(game.records),
        allowed=None if you is None else allowed(game, team, you),
    )


def allowed(game: Game, team: Team, number: int) -> list[int]:
    """The places of the choices that a member may take."""
    open_ = game.decision
    if open_ is None or open_.side != team.side:
        return []
    refuse = partial(team.refuse, game.look, number)
    return [place for place, action in enumerate(game.choices()) if refuse(action) is None]


def present(request: Asked, gid: str, side: str) -> TeamShown:
    """A side's team as it is now."""
    means = means_of(request)
    with means.database.reading() as found:
        row = games.row_of(found, gid)
        wish, begun = row.wish, row.state != games.OPEN
    if not begun:
        return shown(request, gid, side, games.new_game(wish).world, None)
    with session_of(request, gid) as session:
        return shown(request, gid, side, session.game.world, session.game)


@get("/api/games/{gid:str}/team", sync_to_thread=True)
def team(request: Asked, gid: FromPath[str], side: FromQuery[str] = "") -> TeamShown:
    """Who plays what of a side."""
    return present(request, gid, side)


@post("/api/games/{gid:str}/team", sync_to_thread=True, status_code=200)
def share_out(request: Asked, gid: FromPath[str], data: JSONBody[SharingOut]) -> TeamShown:
    """Say who has what of a side."""
    means = means_of(request)
    with means.database.reading() as found:
        wish = games.row_of(found, gid).wish
    world = games.new_game(wish).world
    with means.database.writing() as tx:
        teams.share_out(tx, who(request), games.row_of(tx, gid, lock=True), world, data.side, data.shares)
    return present(request, gid, data.side)


@post("/api/games/{gid:str}/lend", sync_to_thread=True, status_code=200)
def lend(request: Asked, gid: FromPath[str], data: JSONBody[Lending]) -> TeamShown:
    """Let others take the member's units into their attacks, or not."""
    with means_of(request).database.writing() as tx:
        teams.lend(tx, games.row_of(tx, gid, lock=True), who(request), data.side, data.lends)
    return present(request, gid, data.side)


@post("/api/games/{gid:str}/ready", sync_to_thread=True, status_code=200)
def ready(request: Asked, gid: FromPath[str], data: JSONBody[Readiness]) -> TeamShown:
    """Say that the member has nothing more to do in the open segment, or that they have. The last one who is ready ends
    it."""
    means, asker = means_of(request), who(request)
    with session_of(request, gid) as session:
        session.check_seq(data.seq)
        book, game = book_of(session), session.game
        crew = book.crews.get(data.side)
        open_ = teams.segment(game, crew, data.side)
        with means.database.reading() as found:
            number = teams.own_seat(found, games.row_of(found, gid), asker, data.side).number
        now = teams.moment(game, open_) if data.ready else ""
        assert crew is not None
        if data.ready and number != crew.chief.number and teams.ends_it(crew, game.look, number):
            session.act(data.side, [Done()])

        def note(tx: Connection, row: GameRow) -> None:
            with Transaction(tx) as of_seats:
                teams.own_seat(of_seats, row, asker, data.side).ready = now
                of_seats.flush()
            row.teams += 1

        book.also(note)
    return present(request, gid, data.side)


HANDLERS = [team, share_out, lend, ready]
