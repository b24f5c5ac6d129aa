// What the page knows of each kind of action, in one table: its words, where it is offered, what a click means, how it is
// marked on the map, and how urgent it is. Everything but the words is plain data. A kind that is missing here is still shown,
// by its name and fields.

import { formationLabel } from '../../map/counters'
import type { Pattern } from '../../map/overlays'
import type { OverlayInks } from '../../map/palette'
import type { Action, ActionType } from '../types'
import { capital, MODES, type Namer, supplyText, words } from '../words/names'

/**
 * Where a choice is offered: `list`, among those of the decision; `map`, made by clicking, so that a long list of them is
 * folded; `reach`, the same, and lit by what the units can reach; `unit`, in the panel of the stack, and while the unit moves
 * only there; `unit+list`, in the panel of the stack and always in the list; `hex`, in the panel of the hex, and nobody should
 * come upon it before they look for it; `end`, below the list, as what ends it.
 */
export type Place = 'list' | 'map' | 'reach' | 'unit' | 'unit+list' | 'hex' | 'end'

/** How a hex is marked in which a kind can be chosen. */
export interface Mark {
  text: string
  ink: keyof OverlayInks
  pattern: Pattern
}

export interface Kind {
  group: string
  weight: number
  text(a: Action, n: Namer): string
  hex?: string // field of the hex on which a click means this
  spot?: string // field of a hex that it concerns, to be offered beside what stands there
  unit?: string // field of the unit at whose counter it is offered
  place?: Place // without: in the list
  /**
   * What a click on its hex, or on its unit's counter if it names no hex, means when nothing else can be meant: `do` it; `ask`,
   * since the stack may have been meant and what follows cannot be taken back or is not wanted; open its `dialog`. Without: offer
   * it in a menu if it names a hex, else nothing.
   */
  click?: 'do' | 'ask' | 'dialog'
  mark?: Mark | 'ring' // of its hex; a ring: of its unit's hex
  takesUp?: true // its unit may move
  stepKey?: true // the key of a direction means it, too
  inHand?: true // while a unit is picked only that unit's hexes are marked
  pays?: true // a price, for which there is a usual way
}

const ATTACK: Mark = { text: 'A', ink: 'overrun', pattern: 'none' }
const BARRAGE: Mark = { text: 'B', ink: 'barrage', pattern: 'none' }
const OVERRUN: Mark = { text: 'O', ink: 'overrun', pattern: 'none' }
const BACK: Mark = { text: '↩', ink: 'choice', pattern: 'none' }
const BORDER: Mark = { text: '|', ink: 'choice', pattern: 'none' }
const AWAY: Mark = { text: '•', ink: 'choice', pattern: 'dots' }
const PUT: Mark = { text: '+', ink: 'choice', pattern: 'dots' }

const DIRECTIONS = ['north', 'north-east', 'south-east', 'south', 'south-west', 'north-west']

export const str = (a: Action, field: string) => String(a[field] ?? '')
export const num = (a: Action, field: string) => Number(a[field] ?? -1)

/** Where supply is paid from, in words. */
export function payingText(a: Action, n: Namer): string {
  const place = a.holder ? `${n.unit(str(a, 'holder'))} in ${n.hex(num(a, 'source'))}` : `the dump in ${n.hex(num(a, 'source'))}`
  return `${place}${a.via ? `, thrown by ${n.unit(str(a, 'via'))}` : ', drawn directly'}`
}

const TASKS: Record<string, string> = { build_hedgehog: 'build a hedgehog level', reduce_hedgehog: 'take a hedgehog level away' }
const FUEL: Record<string, string> = { single_unit: '1T for the unit', formation: '1 SP for the formation of', hq: '1 SP for the HQ', independents: '1T an RE for the independent units with', formation_short: '2T, a quarter MA, for the formation of', hq_short: '2T, a quarter MA, for the HQ' }

