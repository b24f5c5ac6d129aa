// A stack and a unit in a few words.

import { counterKind, counterName, MODES, supplyText } from './names'
import type { Stack, Unit } from './types'

/** Leg units and transport need no fuel (12.5a); the server calls them fueled all the same. */
function needsFuel(unit: Unit): boolean {
  const face = unit.facing === 'combat' ? (unit.counter.combat ?? unit.counter.move) : unit.counter.move
  return unit.counter.kind !== 'transport' && face?.mobility !== 'leg'
}

const INTERNALS = ['', 'Low', 'Exhausted']

/** Under a counter: values that count now. */
export function unitLine(unit: Unit): string {
  if (unit.counter.kind === 'transport') return `${unit.points ?? '?'} pts${unit.load ? ` · ${supplyText(unit.load)}` : ''}`
  const ma = unit.ma === null ? '' : ` · ${unit.ma} MP`
  return `${unit.strength ?? '?'} · AR ${unit.ar ?? '?'}${ma}`
}

/** Everything about a unit, for lists and speech. */
export function unitText(unit: Unit): string {
  const parts = [counterName(unit.counter), counterKind(unit.counter)]
  if (unit.mode) parts.push(`${MODES[unit.mode] ?? unit.mode} Mode`)
  if (unit.counter.kind !== 'transport') {
    if (unit.strength !== null) parts.push(`strength ${unit.strength}`)
    if (unit.ar !== null) parts.push(`Action Rating ${unit.ar}`)
  }
  if (unit.ma !== null) parts.push(`${unit.ma} MP`)
  parts.push(...statesOf(unit))
  return parts.join(', ')
}

/** Marks on a unit in words. */
export function statesOf(unit: Unit): string[] {
  const states: string[] = []
  if (unit.steps_lost) states.push(`${unit.steps_lost} of ${unit.steps} steps lost`)
  if (unit.out_of_supply) states.push('Out of Supply')
  if (unit.internals) states.push(`${INTERNALS[unit.internals]} internal stocks`)
  if (needsFuel(unit) && unit.fueled) states.push('fueled')
  if (unit.load) states.push(`carries ${supplyText(unit.load)}`)
  if (unit.moved) states.push('has moved')
  return states
}

/** The lines below a spread stack: RE, strength, leader, steps, states. */
export function summarizeStack(units: readonly Unit[], stack: Stack | undefined, name: (id: string) => string): string[] {
  const fighters = units.filter((u) => u.counter.kind !== 'transport')
  if (!fighters.length) return []
  const lines: string[] = []
  const known = fighters.filter((u) => u.re !== null)
  const re = known.reduce((sum, u) => sum + (u.re ?? 0), 0)
  const strength = fighters.reduce((sum, u) => sum + amount(u.strength), 0)
  const leader = fighters.reduce((a, b) => ((b.ar ?? -9) > (a.ar ?? -9) ? b : a))
  const first: string[] = []
  if (known.length) first.push(`${trim(re)} RE`)
  if (fighters.some((u) => u.strength !== null)) first.push(`strength ${trim(strength)}`)
  if (leader.ar !== null) first.push(`best AR ${leader.ar} (${name(leader.id)})`)
  lines.push(first.join(' · '))
  const steps = known.reduce((sum, u) => sum + (u.steps ?? 0) - (u.steps_lost ?? 0), 0)
  const marks: string[] = []
  if (known.length) marks.push(`${steps} ${steps === 1 ? 'step' : 'steps'}`)
  const count = (test: (u: Unit) => boolean, word: string) => {
    const n = fighters.filter(test).length
    if (n) marks.push(n === fighters.length && n > 1 ? `all ${word}` : n === 1 && fighters.length === 1 ? word : `${n} ${word}`)
  }
  count((u) => u.marker === 'dg', 'Disorganized')
  count((u) => u.marker === 'reserve', 'in Reserve')
  count((u) => u.marker === 'strat', 'in Strat Mode')
  count((u) => u.marker === 'exploit', 'exploiting')
  count((u) => u.out_of_supply === true, 'Out of Supply')
  count((u) => needsFuel(u) && u.fueled === true, 'fueled')
  if (stack?.zoc) marks.push('has a ZOC')
  if (marks.length) lines.push(marks.join(' · '))
  return lines.filter(Boolean)
}

function amount(text: string | null): number {
  if (!text) return 0
  const [a, b] = text.split('/')
  return b ? Number(a) / Number(b) : Number(a) || 0
}

const trim = (n: number) => String(Math.round(n * 100) / 100)
