// One game on the page: what the server last said, whose eyes it is seen through, and the calls that change it.

import { fontsCome } from '../map/fonts'
import { boxesInPlay, Grid } from '../map/geometry'
import { describe, isTwin, type Choice } from './choices/choices'
import { ApiError, GameApi, type BotUntil } from './api'
import { Namer } from './words/names'
import type { Action, GameInfo, LogLine, Macro, NotOrdered, Refusal, SideId, Taken, Unit, View } from './types'
import type { StandingCall, StandingForm, Trial } from './api-types'
import type { At, BotPlan, MemberShown, TeamShown } from '../lobby/api-types'
import type { Talk } from './talk.svelte'

const HUMAN = 'human'
const AWAY = 'away' // somebody elsewhere, or a bot that the server lets play

/** The view that somebody who plays no side may see: the first one that is not refused. */
async function visible(api: GameApi, info: GameInfo): Promise<SideId> {
  for (const side of ['', ...info.sides.map((s) => s.id)]) {
    try {
      await api.view(side)
      return side
    } catch (e) {
      if (!(e instanceof ApiError && (e.status === 403 || e.status === 400))) throw e
    }
  }
  throw new ApiError('Spectators cannot see this game yet.', 403)
}

export type Travel = 'back' | 'forward' | 'first' | 'last'

export type Listener = (lines: readonly LogLine[], before: View) => void

export class GameStore {
  readonly api: GameApi
  readonly info: GameInfo
  readonly grid: Grid
  readonly namer: Namer
  readonly humans: readonly SideId[]
  readonly open: boolean // no fog: everybody sees everything
  readonly shared: boolean // others play from elsewhere
  /** The game as it is. */
  now = $state.raw<View>() as View
  /** The game as it was, while the player looks back; then nothing can be done. */
  past = $state.raw<View | null>(null)
  /** The number of the action that the player looks back to, or wants to; null: at the game itself. */
  at = $state<number | null>(null)
  log = $state.raw<readonly LogLine[]>([])
  /** How far the bot's Player Turn is, as its last answer says. */
  progress: Taken['progress'] | null = null
  /** How far a bot is with what it plans before its next action. */
  thinks: Taken['thinks'] | null = null
  me = $state<SideId>('')
  curtain = $state<SideId | null>(null) // the side that the screen must be handed to
  refusal = $state.raw<Refusal | null>(null)
  error = $state('')
  busy = $state(false)
  private counters = $derived.by(() => new Map([
    ...(this.view.breakdowns ?? []).flatMap((p) => p.counters),
    ...Object.values(this.view.rebuild ?? {}).flatMap((own) => own.trucks.map((t) => t.printed)),
    ...this.view.units.map((u) => u.counter)
  ].map((c) => [c.id, c] as const)))
  units = $derived.by(() => new Map(this.view.units.map((u) => [u.id, u] as const)))
  /** Who plays what of the own side, on a server with accounts. */
  team = $state.raw<TeamShown | null>(null)
  /** The choices that are the player's: of a side that several play, none before the server has said which these are. */
  choices: readonly Choice[] = $derived.by(() => {
    const given = this.team?.allowed
    const all = this.mine ? this.view.choices : []
    const own = !given ? all : this.team?.seq === this.view.seq ? given.flatMap((place) => all[place] ?? []) : []
    return own.filter((a) => !isTwin(a)).map((a) => describe(a, this.namer))
  })
  /** The player's seat, if they have part of a side only. */
  member: MemberShown | undefined = $derived(this.team?.seats.find((s) => s.you && !s.chief))
  /** Own units that somebody else orders. */
  grey: ReadonlySet<string> = $derived.by(() => {
    const { member, team } = this
    return new Set(member && team ? this.view.units.filter((u) => u.side === team.side && team.owners[u.id] !== member.number).map((u) => u.id) : [])
  })
  /** The players have ended the game, or put it off: nobody decides. */
  rests = $derived.by(() => this.state === 'over' || this.state === 'adjourned')
  /** The viewer must decide now. */
  mine = $derived.by(() => {
    const d = this.view.decision
    return !!d && d.yours && this.humans.includes(d.side) && this.curtain === null && this.at === null && !this.rests
  })
  /** A bot must decide now. */
  botDecides = $derived.by(() => this.at === null && !this.shared && !!this.now.decision && !this.humans.includes(this.now.decision.side))
  /** While the player looks back: what the log tells of that moment, which may lie within a move. */
  moment: readonly LogLine[] = $derived.by(() => { const { at } = this; return at === null ? [] : this.log.filter((l) => l.first <= at && at <= l.n) })
  /** Whether the bot's Player Turn is skipped: then the bot goes on in the call that decides. */
  hurries = (): boolean => false
  private readonly listeners = new Set<Listener>()
  private fetching = false
  /** What the last series of orders left as it was, and why. */
  left = $state.raw<readonly NotOrdered[]>([])
  private readonly gestures: number[] = [] // numbers of the states before each gesture
  private undone: { at: number; steps: number }[] = [] // what was taken back, gesture by gesture: the state after it, and its actions

