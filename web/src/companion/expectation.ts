// Expected values with their terms: outcome by outcome, its chance times what it brings. The plain version is
// redball.analysis.expectation; vitest holds this one to it.

import type { Spread } from './chances'
import { fraction, parse, text } from './fraction'
import type { Line } from './kinds'

export interface Expected {
  title: string
  total: string
  lines: Line[]
}

/** Rule case and chart that an amount stands on. */
export type Source = readonly [of: string, chart: string]

/** What a chart says of an outcome, '' where the outcome itself is all. */
export function label(o: Readonly<Record<string, unknown>>): string {
  return 'percent' in o ? `${String(o.percent)} %` : String(o.result ?? '')
}

/** The expected value of a field of the outcomes: a number, yes or no, or a fraction as text. */
export function expectedOf(spread: Spread<Readonly<Record<string, unknown>>>, name: string, [of, chart]: Source): Expected {
  const ways = new Map<string, { label: string; n: number; d: number; ways: number }>()
  for (const { value, ways: count } of spread.entries()) {
    const worth = parse(String(Number.isNaN(Number(value[name])) ? value[name] : Number(value[name])))!
    if (!worth.n) continue
    const key = `${label(value)}|${text(worth)}`
    const known = ways.get(key)
    if (known) known.ways += count
    else ways.set(key, { label: label(value), ...worth, ways: count })
  }
  const weight = (t: { n: number; d: number; ways: number }) => (t.ways * t.n) / t.d
  const terms = [...ways.values()].sort((a, b) => weight(b) - weight(a) || (a.label < b.label ? -1 : 1))
  const lines = terms.map((t) => ({
    amount: text(fraction(t.ways * t.n, t.d * spread.total)),
    reason: `${text(fraction(t.ways, spread.total))} x ${text(t)}${t.label && `: ${t.label}`}`,
    case: of,
    chart
  }))
  const most = terms.reduce((all, t) => all * (all % t.d ? t.d : 1), 1)
  const total = fraction(terms.reduce((sum, t) => sum + t.ways * t.n * (most / t.d), 0), most * spread.total)
  return { title: name.replaceAll('_', ' '), total: text(total), lines }
}

/** The total as a number. */
export function number({ total }: Expected): number {
  const [n, d = '1'] = total.split('/')
  return Number(n) / Number(d)
}
