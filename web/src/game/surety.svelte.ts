// What cannot be had back is asked about once, in place: the first end of such a decision asks, the second one means it.

import type { GameStore } from './store.svelte'

class Surety {
  private at = $state('')

  private mark = (game: GameStore) => `${game.info.id} ${game.view.seq}`

  /** The question stands: the player has ended the decision once. */
  asks(game: GameStore): boolean {
    return this.at === this.mark(game) && !!game.view.decision?.gives_up
  }

  /** Ends a decision, or asks first if something is lost by it. */
  end(game: GameStore, go: () => void): void {
    const sure = !game.view.decision?.gives_up || this.asks(game)
    this.at = sure ? '' : this.mark(game)
    if (sure) go()
  }

  /** No: nothing is given up. Returns whether there was a question. */
  drop(game: GameStore): boolean {
    const asked = this.asks(game)
    this.at = ''
    return asked
  }
}

export const surety = new Surety()
