// The server lists every legal action. Here each gets its words, a group, and the hex or unit on which it can be clicked.
// An action of a kind that this page does not know is still shown, by its name and fields: no decision can get stuck.

import { formationLabel } from '../map/counters'
import { capital, MODES, type Namer, supplyText, words } from './names'
import type { Action, Hex } from './types'

export interface Choice {
  action: Action
  key: string // stable name for tests and lists
  text: string
  group: string
  hex: Hex | null // where a click on the map means this
  unit: string | null // whose counter means this
  weight: number // order of the groups
}

interface Kind {
  group: string
  weight: number
  text(a: Action, n: Namer): string
  hex?: string
  unit?: string
}

const str = (a: Action, field: string) => String(a[field] ?? '')
const num = (a: Action, field: string) => Number(a[field] ?? -1)

/** Where supply is paid from, in words. */
export function payingText(a: Action, n: Namer): string {
  const place = a.holder ? `${n.unit(str(a, 'holder'))} in ${n.hex(num(a, 'source'))}` : `the dump in ${n.hex(num(a, 'source'))}`
  return `${place}${a.via ? `, thrown by ${n.unit(str(a, 'via'))}` : ', drawn directly'}`
}

const FUEL: Record<string, string> = { single_unit: '1T for the unit', formation: '1 SP for the formation of', hq: '1 SP for the HQ' }

const KINDS: Record<string, Kind> = {
  elect_order: { group: 'Order of play', weight: 1, text: (a) => (a.first ? 'Go first' : 'Go second') },
  take_retreat: { group: 'Meet the result', weight: 2, text: () => 'Retreat for all that is left' },
  ignore_option: { group: 'Meet the result', weight: 2, text: () => 'Skip the option' },
  lose_step: { group: 'Lose a step', weight: 2, unit: 'unit', text: (a, n) => `${n.unit(str(a, 'unit'))} loses a step` },
  choose_leader: { group: 'Action Rating', weight: 2, unit: 'unit', text: (a, n) => `${n.unit(str(a, 'unit'))} leads` },
  choose_terrain: {
    group: 'Terrain', weight: 2,
    text: (a, n) => `${capital(words(str(a, 'terrain')))} ${num(a, 'against') >= 0 ? `against ${n.hex(num(a, 'against'))}` : 'for the defence'}`
  },
  retreat_to: { group: 'Retreat to', weight: 2, hex: 'hex', text: (a, n) => `To ${n.hex(num(a, 'hex'))}` },
  split_off: { group: 'Split the group', weight: 6, unit: 'unit', text: (a, n) => `${n.unit(str(a, 'unit'))} retreats by itself` },
  tag_along: { group: 'Take along', weight: 5, unit: 'unit', text: (a, n) => `${n.unit(str(a, 'unit'))} joins the retreat` },
  advance: { group: 'Advance', weight: 2, unit: 'unit', text: (a, n) => `${n.unit(str(a, 'unit'))} advances` },
  give_up: { group: 'Captured', weight: 2, unit: 'unit', text: (a, n) => `Give up ${n.unit(str(a, 'unit'))}` },
  displace: { group: 'Displace', weight: 2, hex: 'hex', unit: 'unit', text: (a, n) => `${n.unit(str(a, 'unit'))} to ${n.hex(num(a, 'hex'))}` },
  eliminate: { group: 'Too many in the hex', weight: 2, unit: 'unit', text: (a, n) => `Eliminate ${n.unit(str(a, 'unit'))}` },
  pay: { group: 'Pay', weight: 2, unit: 'unit', text: (a, n) => `${a.unit ? `${n.unit(str(a, 'unit'))}: ` : ''}${payingText(a, n)}` },
  use_internals: { group: 'Pay', weight: 3, unit: 'unit', text: (a, n) => `${n.unit(str(a, 'unit'))}: internal stocks` },
  withhold: { group: 'Pay', weight: 4, text: () => 'Spend nothing (more): fight at half strength' },
  leave_out: { group: 'Leave out', weight: 5, unit: 'unit', text: (a, n) => `${n.unit(str(a, 'unit'))} drops out of the attack` },
  place_unit: {
    group: 'Place', weight: 3, hex: 'hex', unit: 'unit',
    text: (a, n) => `${n.unit(str(a, 'unit'))} in ${n.hex(num(a, 'hex'))}, ${modeText(a)}`
  },
  place_supply: { group: 'Place supply', weight: 2, hex: 'hex', text: (a, n) => `${supplyText(num(a, 'tokens'))} in ${n.hex(num(a, 'hex'))}` },
  begin_move: { group: 'Move', weight: 5, unit: 'unit', text: (a, n) => `Move ${n.unit(str(a, 'unit'))}` },
  add_unit: { group: 'Add', weight: 4, unit: 'unit', text: (a, n) => `Add ${n.unit(str(a, 'unit'))}` },
  remove_unit: { group: 'Remove', weight: 5, unit: 'unit', text: (a, n) => `Take out ${n.unit(str(a, 'unit'))}` },
  set_mode: { group: 'Mode', weight: 6, unit: 'unit', text: (a, n) => `${n.unit(str(a, 'unit'))}: ${modeText(a)}` },
  release: { group: 'Release from Reserve', weight: 4, unit: 'unit', text: (a, n) => `Release ${n.unit(str(a, 'unit'))}` },
  pay_fuel: {
    group: 'Fuel', weight: 3, unit: 'unit',
    text: (a, n) => `${FUEL[str(a, 'method')] ?? words(str(a, 'method'))} ${n.unit(str(a, 'unit'))}, from ${payingText(a, n)}`
  },
  step_to: { group: 'Step to', weight: 4, hex: 'hex', text: (a, n) => `To ${n.hex(num(a, 'hex'))}` },
  declare_overrun: { group: 'Overrun', weight: 3, hex: 'hex', text: (a, n) => `Overrun ${n.hex(num(a, 'hex'))}` },
  drop_unit: { group: 'Leave behind', weight: 7, unit: 'unit', text: (a, n) => `Leave ${n.unit(str(a, 'unit'))} here` },
  halt: { group: 'Finish', weight: 8, text: () => 'Halt: the stack has moved' },
  load_supply: { group: 'Load', weight: 6, unit: 'unit', text: (a, n) => `${n.unit(str(a, 'unit'))} loads ${supplyText(num(a, 'tokens'))}` },
  unload_supply: { group: 'Unload', weight: 6, unit: 'unit', text: (a, n) => `${n.unit(str(a, 'unit'))} unloads ${supplyText(num(a, 'tokens'))}` },
  divide_transport: {
    group: 'Divide', weight: 7, unit: 'unit',
    text: (a, n) => `Split ${num(a, 'points')} of ${n.unit(str(a, 'unit'))} off with ${supplyText(num(a, 'tokens'))}`
  },
  combine_transport: { group: 'Combine', weight: 7, unit: 'unit', text: (a, n) => `${n.unit(str(a, 'unit'))} takes in ${n.unit(str(a, 'other'))}` },
  blow_dump: { group: 'Blow a dump', weight: 8, text: (a, n) => `Try to destroy ${supplyText(num(a, 'tokens'))} in ${n.hex(num(a, 'hex'))}` },
  declare_attack: { group: 'Attack', weight: 3, hex: 'hex', text: (a, n) => `Attack ${n.hex(num(a, 'hex'))}` },
  declare_barrage: { group: 'Barrage', weight: 3, hex: 'hex', text: (a, n) => `Fire at ${n.hex(num(a, 'hex'))}` },
  recover: { group: 'Internal stocks', weight: 3, unit: 'unit', text: (a, n) => `${n.unit(str(a, 'unit'))} from ${payingText(a, n)}` },
  favour_trace: {
    group: 'Trace of a formation', weight: 4,
    text: (a, n) => `${formationLabel(str(a, 'formation'))}: ${a.via ? `through ${n.unit(str(a, 'via'))}` : `from ${n.hex(num(a, 'source'))}`}`
  },
  eat: { group: 'Eat off the map', weight: 3, unit: 'unit', text: (a, n) => `${n.unit(str(a, 'unit'))} eats from ${payingText(a, n)}` },
  done: { group: 'Finish', weight: 9, text: () => 'Done' },
  cancel: { group: 'Finish', weight: 9, text: () => 'Take it back' }
}

