// A game that others play from elsewhere: the page asks again and again how far it is. An answer that does not come is no
// matter here: the next one brings all that happened.

import type { GameStore } from './store.svelte'

const WAITING = 2_000
const PLAYING = 8_000 // milliseconds; while the player decides, others can only take back or give up

/** Follows the game until the function that it returns is called. */
export function follow(game: GameStore): () => void {
  if (!game.shared) return () => undefined
  let timer = 0
  let ended = false
  const again = () => {
    if (!ended && !game.now.over) timer = window.setTimeout(() => void look(), game.mine ? PLAYING : WAITING)
  }
  const look = async () => {
    try {
      await game.catchUp()
    } catch {
      // the connection is gone; the player hears of it with the next click
    }
    again()
  }
  again()
  return () => {
    ended = true
    clearTimeout(timer)
  }
}
