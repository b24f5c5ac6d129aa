// A game that others play from elsewhere: a socket says how far it is, and without one the page asks again and again. An
// answer that does not come is no matter here: the next one brings all that happened.

import type { At } from '../lobby/api-types'
import { listen } from './live-socket'
import type { GameStore } from './store.svelte'

const WAITING = 2_000
const PLAYING = 8_000 // milliseconds; while the player decides, others can only take back or give up
const LIVE = 30_000 // with a socket, for what it did not say
const BUSY = 200

interface Far extends At {
  type: 'at'
}
interface Here {
  type: 'here'
  who: string[]
}

interface Prepared {
  type: 'prepared'
  changes: number
}

interface Spoken {
  type: 'posts'
  last: number
}

interface Thinks {
  type: 'thinks'
  side: string
  done: number
  of: number
}

/** Follows the game until the function that it returns is called. */
export function follow(game: GameStore): () => void {
  if (!game.shared) return () => undefined
  let timer = 0
  let ended = false
  let live = false
  let looking = false
  let last: At | null = null // was said, and is not taken in yet
  let over = game.now.over
  void import('./talk.svelte').then(({ Talk }) => Talk.of(game.info.id)).then((talk) => (game.talk = talk), () => undefined)

  const again = () => {
    clearTimeout(timer)
    const wait = last ? BUSY : live ? LIVE : game.mine ? PLAYING : WAITING
    if (!ended && !game.now.over) timer = window.setTimeout(() => void look(), wait)
  }
  const look = async () => {
    if (looking) return
    looking = true
    const said = last
    const busy = game.busy || game.at !== null
    try {
      if (!busy) await game.catchUp(said ?? undefined)
      if (!live) await game.talk?.hear(Infinity)
      if (game.now.over && !over) await game.talk?.again() // now who watches reads, too
      over = game.now.over
    } catch {
      // the connection is gone; the player hears of it with the next click
    }
    looking = false
    if (!busy && last === said) last = null
    again()
  }
  const stop = listen(() => game.api.live(game.eyes), {
    wanted: () => !game.now.over,
    opened: () => {
      live = true
      again()
    },
    said: (message) => {
      const said = message as Far | Here | Spoken | Prepared | Thinks
      if (said.type === 'here') game.here = said.who
      else if (said.type === 'posts') void game.talk?.hear(said.last).catch(() => undefined)
      else if (said.type === 'prepared') game.beforehand = said.changes
      else if (said.type === 'thinks') game.thinker = said.side ? said : null
      else if (!last || said.lines >= last.lines) {
        last = said
        game.state = said.state
        void look()
      }
    },
    lost: () => {
      live = false
      game.here = []
      game.thinker = null
      again()
    }
  })
  again()
  return () => {
    ended = true
    clearTimeout(timer)
    stop()
  }
}
