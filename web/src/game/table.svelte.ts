// What the player has in hand on the map: selected units and where they can go, overlays, the dialog that is open.

import { type Choice, describe } from './choices/choices'
import { stackOrder } from '../map/scene'
import { settings } from './settings.svelte'
import type { GameStore } from './store.svelte'
import type { Trail } from '../map/overlays'
import type { Action, Cuts, Hex, MoveCost, Reach, Refusal, SupplyAnswer, SupplyKind, Unit } from './types'

export interface Selection {
  hex: Hex
  units: readonly string[]
}

export interface Draft {
  kind: 'attack' | 'barrage'
  hex: Hex
  units: readonly string[]
  /** Of a barrage: units that fire half their strength. */
  halved: readonly string[]
}

export type Dialog =
  | { kind: 'overrun'; hex: Hex }
  | { kind: 'warnings' }
  | { kind: 'menu'; items: readonly (MenuItem | MenuItem[])[]; at: { x: number; y: number } }
  | { kind: 'keys' | 'jump' | 'charts' }

/** A line of a menu; a list of them is one thing with any amount. */
export interface MenuItem {
  key: string
  text: string
  run: () => unknown
}

export type Highlight = 'unmoved' | 'out' | 'dg' | 'reserve' | 'moved' | 'hq'

export interface Layers {
  supply: boolean
  zoc: boolean
  costs: boolean
  hidden: boolean
  rail: boolean
  extenders: boolean
  zones: boolean
  highlight: Highlight | null
}

/** Modes that a player may want, with the side up that goes with each. */
const WANTED_MODES = [['reserve', 'combat'], ['strat', 'move'], ['move', 'move'], ['combat', 'combat']] as const

export class Table {
  selection = $state.raw<Selection | null>(null)
  /** Stacks clicked for an attack or barrage before its target is named. */
  gathered = $state.raw<readonly string[]>([])
  reach = $state.raw<Reach | null>(null)
  supply = $state.raw<{ of: string; answer: SupplyAnswer } | null>(null)
  /** Which line of the unit is asked about, and the hexes that would cut it. */
  cutLine = $state<SupplyKind | null>(null)
  cuts = $state.raw<Cuts | null>(null)
  /** What it costs to move the units that are picked. */
  fuel = $state.raw<MoveCost | null>(null)
  /** Hexes that the player comes back to; kept in this browser for the board. */
  places = $state.raw<readonly Hex[]>([])
  hover = $state(-1)
  hoverAt = $state.raw({ x: 0, y: 0 })
  /** An option under the pointer in a list: its hexes light up on the map. */
  pointed = $state.raw<readonly Hex[]>([])
  pointedPath = $state.raw<readonly Hex[]>([])
  pointedTrails = $state.raw<readonly Trail[]>([])
  dialog = $state.raw<Dialog | null>(null)
  /** Mode and side up in which units are set up: one click places them. */
  setUpMode = $state('combat combat')
  /** The range of the Extender that is picked. */
  range = $state.raw<ReadonlyMap<Hex, string>>(new Map())
  layers = $state<Layers>({ supply: false, zoc: false, costs: false, hidden: false, rail: false, extenders: false, zones: false, highlight: null })
  refusals = $state.raw<readonly Refusal[]>([]) // why the selected units or hex may not do more
  private asked = 0
  private lastMark: Hex = -1

  constructor(private readonly game: GameStore) {
    this.places = settings.places(game.info.board.name).filter((hex) => hex < game.grid.columns * game.grid.rows)
  }

  /** Bookmarks a hex, or takes its bookmark away. */
  toggleMark(hex: Hex): void {
    if (hex < 0) return
    this.places = this.places.includes(hex) ? this.places.filter((h) => h !== hex) : [...this.places, hex]
    settings.keepPlaces(this.game.info.board.name, this.places)
  }

  /** The bookmark after the one that was last gone to. */
  nextMark(): Hex | null {
    if (!this.places.length) return null
    this.lastMark = this.places[(this.places.indexOf(this.lastMark) + 1) % this.places.length]!
    return this.lastMark
  }

  byHex = $derived.by(() => index(this.game.choices, (c) => c.hex))
  byUnit = $derived.by(() => index(this.game.choices, (c) => c.unit))
  /** What the picked units could do where they stand, if they began to move now. */
  ahead = $derived.by(() => (this.moving || !this.reach ? [] : this.reach.acts.map((a) => describe(a, this.game.namer))))

