// A stack and a unit in a few words.

import { counterKind, counterName, modeName, modeText, supplyText, words } from './names'
import type { Stack, StackSummary, Unit } from '../types'
import { counted } from './amounts'

const INTERNALS = ['', 'Low', 'Exhausted']

/** Under a counter: values that count now. */
export function unitLine(unit: Unit): string {
  if (unit.extender) return `holds ${counted(unit.extender, 'point')}`
  if (unit.counter.kind === 'transport') return `${counted(unit.points ?? '?', 'point')}${unit.load ? ` · ${supplyText(unit.load)}` : ''}`
  const ma = unit.ma === null ? '' : ` · ${unit.ma} MP`
  const face = unit.facing === 'move' ? unit.counter.move : unit.counter.combat
  if (face?.barrage) return `${face.barrage} barrage, range ${face.barrage_range} · AR ${unit.ar ?? '?'}${ma}`
  return `${unit.strength ?? '?'} · AR ${unit.ar ?? '?'}${ma}`
}

/** Everything about a unit, for lists and speech. */
export function unitText(unit: Unit): string {
  const parts = [counterName(unit.counter), counterKind(unit.counter)]
  if (unit.mode) parts.push(modeText(unit))
  if (unit.counter.kind !== 'transport') {
    if (unit.strength !== null) parts.push(`strength ${unit.strength}`)
    if (unit.ar !== null) parts.push(`Action Rating ${unit.ar}`)
  }
  if (unit.ma !== null) parts.push(`${unit.ma} MP`)
  parts.push(...statesOf(unit))
  if (unit.engineer) parts.push('Engineer-Capable')
  return parts.join(', ')
}

/** Marks on a unit in words. */
export function statesOf(unit: Unit): string[] {
  const states: string[] = []
  if (unit.steps_lost) states.push(`${unit.steps_lost} of ${unit.steps} steps lost`)
  if (unit.out_of_supply) states.push('Out of Supply')
  if (unit.low_supply) states.push('Low supply')
  if (unit.internals) states.push(`${INTERNALS[unit.internals]} internal stocks`)
  if (unit.fueled) states.push('fueled')
  if (unit.load) states.push(`carries ${supplyText(unit.load)}`)
  if (unit.extender) states.push(`Extender of ${counted(unit.extender, 'point')}`)
  if (unit.worked) states.push('at construction')
  if (unit.moved) states.push('has moved')
  return states
}

/** The lines below a spread stack: size, strengths here, leader, supply, states. Of a hidden one what its top unit shows.
 *  In a holding box nobody fights: its size will do. */
export function summarizeStack(units: readonly Unit[], stack: Stack | undefined, name: (id: string) => string, inBox = false): string[] {
  const found = stack?.summary
  const fighters = units.filter((u) => u.counter.kind !== 'transport')
  if (inBox) return found ? ownLines(found, fighters.length, name, []).filter((line, i) => i !== 1 && line !== '') : []
  const zoc = fighters.length && stack?.zoc ? ['has a ZOC'] : []
  return (found ? ownLines(found, fighters.length, name, zoc) : [[...fighters.slice(0, 1).flatMap(topMarks), ...zoc].join(' · ')]).filter(Boolean)
}

function ownLines(s: StackSummary, fighters: number, name: (id: string) => string, zoc: readonly string[]): string[] {
  const first = [`${s.re} RE`, counted(s.steps, 'step')]
  if (s.leader) first.push(`best AR ${s.leader.ar} (${name(s.leader.unit)})`)
  const attack = s.attackers ? `attack ${s.attack} in the open` : 'cannot attack'
  const lines = [first.join(' · '), `${attack} · defence ${s.defence} here (${words(s.terrain)})`]
  const marks: string[] = []
  const count = (ids: readonly string[], word: string) => {
    if (ids.length) marks.push(ids.length === fighters ? (fighters > 1 ? `all ${word}` : word) : `${ids.length} ${word}`)
  }
  count(s.dg, 'Disorganized')
  count(s.reserve, 'in Reserve')
  count(s.out_of_supply, 'Out of Supply')
  count(s.fueled, 'fueled')
  count(s.unfueled, 'without fuel')
  if (s.tokens) marks.push(`${supplyText(s.tokens)} in the hex`)
  return [...lines, [...marks, ...zoc].join(' · ')]
}

function topMarks(u: Unit): string[] {
  return [u.ar === null ? '' : `AR ${u.ar}`, u.marker || u.tapped ? modeName(u) : '', u.out_of_supply ? 'Out of Supply' : u.low_supply ? 'Low supply' : ''].filter(Boolean)
}
