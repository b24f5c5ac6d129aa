// The form of a question: what it starts with, how it stands in the page's address, and outcomes in words.

import { valuesOf } from './answers'
import type { Charts } from './charts'
import { LEAST_RATING } from './combat'
import type { Field, Fields, Schema, Value } from './kinds'
import { tablesOf, terrainsOf } from './two-sided'
import { counted } from '../game/words/amounts'

/** Fields that most questions leave as they are. */
export const isExtra = (field: Field): boolean => /_(steps|option)$|^hold$/.test(field.name)

/** What a field shows before anybody touches it, where the question itself has no default. */
const START: Record<string, Value> = {
  terrain: 'open', attack: '12', defend: '6', ar: [3, 3], strength: '12', attackers: '4', defenders: '3', steps: 3, ar_int: 3, amount: 8, tokens: 8
}

export const words = (name: string) => name.replaceAll('_', ' ').replaceAll('-', ' ')
export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const CALLED: Record<string, string> = {
  ar: 'Action Rating', re: 'RE', hq: 'HQ', drm: 'DRM', dg: 'DG', dg_adjacent: 'DG adjacent', enemy_zoc: 'Enemy ZOC',
  attackers_column: 'Column, attacker', attackers_drm: 'DRM, attacker', defenders_column: 'Column, defender', defenders_drm: 'DRM, defender',
  ambush_on_white: 'Ambush on white', surprise_on_red: 'Surprise on red', white: 'White die', red: 'Red die', again: 'Second roll',
  armor: 'Armor advantage', brackets_dg: 'Brackets DG', fire: 'Defensive Artillery Fire', charge: 'Banzai charge', hold: 'Ignores one hex'
}

/** What a field, a die or a part of an answer is called. */
export const called = (name: string): string => CALLED[name] ?? capital(words(name))

/** The choices of a field: its own, or those of the charts. null for a field that is written freely. */
export function choicesOf(kind: Schema, field: Field, charts: Charts): string[] | null {
  if (field.type === 'choice') return field.choices
  const counted = field.type === 'text' ? valuesOf(charts, kind.name, field.name) : null
  if (counted) return counted.map(String)
  if (field.name !== 'terrain') return null
  const both = /^(combat|overrun)$/.test(kind.name) ? tablesOf(charts) : null
  const names = both ? terrainsOf(both) : Object.keys(charts.combat.lines)
  return names.map((name) => name.replaceAll('_', '-'))
}

export function startOf(kind: Schema, charts: Charts): Fields {
  const value = (field: Field): Value => {
    if (!field.required) return field.default!
    const choices = choicesOf(kind, field, charts)
    if (choices) return choices[0]!
    if (field.type === 'int') return START[field.name === 'ar' ? 'ar_int' : field.name] as number
    return START[field.name]!
  }
  return Object.fromEntries(kind.fields.map((field) => [field.name, value(field)]))
}

/** The least number that a stepper of the field goes down to. */
export function leastOf(field: Field, charts: Charts): number {
  if (field.type !== 'pair') return field.min ?? 0
  return tablesOf(charts) ? 0 : LEAST_RATING
}

/** The same question put to another form or other charts: what both have stays as it is, if it can be asked there. */
export function carried(fields: Fields, kind: Schema, charts: Charts): Fields {
  const kept = (field: Field, start: Value): Value => {
    const now = fields[field.name]
    if (now === undefined || typeof now !== typeof start) return start
    const choices = choicesOf(kind, field, charts)
    if (choices && !choices.includes(now as string)) return start
    return field.type === 'pair' ? (now as number[]).map((n) => Math.max(n, leastOf(field, charts))) : now
  }
  const start = startOf(kind, charts)
  return Object.fromEntries(kind.fields.map((field) => [field.name, kept(field, start[field.name]!)]))
}

export interface Page {
  set: string
  kind: string
  mode: 'odds' | 'roll'
  fields: Fields
}

