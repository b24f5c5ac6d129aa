// Who decides: the same words in the header and above the choices.

import type { GameStore } from '../store.svelte'

export interface Deciding {
  words: string
  side: string // whose decision it is, where the words do not name it
}

/** Who decides now, or decided where the player looks back; empty when the rules have ended the game. */
export function deciding(game: GameStore): Deciding {
  const decision = game.view.decision
  if (game.view.over) return { words: '', side: '' }
  if (game.rests) return { words: game.state === 'over' ? 'The game is over' : 'Adjourned', side: '' }
  if (!decision) return { words: '', side: '' }
  const side = game.namer.side(decision.side)
  const alone = !game.open && game.humans.length < 2
  return game.mine && alone ? { words: 'Your decision', side } : { words: `${side} decides`, side: '' }
}
