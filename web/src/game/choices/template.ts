// The words of an action: the template of its kind, filled with names. Python fills the same templates (`core/wording.py`), and a
// test holds both to the same words. `{field:show}` is a field; of `[one|other]` the first part counts whose fields all say
// something, or none; `by` has templates for single values of a field.

import type { Action } from '../types'
import { capital, supplyText } from '../words/names'
import { type Kind, num, str } from './kinds'
import { counted } from '../words/amounts'

/** What is called how. */
export interface Names {
  unit(id: string): string
  hex(hex: number): string
  army(id: string): string
  counter(id: string): string
  printed(id: string): string
  word(value: string): string
}

const wordOf = (a: Action, field: string, n: Names) => n.word(typeof a[field] === 'boolean' ? (a[field] ? 'yes' : 'no') : str(a, field))

const SHOWS: Readonly<Record<string, (a: Action, field: string, n: Names) => string>> = {
  unit: (a, field, n) => n.unit(str(a, field)),
  hex: (a, field, n) => n.hex(num(a, field)),
  army: (a, field, n) => n.army(str(a, field)),
  counter: (a, field, n) => n.counter(str(a, field)),
  printed: (a, field, n) => n.printed(str(a, field)),
  supply: (a, field) => supplyText(num(a, field)),
  points: (a, field) => counted(num(a, field), 'point'),
  nth: (a, field) => String(num(a, field) + 1),
  word: wordOf,
  capital: (a, field, n) => capital(wordOf(a, field, n))
}

const FIELD = /\{(\w+):(\w+)\}/g
const PART = /\[([^\]]*)\]/g

/** An action as it is offered. */
export function textOf(kind: Kind, a: Action, n: Names, template = kind.text): string {
  const chosen = template.replace(PART, (_, parts: string) => parts.split('|').find((part) => [...part.matchAll(FIELD)].every(([, field, show]) => says(a, field!, show!))) ?? '')
  return chosen.replace(FIELD, (_, field: string, show: string) => {
    const byValue = kind.by?.[field]?.[String(a[field])]
    return byValue === undefined ? (SHOWS[show] ?? wordOf)(a, field, n) : textOf(kind, a, n, byValue)
  })
}

const says = (a: Action, field: string, show: string) => (show === 'hex' ? num(a, field) >= 0 : Boolean(a[field]))
