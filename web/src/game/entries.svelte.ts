// Where something arrives: what leads on from each hex that is offered, and whom supply there would serve.

import type { EntryAnswer } from './api-types'
import type { GameStore } from './store.svelte'
import type { Hex } from './types'

export class Entries {
  /** What is known of the hexes that are offered now. */
  told = $state.raw<ReadonlyMap<Hex, EntryAnswer>>(new Map())
  private asked = ''

  constructor(private readonly game: GameStore) {}

  /** To be called with every state: asks when arrivals are to be placed. */
  async follow(): Promise<void> {
    const { game } = this
    const hexes = game.mine ? [...new Set(game.choices.flatMap((c) => (c.kind.arrives && c.hex !== null ? [c.hex] : [])))].sort((a, b) => a - b) : []
    const key = hexes.length ? `${game.actor} ${game.now.turn} ${hexes.join()}` : ''
    if (key === this.asked) return
    this.asked = key
    if (!key) {
      this.told = new Map()
      return
    }
    const found = await game.api.entries(game.actor, hexes).catch(() => [])
    if (key === this.asked) this.told = new Map(found.map((one) => [one.hex, one]))
  }
}
