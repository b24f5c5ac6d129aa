// What the gunfire, the strike at ships or the landing that is drafted can come to, as the server foresees it.

import type { GameStore } from './store.svelte'
import type { SeaOdds } from './types-odds'

export class SeaForesight {
  odds = $state.raw<SeaOdds | null>(null)
  private asked = 0

  constructor(private readonly game: GameStore) {}

  /** Asks about the draft as it is now; an answer that a later draft has overtaken is dropped. */
  async follow(): Promise<void> {
    const { game } = this
    const mine = ++this.asked
    const sea = game.view.sea
    void game.view.seq
    if (!game.mine || !(sea?.gunfire ?? sea?.strike ?? sea?.landing)) {
      this.odds = null
      return
    }
    const odds = await game.api.sea(game.eyes).catch(() => null)
    if (mine === this.asked) this.odds = odds
  }
}
