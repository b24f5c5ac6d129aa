"""The settings of a server: a TOML file, and variables of the environment, which come before it.

`[database] url` in the file is `REDBALL_DATABASE_URL` in the environment, and so on.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from email.utils import parseaddr
from pathlib import Path
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

import msgspec
from msgspec import Meta

PREFIX = "REDBALL_"
SHORTEST_KEY = 32
"""Characters of the key of the dice."""
Count = Annotated[int, Meta(ge=1)]
Seconds = Annotated[float, Meta(gt=0)]


class SettingsError(ValueError):
    """The settings cannot be used; the text is a sentence that names the place."""


class Server(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """Where the server listens, and `public`: the address under which players find it, which is where its pages, links
    and passkeys belong to ("": the one where it listens). `proxies`: addresses whose word on the client's address
    counts."""

    host: str = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65535)] = 8000
    public: str = ""
    proxies: tuple[str, ...] = ()


class DatabaseSettings(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The database: `sqlite:///FILE` or `postgresql://...`. `upgrade`: a start brings its tables up to date."""

    url: str = "sqlite:///redball.sqlite"
    upgrade: bool = True


class Memory(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """How many games may be in memory, and after how many idle seconds a game leaves it."""

    games: Count = 200
    idle: Seconds = 300.0


class Accounts(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """Who may sign up, and how many days a session lasts that nobody uses."""

    sign_up: Literal["open", "closed"] = "open"
    days: Count = 30


class Limits(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """Requests in a minute: of one address, of those that change something, and failed sign-ins in a quarter of an
    hour. `save`: bytes of a save that is imported."""

    requests: Count = 1200
    changes: Count = 300
    sign_ins: Count = 10
    save: Count = 50_000_000


class Log(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """How the log is written: a line of JSON, or of text, for each request from `level` on."""

    format: Literal["json", "text"] = "json"
    level: Literal["debug", "info", "warning", "error"] = "info"


class DiceSettings(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The key from which the secrets of pledged dice are made, at least 32 characters; "": one in a file beside the
    SQLite database."""

    key: str = ""


class Mail(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The server that takes mail, and `sender`: from whom it is ("Redball <redball@ocs.example>"). Without a `host` no
    mail is sent."""

    host: str = ""
    port: Annotated[int, Meta(ge=1, le=65535)] = 587
    security: Literal["starttls", "tls", "none"] = "starttls"
    user: str = ""
    password: str = ""
    sender: str = ""

    @property
    def address(self) -> str:
        """The sender's address alone, "" if there is none."""
        return parseaddr(self.sender)[1]


class Notices(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """Every how many seconds is looked for what is due, and `private`: webhooks and push services may be in
    the server's own network."""

    every: Seconds = 5.0
    private: bool = False


class Bots(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """How many bots may think at once, each in a process of its own (0: planners do not play here), and the longest
    thinker that may play."""

    thinking: Annotated[int, Meta(ge=0, le=64)] = 1
    level: Literal["planner-quick", "planner", "planner-slow"] = "planner"


class Settings(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """All settings."""

    server: Server = Server()
    database: DatabaseSettings = DatabaseSettings()
    memory: Memory = Memory()
    accounts: Accounts = Accounts()
    limits: Limits = Limits()
    log: Log = Log()
    dice: DiceSettings = DiceSettings()
    mail: Mail = Mail()
    notices: Notices = Notices()
    bots: Bots = Bots()

    @property
    def secure(self) -> bool:
        """Players reach the server by https."""
        return self.server.public.startswith("https://")

    @property
    def hosts(self) -> list[str]:
        """The names that the server answers to, beside those of its machine."""
        public = urlsplit(self.server.public).hostname
        return [name for name in (self.server.host, public) if name]


def read(path: Path | None, environment: Mapping[str, str]) -> Settings:
    """The settings in a file, if one is given, with those of the environment.

    Raises SettingsError.
    """
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8")) if path is not None else {}
    except OSError as error:
        raise SettingsError(f"{path}: {error.strerror}") from error
    except ValueError as error:
        raise SettingsError(f"{path}: {error}") from error
    for name, section in found.items():
        if not isinstance(section, dict):
            raise SettingsError(f"{path}: {name} stands outside of a section such as [server]")
    for name, value in sorted(environment.items()):
        place = _place(name)
        if place is not None:
            found.setdefault(place[0], {})[place[1]] = value.split(",") if place[1] == "proxies" else value
    try:
        settings = msgspec.convert(found, Settings, strict=False)
    except msgspec.ValidationError as error:
        raise SettingsError(f"{path or 'the environment'}: {error}") from error
    _check(settings)
    return settings


def _place(name: str) -> tuple[str, str] | None:
    """The section and the field that a variable of the environment sets; None for one that is no setting."""
    section, _, field = name.removeprefix(PREFIX).lower().partition("_")
    kinds: dict[str, Any] = {one.name: one.type for one in msgspec.structs.fields(Settings)}
    known = name.startswith(PREFIX) and section in kinds
    return (section, field) if known and field in {one.name for one in msgspec.structs.fields(kinds[section])} else None


def _check(settings: Settings) -> None:
    """Check what no type says.

    Raises SettingsError.
    """
    public = settings.server.public
    parts = urlsplit(public)
    if public and (parts.scheme not in ("http", "https") or not parts.hostname or parts.path.strip("/") or parts.query):
        raise SettingsError(f"[server] public is {public!r}: give the address of the site, such as https://ocs.example")
    if settings.dice.key and len(settings.dice.key) < SHORTEST_KEY:
        raise SettingsError(f"[dice] key has fewer than {SHORTEST_KEY} characters: `openssl rand -hex 32` makes one")
    if settings.mail.host and "@" not in settings.mail.address:
        raise SettingsError("[mail] sender is missing: from whom mail is, such as Redball <redball@ocs.example>")
    if settings.mail.host and not public:
        raise SettingsError("[server] public is missing: the links in mail lead there")
    kind = settings.database.url.partition(":")[0].partition("+")[0]
    if kind not in ("sqlite", "postgresql"):
        raise SettingsError(f"[database] url begins with {kind!r}: it is sqlite:///FILE or postgresql://USER@HOST/NAME")
