// The keys of the page: one list for the help and for the handler. Letters are matched by what they write, so that every
// layout has them; only the step keys go by place.

import type { Travel } from './store.svelte'

export type Command =
  | 'undo' | 'next' | 'previous' | 'finish-unit' | 'hide' | 'supply' | 'zoc' | 'costs' | 'jump' | 'help' | 'escape' | 'confirm' | 'fit' | 'log' | 'charts'
  | { travel: Travel }
  | { highlight: 'unmoved' | 'out' | 'dg' | 'reserve' | 'moved' | 'hq' }
  | { step: number }
  | { pan: [number, number] }
  | { zoom: number }

export const KEYS: readonly { keys: string[]; text: string }[] = [
  { keys: ['n', 'b'], text: 'next and previous unit with something left to do' },
  { keys: ['Space'], text: 'done with this one: halt the stack on the move, or go to the next unit' },
  { keys: ['Num 8 9 3 2 1 7', 'Shift + W E D S A Q'], text: 'step the stack north, north-east, … (by the place of the keys)' },
  { keys: ['u', 'Ctrl Z'], text: 'undo' },
  { keys: ['Enter'], text: 'confirm: commit the attack, end the segment' },
  { keys: ['Esc'], text: 'take back, close, drop the selection; nothing is ever spent' },
  { keys: ['s'], text: 'supply of the unit, HQ or dump that is picked' },
  { keys: ['z'], text: 'zones of control' },
  { keys: ['t'], text: 'terrain costs of the unit that is picked' },
  { keys: ['k'], text: 'hide the counters' },
  { keys: ['h', 'o', 'd', 'r', 'm', 'q'], text: 'highlight: still to move, Out of Supply, DG, Reserve, moved, HQs' },
  { keys: ['j'], text: 'jump to a hex by name' },
  { keys: ['l', 'c'], text: 'log, charts' },
  { keys: ['PgUp', 'PgDn', 'Home', 'End'], text: 'look back: one step back or forward, to the beginning, back to the game' },
  { keys: ['←', '↑', '→', '↓'], text: 'scroll; on the map itself: move the cursor, Enter picks' },
  { keys: ['1', '–', '5'], text: 'zoom' },
  { keys: ['f'], text: 'the whole map' },
  { keys: ['?'], text: 'this list, and the colours' }
]

const STEP_CODES: Record<string, number> = { Numpad8: 0, Numpad9: 1, Numpad3: 2, Numpad2: 3, Numpad1: 4, Numpad7: 5 }
const SHIFT_CODES: Record<string, number> = { KeyW: 0, KeyE: 1, KeyD: 2, KeyS: 3, KeyA: 4, KeyQ: 5 }
const LETTERS: Record<string, Command> = {
  u: 'undo', n: 'next', b: 'previous', ' ': 'finish-unit', k: 'hide', s: 'supply', z: 'zoc', t: 'costs', j: 'jump', '?': 'help', f: 'fit', l: 'log', c: 'charts',
  Escape: 'escape', Enter: 'confirm',
  h: { highlight: 'unmoved' }, o: { highlight: 'out' }, d: { highlight: 'dg' }, r: { highlight: 'reserve' }, m: { highlight: 'moved' }, q: { highlight: 'hq' },
  PageUp: { travel: 'back' }, PageDown: { travel: 'forward' }, Home: { travel: 'first' }, End: { travel: 'last' },
  ArrowUp: { pan: [0, 90] }, ArrowDown: { pan: [0, -90] }, ArrowLeft: { pan: [90, 0] }, ArrowRight: { pan: [-90, 0] }
}
const ZOOMS: Record<string, number> = { '1': 0.3, '2': 0.5, '3': 0.8, '4': 1.2, '5': 2 }

export interface Press {
  key: string
  code: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  shiftKey: boolean
}

/** What a key press means, or null. */
export function commandOf(e: Press): Command | null {
  if ((e.ctrlKey || e.metaKey) && e.key.toLowerCase() === 'z' && !e.shiftKey) return 'undo'
  if (e.ctrlKey || e.metaKey || e.altKey) return null
  const step = STEP_CODES[e.code]
  if (step !== undefined && e.key !== 'Home' && e.key !== 'End' && !e.key.startsWith('Arrow') && !e.key.startsWith('Page')) return { step }
  const shifted = SHIFT_CODES[e.code]
  if (e.shiftKey && shifted !== undefined) return { step: shifted }
  const zoom = ZOOMS[e.key]
  if (zoom !== undefined) return { zoom }
  return LETTERS[e.key] ?? LETTERS[e.key.toLowerCase()] ?? null
}
