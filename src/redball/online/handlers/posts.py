"""What is said in a game."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated
from uuid import UUID

import msgspec
from litestar import delete, get, post
from litestar.params import FromPath, FromQuery, JSONBody
from msgspec import Meta

from redball.online import posts as talk
from redball.online.access import place_of
from redball.online.handlers.asking import Asked, means_of, who
from redball.online.posts import Audience, Said

Hex = Annotated[int, Meta(ge=talk.NOTHING_AT, le=10**6)]


class Saying(msgspec.Struct, forbid_unknown_fields=True):
    """Something to say. `to`: all, the writer's side (the umpire names it as `side`), or nobody (own): a note. `hex`:
    what it points at, -1 nothing."""

    to: Audience
    text: Annotated[str, Meta(max_length=talk.LONGEST)] = ""
    hex: Hex = talk.NOTHING_AT
    side: Annotated[str, Meta(max_length=40)] = ""


class PostShown(msgspec.Struct, frozen=True, kw_only=True):
    """Something that was said, as plain text. `number`: among those that the reader may read. `name`: who said it (""
    somebody who is gone), with what they were then. `side`: to which side, "" for other audiences. `actions`: how far
    the game was. `takes_back`: the post that has no words any more since this one, which says nothing else; "" none."""

    number: int
    post: str
    name: str
    role: str
    of_side: str
    you: bool
    to: Audience
    side: str
    text: str
    hex: int
    actions: int
    said: datetime
    takes_back: str


class Listeners(msgspec.Struct, frozen=True):
    """To whom the reader may speak."""

    to: Audience
    side: str


class Posts(msgspec.Struct, frozen=True):
    """Posts after the number that was named, at most 500, and the number of the last one that the reader may read.
    `may`: to whom they may speak."""

    posts: list[PostShown]
    last: int
    may: list[Listeners]


def shown(said: Said, reader: UUID) -> PostShown:
    """A post, as it is told."""
    number, one, name = said
    return PostShown(
        number=number,
        post=str(one.id),
        name=name,
        role=one.role,
        of_side=one.of_side,
        you=one.account_id == reader,
        to=one.audience,  # type: ignore[arg-type]
        side=one.side,
        text=one.text,
        hex=one.hex,
        actions=one.actions,
        said=one.said,
        takes_back=str(one.takes_back or ""),
    )


@get("/api/games/{gid:str}/posts", sync_to_thread=True)
def read(request: Asked, gid: FromPath[str], since: FromQuery[int] = 0) -> Posts:
    """What was said in the game, as far as the one who asks may read it."""
    asker = who(request)
    with means_of(request).database.reading() as found:
        place = place_of(found, gid, asker)
        last = talk.last_for(found, place) or 0
        said = talk.since(found, place, since)
    may = [Listeners(to, side) for to, side in talk.audiences(place)]
    return Posts([shown(one, asker.id) for one in said], last, may)


@post("/api/games/{gid:str}/posts", sync_to_thread=True, status_code=204)
def say(request: Asked, gid: FromPath[str], data: JSONBody[Saying]) -> None:
    """Say something, or point at a hex."""
    talk.say(means_of(request).house, who(request), gid, data.to, data.side, data.text, data.hex)


@delete("/api/games/{gid:str}/posts/{post:uuid}", sync_to_thread=True)
def take_back(request: Asked, gid: FromPath[str], post: FromPath[UUID]) -> None:
    """Take the words of a post away."""
    talk.take_back(means_of(request).house, who(request), gid, post)


HANDLERS = [read, say, take_back]
