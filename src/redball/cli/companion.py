"""`redball odds KIND` and `redball roll KIND`: the table companion. One option for each field of a question."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_origin, get_type_hints

import msgspec
import typer
from typer.core import TyperCommand

from redball.cli.errors import fail, listed_only
from redball.cli.games import Switches, charts_of, print_json
from redball.cli.width import COLUMNS, in_width

if TYPE_CHECKING:
    from redball.analysis.companion import Kind
    from redball.charts import Charts

TITLES = {
    "odds": "Show the exact chances of a roll on the charts.",
    "roll": "Roll on the charts with your own dice, or let Redball roll them.",
}
EDITION = Annotated[str, typer.Option("--edition", help="The charts to use; by default the latest series rules.")]
CHARTS = Annotated[Path | None, typer.Option("--charts", help="Your own chart file; its tables replace the edition's.")]
AS_JSON = Annotated[bool, typer.Option("--json", help="One JSON document on standard output.")]


def group(name: str, words: Sequence[str]) -> typer.Typer:
    """The subcommands of `odds` or `roll`, one for each kind. Only the one that the first word names gets options."""
    from redball.analysis.companion import KINDS

    app = typer.Typer(help=TITLES[name])
    for kind in KINDS.values():
        run = command_for(name, kind) if kind.name in words[:1] else listed_only
        app.command(kind.name, cls=of_kind(kind), help=f"{kind.title}. {inspect.getdoc(kind.question)}")(run)
    return app


def of_kind(kind: Kind) -> type[TyperCommand]:
    """A command whose help says which editions have an option that others do not. It looks only when it is asked for
    help: that takes the charts of every edition."""

    class KindCommand(TyperCommand):
        def format_help(self, ctx: Any, formatter: Any) -> None:
            only = only_in(kind)
            for option in self.params:
                if option.name in only:
                    option.help = f"{option.help or ''} ({', '.join(only[option.name])})"  # type: ignore[attr-defined]
            super().format_help(ctx, formatter)

    return KindCommand


def only_in(kind: Kind) -> dict[str, list[str]]:
    """Fields and dice that some editions do not have, with those that do."""
    from redball import editions

    found: dict[str, list[str]] = {}
    for edition in editions.bases():
        form = kind.on(editions.charts_of(edition))
        for name in (*form.question.__struct_fields__, *(f"{die}_" for die in form.dice)):
            found.setdefault(name, []).append(edition)
    return {name: having for name, having in found.items() if len(having) < len(editions.bases())}


def command_for(name: str, kind: Kind) -> Callable[..., None]:
    """A command whose options are the question's fields, and for a roll its dice."""

    def run(**given: Any) -> None:
        edition, charts, as_json = given.pop("edition"), charts_of(given.pop("charts")), given.pop("as_json")
        switches = given.pop("switch") or []
        dice = {die: list(given.pop(f"{die}_")) for die in (kind.all_dice if name == "roll" else {})}
        fields = {field: value for field, value in given.items() if value is not None}
        answer(
            name, kind, fields, {die: told for die, told in dice.items() if told}, edition, as_json, charts, switches
        )

    parameters = [*field_options(kind), *(die_options(kind) if name == "roll" else [])]
    for word, annotation, default in (
        ("edition", EDITION, ""),
        ("switch", Switches, None),
        ("charts", CHARTS, None),
        ("as_json", AS_JSON, False),
    ):
        parameters.append(_parameter(word, annotation, default))
    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return run


def _parameter(name: str, annotation: Any, default: Any) -> inspect.Parameter:
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)


def field_options(kind: Kind) -> list[inspect.Parameter]:
    """Options for the fields of every form. The question itself checks which ones are required, and says so in a
    sentence."""
    found: dict[str, inspect.Parameter] = {}
    for form in kind.forms:
        for parameter in _options_of(form):
            found.setdefault(parameter.name, parameter)
    return list(found.values())


def _options_of(kind: Kind) -> list[inspect.Parameter]:
    hints = get_type_hints(kind.question, include_extras=True)
    found = []
    for field in msgspec.structs.fields(kind.question):
        hint = hints[field.name]
        meta = next((extra for extra in getattr(hint, "__metadata__", ()) if isinstance(extra, msgspec.Meta)), None)
        plain = hint.__origin__ if meta is not None else hint
        plain = plain if get_origin(plain) is tuple or plain in (int, bool) else str
        flag = f"--{field.name.replace('_', '-')}"
        help_ = (meta.description or "") if meta is not None else ""
        if field.default is not msgspec.NODEFAULT and not isinstance(field.default, bool):
            help_ += f" [{field.default}]"
        option = typer.Option(flag, help=help_, show_default=False)
        found.append(_parameter(field.name, Annotated[plain | None, option], None))
    return found