/** The page as it stands in its address: `#combat/odds?charts=v4&attack=17&ar=5,3`; what is as at the start is left out. */
export function toHash(page: Page, start: Fields): string {
  const query = new URLSearchParams({ charts: page.set })
  for (const [name, value] of Object.entries(page.fields)) {
    if (String(value) !== String(start[name])) query.set(name, String(value))
  }
  return `#${page.kind}/${page.mode}?${query.toString()}`
}

/** Reads a field as it was written in the address; what makes no sense is left as it starts. */
function read(field: Field, text: string, start: Value): Value {
  if (field.type === 'bool') return text === 'true'
  if (field.type === 'int') return /^\d{1,6}$/.test(text) ? Number(text) : start
  if (field.type === 'pair') return /^-?\d{1,2},-?\d{1,2}$/.test(text) ? text.split(',').map(Number) : start
  return text
}

export function fromHash(hash: string, kindsOf: (set: string) => readonly Schema[], charts: (set: string) => Charts, fallback: Page): Page {
  const m = /^#([\w-]+)\/(odds|roll)(?:\?(.*))?$/.exec(hash)
  if (!m) return fallback
  const query = new URLSearchParams(m[3] ?? '')
  const set = query.get('charts') ?? fallback.set
  const kind = kindsOf(set).find((one) => one.name === m[1])
  if (!kind) return { ...fallback, set, kind: m[1] === 'costs' ? 'costs' : fallback.kind }
  const start = startOf(kind, charts(set))
  const fields = kind.fields.map((f) => [f.name, query.has(f.name) ? read(f, query.get(f.name)!, start[f.name]!) : start[f.name]!] as const)
  return { set, kind: kind.name, mode: m[2] as Page['mode'], fields: Object.fromEntries(fields) }
}


/** What an outcome means, in words. */
export function outcomeText(kind: string, o: Readonly<Record<string, unknown>>): string {
  if (kind === 'combat' || kind === 'overrun') return combatText(o)
  if (kind === 'air-combat') return airText(o)
  const parts = Object.entries(o).flatMap(([name, value]) => {
    if (['p', 'chance', 'result', 'policy'].includes(name) || value === false || value === '' || value === 0 || value === '0') return []
    return [value === true ? words(name) : `${words(name)} ${String(value)}`]
  })
  return parts.join(', ') || (typeof o.result === 'string' && o.result !== '-' ? '' : 'no effect')
}

function combatText(o: Readonly<Record<string, unknown>>): string {
  const side = (name: string, lost: unknown, gone: unknown) => {
    const did = [lost ? `loses ${counted(lost as number, 'step')}` : '', gone ? `retreats ${String(gone)}` : ''].filter(Boolean).join(', ')
    return did && `${name} ${did}`
  }
  const parts = [side('attacker', o.attacker_losses, o.attacker_retreat), side('defender', o.defender_losses, o.defender_retreat)]
  if (o.defender_dg) parts.push('defender DG')
  if (o.exploit) parts.push(`AR ${String(o.exploit)} exploits`)
  if (o.hex_open) parts.push('hex open')
  return parts.filter(Boolean).join(' · ') || 'nothing'
}

function airText(o: Readonly<Record<string, unknown>>): string {
  const side = (name: string, left: unknown, lost: unknown) => [`${name}: ${String(left)} left`, lost ? `${counted(lost as number, 'step')} lost` : ''].filter(Boolean).join(', ')
  const sides = [side('attacker', o.attackers_left, o.attacker_losses), side('defender', o.defenders_left, o.defender_losses)]
  return [o.winner ? `the ${String(o.winner)} stays alone` : 'nobody is driven off', ...sides].join(' · ')
}

/** Dice that may be thrown several times in one resolution. */
export const REPEATED: Record<string, readonly string[]> = { facility: ['plane'], 'air-combat': ['dice', 'loss'] }
