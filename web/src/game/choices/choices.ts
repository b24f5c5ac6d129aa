// The server lists every legal action. Here each gets its words, a group, and the hex or unit on which it can be clicked.
// An action of a kind that this page does not know is still shown, by its name and fields: no decision can get stuck.

import { byAmount } from '../words/amounts'
import { type Kind, kindOf, num, str } from './kinds'
import { textOf } from './template'
import { type Namer } from '../words/names'
import type { Action, Hex } from '../types'

export interface Choice {
  action: Action
  kind: Kind
  key: string // stable name for tests and lists
  readonly text: string // made up when it is read: most choices of a large game are made on the map
  group: string
  hex: Hex | null // where a click on the map means this
  spot: Hex | null // a hex that it concerns, though a click there may mean something else
  unit: string | null // whose counter means this
  weight: number // order of the groups
  tokens: number // of what comes in any amount, else 0
}

const MANY = 6
const TOO_MANY = 12

/** Whether a group is shown as one line that can be opened; `panelled`: it has a panel of its own. */
export function isFolded(group: Group, moving: boolean, panelled: boolean): boolean {
  if (group.name === ABOARD) return false
  if (group.choices.every((c) => c.kind.place === 'hex')) return true
  if (moving && group.choices.every((c) => c.kind.place === 'reach' || c.kind.place === 'unit')) return true
  return amounts(group.choices).length > (panelled ? 0 : whereOf(group) ? MANY : TOO_MANY)
}

/** Where the choices of a group can be made better than in a list, in words. */
export function whereOf({ choices }: Group): string {
  if (choices.every((c) => c.kind.place === 'map' || c.kind.place === 'reach')) return 'on the map'
  return choices.every((c) => c.spot !== null && c.hex === null) ? 'where the supply or the units are' : ''
}

/** Landing Craft that divide are listed with either unit of a pair first: the page shows one of the two. */
export const isTwin = (a: Action): boolean => a.type === 'divide_craft' && str(a, 'other') !== '' && str(a, 'unit') > str(a, 'other')

export function choiceKey(a: Action): string {
  const rest = Object.entries(a).filter(([k, v]) => k !== 'type' && v !== '' && v !== -1)
  return [a.type, ...rest.map(([, v]) => String(v))].join('-').replaceAll(/[^\w-]+/g, '_')
}

export function describe(action: Action, namer: Namer): Choice {
  const kind = kindOf(action)
  const hex = kind.hex && num(action, kind.hex) >= 0 ? num(action, kind.hex) : null
  const spot = hex ?? (kind.spot && num(action, kind.spot) >= 0 ? num(action, kind.spot) : null)
  const unit = kind.unit && action[kind.unit] ? str(action, kind.unit) : null
  const { group, weight } = kind
  return { action, kind, key: choiceKey(action), get text() { return textOf(kind, action, namer) }, group, hex, spot, unit, weight, tokens: Math.max(0, num(action, 'tokens')) }
}

/** Choices in their order, those that differ in an amount of supply only together. */
export function amounts(choices: readonly Choice[]): (Choice | Choice[])[] {
  const same = (c: Choice) => choiceKey({ ...c.action, tokens: -1 })
  return byAmount(choices, (c) => c.tokens || null, same)
}

export interface Group {
  name: string
  choices: Choice[]
}

const ABOARD = 'Landing Craft with units aboard'

/** Landing Craft with units aboard, by id, that may begin to sail stand in a group of their own, before everything else. */
export function landingFirst(choices: readonly Choice[], loaded: ReadonlySet<string>): Choice[] {
  return choices.map((c) => (c.action.type === 'begin_sail' && loaded.has(str(c.action, 'ship')) ? { ...c, group: ABOARD, weight: -1 } : c))
}

const LAST = 100 // more than any weight

/** Choices by group, the most urgent first; groups of which all choices can `wait` come last. */
export function grouped(choices: readonly Choice[], wait: (c: Choice) => boolean = () => false): Group[] {
  const groups = new Map<string, Choice[]>()
  for (const c of choices) {
    const list = groups.get(c.group)
    if (list) list.push(c)
    else groups.set(c.group, [c])
  }
  const weight = (list: Choice[]) => Math.min(...list.map((c) => c.weight)) + (list.every(wait) ? LAST : 0)
  return [...groups].map(([name, list]) => ({ name, choices: list })).sort((a, b) => weight(a.choices) - weight(b.choices))
}