  /** Takes the picked units up, all of them, and does what one of them could do then. */
  async begin(choice: Choice): Promise<void> {
    const [first, ...rest] = this.selection?.units ?? []
    if (first) await this.game.act({ type: 'begin_move', unit: first }, ...rest.map((unit) => ({ type: 'add_unit' as const, unit })), choice.action)
  }

  /** The stack that is on the move, as the engine has it. */
  moving = $derived.by((): Selection | null => {
    const d = this.game.view.decision
    const data = d?.procedure === 'move' ? (d.data as { hex?: number; units?: string[] } | null) : null
    return this.game.mine && data?.units && data.hex !== undefined ? { hex: data.hex, units: data.units } : null
  })

  /** An attack or a barrage that is being declared: its target and units so far. */
  draft = $derived.by((): Draft | null => {
    const d = this.game.view.decision
    if (!d || !this.game.mine) return null
    const data = (d.data ?? {}) as { target?: number; units?: string[]; halved?: string[] }
    if (data.target === undefined || data.target < 0) return null
    if (d.procedure === 'combat_segment') return { kind: 'attack', hex: data.target, units: data.units ?? [], halved: [] }
    if (d.procedure === 'barrage_segment') return { kind: 'barrage', hex: data.target, units: data.units ?? [], halved: data.halved ?? [] }
    return null
  })

  selected = $derived.by(() => this.moving ?? this.selection)
  selectedUnits = $derived.by(() => (this.selected?.units ?? []).flatMap((id) => this.game.unit(id) ?? []))

  own(unit: Unit): boolean {
    return this.game.open ? unit.side === this.game.actor : unit.side === this.game.me
  }

  /** Own units of a hex from top to bottom. */
  ownAt(hex: Hex): Unit[] {
    return this.game.unitsAt(hex).filter((u) => this.own(u)).sort(stackOrder).reverse()
  }

  canMove(id: string): boolean {
    return (this.byUnit.get(id) ?? []).some((c) => c.kind.takesUp)
  }

  /** Picks the stack of a hex: first its top mover, on a second click the next, with `all` every unit that may move. */
  pick(hex: Hex, all = false): void {
    if (this.moving) return
    const here = this.ownAt(hex)
    if (this.game.view.segment !== 'movement' && this.game.mine) this.gather(hex, here)
    const able = here.filter((u) => this.canMove(u.id))
    if (!able.length || all) {
      this.choose(hex, (all ? able : []).map((u) => u.id))
      return
    }
    const now = this.selection?.hex === hex && this.selection.units.length === 1 ? able.findIndex((u) => u.id === this.selection!.units[0]) : -1
    this.choose(hex, [able[(now + 1) % able.length]!.id])
  }

  private gather(hex: Hex, here: readonly Unit[]): void {
    const ids = here.map((u) => u.id)
    const without = this.gathered.filter((id) => !ids.includes(id))
    this.gathered = without.length < this.gathered.length && this.selection?.hex === hex ? without : [...without, ...ids]
  }

  choose(hex: Hex, units: readonly string[]): void {
    this.selection = { hex, units }
    this.game.refusal = null // of something that the player has left
    void this.look()
  }

  toggle(id: string): void {
    const unit = this.game.unit(id)
    if (!unit) return
    const now = this.selection?.hex === unit.hex ? this.selection.units : []
    this.choose(unit.hex, now.includes(id) ? now.filter((u) => u !== id) : [...now, id])
  }

  drop(): void {
    this.selection = null
    this.gathered = []
    this.reach = null
    this.supply = null
    this.cuts = null
    this.fuel = null
    this.pointed = this.pointedPath = []
    this.pointedTrails = []
    this.refusals = []
  }

  /** Asks the server what the selected units can do; answers that come late are forgotten. */
  async look(): Promise<void> {
    const token = ++this.asked
    const { game } = this
    const selected = this.selected
    this.refusals = []
    const segment = game.view.segment
    const units = selected?.units ?? []
    const movable = game.mine && units.length > 0 && (this.moving !== null || units.every((id) => this.canMove(id)))
    try {
      const reach = movable && segment === 'movement' ? await game.api.reach(game.eyes, units) : null
      if (token !== this.asked) return
      this.reach = reach && !reach.refusal ? reach : null
      const fuel = this.reach?.unfueled.length ? await game.api.fuel(game.eyes, units) : null
      if (token !== this.asked) return
      this.fuel = fuel
      const refusals = reach?.refusal ? [reach.refusal] : await this.whyNot(units)
      if (token === this.asked) this.refusals = refusals
      if (this.layers.supply) await this.lookSupply(token)
    } catch {
      if (token === this.asked) this.reach = null
    }
  }

