"""`redball play --text`: a game in the terminal, against a bot or for two players at one screen."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import typer
from msgspec import ValidationError

from redball.cli.renewal_text import renewal_lines
from redball.cli.textmap import draw, stack_lines
from redball.cli.wording import Words, read_action
from redball.core.actions import Action
from redball.core.ledger import show_mp
from redball.core.refusals import Refusal
from redball.core.telling import phase_name
from redball.game.explain import supply as explanations
from redball.game.explain import text as explanation_text
from redball.game.plan import moves as planning
from redball.game.sight.belief import believed
from redball.rules.barrage.segment import possible_units
from redball.rules.combat.odds import preview, surprise_chances
from redball.rules.combat.points import COMBAT_COLUMNS, OTHER_ODDS, SPECIAL_ATTACKS
from redball.rules.combat.segment import possible_attackers, refuse_target
from redball.rules.sequence import victory
from redball.rules.trace import cuts as supply_cuts
from redball.server.session import HUMAN, Session

SHOWN = 30
HELP = """\
number           take that action            list [word]      all actions, or those with the word
do KIND a=b ...  take any action             why KIND a=b ... is it allowed; if not, by which rule
move UNIT HEX    go there hex by hex          reach UNIT       where it can go
odds HEX         preview an attack            undo             undo the last action
supply UNIT      why in supply or out of it   cuts UNIT        what would cut its trace or its supply
bills HEX        who can pay to attack it     fuel UNIT [HEX]  what it costs to move (there)
map [HEX]        the map                      at HEX           what is in a hex
units            your units                   log [n]          the last n lines
score            points                       quit             stop (the game is saved)
rebuild          what Repls can rebuild
Hexes are written 05.04; units as `units` lists them. The KIND of an action follows it in brackets:
`do step_to hex=05.04`, `why set_mode unit=ax-sr mode=strat`."""


def play_text(session: Session) -> None:
    """Play until the game, or the input, ends."""
    try:
        Table(session, typer.echo).play(read_lines())
    finally:
        session.close()


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
        self.viewer = next((s for s, who in session.players.items() if who == HUMAN), session.game.world.sides[0])
        self.commands: dict[str, Callable[[list[str]], None]] = {
            "do": self.do,
            "why": self.why,
            "list": self.list_all,
            "move": self.move,
            "reach": self.reach,
            "odds": self.odds,
            "supply": self.supply,
            "cuts": self.cuts,
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
        return Words(self.session.game.look, self.viewer)

    def play(self, lines: Iterator[str]) -> None:
        """Let bots play and ask players, until the game or the input ends."""
        self.say(f"{self.session.game.world.scenario.title}: game {self.session.id}. `help` lists the commands.")
        self.map([])
        while not self.session.game.over:
            if self.session.bot_to_move():
                self.session.bot_step()
                self.news()
                continue
            self.prompt()
            line = next(lines, None)
            if line is None or line.strip() in ("quit", "exit"):
                self.say(f"stopped; continue with --game {self.session.id}")
                return
            self.obey(line.strip())
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
            self.map([])
        if self.asked == len(game.records):
            return
        self.asked = len(game.records)
        clock = game.state.clock
        self.say(f"\nTurn {clock.turn}, {phase_name(clock.phase, clock.segment)}, {self.words.side(open_.side)}:")
        self.say(open_.step.prompt)
        self.show(game.choices(), SHOWN)

    def show(self, choices: list[Action], most: int, word: str = "") -> None:
        """Show numbered actions, only those that contain `word`."""
        words = self.words
        lines = [f"{i:4} {words.action(action)}" for i, action in enumerate(choices, 1)]
        found = [line for line in lines if word in line]
        for line in found[:most]:
            self.say(line)
        if len(found) > most:
            self.say(f"     ... and {len(found) - most} more: `list`, `list WORD`")

    def obey(self, line: str) -> None:
        """Carry out one typed line."""
        if not line:
            return
        name, *rest = line.split()
        if name.isdecimal():
            choices = self.session.game.choices()
            if 1 <= int(name) <= len(choices):
                self.take(choices[int(name) - 1])
            else:
                self.say(f"there are actions 1 to {len(choices)}")
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
        entries = self.session.journal.read(self.viewer)
        self.told = min(self.told, len(entries))
        for row in entries[self.told :]:
            self.say(f"  {row.text}  [{row.case}]")
        self.told = len(entries)

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

    def list_all(self, rest: list[str]) -> None:
        """List all actions, or those that contain a word."""
        self.show(self.session.game.choices(), 1000, " ".join(rest))

    def move(self, rest: list[str]) -> None:
        """Move a unit to a hex by the cheapest path."""
        unit, hex_ = self.unit(rest), self.hex(rest[1:])
        answer = planning.reachable(self.session.game, self.viewer, (unit,))
        if answer.refusal is not None:
            self.refused(answer.refusal)
        elif hex_ not in answer.hexes:
            self.say(f"  {unit} cannot reach {rest[1]} now; `reach {unit}` lists where it can go")
        else:
            path = answer.hexes[hex_].path
            self.refused(self.session.macro(self.viewer, planning.MoveMacro((unit,), path, halt=True)))

    def reach(self, rest: list[str]) -> None:
        """List the hexes that a unit can reach, with the MP left."""
        answer = planning.reachable(self.session.game, self.viewer, (self.unit(rest),))
        if answer.refusal is not None:
            self.refused(answer.refusal)
            return
        board = self.session.game.world.board
        found = [f"{board.hex_name(h)} ({show_mp(r.mp_left)})" for h, r in answer.hexes.items()]
        self.say("  " + (" ".join(found) or "nowhere") + ("; needs fuel" if answer.unfueled else ""))

    def odds(self, rest: list[str]) -> None:
        """Preview an attack by all units that could take part, from what the viewer knows."""
        look, hex_ = believed(self.session.game.look, self.viewer), self.hex(rest)
        units = possible_attackers(look, self.viewer, hex_)
        refusal = refuse_target(look, self.viewer, hex_)
        if refusal is not None:
            self.refused(refusal)
            return
        found = preview(look, "regular", hex_, units)
        for ledger in found.ledgers[:3]:
            self.say(f"  {ledger.title}: {ledger.total}  ({'; '.join(f'{x.amount} {x.reason}' for x in ledger.lines)})")
        one, none, other = found.surprise
        self.say(f"  {found.odds.odds}: column {found.column_label}, DRM {found.odds.drm:+d}")
        for way in look.policies[OTHER_ODDS](look, "regular", hex_, tuple(units), None, found.odds):
            label = look.policies[COMBAT_COLUMNS](look.world.charts, way.odds)[way.odds.column]
            ours, _, theirs = surprise_chances(look, "regular", way.odds)
            self.say(f"  with {way.choice}: column {label}, DRM {way.odds.drm:+d}, surprise in 36: {ours} and {theirs}")
        self.say(f"  surprise in 36: {one} for the attacker, {other} for the defender, {none} for neither")
        price = sum(found.attack_tokens.values())
        self.say(f"  costs {price}T; the defender pays {found.defence_tokens}T")
        for special in look.policies[SPECIAL_ATTACKS](look.world.charts).values():
            self.say(f"  {special.title}: costs {special.supply * price}T, a second roll at {special.second_roll:+d}")

    def supply(self, rest: list[str]) -> None:
        """Explain why a unit is in supply or out of it, and what could pay for it."""
        told = explanations.supply_of(self.session.game, self.viewer, self.own_unit(rest))
        self.lines(explanation_text.supply_lines(told, self.words.namer))

    def cuts(self, rest: list[str]) -> None:
        """Show what would cut a unit's trace and its supply."""
        for line in supply_cuts.LINES:
            told = explanations.cuts_of(self.session.game, self.viewer, self.own_unit(rest), line)
            self.lines(explanation_text.cuts_lines(told, self.words.namer))

    def bills(self, rest: list[str]) -> None:
        """Show what could pay for an attack by all possible units, and for a barrage by all guns in range."""
        game, hex_ = self.session.game, self.hex(rest)
        look, namer = believed(game.look, self.viewer), self.words.namer
        attackers, guns = possible_attackers(look, self.viewer, hex_), possible_units(look, self.viewer, hex_)
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
        """Undo the last action."""
        refusal = self.session.undo(self.viewer)
        self.refused(refusal)
        if refusal is None:
            self.asked = -1
            self.say("  undone")

    def map(self, rest: list[str]) -> None:
        """Draw the map, or the part around a hex."""
        self.say(draw(self.session.game.look, self.viewer, self.hex(rest) if rest else -1))

    def at(self, rest: list[str]) -> None:
        """Describe a hex."""
        for line in stack_lines(self.session.game.look, self.viewer, self.hex(rest)):
            self.say("  " + line)

    def units(self, rest: list[str]) -> None:
        """List the viewer's units by hex."""
        look = self.session.game.look
        for hex_ in sorted({unit.hex for unit in look.own(self.viewer)}):
            for line in stack_lines(look, self.viewer, hex_):
                self.say("  " + line)

    def log(self, rest: list[str]) -> None:
        """Show the last lines of the log."""
        count = int(rest[0]) if rest else 20
        for row in self.session.journal.read(self.viewer)[-count:]:
            self.say(f"  {row.text}  [{row.case}]")

    def score(self, rest: list[str]) -> None:
        """Show the points so far."""
        standing = victory.score(self.session.game.look)
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

    def unit(self, rest: list[str]) -> str:
        """The first word as a unit. Raises ValueError."""
        if not rest or rest[0] not in self.session.game.state.units:
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