export const KINDS: Readonly<Record<ActionType, Kind>> = {
  elect_order: { group: 'Order of play', weight: 1, text: (a) => (a.first ? 'Go first' : 'Go second') },
  take_retreat: { group: 'Meet the result', weight: 2, text: () => 'Retreat for all that is left' },
  ignore_option: { group: 'Meet the result', weight: 2, text: () => 'Skip the option' },
  lose_step: { group: 'Lose a step', weight: 2, click: 'do', mark: 'ring', unit: 'unit', text: (a, n) => `${n.unit(str(a, 'unit'))} loses a step` },
  choose_leader: { group: 'Action Rating', weight: 2, click: 'do', mark: 'ring', unit: 'unit', text: (a, n) => `${n.unit(str(a, 'unit'))} leads` },
  choose_terrain: {
    group: 'Terrain', weight: 2,
    text: (a, n) => `${capital(words(str(a, 'terrain')))} ${num(a, 'against') >= 0 ? `against ${n.hex(num(a, 'against'))}` : 'for the defence'}`
  },
  retreat_to: { group: 'Retreat to', weight: 2, place: 'map', click: 'do', mark: BACK, stepKey: true, hex: 'hex', text: (a, n) => `To ${n.hex(num(a, 'hex'))}` },
  split_off: { group: 'Split the group', weight: 6, click: 'do', mark: 'ring', unit: 'unit', text: (a, n) => `${n.unit(str(a, 'unit'))} retreats by itself` },
  tag_along: { group: 'Take along', weight: 5, click: 'do', mark: 'ring', unit: 'unit', text: (a, n) => `${n.unit(str(a, 'unit'))} joins the retreat` },
  advance: { group: 'Advance', weight: 2, click: 'do', mark: 'ring', unit: 'unit', text: (a, n) => `${n.unit(str(a, 'unit'))} advances` },
  give_up: { group: 'Captured', weight: 2, click: 'do', mark: 'ring', unit: 'unit', text: (a, n) => `Give up ${n.unit(str(a, 'unit'))}` },
  displace: { group: 'Displace', weight: 2, place: 'map', click: 'do', mark: AWAY, inHand: true, hex: 'hex', unit: 'unit', text: (a, n) => `${n.unit(str(a, 'unit'))} to ${n.hex(num(a, 'hex'))}` },
  evade_to: { group: 'Get away', weight: 2, place: 'map', click: 'do', mark: AWAY, hex: 'hex', text: (a, n) => `To ${n.hex(num(a, 'hex'))}` },
  eliminate: { group: 'Too many in the hex', weight: 2, click: 'do', mark: 'ring', unit: 'unit', text: (a, n) => `Eliminate ${n.unit(str(a, 'unit'))}` },
  pay: { group: 'Pay', weight: 2, pays: true, unit: 'unit', text: (a, n) => `${a.unit ? `${n.unit(str(a, 'unit'))}: ` : ''}${payingText(a, n)}` },
  use_internals: { group: 'Pay', weight: 3, pays: true, unit: 'unit', text: (a, n) => `${n.unit(str(a, 'unit'))}: internal stocks` },
  withhold: { group: 'Pay', weight: 4, text: () => 'Spend nothing (more): fight at half strength' },
  support_with: { group: 'Support', weight: 3, unit: 'unit', text: (a, n) => `${n.unit(str(a, 'unit'))} supports the defence` },
  declare_banzai: { group: 'Charge', weight: 2, text: (a) => `Banzai: Ambush on white 1-${num(a, 'ambush')}, Surprise on red ${num(a, 'surprise')}-6` },
  leave_out: { group: 'Leave out', weight: 5, unit: 'unit', text: (a, n) => `${n.unit(str(a, 'unit'))} drops out of the attack` },
  place_unit: {
    group: 'Place', weight: 3, place: 'map', click: 'do', mark: PUT, inHand: true, hex: 'hex', unit: 'unit',
    text: (a, n) => `${n.unit(str(a, 'unit'))} in ${n.hex(num(a, 'hex'))}, ${modeText(a)}`
  },
  place_supply: { group: 'Place supply', weight: 2, place: 'map', click: 'do', mark: PUT, hex: 'hex', text: (a, n) => `${supplyText(num(a, 'tokens'))} in ${n.hex(num(a, 'hex'))}` },
  begin_move: { group: 'Move', weight: 5, place: 'map', takesUp: true, unit: 'unit', text: (a, n) => `Move ${n.unit(str(a, 'unit'))}` },
  begin_outside: { group: 'Move outside the order', weight: 6, place: 'map', unit: 'unit', text: (a, n) => `Move ${n.unit(str(a, 'unit'))} by rail or in Strat Mode` },
  take_army: { group: 'Army', weight: 2, text: (a, n) => `Play ${n.army(str(a, 'army'))} now` },
  take_hq: { group: 'Command', weight: 2, unit: 'unit', text: (a, n) => `${n.unit(str(a, 'unit'))} leads its units now` },
  place_boundary: { group: 'Boundary', weight: 5, place: 'map', mark: BORDER, hex: 'hex', text: (a, n) => `${capital(str(a, 'flank'))} boundary of ${n.army(str(a, 'army'))} in ${n.hex(num(a, 'hex'))}` },
  call_raider_check: { group: 'Raiders', weight: 2, text: () => 'Call for a Raider Check' },
  shift_raider: { group: 'Shift', weight: 3, place: 'map', mark: BACK, unit: 'unit', hex: 'hex', text: (a, n) => `${n.unit(str(a, 'unit'))} to ${n.hex(num(a, 'hex'))}` },
  attach_hq: { group: 'Attach an HQ', weight: 9, unit: 'unit', text: (a, n) => `${n.unit(str(a, 'unit'))} goes to ${n.army(str(a, 'army'))}` },
  subordinate_army: { group: 'Subordinate an army', weight: 9, text: (a, n) => `${n.army(str(a, 'army'))} goes under ${n.army(str(a, 'parent'))}` },
  turn_zone: { group: 'Direction of the rear', weight: 6, text: (a, n) => `The zone of ${n.army(str(a, 'army'))} runs ${DIRECTIONS[num(a, 'rear')] ?? 'on'} to the rear` },
  slide_zone: { group: 'Slide a zone', weight: 8, text: (a, n) => `The zone of ${n.army(str(a, 'army'))} one hex ${a.forward ? 'forward' : 'back'}` },
  recon: { group: 'Recon', weight: 5, unit: 'unit', spot: 'hex', text: (a, n) => `Scout ${n.hex(num(a, 'hex'))} with ${n.unit(str(a, 'unit'))}: 1T` },
  halve_fire: { group: 'Add', weight: 5, unit: 'unit', text: (a, n) => `Half or all: ${n.unit(str(a, 'unit'))}` },
  add_unit: { group: 'Add', weight: 4, place: 'unit', takesUp: true, unit: 'unit', text: (a, n) => `Add ${n.unit(str(a, 'unit'))}` },
  remove_unit: { group: 'Remove', weight: 5, unit: 'unit', text: (a, n) => `Take out ${n.unit(str(a, 'unit'))}` },
  set_mode: { group: 'Mode', weight: 6, place: 'unit', unit: 'unit', text: (a, n) => `${n.unit(str(a, 'unit'))}: ${modeText(a, ' Mode')}` },
  release: { group: 'Release from Reserve', weight: 4, place: 'unit+list', takesUp: true, unit: 'unit', text: (a, n) => `Release ${n.unit(str(a, 'unit'))}` },
  pay_fuel: {
    group: 'Fuel', weight: 3, place: 'unit+list', unit: 'unit',
    text: (a, n) => `${FUEL[str(a, 'method')] ?? words(str(a, 'method'))} ${n.unit(str(a, 'unit'))}, from ${payingText(a, n)}`
  },
  step_to: { group: 'Step to', weight: 4, place: 'reach', click: 'do', stepKey: true, hex: 'hex', text: (a, n) => `To ${n.hex(num(a, 'hex'))}` },
  declare_overrun: { group: 'Overrun', weight: 3, place: 'map', click: 'dialog', mark: OVERRUN, hex: 'hex', text: (a, n) => `Overrun ${n.hex(num(a, 'hex'))}` },
  drop_unit: { group: 'Leave behind', weight: 7, place: 'unit', unit: 'unit', text: (a, n) => `Leave ${n.unit(str(a, 'unit'))} here` },
  halt: { group: 'Finish', weight: 8, place: 'end', text: () => 'Halt: the stack has moved' },
  load_supply: { group: 'Load', weight: 6, place: 'unit', unit: 'unit', text: (a, n) => `${n.unit(str(a, 'unit'))} loads ${supplyText(num(a, 'tokens'))}` },
  unload_supply: { group: 'Unload', weight: 6, place: 'unit', unit: 'unit', text: (a, n) => `${n.unit(str(a, 'unit'))} unloads ${supplyText(num(a, 'tokens'))}` },
  divide_transport: {
    group: 'Divide', weight: 7, place: 'unit', unit: 'unit',
    text: (a, n) => `${n.unit(str(a, 'unit'))}: split off ${num(a, 'points')} ${num(a, 'points') === 1 ? 'point' : 'points'}${num(a, 'tokens') ? ` with ${supplyText(num(a, 'tokens'))}` : ''}`
  },
  combine_transport: { group: 'Combine', weight: 7, place: 'unit', unit: 'unit', text: (a, n) => `${n.unit(str(a, 'unit'))} takes in ${n.unit(str(a, 'other'))}` },
  declare_attack: { group: 'Attack', weight: 3, place: 'map', click: 'do', mark: ATTACK, hex: 'hex', text: (a, n) => `Attack ${n.hex(num(a, 'hex'))}` },
  declare_barrage: { group: 'Barrage', weight: 3, place: 'map', click: 'do', mark: BARRAGE, hex: 'hex', text: (a, n) => `Fire at ${n.hex(num(a, 'hex'))}` },
  recover: { group: 'Internal stocks', weight: 3, unit: 'unit', text: (a, n) => `${n.unit(str(a, 'unit'))} from ${payingText(a, n)}` },
  favour_trace: {
    group: 'Trace of a formation', weight: 4,
    text: (a, n) => `${formationLabel(str(a, 'formation'))}: ${a.via ? `through ${n.unit(str(a, 'via'))}` : `from ${n.hex(num(a, 'source'))}`}`
  },
  draw_supply: {
    group: 'Supply for this turn', weight: 3, unit: 'unit',
    text: (a, n) => `${n.unit(str(a, 'unit'))}: ${str(a, 'level')} supply from ${payingText(a, n)}`
  },
  at_all_costs: { group: 'At all costs', weight: 2, text: (a, n) => n.word(a.yes ? 'yes' : 'no') },
  aim_barrage: { group: 'Fire at', weight: 3, text: (a, n) => `At ${n.word(str(a, 'target'))}` },
  displace_dump: { group: 'Displace', weight: 2, hex: 'hex', text: (a, n) => `The rest of the dump to ${n.hex(num(a, 'hex'))}` },
  eat: { group: 'Eat off the map', weight: 3, unit: 'unit', text: (a, n) => `${n.unit(str(a, 'unit'))} eats from ${payingText(a, n)}` },
  done: { group: 'Finish', weight: 9, place: 'end', text: () => 'Done' },
  cancel: { group: 'Finish', weight: 9, place: 'end', text: () => 'Take it back' },

  // free set-up
  pick_unit: { group: 'Set up', weight: 2, place: 'map', unit: 'unit', text: (a, n) => `Take up ${n.unit(str(a, 'unit'))}` },
  pick_supply: { group: 'Set up supply', weight: 3, text: (a) => `Take up supply of group ${num(a, 'group') + 1}` },
  take_back: { group: 'Take off again', weight: 7, place: 'unit+list', click: 'ask', unit: 'unit', text: (a, n) => `Take ${n.unit(str(a, 'unit'))} off the map again` },
  take_back_supply: { group: 'Take off again', weight: 7, spot: 'hex', text: (a, n) => `Take the supply in ${n.hex(num(a, 'hex'))} off again` },
  place_rest: { group: 'Set up', weight: 4, text: () => 'Place the rest for me' },
  agree_simulcast: {
    group: 'Simulcast', weight: 1,
    text: (a) => (a.agree ? 'Play this game turn as a simulcast turn' : 'No: play it in the usual order')
  },

  // railroads
  ride_rail: { group: 'By rail', weight: 5, place: 'map', spot: 'hex', text: (a, n) => `By rail to ${n.hex(num(a, 'hex'))}` },
  convert_rail: { group: 'Rail repair', weight: 3, place: 'unit+list', unit: 'unit', text: (a, n) => `${n.unit(str(a, 'unit'))} works on the railroad here` },
  open_train: { group: 'Supply by rail', weight: 6, spot: 'hex', text: (a, n) => `Load a train in ${n.hex(num(a, 'hex'))}` },
  load_train: { group: 'Load the train', weight: 2, text: (a) => `Load ${supplyText(num(a, 'tokens'))}` },
  send_train: { group: 'Send the train', weight: 2, place: 'map', click: 'do', mark: PUT, hex: 'hex', text: (a, n) => `To ${n.hex(num(a, 'hex'))}` },

  // dumps, Extenders, Breakout
  blow_dump: { group: 'Blow up supply', weight: 8, place: 'hex', spot: 'hex', text: (a, n) => `Try to destroy ${supplyText(num(a, 'tokens'))} in ${n.hex(num(a, 'hex'))}` },
  join_extender: { group: 'Extender', weight: 6, place: 'unit', unit: 'unit', text: (a, n) => `${n.unit(str(a, 'unit'))} helps to form an Extender here` },
  revert_extender: { group: 'Extender', weight: 6, place: 'unit+list', unit: 'unit', text: (a, n) => `${n.unit(str(a, 'unit'))} becomes Transport Points again` },
  collapse_extender: { group: 'Extender', weight: 7, place: 'unit+list', unit: 'unit', text: (a, n) => `Collapse ${n.unit(str(a, 'unit'))}` },
  breakout: { group: 'Break out', weight: 3, place: 'unit+list', click: 'ask', mark: 'ring', unit: 'unit', text: (a, n) => `${n.unit(str(a, 'unit'))} tries to break out` },

  // replacements
  place_repl: {
    group: 'Replacements', weight: 2, place: 'map', click: 'do', mark: PUT, hex: 'hex',
    text: (a, n) => `${capital(str(a, 'kind'))} in ${n.hex(num(a, 'hex'))}, ${modeText(a)}`
  },
  rebuild: { group: 'Rebuild', weight: 2, place: 'map', click: 'do', mark: PUT, hex: 'hex', unit: 'unit', text: (a, n) => `${n.unit(str(a, 'unit'))} in ${n.hex(num(a, 'hex'))}, ${modeText(a)}` },
  regain_step: { group: 'Regain a step', weight: 3, place: 'unit+list', unit: 'unit', text: (a, n) => `${n.unit(str(a, 'unit'))} regains a step` },
  rebuild_truck: { group: 'Rebuild transport', weight: 4, place: 'map', click: 'do', mark: PUT, hex: 'hex', text: (a, n) => `1 point of ${n.counter(str(a, 'counter'))} in ${n.hex(num(a, 'hex'))}` },
  combine: { group: 'Consolidate', weight: 6, place: 'unit+list', unit: 'unit', text: (a, n) => `${n.unit(str(a, 'unit'))} takes in ${n.unit(str(a, 'other'))}` },
  exchange: { group: 'Consolidate', weight: 6, place: 'unit+list', unit: 'unit', text: (a, n) => `${n.unit(str(a, 'unit'))} becomes ${n.counter(str(a, 'counter'))}` },

  // engineers and Breakdowns
  construct: {
    group: 'Construction', weight: 7, place: 'hex', spot: 'hex', unit: 'unit',
    text: (a, n) => `${a.unit ? n.unit(str(a, 'unit')) : 'Units there'}: ${TASKS[str(a, 'task')] ?? words(str(a, 'task'))} in ${n.hex(num(a, 'hex'))}`
  },
  detach: { group: 'Breakdown', weight: 7, place: 'unit', unit: 'unit', text: (a, n) => `${n.unit(str(a, 'unit'))} detaches ${n.printed(str(a, 'counter'))}` },
  absorb: { group: 'Breakdown', weight: 3, place: 'unit+list', click: 'do', mark: 'ring', unit: 'unit', text: (a, n) => `${n.unit(str(a, 'unit'))} takes ${n.unit(str(a, 'other'))} back in` },
  share_token: { group: 'Pay', weight: 3, unit: 'unit', text: (a, n) => `${n.unit(str(a, 'unit'))} shares the token` }
}

/** What holds of a kind that is missing in the table. */
const OTHER: Kind = {
  group: 'Other', weight: 8,
  text: (a) => [capital(words(a.type)), ...Object.entries(a).filter(([k]) => k !== 'type').map(([k, v]) => `${words(k)} ${String(v)}`)].join(' ')
}

export const kindOf = (a: Action): Kind => KINDS[a.type] ?? OTHER

function modeText(a: Action, after = ''): string {
  const mode = str(a, 'mode')
  const name = (MODES[mode] ?? capital(words(mode))) + after
  return mode === 'reserve' || mode === 'dg' ? `${name} (${str(a, 'facing')} side)` : name
}
