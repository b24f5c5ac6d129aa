// What the overlays of the whole map ask the server, while they are on: asked again when the game goes on, not for every step of a bot.

import type { GroundView, RailNetView, SupplyNet } from '../api-types'
import type { GameStore } from '../store.svelte'
import type { Table } from '../table.svelte'
import { settings } from '../settings.svelte'
import type { Mobility, View } from '../types'

export type GroundWish = Mobility | 'picked'

export class WholeSide {
  net = $state.raw<SupplyNet | null>(null)
  rails = $state.raw<RailNetView | null>(null)
  ground = $state.raw<GroundView | null>(null)
  /** Whose costs are shown: those of the unit that is picked, or of a mobility. */
  wish = $state<GroundWish>('picked')
  /** The game as it was when the player last looked. */
  then = $state.raw<View | null>(null)
  /** The number of that state. */
  seen = $state(0)
  private readonly asked = { net: '', rails: '', ground: '', then: '' }
  private readonly stop: () => void

  constructor(
    private readonly game: GameStore,
    private readonly table: Table
  ) {
    const kept = settings.seen(game.info.id, game.eyes)
    this.seen = Math.min(kept ?? game.now.seq, game.now.seq)
    if (kept === null) this.look()
    this.stop = game.listen((_, before) => {
      // the player has looked until the own Player Turn ended
      const own = game.open ? game.humans.includes(before.phasing) : before.phasing === game.me
      if (own && game.now.phasing !== before.phasing) this.look(before.seq)
    })
  }

  destroy(): void {
    this.stop()
  }

  /** The player has seen everything up to a state; without a number, all there is. */
  look(seq = this.game.now.seq): void {
    this.seen = seq
    settings.keepSeen(this.game.info.id, this.game.eyes, seq)
  }

  /** Asks for what is missing; to be called whenever the game or the layers change. */
  follow(): void {
    const { game, table } = this
    const { layers } = table
    const still = game.at === null && !game.botDecides
    const state = `${game.eyes} ${game.actor} ${game.now.seq}`
    if (layers.reach && still) void this.ask('net', state, () => game.api.supplyNet(game.eyes), (found) => (this.net = found))
    if (layers.rail && still) void this.ask('rails', state, () => game.api.railNet(game.eyes), (found) => (this.rails = found))
    if (layers.costs && game.at === null) this.askGround()
    if (this.seen > game.now.seq) this.look()
    if (layers.since && still) void this.ask('then', `${game.eyes} ${this.seen}`, () => game.api.replay(game.eyes, this.seen), (found) => (this.then = found))
  }

  private askGround(): void {
    const { game, table } = this
    const unit = this.wish === 'picked' ? table.selectedUnits.find((u) => u.hex >= 0) : undefined
    const mobility = this.wish === 'picked' ? 'leg' : this.wish
    const bridges = game.now.bridges.map((b) => `${b.hex}${b.side}`).join()
    const state = `${game.eyes} ${game.now.weather} ${bridges} ${unit ? `${unit.id} ${unit.facing} ${unit.marker}` : mobility}`
    void this.ask('ground', state, () => game.api.ground(game.eyes, unit ? { unit: unit.id } : { mobility }), (found) => (this.ground = found))
  }

  private async ask<T>(what: keyof WholeSide['asked'], state: string, call: () => Promise<T>, take: (found: T) => void): Promise<void> {
    if (this.asked[what] === state) return // it is on its way, or here
    this.asked[what] = state
    try {
      const found = await call()
      if (this.asked[what] === state) take(found)
    } catch (e) {
      if (this.asked[what] !== state) return
      this.asked[what] = ''
      this.game.error = e instanceof Error ? e.message : String(e)
    }
  }
}