  private constructor(api: GameApi, info: GameInfo, view: View, log: readonly LogLine[], me: SideId, open: boolean) {
    this.api = api
    this.info = info
    this.grid = new Grid(info.board.columns, info.board.rows, info.board.raised, info.board.letter, info.board.boxes)
    this.humans = info.sides.map((s) => s.id).filter((id) => info.players[id] === HUMAN)
    this.shared = Object.values(info.players).includes(AWAY)
    this.open = open
    this.me = me
    this.now = view
    this.log = log
    this.namer = new Namer(this.grid, info, () => this.units, () => this.counters, () => this.now.command?.armies ?? [], () => this.now.decision?.words ?? {}, () => this.now.air?.planes ?? [], () => [...(this.now.sea?.ships ?? []), ...(this.now.sea?.craft ?? [])])
  }

  static async load(id: string): Promise<GameStore> {
    const api = new GameApi(id)
    const info = await api.info()
    const humans = info.sides.map((s) => s.id).filter((s) => info.players[s] === HUMAN)
    const shared = Object.values(info.players).includes(AWAY)
    const watched = shared && !humans.length ? await visible(api, info) : null
    const open = watched === '' || (info.switches.fog === false && !shared)
    const first = humans[0] ?? (watched || info.sides[0]!.id)
    const side = open ? '' : first
    info.board.boxes = boxesInPlay(info.board.boxes, info.boxes ?? [])
    // a browser asks for few things at once: fonts must not come before what the game says
    const [view, log] = await Promise.all([api.view(side), api.log(side), fontsCome()])
    const store = new GameStore(api, info, view, log, first, open)
    if (info.damage) store.error = `The saved game is damaged: ${info.damage}. When you next act, everything after the damage is moved to a file of its own.`
    // with fog and two people nothing is shown before the right one sits at the screen
    if (humans.length > 1 && !open && !view.over) store.curtain = view.decision && humans.includes(view.decision.side) ? view.decision.side : first
    return store
  }

  /** What is shown: the game as it is, or as it was. */
  get view(): View {
    return this.past ?? this.now
  }

  /** The side whose view is asked for; "" in open play. */
  get eyes(): SideId {
    return this.open ? '' : this.me
  }

  /** The side whose view of the past is asked for: after the end everybody's, but for somebody who may watch one side only. */
  get hindsight(): SideId {
    const watches = this.shared && !this.humans.length
    return this.now.over && !watches ? '' : this.eyes
  }

  /** The side that acts or watches: in open play whoever decides. */
  get actor(): SideId {
    const d = this.view.decision
    return this.open && d && this.humans.includes(d.side) ? d.side : this.me
  }

  seatOf(side: SideId): number {
    return this.info.sides.findIndex((s) => s.id === side)
  }

  unit(id: string): Unit | undefined {
    return this.units.get(id)
  }

  /** Where a unit acts from: its hex, or that of the Landing Craft that carry it; below 0 if it is nowhere on the map. */
  placeOf(unit: Unit): number {
    return unit.hex >= 0 ? unit.hex : (this.view.sea?.craft.find((c) => c.units?.includes(unit.id))?.hex ?? unit.hex)
  }

  /** Own units aboard Landing Craft in a hex. */
  aboardAt(hex: number): Unit[] {
    return (this.view.sea?.craft ?? []).filter((c) => c.hex === hex).flatMap((c) => (c.units ?? []).flatMap((id) => this.unit(id) ?? []))
  }

  unitsAt(hex: number): Unit[] {
    return this.view.units.filter((u) => u.hex === hex)
  }

  listen(listener: Listener): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  act(...actions: Action[]): Promise<boolean> {
    return this.ask(() => this.api.act(this.eyes, this.now.seq, actions, this.hurries()))
  }

  /** Ends a decision. It is named, so that one that comes late does not end the next. */
  end(ends: string): Promise<boolean> {
    return this.act({ type: 'done', ends })
  }

  macro(macro: Macro): Promise<boolean> {
    return this.ask(() => this.api.macro(this.eyes, this.now.seq, macro, this.hurries()))
  }

