// What the player has in hand on the map: selected units and where they can go, overlays, the dialog that is open.

import type { WarningView } from './api-types'
import { type Choice, describe } from './choices/choices'
import { whyNot } from './choices/why-not'
import { orderAt } from '../map/hit'
import { type Layers, NO_LAYERS } from './overlay/layers'
import { settings } from './settings.svelte'
import type { GameStore } from './store.svelte'
import type { Tint, Trail } from '../map/paint-overlays'
import type { GunfireView } from './types-odds'
import type { CraftView, Cuts, Hex, MoveCost, Reach, Refusal, ShipView, SupplyAnswer, SupplyKind, Unit } from './types'

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
  /** Of a barrage: aircraft that take part (1992). */
  planes: readonly string[]
}

export type Dialog =
  | { kind: 'overrun'; hex: Hex }
  | { kind: 'warnings'; found: readonly WarningView[]; ends: string }
  | { kind: 'menu'; items: readonly (MenuItem | MenuItem[])[]; at: { x: number; y: number }; title?: string; refused?: readonly Refused[] }
  | { kind: 'standing'; question: string }
  | { kind: 'keys' | 'jump' | 'charts' | 'situation' }

/** A line of a menu; a list of them is one thing with any amount. */
export interface MenuItem {
  key: string
  text: string
  run: () => unknown
  /** What it opens in the menu, instead of running. */
  more?: MenuItem[]
}

/** What cannot be done, and why. */
export interface Refused {
  text: string
  refusal: Refusal
}

/** Why something that was tried does not go, told where it was tried. */
export interface Callout {
  refusals: readonly Refusal[]
  /** Where in the window; without: where the pointer was last. */
  at?: { x: number; y: number }
  /** What the player may have meant instead. */
  instead?: MenuItem | null
}

/** Where the server says units are that Landing Craft carry. */
const ABOARD = -5

export class Table {
  selection = $state.raw<Selection | null>(null)
  /** Stacks clicked for an attack or barrage before its target is named. */
  gathered = $state.raw<readonly string[]>([])
  reach = $state.raw<Reach | null>(null)
  /** Of what and when: just after something else is picked, or something has happened, the map still shows the reach of before. */
  private reachOf = $state('')
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
  /** Where a plan that is being read sends groups. */
  planTrails = $state.raw<readonly Trail[]>([])
  /** What a study of what could be lays over the map, and the enemy hex that it asks about. */
  studied = $state.raw<readonly Tint[]>([])
  target = $state<Hex>(-1)
  dialog = $state.raw<Dialog | null>(null)
  /** Mode and side up in which units are set up: one click places them. */
  setUpMode = $state('combat combat')
  /** The range of the Extender that is picked. */
  range = $state.raw<ReadonlyMap<Hex, string>>(new Map())
  /** The aircraft whose range is shown; "" none. */
  plane = $state('')
  /** The ship in hand, whose reach is shown; "" none. */
  ship = $state('')
  layers = $state<Layers>({ ...NO_LAYERS, minimap: settings.minimap })
  /** The small map is there because the player wants it, not because there seemed to be room. */
  minimapAsked = $state(settings.minimapAsked)
  /** Where in the window something was pressed last. */
  pressedAt: { x: number; y: number } = { x: 0, y: 0 }
  callout = $state.raw<Callout | null>(null)
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

  showMinimap(on: boolean): void {
    this.minimapAsked = true
    this.layers.minimap = on
    settings.keepMinimap(on)
  }

  /** The bookmark after the one that was last gone to. */
  nextMark(): Hex | null {
    if (!this.places.length) return null
    this.lastMark = this.places[(this.places.indexOf(this.lastMark) + 1) % this.places.length]!
    return this.lastMark
  }

  byHex = $derived.by(() => index(this.game.choices, (c) => c.hex))
  byUnit = $derived.by(() => index(this.game.choices, (c) => c.unit))
  private inHand = $derived.by(() => `${this.game.view.seq} ${this.selected?.units.join() ?? ''} ${this.shipInHand?.ship ?? ''}`)
  /** The reach of what is in hand now. */
  reachNow = $derived.by(() => (this.reach && this.reachOf === this.inHand ? this.reach : null))
  /** What the picked units could do where they stand, if they began to move now. */
  ahead = $derived.by(() => (this.moving || !this.reachNow ? [] : this.reachNow.acts.map((a) => describe(a, this.game.namer))))

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

