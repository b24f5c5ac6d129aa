"""Health and metrics, for the operator."""

from __future__ import annotations

from litestar import MediaType, Response, get
from litestar.exceptions import PermissionDeniedException
from msgspec import Struct
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from redball.online.handlers.asking import Asked, address_of, means_of

HERE = frozenset({"127.0.0.1", "::1", "testclient"})


class Health(Struct, frozen=True):
    """Whether the server can play: `database` answers, and the server is not about to end (`draining`)."""

    database: bool
    draining: bool


@get("/api/health", sync_to_thread=True)
def health(request: Asked) -> Response[Health]:
    """200 if the server can play, 503 if not."""
    house = means_of(request).house
    try:
        with house.database.reading() as found:
            found.execute(text("SELECT 1"))
        answers = True
    except SQLAlchemyError:
        answers = False
    found_out = Health(answers, house.closing)
    return Response(found_out, status_code=200 if answers and not house.closing else 503)


@get("/metrics", sync_to_thread=True, media_type=MediaType.TEXT, include_in_schema=False)
def metrics(request: Asked) -> Response[bytes]:
    """Counters for Prometheus, for programs of this machine only: what a proxy passes on is refused."""
    if address_of(request) not in HERE or "x-forwarded-for" in request.headers or "forwarded" in request.headers:
        raise PermissionDeniedException("only programs of the server's machine may read this")
    return Response(means_of(request).metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")


HANDLERS = [health, metrics]