  async lookSupply(token = ++this.asked): Promise<void> {
    const { game } = this
    if (game.at !== null) {
      this.supply = null
      return
    }
    const unit = this.selectedUnits[0] ?? (this.selected ? this.ownAt(this.selected.hex)[0] : undefined)
    const hex = this.selected?.hex ?? -1
    const dump = game.view.dumps.find((d) => d.hex === hex && d.tokens !== null)
    let found: { of: string; answer: SupplyAnswer } | null = null
    try {
      if (unit && (unit.counter.kind !== 'transport' || unit.extender)) found = { of: unit.id, answer: await game.api.supply(game.eyes, { unit: unit.id }) }
      else if (dump || unit) found = { of: '', answer: await game.api.supply(game.eyes, { hex }) }
    } catch {
      found = null
    }
    if (token !== this.asked) return
    this.supply = found
    await this.lookCuts(token)
  }

  /** Asks what would cut a line of the unit whose supply is shown; null: nothing any more. */
  showCuts(line: SupplyKind | null): void {
    this.cutLine = line
    void this.lookCuts(this.asked)
  }

  private async lookCuts(token: number): Promise<void> {
    const unit = this.supply?.of
    const line = this.cutLine
    const found = unit && line ? await this.game.api.cuts(this.game.eyes, unit, line).catch(() => null) : null
    if (token === this.asked && line === this.cutLine) this.cuts = found
  }

  /** What units of a hex may not do now, and why: asked of the server, action by action. */
  private async whyNot(ids: readonly string[]): Promise<Refusal[]> {
    const { game } = this
    if (!game.mine || !this.selected || this.draft) return []
    const units = this.moving ? this.ownAt(this.selected.hex).map((u) => u.id) : ids.length ? ids : this.ownAt(this.selected.hex).slice(0, 3).map((u) => u.id)
    const tests = units.slice(0, 4).flatMap((unit) => this.unitTests(unit))
    const answers = await Promise.all(tests.map((t) => game.api.why(game.eyes, t)))
    const found = new Map<string, Refusal>()
    for (const a of answers) if (a.refusal && !a.refusal.code.startsWith('turn.')) found.set(a.refusal.text, a.refusal)
    return [...found.values()]
  }

  private unitTests(unit: string): Action[] {
    const { segment, decision } = this.game.view
    if (this.moving) {
      const begun = (decision?.data as { begun?: boolean } | null)?.begun === true
      if (!this.moving.units.includes(unit)) return [{ type: 'add_unit', unit }]
      const now = this.game.unit(unit)
      const wanted = WANTED_MODES.filter(([mode]) => mode !== (now?.marker || now?.mode))
      return begun ? [] : wanted.map(([mode, facing]) => ({ type: 'set_mode', unit, mode, facing }))
    }
    if (decision?.procedure === 'breakout_segment') return this.byUnit.get(unit)?.length ? [] : [{ type: 'breakout', unit }]
    const types = segment === 'movement' ? (['begin_move', ...(this.game.unit(unit)?.marker === 'reserve' ? (['release'] as const) : [])] as const) : []
    const offered = new Set((this.byUnit.get(unit) ?? []).map((c) => c.action.type))
    return types.filter((t) => !offered.has(t)).map((type) => ({ type, unit }))
  }

  /** Next unit with something left to do, in the order of the map. */
  next(step: 1 | -1): Hex | null {
    const ids = this.game.view.lists.unmoved.length ? this.game.view.lists.unmoved : [...new Set(this.game.choices.flatMap((c) => (c.unit && c.kind.takesUp ? [c.unit] : [])))]
    const units = ids.flatMap((id) => this.game.unit(id) ?? []).sort((a, b) => a.hex - b.hex || (a.id < b.id ? -1 : 1))
    if (!units.length) return null
    const now = units.findIndex((u) => u.id === this.selection?.units[0])
    const next = units[(now + step + units.length) % units.length] ?? units[0]!
    this.choose(next.hex, [next.id])
    return next.hex
  }
}

function index<K>(choices: readonly Choice[], key: (c: Choice) => K | null): Map<K, Choice[]> {
  const found = new Map<K, Choice[]>()
  for (const c of choices) {
    const k = key(c)
    if (k === null) continue
    const list = found.get(k)
    if (list) list.push(c)
    else found.set(k, [c])
  }
  return found
}
