// The keys of the page: one list for the help and for the handler. Letters are matched by what they write, so that every
// layout has them; only the step keys go by place.

import type { Travel } from './store.svelte'

export type Command =
  | 'undo' | 'redo' | 'next' | 'previous' | 'finish-unit' | 'hide' | 'supply' | 'cuts' | 'rail' | 'extenders' | 'zoc' | 'costs' | 'jump' | 'help' | 'escape' | 'confirm' | 'fit' | 'log' | 'charts' | 'talk' | 'mark' | 'bookmark' | 'reach' | 'front' | 'victory' | 'since' | 'slowed' | 'study' | 'minimap' | 'no-layers' | 'formation' | 'menu' | 'waypoint' | 'map' | 'situation'
  | { travel: Travel }
  | { highlight: 'unmoved' | 'out' | 'dg' | 'reserve' | 'moved' | 'hq' }
  | { step: number }
  | { pan: [number, number] }
  | { zoom: number }

/** Commands whose key the player may change: name, what it does, its first key. */
export const BINDABLE = {
  next: { key: 'n', command: 'next', text: 'the next unit with something left to do' },
  previous: { key: 'b', command: 'previous', text: 'the previous one' },
  undo: { key: 'u', command: 'undo', text: 'undo (Ctrl Z, too)' },
  redo: { key: 'y', command: 'redo', text: 'redo (Ctrl Y, and Shift with a key that undoes, too)' },
  supply: { key: 's', command: 'supply', text: 'supply of the unit, HQ or dump that is picked' },
  cuts: { key: 'x', command: 'cuts', text: 'what would cut its trace; again: its supply; again: nothing' },
  reach: { key: '6', command: 'reach', text: 'what all dumps and HQs reach, and who is out' },
  rail: { key: 'e', command: 'rail', text: 'railroads, and going by rail' },
  extenders: { key: 'i', command: 'extenders', text: 'Extenders: their links and their range' },
  zoc: { key: 'z', command: 'zoc', text: 'zones of control' },
  costs: { key: 't', command: 'costs', text: 'terrain costs: the whole map, for the unit that is picked' },
  victory: { key: '7', command: 'victory', text: 'victory places' },
  front: { key: '8', command: 'front', text: 'the front line' },
  since: { key: '9', command: 'since', text: 'what has moved since you last looked' },
  slowed: { key: ';', command: 'slowed', text: 'where aircraft slow a side down' },
  study: { key: '-', command: 'study', text: 'think ahead: attacks from elsewhere, cuts, the supply budget, reach by mode' },
  nothing: { key: '0', command: 'no-layers', text: 'nothing laid over the map' },
  minimap: { key: '.', command: 'minimap', text: 'the small map' },
  hide: { key: 'k', command: 'hide', text: 'hide the counters' },
  unmoved: { key: 'h', command: { highlight: 'unmoved' }, text: 'highlight what is still to move' },
  out: { key: 'o', command: { highlight: 'out' }, text: 'highlight who is Out of Supply' },
  dg: { key: 'd', command: { highlight: 'dg' }, text: 'highlight DG' },
  reserve: { key: 'r', command: { highlight: 'reserve' }, text: 'highlight Reserve' },
  moved: { key: 'm', command: { highlight: 'moved' }, text: 'highlight who has moved' },
  hq: { key: 'q', command: { highlight: 'hq' }, text: 'highlight HQs' },
  jump: { key: 'j', command: 'jump', text: 'jump to a hex, town, unit or bookmark by name' },
  mark: { key: 'v', command: 'mark', text: 'bookmark the hex that is picked, or take the bookmark away' },
  bookmark: { key: 'g', command: 'bookmark', text: 'go to the next bookmark' },
  formation: { key: 'a', command: 'formation', text: 'the formation of the unit that is picked; again: the next formation' },
  waypoint: { key: 'p', command: 'waypoint', text: 'a waypoint in the hex under the pointer (Ctrl-click, too)' },
  log: { key: 'l', command: 'log', text: 'log' },
  talk: { key: 'w', command: 'talk', text: 'what is said in a game with others, and to say something' },
  charts: { key: 'c', command: 'charts', text: 'charts' },
  fit: { key: 'f', command: 'fit', text: 'the whole map' },
  map: { key: '/', command: 'map', text: 'the cursor on the map: the arrows move it, Enter picks' },
  situation: { key: ',', command: 'situation', text: 'the situation, what each side wants, and the points' }
} as const satisfies Record<string, { key: string; command: Command; text: string }>

