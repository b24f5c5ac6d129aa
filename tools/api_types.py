"""Writes what the page needs from Python: `python tools/api_types.py`; `--check` says what is stale.

The types of the server's answers come from its own description (`/schema/openapi.json`), those of the lobby from what
the online server's has beside it; openapi-typescript, one of the page's packages, turns it into TypeScript. The table
of the kinds of action comes from `action_kinds.py`, samples of what changes in a view from `view_changes.py`. The files
are kept in the repository, so that the page builds without Python.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import action_kinds
import view_changes
from redball.online.app import create_app as online_app
from redball.online.settings import DatabaseSettings, Settings
from redball.server.app import create_app
from redball.server.description import RecordSchemas, describe, within
from web_client import WEB, find_npm, install

TYPES = WEB / "src" / "game" / "api-types.ts"
LOBBY_TYPES = WEB / "src" / "lobby" / "api-types.ts"
HEAD = "// Written by tools/api_types.py from the server's own description. Do not edit by hand.\n"
FLAGS = ("--root-types", "--root-types-no-schema-prefix", "--default-non-nullable=false")


def files() -> dict[Path, str]:
    """Every file as it should be, by path."""
    install()
    return {TYPES: types(), LOBBY_TYPES: lobby_types(), **action_kinds.files(), **view_changes.files()}


def types() -> str:
    """The types, for records only, because the page writes its calls itself."""
    with tempfile.TemporaryDirectory() as folder:
        return in_typescript(describe(create_app(Path(folder), static=Path(folder, "none"))))


def lobby_types() -> str:
    """The types of the online server's own records, and of what is in them."""
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/types.sqlite"
        app = online_app(Settings(database=DatabaseSettings(url)), static=Path(folder, "none"))
        whole = describe(app)
        app.state.means.database.close()
    components = whole["components"]["schemas"]
    (plugin,) = (one for one in app.plugins if isinstance(one, RecordSchemas))
    own = [name for name, record in plugin.seen.items() if record.__module__.startswith("redball.online")]
    kept = {name: components[name] for name in sorted(within(components, [*own, "Problem", "GameMade"]))}
    return in_typescript({**whole, "components": {"schemas": kept}})


def in_typescript(whole: dict[str, Any]) -> str:
    """A description's records as TypeScript."""
    command, environment = find_npm()
    with tempfile.TemporaryDirectory() as folder:
        described, made = Path(folder, "openapi.json"), Path(folder, "types.ts")
        described.write_text(json.dumps({**whole, "paths": {}}), encoding="utf-8")
        tool = ["exec", "--offline", "--", "openapi-typescript", str(described), *FLAGS, "-o", str(made)]
        done = subprocess.run([*command, *tool], cwd=WEB, env=environment, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            sys.exit(f"openapi-typescript failed:\n{done.stdout}{done.stderr}")
        return HEAD + made.read_text(encoding="utf-8")


def main() -> None:
    """The command line."""
    fresh = files()
    stale = [path for path, text in fresh.items() if not path.exists() or path.read_text(encoding="utf-8") != text]
    if "--check" not in sys.argv[1:]:
        for path in stale:
            path.write_text(fresh[path], encoding="utf-8")
    elif stale:
        names = ", ".join(path.name for path in stale)
        sys.exit(f"stale: {names}. Run `python tools/api_types.py` and commit what it writes.")


if __name__ == "__main__":
    main()
