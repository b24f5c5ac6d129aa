"""`redball play --text`: a game in the terminal, against a bot or for two players at one screen."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain

import typer
from msgspec import ValidationError

from redball.board.hexes import NO_HEX
from redball.cli.advice_text import plan_lines, review_lines
from redball.cli.ahead_text import approach_lines, budget_lines, cut_lines, mode_lines
from redball.cli.air_text import air_hexes, air_news
from redball.cli.errors import fail
from redball.cli.foresight import assault_lines, barrage_lines, odds_lines
from redball.cli.listing import PAGE, matching, short_list
from redball.cli.mission_text import mission_odds_lines
from redball.cli.renewal_text import renewal_lines
from redball.cli.ship_text import ashore_lines, gunfire_lines, landing_lines
from redball.cli.textmap import SPAN, draw, stack_lines
from redball.cli.width import in_width
from redball.cli.wording import Words, read_action
from redball.core.actions import Action, BeginMove, Done
from redball.core.engine import decision_name
from redball.core.ledger import show_mp
from redball.core.refusals import Refusal
from redball.core.telling import phase_name
from redball.game.explain import supply as explanations
from redball.game.explain import text as explanation_text
from redball.game.plan import moves as planning
from redball.game.save import SaveMoved, Unwritable
from redball.game.sight.belief import believed, visible
from redball.game.standing.alone import gives_up
from redball.game.view.segment_ends import done_text
from redball.game.view.warnings import warnings
from redball.rules.barrage.segment import BarrageSegment, possible_units
from redball.rules.combat.segment import refuse_target, usual_attackers
from redball.rules.ground.fleet import ship_hexes
from redball.rules.sequence import victory
from redball.rules.trace import cuts as supply_cuts
from redball.server.session import HUMAN, Session

NAMED = 6
"""Units that a warning names."""
HELP = """\
number            take that action            done              end the segment
list [WORD]       actions, with the word      more              more of the list
do KIND a=b ...   take any action             why KIND a=b ...  is it allowed
move STACK HEX    go there hex by hex         reach STACK       where it can go
undo [N]          take back the last line, or N actions
odds HEX [UNIT ...]          preview an attack by these units, or all that can
odds HEX overrun UNIT ...    preview an overrun
barrage HEX [GUN ...]        preview a barrage by these guns, or all in range
mission           preview the air mission that is planned, and who cannot join
mission KIND HEX PLANE[:WAY] ...   preview another one, like `mission barrage`
bills HEX         who can pay to attack it    fuel UNIT [HEX]   the cost to move
supply UNIT       why in supply or not        cuts UNIT         what cuts it off
budget            supply, and what needs it   cutmap [theirs]   what ZOCs cut
whatif HEX STACK  an attack from around HEX   modes STACK       reach by mode
plan [LEVEL]      a plan for your turn        coach             what cost most
map [HEX]         the map, or the part there  at HEX            what is in a hex
units             your units                  log [N]           the last N lines
score             points                      rebuild           what to rebuild
quit              stop (the game is saved)
Hexes are written 05.04; units as `units` lists them; a STACK is units joined by
commas, or a hex for all that can move there. The KIND of an action follows it
in brackets: `do step_to hex=05.04`, `why set_mode unit=ax-sr mode=strat`."""


def play_text(session: Session) -> None:
    """Play until the game, or the input, ends; one sentence and exit status 2 if it can no longer be saved."""
    if session.damage:
        typer.echo(f"{session.damage}. What follows it is set aside when you play on.")
    try:
        Table(session, typer.echo).play(read_lines())
    except (SaveMoved, Unwritable) as error:
        fail(str(error))


def read_lines() -> Iterator[str]:
    """Lines typed by the player, until the end of the input."""
    while True:
        try:
            yield input("> ")
        except EOFError:
            return


class Table:
    """One screen for a game."""

    def __init__(self, session: Session, say: Callable[[str], None]) -> None:
        self.session = session
        self.say = say
        self.told = 0
        self.asked = -1
        self.ends = ""
        self.warned = -1
        self.gestures: list[int] = []
        self.page: list[str] = []
        self.viewer = next((s for s, who in session.players.items() if who == HUMAN), session.game.world.sides[0])
        self.commands: dict[str, Callable[[list[str]], None]] = {
            "do": self.do,
            "why": self.why,
            "done": self.done,
            "list": self.list_all,
            "more": self.more,
            "move": self.move,
            "reach": self.reach,
            "odds": self.odds,
            "mission": self.mission,
            "barrage": self.barrage,
            "supply": self.supply,
            "cuts": self.cuts,
            "cutmap": self.cutmap,
            "budget": self.budget,
            "whatif": self.whatif,
            "modes": self.modes,
            "plan": self.plan,
            "coach": self.coach,
            "bills": self.bills,
            "fuel": self.fuel,
            "undo": self.undo,
            "map": self.map,
            "at": self.at,
            "units": self.units,
            "log": self.log,
            "score": self.score,
            "rebuild": self.rebuild,
            "help": self.help,
        }

    @property
    def words(self) -> Words:
        """Names as the viewer may read them."""
        return Words(self.session.game.look, self.viewer, done_text(self.session.game))

    def play(self, lines: Iterator[str]) -> None:
        """Let bots play and ask players, until the game or the input ends."""
        self.say(f"{self.session.game.world.scenario.title}: game {self.session.id}. `help` lists the commands.")
        self.overview()
        while not self.session.game.over:
            if self.session.bot_to_move():
                self.session.bot_plays(self.viewer, "step")
                self.news()
                continue
            self.prompt()
            line = next(lines, None)
            if line is None or line.strip() in ("quit", "exit"):
                self.say(f"stopped; continue with --game {self.session.id}")
                return
            try:
                self.obey(line.strip())
            except Unwritable as error:
                self.say(str(error))
            self.news()
        self.say(self.ending())

    def prompt(self) -> None:
        """Show the deciding side and its choices."""
        game = self.session.game
        open_ = game.decision
        assert open_ is not None  # the game is not over
        if open_.side != self.viewer:
            self.say(f"\n--- {self.words.side(open_.side)} to decide ---")
            self.viewer = open_.side
            self.overview()
        if self.asked == len(game.records):
            return
        self.asked = len(game.records)
        self.ends = decision_name(game.look, open_)
        clock = game.state.clock
        self.say(f"\nTurn {clock.turn}, {phase_name(clock.phase, clock.segment)}, {self.words.side(open_.side)}:")
        self.say(open_.step.prompt)
        news = (air_news, gunfire_lines, landing_lines, ashore_lines)
        for line in chain.from_iterable(tell(game.look, self.viewer) for tell in news):
            self.say(line)
        for line in assault_lines(self.session, self.viewer):
            self.say(in_width("  ", line))
        for line in short_list(game.choices(), self.words):
            self.say(line)

    def overview(self) -> None:
        """The whole map if it fits the screen."""
        if self.session.game.world.board.columns <= SPAN:
            self.map([])
        else:
            self.say("`map HEX` draws the part of the map around a hex, `map` all of it")

    def obey(self, line: str) -> None:
        """Carry out one typed line. All actions that it brings are undone together."""
        if not line:
            return
        before = len(self.session.game.records)
        self.carry_out(*line.split())
        if len(self.session.game.records) > before:
            self.gestures.append(before)

    def carry_out(self, name: str, *words: str) -> None:
        """A command with its words, or the number of an action."""
        rest = list(words)
        if name.isdecimal():
            choices = self.session.game.choices()
            if not 1 <= int(name) <= len(choices):
                self.say(f"there are actions 1 to {len(choices)}")
            elif choices[int(name) - 1] == Done():
                self.done([])
            else:
                self.take(choices[int(name) - 1])
            return
        command = self.commands.get(name)
        if command is None:
            self.say(f"there is no command {name!r}; `help` lists them")
            return
        try:
            command(rest)
        except (ValueError, KeyError, ValidationError) as error:
            self.say(f"{name}: {error.args[0] if error.args else error}")

    def news(self) -> None:
        """Show new log lines that the viewer may read."""
        number = len(self.session.game.records)
        for row in self.session.journal.read(self.viewer, min(self.told, number + 1)):
            self.say(f"  {row.text}  [{row.case}]")
        self.told = number + 1

    # --- commands --------------------------------------------------------------------------------------------------

    def take(self, action: Action) -> None:
        """Take an action for the viewer."""
        self.refused(self.session.take(self.viewer, action))

    def refused(self, refusal: Refusal | None) -> None:
        """Show a refusal, with the rule and what would help."""
        if refusal is not None:
            self.say("  No: " + self.words.refusal(refusal))

    def do(self, rest: list[str]) -> None:
        """Take any action, written out."""
        self.take(read_action(self.session.game.look, rest))

    def why(self, rest: list[str]) -> None:
        """Say whether an action is allowed, and if not, why."""
        refusal = self.session.game.check(self.viewer, read_action(self.session.game.look, rest))
        if refusal is None:
            self.say("  That is allowed.")
        self.refused(refusal)

    def done(self, rest: list[str]) -> None:
        """End the decision that was shown last. Before a segment ends, say once what is left to do."""
        game = self.session.game
        fresh, open_ = self.warned != len(game.records), game.decision
        found = warnings(game, self.viewer) if fresh else []
        lost = gives_up(game.look, open_) if fresh and open_ is not None else ""
        for warning in found:
            what = [*map(self.words.unit, warning.units), *map(self.words.hex, warning.hexes)]
            named = ", ".join(what[:NAMED])
            others = f" and {len(what) - NAMED} more" if len(what) > NAMED else ""
            self.say(f"  {warning.text}: {named}{others} [{warning.case}]")
        if lost:
            self.say(f"  {lost}")
        if found or lost:
            self.warned = len(game.records)
            self.say(f"  `done` again {'ends it' if found else 'does it'} anyway")
        else:
            self.take(Done(self.ends))

    def list_all(self, rest: list[str]) -> None:
        """List all actions, or those that contain a word, a page at a time."""
        self.page = matching(self.session.game.choices(), self.words, " ".join(rest))
        if not self.page:
            self.say("  there is no such action now")
        self.more([])

    def more(self, rest: list[str]) -> None:
        """The next page of the list."""
        for line in self.page[:PAGE]:
            self.say(line)
        self.page = self.page[PAGE:]
        if self.page:
            self.say(f"     ... and {len(self.page)} more: `more`, or `list WORD`")

    def move(self, rest: list[str]) -> None:
        """Move a stack to a hex by the cheapest path."""
        units, hex_ = self.stack(rest), self.hex(rest[1:])
        answer = planning.reachable(self.session.game, self.viewer, units)
        if answer.refusal is not None:
            self.refused(answer.refusal)
        elif hex_ not in answer.hexes:
            self.say(f"  {rest[0]} cannot reach {rest[1]} now; `reach {rest[0]}` lists where it can go")
        else:
            path = answer.hexes[hex_].path
            self.refused(self.session.macro(self.viewer, planning.MoveMacro(units, path, halt=True)).refusal)

    def reach(self, rest: list[str]) -> None:
        """List the hexes that a stack can reach, with the MP left."""
        answer = planning.reachable(self.session.game, self.viewer, self.stack(rest))
        if answer.refusal is not None:
            self.refused(answer.refusal)
            return
        board = self.session.game.world.board
        found = [f"{board.hex_name(h)} ({show_mp(r.mp_left)})" for h, r in answer.hexes.items()]
        self.say("  " + (" ".join(found) or "nowhere") + ("; needs fuel" if answer.unfueled else ""))

    def odds(self, rest: list[str]) -> None:
        """Preview an attack or overrun by the named units, or an attack by all units that could take part."""
        look, hex_ = believed(self.session.game.look, self.viewer), self.hex(rest)
        kind, named = ("overrun", rest[2:]) if rest[1:2] == ["overrun"] else ("regular", rest[1:])
        refusal = refuse_target(look, self.viewer, hex_) if not named else None
        if refusal is not None:
            self.refused(refusal)
            return
        units = tuple(named) or usual_attackers(look, self.viewer, hex_)
        for line in odds_lines(self.session, self.viewer, hex_, units, kind):
            self.say(in_width("  ", line))

    def barrage(self, rest: list[str]) -> None:
        """Preview a barrage by the named guns, or by all in range."""
        look, hex_ = believed(self.session.game.look, self.viewer), self.hex(rest)
        draft = look.state.stack[-1].data if look.state.stack else None
        guns, aloft = tuple(rest[1:]), False
        if isinstance(draft, BarrageSegment) and draft.target == hex_:
            guns, aloft = guns or draft.units, bool(draft.planes)
        guns = guns or (() if aloft else possible_units(look, self.viewer, hex_))
        if not guns and not aloft:
            raise ValueError(f"no artillery can barrage {rest[0]} now")
        for line in barrage_lines(self.session, self.viewer, hex_, guns):
            self.say(in_width("  ", line))

    def mission(self, rest: list[str]) -> None:
        """Preview the planned air mission, or one of a kind to a hex by the named aircraft."""
        kind, hex_ = (rest[0], self.hex(rest[1:])) if rest else ("", NO_HEX)
        for line in mission_odds_lines(self.session, self.viewer, kind, hex_, tuple(rest[2:])):
            self.say(in_width("  ", line))

    def supply(self, rest: list[str]) -> None:
        """Explain why a unit is in supply or out of it, and what could pay for it."""
        told = explanations.supply_of(self.session.game, self.viewer, self.own_unit(rest))
        self.lines(explanation_text.supply_lines(told, self.words.namer))

    def cuts(self, rest: list[str]) -> None:
        """Show what would cut a unit's trace and its supply."""
        for line in supply_cuts.LINES:
            told = explanations.cuts_of(self.session.game, self.viewer, self.own_unit(rest), line)
            self.lines(explanation_text.cuts_lines(told, self.words.namer))

    def cutmap(self, rest: list[str]) -> None:
        """Show what single ZOCs would cut of the viewer's trace, or of the other side's as far as it is seen."""
        theirs = rest[:1] == ["theirs"]
        side = self.session.game.world.enemy(self.viewer) if theirs else self.viewer
        for line in cut_lines(self.session, self.viewer, side, self.words):
            self.say(in_width("  ", line))

    def budget(self, rest: list[str]) -> None:
        """Show what there is to spend, and what it could be spent on."""
        for line in budget_lines(self.session, self.viewer, self.words):
            self.say(in_width("  ", line))

    def whatif(self, rest: list[str]) -> None:
        """Preview the attack of a stack on a hex from each hex next to it, as if it stood there."""
        for line in approach_lines(self.session, self.viewer, self.hex(rest), self.together(rest[1:]), self.words):
            self.say(in_width("  ", line))

    def modes(self, rest: list[str]) -> None:
        """List where a stack could be in each mode."""
        for line in mode_lines(self.session, self.viewer, self.together(rest), self.words):
            self.say(in_width("  ", line))

    def plan(self, rest: list[str]) -> None:
        """Let the planning bot propose a plan for the rest of the viewer's Player Turn."""
        for line in plan_lines(self.session, self.viewer, rest[0] if rest else "planner"):
            self.say(in_width("  ", line))

    def coach(self, rest: list[str]) -> None:
        """Tell which decisions in the viewer's last Player Turn cost most."""
        for line in review_lines(self.session, self.viewer):
            self.say(in_width("  ", line))

    def bills(self, rest: list[str]) -> None:
        """Show what could pay for an attack by all possible units, and for a barrage by all guns in range."""
        game, hex_ = self.session.game, self.hex(rest)
        look, namer = believed(game.look, self.viewer), self.words.namer
        attackers, guns = usual_attackers(look, self.viewer, hex_), possible_units(look, self.viewer, hex_)
        for title, kind, units in (("Attack", "regular", attackers), ("Barrage", "barrage", guns)):
            told = explanations.bills_for(game, self.viewer, kind, hex_, tuple(units))  # type: ignore[arg-type]
            if told.bills:
                self.lines([f"{title}: {explanation_text.bills_text(told, namer)}."])
                self.lines([f"  {explanation_text.bill_text(bill, namer)}." for bill in told.bills])
            else:
                self.lines([f"{title}: no unit can take part."])

    def fuel(self, rest: list[str]) -> None:
        """Show what it costs to move a unit, to a hex if one is given."""
        hex_ = self.hex(rest[1:]) if rest[1:] else -1
        told = explanations.move_cost(self.session.game, self.viewer, (self.own_unit(rest),), hex_)
        self.lines(explanation_text.move_lines(told, self.words.namer))

    def undo(self, rest: list[str]) -> None:
        """Undo all actions that the last line brought, or so many."""
        now = len(self.session.game.records)
        while self.gestures and self.gestures[-1] >= now:
            self.gestures.pop()
        since = self.gestures[-1] if self.gestures else now - 1
        refusal = self.session.undo(self.viewer, int(rest[0]) if rest else max(1, now - since))
        self.refused(refusal)
        if refusal is None:
            self.asked = -1
            self.say(f"  undone: {now - len(self.session.game.records)} actions")

    def map(self, rest: list[str]) -> None:
        """Draw the map, or the part around a hex."""
        self.say(draw(self.session.game.look, self.viewer, self.hex(rest) if rest else -1))

    def at(self, rest: list[str]) -> None:
        """Describe a hex."""
        for line in stack_lines(self.session.game.look, self.viewer, self.hex(rest)):
            self.say("  " + line)

    def units(self, rest: list[str]) -> None:
        """List the viewer's units, aircraft and ships by hex."""
        look = self.session.game.look
        units, others = {unit.hex for unit in look.own(self.viewer)}, ship_hexes(look, self.viewer)
        for hex_ in sorted(units | air_hexes(look, self.viewer) | others):
            for line in stack_lines(look, self.viewer, hex_):
                self.say("  " + line)

    def log(self, rest: list[str]) -> None:
        """Show the last lines of the log."""
        count = int(rest[0]) if rest else 20
        for row in self.session.journal.read(self.viewer)[-count:]:
            self.say(f"  {row.text}  [{row.case}]")

    def score(self, rest: list[str]) -> None:
        """Show the points so far."""
        standing = victory.score(self.session.game.look, self.viewer)
        for line in standing.lines:
            self.say(f"  {line.points:3} {self.words.side(line.side)}: {line.reason}")
        self.say("  " + ", ".join(f"{self.words.side(s)} {p}" for s, p in standing.points.items()))

    def rebuild(self, rest: list[str]) -> None:
        """Show what could be rebuilt, at what cost, or why not (13.5)."""
        for line in renewal_lines(self.session.game.look, self.viewer, self.words.namer):
            self.say(f"  {line}")

    def help(self, rest: list[str]) -> None:
        """List the commands."""
        self.say(HELP)

    def ending(self) -> str:
        """How the game ended."""
        outcome = self.session.game.state.outcome
        assert outcome is not None  # the game is over
        points = ", ".join(f"{self.words.side(s)} {p}" for s, p in outcome.points.items())
        return f"\n{outcome.result} ({points}): {outcome.reason}."

    # --- reading ---------------------------------------------------------------------------------------------------

    def stack(self, rest: list[str]) -> tuple[str, ...]:
        """The first word as units: joined by commas, or a hex for all that can move there. Raises ValueError."""
        if not rest or "." not in rest[0]:
            return tuple(self.unit([word]) for word in (rest[0].split(",") if rest else [""]))
        game, hex_ = self.session.game, self.hex(rest)
        able = {action.unit for action in game.choices() if isinstance(action, BeginMove)}
        units = tuple(unit.id for unit in game.look.units_at(hex_) if unit.id in able)
        if not units:
            raise ValueError(f"no unit in {rest[0]} can begin to move")
        return units

    def together(self, rest: list[str]) -> tuple[str, ...]:
        """The first word as own units: joined by commas, or a hex for all combat units there. Raises ValueError."""
        if not rest or "." not in rest[0]:
            return tuple(self.own_unit([word]) for word in (rest[0].split(",") if rest else [""]))
        units = tuple(u.id for u in self.session.game.look.combat_units_at(self.hex(rest), self.viewer))
        if not units:
            raise ValueError(f"you have no combat unit in {rest[0]}")
        return units

    def unit(self, rest: list[str]) -> str:
        """The first word as a unit that the viewer sees. Raises ValueError."""
        if not rest or rest[0] not in visible(self.session.game.look, self.viewer):
            raise ValueError("name a unit; `units` lists yours")
        return rest[0]

    def own_unit(self, rest: list[str]) -> str:
        """The first word as a unit of the viewer on the map. Raises ValueError."""
        uid = self.unit(rest)
        unit = self.session.game.state.units[uid]
        if unit.side != self.viewer or not unit.on_map:
            raise ValueError(f"{uid} is not one of your units on the map")
        return uid

    def lines(self, said: list[str]) -> None:
        """Say several lines, indented."""
        for line in said:
            self.say(f"  {line}")

    def hex(self, rest: list[str]) -> int:
        """The first word as a hex. Raises ValueError."""
        if not rest:
            raise ValueError("name a hex, such as 05.04")
        return self.session.game.world.board.index(rest[0])
