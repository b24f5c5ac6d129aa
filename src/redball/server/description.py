"""The interface's own description (OpenAPI): addresses and parameters from Litestar, records from msgspec.

Litestar's schemas of records are left out, because some are wrong (fixed-length tuples, for one). It refers to each
record by name, and msgspec, which packs the records, describes them. `describe(app)` gives the whole.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Any, cast

import msgspec
from litestar import Litestar, Request
from litestar.handlers import HTTPRouteHandler
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Reference, Schema
from litestar.plugins import OpenAPISchemaPlugin
from litestar.routes import HTTPRoute
from litestar.typing import FieldDefinition
from litestar.utils.sync import AsyncCallable

from redball.core.actions import Action
from redball.core.edition import any_of
from redball.editions import ways_to_play
from redball.game.plan.macros import Macro
from redball.server import requests

REF = "#/components/schemas/{name}"
SAME_NAME = {"redball.board.board.Line": "BoardLine", "redball.core.ledger.Line": "LedgerLine"}
"""Schema names for records whose class names clash."""
REFERENCES = {REF.format(name=name): REF.format(name=new) for name, new in SAME_NAME.items()}


Refusals = Callable[[str, str], dict[int, str]]
"""With which statuses a call may be refused, by method and path, and what each says. `app.state.refusals`."""


def no_refusals(_: str, __: str) -> dict[int, str]:
    """A server that knows nobody refuses no more than its handlers say."""
    return {}


class RecordSchemas(OpenAPISchemaPlugin):
    """Refers to each record by its name. `seen` are the records that handlers take and answer."""

    def __init__(self) -> None:
        self.seen: dict[str, type[msgspec.Struct]] = {}

    def is_plugin_supported_field(self, field_definition: FieldDefinition) -> bool:
        """Whether the field is a record."""
        record = field_definition.annotation
        return isinstance(record, type) and issubclass(record, msgspec.Struct)

    def to_openapi_schema(self, field_definition: FieldDefinition, schema_creator: object) -> Schema:
        """A reference to the record by its name."""
        record: type[msgspec.Struct] = field_definition.annotation
        self.seen[record.__name__] = record
        return Schema(all_of=[Reference(ref=REF.format(name=record.__name__))])


class Described(JsonRenderPlugin):
    """Serves the description."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """The description as JSON. It is made once: it takes long, and while it is made the server answers nobody."""
        state = request.app.state
        made: bytes | None = state.get("description")
        if made is None:
            made = state.description = self.render_json(request, describe(request.app))
        return made


def function_of(handler: HTTPRouteHandler) -> Callable[..., Any]:
    """The plain function, without the wrapper that calls it in a thread."""
    function: Any = handler.fn
    while isinstance(function, AsyncCallable):
        function = function.func
    return cast(Callable[..., Any], function)


def name_of(handler: HTTPRouteHandler, *_: object) -> str:
    """The operation id of a call."""
    return function_of(handler).__name__


OPENAPI = OpenAPIConfig(
    title="Redball",
    version="1",
    description="Plain HTTP and JSON. Hexes are indices, supply is in tokens, MP and strengths are text.",
    path="/schema",
    render_plugins=[Described()],
    operation_id_creator=name_of,
)


def describe(app: Litestar) -> dict[str, Any]:
    """The description of the application as JSON-ready data."""
    whole = app.openapi_schema.to_schema()
    (plugin,) = (one for one in app.plugins if isinstance(one, RecordSchemas))
    plugin.seen[requests.Problem.__name__] = requests.Problem
    docs = {name_of(handler): function_of(handler).__doc__ for handler in handlers_of(app)}
    for path, calls in whole["paths"].items():
        for call in calls.values():
            call.pop("summary", None)
            call["description"] = docs[call["operationId"]]
            call["responses"]["400"] = NOT_UNDERSTOOD
            call["responses"].get("204", {}).pop("content", None)  # `Response[None]`, which only sets a cookie
            if "{gid}" in path:
                call["responses"]["404"] = NO_SUCH_GAME
            elif "{" in path:
                call["responses"].setdefault("404", NOTHING_THERE)  # a part of the address that cannot be one
    whole["components"] = {"schemas": schemas(plugin.seen.values())}
    refusals: Refusals = app.state.get("refusals", no_refusals)
    for path, calls in whole["paths"].items():
        for method, call in calls.items():
            for status, told in refusals(method.upper(), path).items():
                call["responses"].setdefault(str(status), problem(told))
    return cast(dict[str, Any], plain(whole))


def handlers_of(app: Litestar) -> Iterator[HTTPRouteHandler]:
    """All HTTP handlers."""
    for route in app.routes:
        if isinstance(route, HTTPRoute):
            yield from (handler for handler, _ in route.route_handler_map.values())


def problem(description: str) -> dict[str, Any]:
    """The schema of an answer that says in one sentence what is wrong."""
    content = {"application/json": {"schema": {"$ref": REF.format(name=requests.Problem.__name__)}}}
    return {"description": description, "content": content}


NOT_UNDERSTOOD = problem("The request makes no sense.")
NO_SUCH_GAME = problem("There is no such game.")
NOTHING_THERE = problem("Nothing has this address.")


def schemas(records: Iterable[type[msgspec.Struct]]) -> dict[str, Any]:
    """The schema of each record and of everything in it, by name. An answer has all its fields except those that may be
    left out (UNSET); a request, which takes no field that it does not know, may lack fields with a default."""
    known = list(records)
    sent = {record.__name__ for record in known if record.__struct_config__.forbid_unknown_fields}
    (action, macro, *_), found = msgspec.json.schema_components(
        [any_of(every_action()), Macro, *known], ref_template=REF
    )
    components = {SAME_NAME.get(name, name): plain(schema) for name, schema in found.items()}
    components[Action.__name__] = {"description": "One of all actions.", **action}
    components["Macro"] = {"description": "A shortcut that expands into actions.", **macro}
    taken = set(within(components, sent & components.keys()))
    for name in components.keys() - taken:
        complete(components[name])
    for schema in components.values():
        if "description" in schema:
            schema["description"] = " ".join(schema["description"].split())
    return dict(sorted(components.items()))


@cache
def every_action() -> tuple[type[Action], ...]:
    """All kinds of action, of all editions with any of their options, in a fixed order."""
    return tuple(dict.fromkeys(kind for played in ways_to_play() for kind in played.actions))


def complete(schema: dict[str, Any]) -> None:
    """Mark fields with a default as required: answers always contain them."""
    for name, field in schema.get("properties", {}).items():
        if "default" in field:
            del field["default"]
            schema["required"].append(name)


def plain(schema: Any) -> Any:
    """A schema with our names for records, and without needless wrappers."""
    if isinstance(schema, list):
        return [plain(one) for one in schema]
    if isinstance(schema, dict):
        if schema.keys() == {"allOf"} and len(schema["allOf"]) == 1:
            return plain(schema["allOf"][0])
        if "$ref" in schema:
            return {"$ref": REFERENCES.get(schema["$ref"], schema["$ref"])}
        if "oneOf" in schema:  # an answer may fit several: one that says why it was refused is a problem, too
            return plain({"anyOf": schema["oneOf"], **{key: one for key, one in schema.items() if key != "oneOf"}})
        return {key: plain(value) for key, value in schema.items()}
    return schema


def within(components: dict[str, Any], names: Iterable[str]) -> Iterator[str]:
    """The names, and all names that they refer to, at any depth."""
    waiting, found = list(names), set[str]()
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            yield name
            waiting += referred(components[name])


def referred(schema: Any) -> Iterator[str]:
    """The names that a schema refers to."""
    if isinstance(schema, dict):
        for key, value in schema.items():
            if key == "$ref":
                yield value.rsplit("/", 1)[-1]
            else:
                yield from referred(value)
    elif isinstance(schema, list):
        for one in schema:
            yield from referred(one)
