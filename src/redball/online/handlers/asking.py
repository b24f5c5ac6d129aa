"""Who asks, and what a request may use."""

from __future__ import annotations

from typing import Any, NamedTuple

from litestar import Request
from litestar.datastructures import Cookie

from redball.online.accounts import Asker
from redball.online.database import Database
from redball.online.house import House
from redball.online.live import Live
from redball.online.passkeys import Site
from redball.online.running import Metrics
from redball.online.settings import Settings

Asked = Request[Any, Any, Any]


class Means(NamedTuple):
    """What the server works with."""

    house: House
    settings: Settings
    cookie: str
    metrics: Metrics
    live: Live

    @property
    def database(self) -> Database:
        """The database."""
        return self.house.database


def means_of(request: Asked) -> Means:
    """What the server works with."""
    means: Means = request.app.state.means
    return means


def who(request: Asked) -> Asker:
    """Who asks; the door has let nobody else in."""
    asker: Asker = request.scope["who"]  # type: ignore[typeddict-item]
    return asker


def asker_or_none(request: Asked) -> Asker | None:
    """Who asks, where it may be somebody who is not signed in."""
    asker: Asker | None = request.scope.get("who")  # type: ignore[assignment]
    return asker


def address_of(request: Asked) -> str:
    """From where the request comes."""
    return request.client.host if request.client is not None else ""


def agent_of(request: Asked) -> str:
    """What the browser calls itself."""
    return request.headers.get("user-agent", "")


def token_of(request: Asked) -> str:
    """The token of the session, "" if there is none."""
    return request.cookies.get(means_of(request).cookie, "")


def site_of(request: Asked) -> Site:
    """The address that passkeys belong to."""
    return Site(means_of(request).settings.server.public or str(request.base_url).rstrip("/"))


def session_cookie(means: Means, token: str) -> Cookie:
    """The cookie of a session; with "", the one that ends it."""
    return Cookie(
        key=means.cookie,
        value=token,
        path="/",
        max_age=means.settings.accounts.days * 86400 if token else 0,
        httponly=True,
        secure=means.settings.secure,
        samesite="lax",
    )