export type Bindable = keyof typeof BINDABLE
/** The keys that the player changed. */
export type Bindings = Readonly<Partial<Record<Bindable, string>>>

/** Keys that stay as they are. */
export const FIXED: readonly { keys: string[]; text: string }[] = [
  { keys: ['Space'], text: 'done with this one: halt the stack on the move, or go to the next unit' },
  { keys: ['Num 8 9 3 2 1 7', 'Shift + W E D S A Q'], text: 'step the stack north, north-east, … (by the place of the keys)' },
  { keys: ['Enter'], text: 'confirm: commit the attack, end the segment' },
  { keys: ['Esc'], text: 'one step back: menu, waypoint, declaration, stack not begun, selection; nothing is spent' },
  { keys: ['☰', 'Shift + F10'], text: 'what can be done in the hex, and why the rest cannot (right click, long press)' },
  { keys: ['PgUp', 'PgDn', 'Home', 'End'], text: 'look back: one step back or forward, to the beginning, back to the game' },
  { keys: ['←', '↑', '→', '↓'], text: 'scroll; on the map itself: move the cursor, Enter picks' },
  { keys: ['1', '–', '5'], text: 'zoom' },
  { keys: ['?'], text: 'this list, and the colours' }
]

const NAMES = Object.keys(BINDABLE) as Bindable[]

/** The key of a command as things are. */
export const keyOf = (name: Bindable, changed: Bindings = {}): string => changed[name] ?? BINDABLE[name].key

/** The bindings after a command was given a key; whoever had that key gets the old one. null: the key is not free. */
export function rebind(name: Bindable, pressed: string, changed: Bindings): Bindings | null {
  const key = pressed.toLowerCase()
  if ([...key].length !== 1 || key === ' ' || key === '?' || key in ZOOMS) return null
  const before = keyOf(name, changed)
  const other = NAMES.find((n) => n !== name && keyOf(n, changed) === key)
  const all = { ...changed, [name]: key, ...(other ? { [other]: before } : {}) }
  return Object.fromEntries(Object.entries(all).filter(([n, k]) => BINDABLE[n as Bindable].key !== k))
}

const STEP_CODES: Record<string, number> = { Numpad8: 0, Numpad9: 1, Numpad3: 2, Numpad2: 3, Numpad1: 4, Numpad7: 5 }
const SHIFT_CODES: Record<string, number> = { KeyW: 0, KeyE: 1, KeyD: 2, KeyS: 3, KeyA: 4, KeyQ: 5 }
const OTHERS: Record<string, Command> = {
  ' ': 'finish-unit', '?': 'help', Escape: 'escape', Enter: 'confirm',
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
export function commandOf(e: Press, changed: Bindings = {}): Command | null {
  if ((e.ctrlKey || e.metaKey) && e.key.toLowerCase() === 'z') return e.shiftKey ? 'redo' : 'undo'
  if ((e.ctrlKey || e.metaKey) && e.key.toLowerCase() === 'y' && !e.shiftKey) return 'redo'
  if (e.key === 'ContextMenu' || (e.key === 'F10' && e.shiftKey)) return 'menu'
  if (e.ctrlKey || e.metaKey || e.altKey) return null
  const step = STEP_CODES[e.code]
  if (step !== undefined && e.key !== 'Home' && e.key !== 'End' && !e.key.startsWith('Arrow') && !e.key.startsWith('Page')) return { step }
  const shifted = SHIFT_CODES[e.code]
  if (e.shiftKey && shifted !== undefined) return { step: shifted }
  const zoom = ZOOMS[e.key]
  if (zoom !== undefined) return { zoom }
  const name = NAMES.find((n) => keyOf(n, changed) === e.key.toLowerCase())
  if (name === 'undo' && e.shiftKey) return 'redo'
  return name ? BINDABLE[name].command : (OTHERS[e.key] ?? null)
}
