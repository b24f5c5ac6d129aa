// The way that the player is choosing for the units in hand: hexes that it must go through, and a counter that is dragged.
// Where it leads and what is missing is asked of the server.

import { OVERLAY } from '../map/palette'
import type { Trail } from '../map/paint-overlays'
import type { GameStore } from './store.svelte'
import type { Selection, Table } from './table.svelte'
import type { Hex, WayAnswer } from './types'
import { short } from './words/mp'

export class RouteMode {
  /** Hexes that the way must go through, in their order. */
  via = $state.raw<readonly Hex[]>([])
  /** Taps add waypoints, where there is no key to hold. */
  adding = $state(false)
  /** Units that are being dragged, and the hex under them. */
  dragging = $state.raw<{ from: Selection; to: Hex } | null>(null)
  way = $state.raw<WayAnswer | null>(null)
  /** With waypoints: the way on from the last one to the hex under the pointer. */
  private ahead = $state.raw<WayAnswer | null>(null)
  private asked = 0
  private foreseen = 0

  constructor(
    private readonly game: GameStore,
    private readonly table: Table
  ) {}

  /** The way so far, drawn with the MP left in its hexes. */
  trails = $derived.by((): Trail[] => {
    const marks = (this.ahead ?? this.way)?.marks ?? []
    return marks.length > 1 ? [{ hexes: marks.map((m) => m.hex), ink: OVERLAY.reach, labels: marks.slice(1).map((m) => short(m.mp)) }] : []
  })
  /** Waypoints and the hex that is dragged to light up. */
  lit = $derived.by((): readonly Hex[] => [...this.via, ...(this.dragging && this.dragging.to >= 0 ? [this.dragging.to] : [])])
  said = $derived.by(() => {
    const way = this.ahead ?? this.way
    const last = way?.marks.at(-1)
    if (!last || (!this.via.length && !this.dragging)) return ''
    const why = way!.refusals[0]
    return why ? why.text : `Way to ${this.game.namer.hex(last.hex)}: ${short(last.mp)} MP left${way!.stop ? `, ${way!.stop}` : ''}`
  })

  get units(): readonly string[] {
    return this.table.selected?.units ?? []
  }

  /** One more hex that the way goes through; null when it cannot, with what is missing in `way`. */
  async add(hex: Hex): Promise<boolean> {
    const way = await this.ask(hex)
    if (!way || way.refusals.length) return false
    this.via = [...this.via, hex]
    this.ahead = null
    return true
  }

  /** Takes the last waypoint back. */
  async back(): Promise<void> {
    this.via = this.via.slice(0, -1)
    this.ahead = null
    const last = this.via.at(-1)
    if (last === undefined) this.clear()
    else await this.ask(last, this.via.slice(0, -1))
  }

  /** The way to a hex through the waypoints, as the server finds it; null if another question came since. */
  async ask(hex: Hex, via: readonly Hex[] = this.via): Promise<WayAnswer | null> {
    const token = ++this.asked
    const { game } = this
    if (!game.mine || !this.units.length) return null
    const found = await game.api.way(game.eyes, this.units, hex, via).catch(() => null)
    if (token !== this.asked) return null
    this.way = found
    return found
  }

  /** Shows the way through the waypoints to a hex that is only pointed at; where none leads there, the way so far. */
  async foresee(hex: Hex): Promise<void> {
    const token = ++this.foreseen
    const { game, via } = this
    const found = hex >= 0 && hex !== via.at(-1) && game.mine && this.units.length ? await game.api.way(game.eyes, this.units, hex, via).catch(() => null) : null
    if (token === this.foreseen && via === this.via) this.ahead = found?.refusals.length ? null : found
  }

  clear(): void {
    this.asked++
    this.foreseen++
    this.ahead = null
    this.via = []
    this.way = null
    this.adding = false
    this.dragging = null
  }

  /** A counter is taken up by the pointer: alone, or with the others that are picked. */
  grab(hex: Hex, unit: string): void {
    const { table } = this
    const picked = table.selected
    if (!picked || picked.hex !== hex || !picked.units.includes(unit)) table.choose(hex, [unit])
    this.via = []
    this.way = this.ahead = null
    this.dragging = { from: table.selected!, to: hex }
  }

  over(hex: Hex): void {
    if (!this.dragging || this.dragging.to === hex) return
    this.dragging = { from: this.dragging.from, to: hex }
    if (hex < 0 || hex === this.dragging.from.hex) this.way = null
    else void this.ask(hex, [])
  }
}