function modeText(a: Action): string {
  const mode = str(a, 'mode')
  const name = MODES[mode] ?? capital(words(mode))
  return mode === 'reserve' || mode === 'dg' ? `${name} (${str(a, 'facing')} side)` : name
}

/** Types whose group holds so many choices that they are best made on the map. */
export const ON_THE_MAP = new Set(['begin_move', 'step_to', 'declare_attack', 'declare_barrage', 'declare_overrun', 'place_unit', 'place_supply', 'displace', 'retreat_to'])

export function choiceKey(a: Action): string {
  const rest = Object.entries(a).filter(([k, v]) => k !== 'type' && v !== '' && v !== -1)
  return [a.type, ...rest.map(([, v]) => String(v))].join('-').replaceAll(/[^\w-]+/g, '_')
}

export function describe(action: Action, namer: Namer): Choice {
  const kind = KINDS[action.type]
  const key = choiceKey(action)
  if (!kind) {
    const fields = Object.entries(action).filter(([k]) => k !== 'type').map(([k, v]) => `${words(k)} ${String(v)}`)
    return { action, key, text: [capital(words(action.type)), ...fields].join(' '), group: 'Other', hex: null, unit: null, weight: 8 }
  }
  const hex = kind.hex && num(action, kind.hex) >= 0 ? num(action, kind.hex) : null
  const unit = kind.unit && action[kind.unit] ? str(action, kind.unit) : null
  return { action, key, text: kind.text(action, namer), group: kind.group, hex, unit, weight: kind.weight }
}

export interface Group {
  name: string
  choices: Choice[]
}

/** Choices by group, the most urgent first. */
export function grouped(choices: readonly Choice[]): Group[] {
  const groups = new Map<string, Choice[]>()
  for (const c of choices) {
    const list = groups.get(c.group)
    if (list) list.push(c)
    else groups.set(c.group, [c])
  }
  const weight = (list: Choice[]) => Math.min(...list.map((c) => c.weight))
  return [...groups].map(([name, list]) => ({ name, choices: list })).sort((a, b) => weight(a.choices) - weight(b.choices))
}

/** What "done" means at a step of a procedure. */
export function doneText(procedure: string, step: string, segment: string): string {
  const words: Record<string, string> = {
    'movement_segment.choose_unit': 'End the Movement Segment',
    'combat_segment.declare': 'End the Combat Segment',
    'barrage_segment.declare': 'End the Barrage Segment',
    'combat.advance': 'No (more) advance'
  }
  return words[`${procedure}.${step}`] ?? (procedure.endsWith('segment') || procedure.endsWith('phase') ? `End: ${capital(segment.replaceAll('_', ' '))}` : 'Done')
}
