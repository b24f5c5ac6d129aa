// Going by rail: what is to be carried, where it could detrain and for how much Rail Cap, and the ride itself. The engine
// has it as several actions; here it is one click.

import { mpValue } from './words/mp'
import type { GameStore } from './store.svelte'
import type { Table } from './table.svelte'
import type { Action, Hex, Refusal } from './types'
import type { RailReach } from './types-ground'

export type Cargo = 'units' | 'supply'

export class RailMode {
  cargo = $state<Cargo>('units')
  tokens = $state(4)
  answer = $state.raw<RailReach | null>(null)
  private asked = 0
  private picked = ''
  private wish = ''

  constructor(
    private readonly game: GameStore,
    private readonly table: Table
  ) {}

  /** The hex from which cargo would leave. */
  hex = $derived.by(() => this.table.selected?.hex ?? -1)
  units = $derived.by(() => this.table.selected?.units ?? [])
  dump = $derived.by(() => this.game.view.dumps.find((d) => d.hex === this.hex && d.tokens) ?? null)
  /** Whether the railways are what the player has in hand. */
  on = $derived.by(() => this.table.layers.rail && this.game.mine && this.game.view.segment === 'movement')

  /** Asks where the cargo could go; answers that come late are forgotten. */
  async look(): Promise<void> {
    const { game } = this
    if (!this.on || this.hex < 0) {
      this.answer = null
      this.wish = ''
      this.asked++
      return
    }
    const picked = `${this.hex} ${this.units.join(' ')}`
    if (picked !== this.picked) this.cargo = this.units.length || !this.dump ? 'units' : 'supply'
    this.picked = picked
    const wish = `${game.view.seq} ${picked} ${this.cargo}`
    if (wish === this.wish) return // on its way, or here
    this.wish = wish
    const token = ++this.asked
    try {
      const supply = this.cargo === 'supply' && this.dump
      const found = supply ? await game.api.railSupply(game.eyes, this.hex) : this.units.length ? await game.api.railUnits(game.eyes, this.units) : null
      if (token !== this.asked) return
      this.answer = found
      if (supply && found?.tokens) this.tokens = Math.min(Math.max(1, this.tokens), found.tokens)
    } catch {
      if (token !== this.asked) return
      this.answer = null
      this.wish = ''
    }
  }

  /** Rail Cap that the cargo takes to a hex, as text; "" where it cannot go. */
  costTo(hex: Hex): string {
    const stop = this.answer?.hexes[hex]
    if (!stop) return ''
    if (this.cargo === 'units') return stop.cost
    return points(mpValue(stop.cost) * this.tokens)
  }

  /** Whether there is Rail Cap enough for all of it. */
  affords(hex: Hex): boolean {
    return this.answer !== null && mpValue(this.costTo(hex)) <= mpValue(this.answer.left) + 1e-9
  }

  /** Why the cargo cannot go to a hex, where that is known. */
  whyNot(hex: Hex): Refusal | null {
    return this.answer?.others[hex] ?? null
  }

  async ride(hex: Hex): Promise<boolean> {
    const stop = this.answer?.hexes[hex]
    if (!stop) return false
    const done = await this.game.act(...(this.cargo === 'supply' ? this.byTrain(hex) : this.byUnits(hex)))
    if (done) this.table.choose(hex, [])
    return done
  }

  private byTrain(hex: Hex): Action[] {
    return [{ type: 'open_train', hex: this.hex }, { type: 'load_train', tokens: this.tokens }, { type: 'send_train', hex }]
  }

  private byUnits(hex: Hex): Action[] {
    const begin = this.units.map((unit, i) => ({ type: i ? ('add_unit' as const) : ('begin_move' as const), unit }))
    return [
      ...(this.table.moving ? [] : begin),
      ...(this.answer?.change ?? []).map((unit) => ({ type: 'set_mode' as const, unit, mode: 'move', facing: 'move' })),
      { type: 'ride_rail', hex }
    ]
  }
}

const SIXTEENTHS: Record<number, string> = { 0: '', 2: '1/8', 4: '1/4', 6: '3/8', 8: '1/2', 10: '5/8', 12: '3/4', 14: '7/8' }

/** Rail Cap as the server writes it: 1.5 is "1 1/2". */
export function points(value: number): string {
  const all = Math.round(value * 16)
  const whole = Math.floor(all / 16)
  const part = SIXTEENTHS[all % 16] ?? `${all % 16}/16`
  return [whole || (part ? '' : '0'), part].filter((t) => t !== '').join(' ')
}