  /** The ships and Landing Craft that the player sees. */
  private vessels = $derived.by((): readonly (ShipView | CraftView)[] => [...(this.game.view.sea?.ships ?? []), ...(this.game.view.sea?.craft ?? [])])

  /** The ships and Landing Craft that the player sees in a hex. */
  vesselsAt(hex: Hex): readonly (ShipView | CraftView)[] {
    return this.vessels.filter((s) => s.hex === hex)
  }

  maySail(id: string): boolean {
    return this.game.choices.some((c) => c.action.type === 'begin_sail' && c.action.ship === id)
  }

  /** The ship that sails, as the engine has it, and the hexes that it has left. */
  sailing = $derived.by((): { hex: Hex; ship: string; left: number } | null => {
    const d = this.game.view.decision
    const data = d?.procedure === 'sail' ? (d.data as { hex?: number; ship?: string; spent?: number } | null) : null
    if (!this.game.mine || !data?.ship || data.hex === undefined) return null
    const speed = this.vessels.find((s) => s.id === data.ship)?.speed ?? 0
    return { hex: data.hex, ship: data.ship, left: speed - (data.spent ?? 0) / 12 }
  })

  /** The ship that goes where the player clicks: the one that sails, or one in hand that may begin to. */
  shipInHand = $derived.by((): { hex: Hex; ship: string } | null => {
    if (this.sailing) return this.sailing
    const ship = this.vessels.find((s) => s.id === this.ship)
    const able = ship && ship.hex === this.selection?.hex && this.maySail(ship.id)
    return able ? { hex: ship.hex, ship: ship.id } : null
  })

  /** Takes a ship in hand; "" none. */
  takeShip(id: string): void {
    const ship = this.vessels.find((s) => s.id === id)
    this.ship = id
    if (ship && ship.hex >= 0 && !this.moving) this.choose(ship.hex, [], id)
    else void this.look()
  }

  /** The overrun that is looked at, and by whom. It is gone in the very state in which the stack no longer stands beside the
   *  hex: the dialog is shut only after that, when whatever shows the overrun would have asked about it once more. */
  overrun = $derived.by((): Selection | null => {
    const { dialog, moving, game } = this
    return dialog?.kind === 'overrun' && moving && game.grid.neighbours(moving.hex).includes(dialog.hex) ? { hex: dialog.hex, units: moving.units } : null
  })

  /** An attack or a barrage that is being declared: its target and units so far. */
  draft = $derived.by((): Draft | null => {
    const d = this.game.view.decision
    if (!d || !this.game.mine) return null
    const data = (d.data ?? {}) as { target?: number; units?: string[]; halved?: string[]; planes?: string[] }
    if (data.target === undefined || data.target < 0) return null
    if (d.procedure === 'combat_segment') return { kind: 'attack', hex: data.target, units: data.units ?? [], halved: [], planes: [] }
    if (d.procedure === 'barrage_segment') return { kind: 'barrage', hex: data.target, units: data.units ?? [], halved: data.halved ?? [], planes: data.planes ?? [] }
    return null
  })

  /** Gunfire that is drafted. */
  gunfire = $derived.by((): GunfireView | null => (this.game.mine ? (this.game.view.sea?.gunfire ?? null) : null))

  selected = $derived.by(() => this.moving ?? this.selection)
  /** The units in hand; one that has gone aboard Landing Craft meanwhile is no longer. */
  selectedUnits = $derived.by(() => (this.selected?.units ?? []).flatMap((id) => this.game.unit(id) ?? []).filter((u) => u.hex !== ABOARD))

  own(unit: Unit): boolean {
    return (this.game.open ? unit.side === this.game.actor : unit.side === this.game.me) && !this.game.grey.has(unit.id)
  }

  /** Own units of a hex from top to bottom. */
  ownAt(hex: Hex): Unit[] {
    return orderAt(this.game.view, hex).filter((u) => this.own(u)).reverse()
  }

  canMove(id: string): boolean {
    return (this.byUnit.get(id) ?? []).some((c) => c.kind.takesUp)
  }