  /** Orders what the side has prepared for the open segment. */
  send(): Promise<boolean> {
    return this.ask(() => this.api.send(this.eyes, this.now.seq, this.hurries()))
  }

  /** The bot plays its next visible step, or until a person's decision as far as it gets in one call. */
  bot(until: BotUntil): Promise<boolean> {
    return this.ask(() => this.api.bot(this.eyes, this.now.seq, until))
  }

  /** The form of what the player's side answers by itself. */
  standing(): Promise<StandingForm> {
    return this.api.standing(this.actor)
  }

  /** What the form would have done at the decisions of the log, with these changes. */
  trial(changes: Omit<StandingCall, 'side'>): Promise<Trial> {
    return this.api.trial(this.actor, changes)
  }

  change(changes: Omit<StandingCall, 'side'>): Promise<StandingForm> {
    return this.api.stand(this.actor, changes)
  }

  /** Changes what the side answers by itself; says whether that was possible. */
  async stand(changes: Omit<StandingCall, 'side'>): Promise<boolean> {
    try {
      await this.change(changes)
      return true
    } catch (e) {
      this.report(e)
      return false
    }
  }

  /** Takes the last gesture back: all the actions that one click or key brought. */
  async undo(): Promise<boolean> {
    while ((this.gestures.at(-1) ?? -1) >= this.now.seq) this.gestures.pop()
    const before = this.now.seq
    const to = this.gestures.pop() ?? before - 1
    const done = await this.ask(() => this.api.undo(this.eyes, before, Math.max(1, before - to)), false)
    if (this.now.seq < before) this.undone.push({ at: this.now.seq, steps: before - this.now.seq })
    return done
  }

  /** Once more what one undo took back. */
  async redo(): Promise<boolean> {
    const last = this.undone.at(-1)
    const steps = last?.at === this.now.seq ? last.steps : 1
    const rest = this.undone.slice(0, -1)
    const done = await this.ask(() => this.api.redo(this.eyes, this.now.seq, steps))
    this.undone = done ? rest : []
    return done
  }

  /** How often something was proposed here: what shows proposals asks again. */
  proposals = $state(0)
  /** By consent of both sides: back to after action number `to`, a point with a name; the dice will be different. Where the other side plays elsewhere, it is proposed. */
  async rewind(to: number, name = ''): Promise<boolean> {
    if (!this.shared) {
      const done = await this.ask(() => this.api.rewind(this.eyes, this.now.seq, to, name))
      if (done) this.proposals++
      return done
    }
    try {
      await this.api.propose(this.actor, this.now.seq, to, name)
      this.proposals++
      return true
    } catch (e) {
      this.report(e)
      return false
    }
  }

  /** The next person sits down: the view changes hands. */
  async lift(): Promise<void> {
    const side = this.curtain
    if (side === null || this.busy) return
    this.busy = true
    try {
      const [view, log] = await Promise.all([this.api.view(side), this.api.log(side)])
      this.me = side
      this.now = view
      this.log = log
      this.curtain = null
      this.refusal = null
    } catch (e) {
      this.report(e)
    } finally {
      this.busy = false
    }
  }

  async refresh(): Promise<void> {
    try {
      const [view, log] = await Promise.all([this.api.view(this.eyes), this.api.log(this.eyes)])
      this.now = view
      this.log = log
    } catch (e) {
      this.report(e)
    }
  }

  private lines = -1 // how far the journal of a shared game was

  /** Asks who plays what of the player's side, and who has the open decision. */
  async lookTeam(): Promise<void> {
    if (!this.shared || !this.humans.length) return
    const { seq } = this.now
    const team = await this.api.team(this.me).catch(() => null)
    if (team && this.now.seq === seq) this.team = team
  }

  /** Says that the player is ready with the segment, or not. */
  async ready(ready: boolean): Promise<void> {
    try {
      const team = await this.api.ready(this.me, this.now.seq, ready)
      if (team.seq === this.now.seq) this.team = team
      else await this.catchUp()
    } catch (e) {
      this.report(e)
    }
  }

  /** Who orders one of the own side's units, if that is not the player. */
  ordersOf(id: string): string {
    if (!this.grey.has(id)) return ''
    const seat = this.team?.seats.find((s) => s.number === this.team?.owners[id]) ?? this.team?.seats.find((s) => s.chief)
    return seat ? `${seat.name}${seat.chief ? ', chief' : `: ${seat.told}`}` : ''
  }

  /** How often the own side has changed what it says beforehand, as the socket of a shared game says. */
  beforehand = $state(0)

