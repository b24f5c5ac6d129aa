// The companion put together: every kind by its name, over one of the chart sets that charts.json holds.

import data from './charts.json'
import { airCombatBy } from './air-editions'
import { lookedUp, type Answers } from './answers'
import type { Charts } from './charts'
import { combat, overrun } from './combat'
import { odds, roll, type Fields, type Maker, type Odds, type Roll, type Schema } from './kinds'
import { capture } from './supply'
import { tablesOf, twoSided } from './two-sided'

export interface Price {
  name: string
  /** Quarter tokens: small barrages of some editions share one. */
  quarters: number
  unit: string
  case: string
  chart: string
}

/** `forms` are kinds that this set asks otherwise, `without` those that it does not answer; `note` warns of its tables. */
export interface ChartSet {
  id: string
  title: string
  note: string
  tables: Charts
  prices: Price[]
  forms: Record<string, Schema>
  without: string[]
}

/** A combat by whichever table the charts have. */
const either =
  (one: Maker, exploits: boolean): Maker =>
  (charts, asked) => {
    const both = tablesOf(charts)
    return both ? twoSided({ ...charts, ...both }, asked, exploits) : one(charts, asked)
  }

/** Kinds that the page counts; all others are looked up. */
const COUNTED: Record<string, Maker> = {
  combat: either(combat, true),
  overrun: either(overrun, false),
  'air-combat': airCombatBy,
  capture
}
const makerOf = ({ name }: Schema): Maker => COUNTED[name] ?? ((charts, asked) => lookedUp(charts.answers[name]!, asked))

/** Sets share most of their answers: each names the place of its own. */
const answersOf = (places: Record<string, number | undefined>): Record<string, Answers> =>
  Object.fromEntries(Object.entries(places).map(([name, at]) => [name, (data.answers as unknown as Answers[])[at!]!]))

export const SETS = data.sets.map((set) => ({ ...set, tables: { ...set.tables, answers: answersOf(set.answers) } })) as unknown as ChartSet[]
export const KINDS = data.kinds as unknown as Schema[]
export const setNamed = (id: string): ChartSet => SETS.find((set) => set.id === id) ?? SETS[0]!
/** Every kind that a set answers, in the form that it has there. */
export const kindsOf = (set: ChartSet): Schema[] => KINDS.filter((kind) => !set.without.includes(kind.name)).map((kind) => set.forms[kind.name] ?? kind)
export const kindNamed = (name: string, set: ChartSet = SETS[0]!): Schema | undefined => kindsOf(set).find((kind) => kind.name === name)

export const oddsOf = (kind: Schema, charts: Charts, fields: Fields): Odds => odds(kind, makerOf(kind), charts, fields)
export const rollOf = (kind: Schema, charts: Charts, fields: Fields, dice: Readonly<Record<string, readonly number[]>> = {}): Roll =>
  roll(kind, makerOf(kind), charts, fields, dice)