  /** Picks the unit `on` whose counter was clicked; without one the top mover of the hex. On a second click the next one;
   *  with `all` every unit that may move. */
  pick(hex: Hex, all = false, on = ''): void {
    if (this.moving ?? this.sailing) return
    const here = this.ownAt(hex)
    if (this.game.view.segment !== 'movement' && this.game.mine) this.gather(hex, here)
    const able = here.filter((u) => this.canMove(u.id))
    if (!able.length || all) {
      this.choose(hex, (all ? able : []).map((u) => u.id), able.length ? '' : this.nextShip(hex))
      return
    }
    const picked = this.selection?.hex === hex && this.selection.units.length === 1 ? this.selection.units[0] : undefined
    // the top counter hides the others: on it, clicks go through the stack
    const through = on === picked || (on === here[0]?.id && able.some((u) => u.id === picked))
    if (!through && able.some((u) => u.id === on)) {
      this.choose(hex, [on])
      return
    }
    const now = able.findIndex((u) => u.id === picked)
    this.choose(hex, [able[(now + 1) % able.length]!.id])
  }

  /** The ship that a click on a hex takes in hand: the first one there that may sail, on a second click the next one. */
  private nextShip(hex: Hex): string {
    const able = this.vesselsAt(hex).filter((s) => this.maySail(s.id))
    return able[(able.findIndex((s) => s.id === this.ship) + 1) % (able.length || 1)]?.id ?? ''
  }

  private gather(hex: Hex, here: readonly Unit[]): void {
    const ids = here.map((u) => u.id)
    const without = this.gathered.filter((id) => !ids.includes(id))
    this.gathered = without.length < this.gathered.length && this.selection?.hex === hex ? without : [...without, ...ids]
  }

  choose(hex: Hex, units: readonly string[], ship = ''): void {
    this.selection = { hex, units }
    this.ship = ship
    this.game.refusal = null // of something that the player has left
    this.callout = null
    void this.look()
  }

  toggle(id: string): void {
    const unit = this.game.unit(id)
    if (!unit) return
    const now = this.selection?.hex === unit.hex ? this.selection.units : []
    this.choose(unit.hex, now.includes(id) ? now.filter((u) => u !== id) : [...now, id])
  }

  /** Nothing is picked any more; a stack on the move stays in hand, and its hexes lit. */
  drop(): void {
    this.asked++ // what is still on its way concerns what was picked
    this.selection = null
    this.ship = ''
    this.gathered = []
    this.supply = null
    this.cuts = null
    this.pointed = this.pointedPath = []
    this.pointedTrails = []
    this.refusals = []
    this.callout = null
    if (this.moving ?? this.sailing) return void this.look()
    this.reach = null
    this.fuel = null
  }

  private playerTurn = ''
  /** What was picked in another Player Turn is put down: the first click of a new one picks, and moves nobody. */
  atTurn(name: string): void {
    if (this.playerTurn && this.playerTurn !== name) this.drop()
    this.playerTurn = name
  }

  /** Asks the server what the selected units can do, all at once: one answer need not wait for another. Answers that
   * come late are forgotten. */
  async look(): Promise<void> {
    const token = ++this.asked
    const { game } = this
    const selected = this.selected
    this.refusals = []
    const segment = game.view.segment
    const units = selected?.units ?? []
    const key = this.inHand
    const ship = this.shipInHand?.ship
    const movable = game.mine && (ship !== undefined || (units.length > 0 && (this.moving !== null || units.every((id) => this.canMove(id)))))
    const goes = movable && segment === 'movement'
    const dry = goes && this.selectedUnits.some((u) => u.fueled === false)
    const answers = [
      goes ? game.api.reach(game.eyes, ship === undefined ? units : [ship]) : null,
      dry ? game.api.fuel(game.eyes, units).catch(() => null) : null,
      whyNot(game, this, units).catch(() => [])
    ] as const
    try {
      const reach = await answers[0]
      if (token !== this.asked) return
      this.reach = reach && !reach.refusal ? reach : null
      this.reachOf = key
      const fuel = this.reach?.unfueled.length ? await (answers[1] ?? game.api.fuel(game.eyes, units)) : null
      if (token !== this.asked) return
      this.fuel = fuel
      const refusals = reach?.refusal ? [reach.refusal] : await answers[2]
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