def die_options(kind: Kind) -> list[inspect.Parameter]:
    """Options for the dice by name. Each may be repeated, for dice that are rolled again."""
    words = {"two": "unmodified sum of two dice", "one": "one die"}
    return [
        _parameter(f"{die}_", Annotated[list[int], typer.Option(f"--{die}", help=words[count])], ())
        for die, count in kind.all_dice.items()
    ]


def answer(
    name: str,
    kind: Kind,
    fields: dict[str, Any],
    dice: dict[str, list[int]],
    edition: str,
    as_json: bool,
    own: str = "",
    switches: list[str] | None = None,
) -> None:
    """Answer, or print one sentence and exit with status 2. `own` is the text of the player's own chart file;
    `switches` are switches of the edition that change its charts."""
    from redball.analysis.companion import AskError
    from redball.core.errors import EditionError

    try:
        charts = charts_with(edition, own, switches or [])
        found = kind.odds(charts, fields) if name == "odds" else kind.roll(charts, fields, dice)
    except (AskError, EditionError, ValueError) as error:
        fail(str(error))
    if as_json:
        print_json(found)
    else:
        show(found)


def charts_with(edition: str, own: str, switches: list[str]) -> Charts:
    """The charts of an edition with the player's own tables and with switches. Only switches load its rules.

    Raises EditionError or ValueError in one sentence.
    """
    from redball import editions

    name = edition or editions.DEFAULT
    if not switches:
        return editions.charts_of(name, own)
    from redball.game.position.switches import read_switches

    found = editions.edition(name)
    return found.played_with(found.switch_values(read_switches(switches, found))).with_charts(own).charts


APART = frozenset({"kind", "ledger", "outcomes", "expected", "expected_ledgers", "unused"})
"""What an answer says elsewhere than in its first lines."""


def several(dice: list[int]) -> str:
    """Dice in a sentence."""
    return " and ".join(map(str, dice))


def show(found: dict[str, Any]) -> None:
    """The answer for people: what is known, a table of outcomes, the ledger. A roll skips rich, to be quick."""
    for name, value in found.items():
        if name not in APART and not isinstance(value, list):
            typer.echo(in_width(f"{words(name)}: ", brief(value)))
    if found.get("thrown"):
        typer.echo(f"dice rolled: {several(found['thrown'])}")
    if found.get("unused"):
        typer.echo("dice not needed: " + ", ".join(f"{name} {several(told)}" for name, told in found["unused"].items()))
    if "outcomes" in found:
        show_outcomes(found["outcomes"])
    show_ledger(found["ledger"])
    for name, ledger in found.get("expected_ledgers", {}).items():
        typer.echo(f"expected {words(name)}: {brief(found['expected'][name])} ({ledger['total']})")
        show_ledger(ledger["lines"])


SHORT = {"attacker": "att.", "defender": "def.", "dg": "DG"}
"""Words of a heading that make their column too wide."""
LONGEST_BAR = 40


def show_outcomes(outcomes: list[dict[str, Any]]) -> None:
    """Every outcome with its chance, as a number and as a bar that takes the room left in a line."""
    from rich.console import Console
    from rich.table import Table

    names = [name for name in outcomes[0] if name not in ("p", "chance")]
    heads = ["\n".join(SHORT.get(word, word) for word in words(name).split()) for name in names]
    rows = [[brief(outcome[name]).replace(", ", ",\n") for name in names] for outcome in outcomes]
    chances = [f"{100 * outcome['chance']:5.1f}%" for outcome in outcomes]
    taken = [max(len(line) for cell in cells for line in cell.split("\n")) for cells in zip(heads, *rows, strict=True)]
    longest = min(LONGEST_BAR, COLUMNS - len(chances[0]) - sum(taken) - len(taken) - 2)
    table = Table("chance", "", *heads, box=None, header_style="bold", padding=(0, 1, 0, 0), pad_edge=False)
    for outcome, chance, cells in zip(outcomes, chances, rows, strict=True):
        table.add_row(chance, "█" * round(longest * outcome["chance"]), *cells)
    Console(highlight=False, width=COLUMNS).print(table)


def show_ledger(lines: list[dict[str, str]]) -> None:
    """The terms, one per line: amount, reason and case."""
    wide = [max((len(line[name]) for line in lines), default=0) for name in ("amount", "reason")]
    for line in lines:
        amount, reason = f" {line['amount']:<{wide[0]}}  ", f"{line['reason']:<{wide[1]}}"
        whole = f"{amount}{reason}  {line['case']}".rstrip()
        typer.echo(whole if len(whole) <= COLUMNS else in_width(amount, f"{line['reason']}  {line['case']}"))


def words(name: str) -> str:
    """The name of a field in words."""
    return name.replace("_", " ")


def brief(value: Any) -> str:
    """A value in one line."""
    if isinstance(value, dict):
        return ", ".join(f"{words(name)} {brief(inner)}" for name, inner in value.items())
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:.3g}" if isinstance(value, float) else str(value) or "-"