  /** Who has a page of a shared game open, as its socket says. */
  here = $state.raw<readonly string[]>([])
  /** A bot elsewhere that plans: its side, and imagined games so far, of how many at most (0: that is not told). */
  thinker = $state.raw<{ side: string; done: number; of: number } | null>(null)

  /** Whether a shared game is played, rests, or is over: its players can end it apart from the rules. "" until that is known. */
  state = $state('')
  /** The moment of the game that a late spectator is shown; "" now. */
  asOf = $state('')

  /** What bots planned in a shared game that is over. */
  botPlans = $state.raw<readonly BotPlan[]>([])

  /** Asks what bots planned, once a shared game is over. */
  async lookPlans(): Promise<void> {
    if (!this.shared || !(this.now.over || this.state === 'over')) return
    this.botPlans = (await this.api.botPlans().catch(() => ({ plans: this.botPlans }))).plans
  }

  /** What is said in a shared game; null without a seat in it, and until it has come. */
  talk = $state.raw<Talk | null>(null)

  /** Takes in what others have done meanwhile, which `far` says or the server is asked; says whether that was anything. */
  async catchUp(far?: At): Promise<boolean> {
    if (this.busy || this.at !== null) return false
    const { lines, actions, state, as_of, thinks } = far ?? (await this.api.far())
    if (!far) this.thinker = thinks ?? null // a socket says it on its own
    this.state = state
    this.asOf = as_of ?? ''
    const known = this.lines
    this.lines = Math.max(lines, known)
    if (lines <= known || (known < 0 && actions === this.now.seq)) return false
    const before = this.now
    const [view, log] = await Promise.all([this.api.view(this.eyes), this.api.log(this.eyes)])
    if (this.busy || this.at !== null || view.seq === before.seq) return false
    this.now = view
    this.log = log
    const fresh = log.filter((l) => l.n > before.seq)
    if (fresh.length) for (const listener of this.listeners) listener(fresh, before)
    return true
  }

  /** Numbers of the actions that the player has read something of, in their order; the last is the game as it is. */
  private get moments(): number[] {
    const told = this.log.map((l) => l.n).filter((n) => n <= this.now.seq)
    return [...new Set([0, ...told, this.now.seq])].sort((a, b) => a - b)
  }

  /** One moment back or forward, to the first one, or to the game as it is. */
  async travel(where: Travel): Promise<void> {
    const here = this.at ?? this.now.seq
    const to = { back: this.moments.findLast((n) => n < here), forward: this.moments.find((n) => n > here), first: 0, last: this.now.seq }[where]
    if (to !== undefined) await this.lookBack(to)
  }

  /** Looks at the game as it was after action `to`; null or the last action: back to the game. */
  async lookBack(to: number | null): Promise<void> {
    if (this.curtain !== null) return
    this.refusal = null
    this.at = to === null || to >= this.now.seq ? null : Math.max(0, to)
    if (this.at === null) this.past = null
    if (this.fetching) return
    this.fetching = true
    try {
      // while one answer was on its way the player may have gone on: the last wish counts
      while (this.at !== null && this.past?.seq !== this.at) {
        const view = await this.api.replay(this.hindsight, this.at)
        if (this.at !== null) this.past = view
      }
    } catch (e) {
      this.at = this.past = null
      this.report(e)
    } finally {
      this.fetching = false
    }
  }

  private async ask(call: () => Promise<Taken>, forward = true): Promise<boolean> {
    if (this.busy || this.at !== null) return false
    this.busy = true
    this.error = ''
    try {
      const before = this.now
      const answer = await call()
      this.refusal = answer.refusal ?? null
      this.left = answer.left ?? []
      if (forward) this.undone = []
      if (answer.view.seq > before.seq && this.mine) this.gestures.push(before.seq)
      this.now = answer.view
      this.progress = answer.progress ?? null
      this.thinks = answer.thinks ?? null
      // a line grows with its move, and an undo shortens it
      this.log = [...this.log.filter((l) => l.first < answer.since), ...answer.events]
      const fresh = answer.events.filter((l) => l.n > before.seq)
      if (fresh.length) for (const listener of this.listeners) listener(fresh, before)
      this.handOver()
      return !answer.refusal
    } catch (e) {
      this.report(e)
      if (e instanceof ApiError && e.stale) await this.refresh()
      return false
    } finally {
      this.busy = false
    }
  }

  /** A decision of the other person at this screen: draw the curtain, unless the game is open. */
  private handOver(): void {
    const d = this.now.decision
    if (!d || this.open || d.side === this.me || !this.humans.includes(d.side)) return
    this.at = this.past = null
    this.curtain = d.side
  }

  private report(e: unknown): void {
    this.error = e instanceof Error ? e.message : String(e)
  }
}
