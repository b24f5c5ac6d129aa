// The companion put together: every kind by its name, over one of the chart sets that charts.json holds.

import data from './charts.json'
import { airCombat, airDrop, landing } from './air'
import type { Charts } from './charts'
import { combat, overrun } from './combat'
import { barrage, facility, flak } from './fire'
import { odds, roll, type Fields, type Maker, type Odds, type Roll, type Schema } from './kinds'
import { attrition, blow, breakout, capture } from './supply'

export interface Price {
  name: string
  /** Quarter tokens: small barrages of some editions share one. */
  quarters: number
  unit: string
  case: string
  chart: string
}

export interface ChartSet {
  id: string
  title: string
  tables: Charts
  prices: Price[]
}

const MAKERS: Record<string, Maker> = {
  combat,
  overrun,
  barrage,
  facility,
  'air-combat': airCombat,
  flak,
  attrition,
  capture,
  blow,
  breakout,
  landing,
  'air-drop': airDrop
} as Record<string, Maker>

export const SETS = data.sets as unknown as ChartSet[]
export const KINDS = data.kinds as unknown as Schema[]
export const kindNamed = (name: string): Schema | undefined => KINDS.find((kind) => kind.name === name)

export const oddsOf = (kind: Schema, charts: Charts, fields: Fields): Odds => odds(kind, MAKERS[kind.name]!, charts, fields)
export const rollOf = (kind: Schema, charts: Charts, fields: Fields, dice: Readonly<Record<string, readonly number[]>> = {}): Roll =>
  roll(kind, MAKERS[kind.name]!, charts, fields, dice)
