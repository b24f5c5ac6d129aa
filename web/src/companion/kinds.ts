// What the companion can be asked. Fields and dice of every kind come with the charts (charts.json); how a kind is rolled
// is looked up (answers.ts) or stands in combat.ts, two-sided.ts, supply.ts and air.ts; the plain version of these is
// redball.analysis.companion in Python.

import { AskError, chance, Rolled, Spread, spreadOf, Told, type Throw } from './chances'
import type { Charts } from './charts'
import { expectedOf, label, number, type Expected, type Source } from './expectation'
import { parse, type Fraction } from './fraction'

export interface Field {
  name: string
  type: 'int' | 'bool' | 'text' | 'choice' | 'pair'
  help: string
  required: boolean
  default: Value | null
  min: number | null
  max: number | null
  choices: string[]
}

/** A kind as charts.json has it: `dice` says how many dice each named sum has. */
export interface Schema {
  name: string
  title: string
  about: string
  fields: Field[]
  dice: Record<string, 'one' | 'two'>
}

export type Value = string | number | boolean | readonly number[]
export type Fields = Readonly<Record<string, Value>>

export interface Line {
  amount: string
  reason: string
  case: string
  chart: string
}

export const line = (amount: string, reason: string, of: string, chart = ''): Line => ({ amount, reason, case: of, chart })

/** The dice of one resolution as they fell, each with its name. */
export type Fallen = readonly (readonly [name: string, value: number])[]

/**
 * A question made ready. `explain` tells how one resolution came about, where it takes more than the dice and what they brought. `spread` is a faster way to what walking the procedure gives. `expected` are the fields of an outcome
 * whose expected value is told; `certain` comes about in any case; `closer` adds what else follows.
 */
export interface Asked<T extends object> {
  head: object
  ledger: readonly Line[]
  procedure: (dice: Throw) => T
  explain?(outcome: T, fallen: Fallen): readonly Line[]
  spread?: () => Spread<T>
  expected?: Readonly<Record<string, Source>>
  certain?: Readonly<Record<string, Expected>>
  closer?(spread: Spread<T>): object
}

export type Maker = (charts: Charts, asked: Fields) => Asked<object>

export interface Odds {
  kind: string
  outcomes: ({ p: string; chance: number } & Record<string, unknown>)[]
  expected: Record<string, number>
  expected_ledgers: Record<string, Expected>
  ledger: Line[]
  [name: string]: unknown
}

export interface Roll {
  kind: string
  thrown: number[]
  /** Dice that were told and not needed. */
  unused: Record<string, number[]>
  ledger: Line[]
  [name: string]: unknown
}

/** The whole question, defaults filled in. Throws AskError with one sentence. */
export function asking(kind: Schema, fields: Fields): Fields {
  const known = new Set(kind.fields.map((f) => f.name))
  for (const name of Object.keys(fields)) if (!known.has(name)) throw new AskError(`${kind.name}: there is no field \`${name}\``)
  return Object.fromEntries(kind.fields.map((f) => [f.name, valueOf(kind, f, fields[f.name])]))
}

function valueOf(kind: Schema, field: Field, given: Value | undefined): Value {
  if (given === undefined) {
    if (field.required) throw new AskError(`${kind.name}: missing \`${field.name}\``)
    return field.default!
  }
  const wrong = (what: string) => new AskError(`${kind.name}: ${field.name} must be ${what}, not ${JSON.stringify(given)}`)
  const whole = (n: unknown) => {
    if (!Number.isInteger(n)) throw wrong('a whole number')
    return n as number
  }
  switch (field.type) {
    case 'int': {
      const n = whole(given)
      if (field.min !== null && n < field.min) throw wrong(`at least ${field.min}`)
      if (field.max !== null && n > field.max) throw wrong(`at most ${field.max}`)
      return n
    }
    case 'bool':
      return given === true
    case 'choice':
      if (!field.choices.includes(given as string)) throw wrong(`one of ${field.choices.join(', ')}`)
      return given
    case 'pair': {
      const pair = given as readonly number[]
      if (!Array.isArray(given) || pair.length !== 2) throw wrong('two numbers')
      return pair.map(whole)
    }
    default:
      return String(given)
  }
}

/** A strength as players write it. */
export function strength(value: Value, name: string): Fraction {
  const found = parse(String(value))
  if (!found) throw new AskError(`${name} must be a strength like 7, 3.5 or 7/2, not '${String(value)}'`)
  if (found.n < 0) throw new AskError(`${name} must not be negative, and is ${String(value)}`)
  return found
}

/** One of the names that the charts know; fields write them with hyphens. */
export function named(value: Value, known: readonly string[], field: string): string {
  const found = String(value).replaceAll('-', '_')
  if (!known.includes(found)) throw new AskError(`${field} must be one of ${known.map((name) => name.replaceAll('_', '-')).join(', ')}, not '${String(value)}'`)
  return found
}

function ready(kind: Schema, make: Maker, charts: Charts, fields: Fields): Asked<object> {
  try {
    return make(charts, asking(kind, fields))
  } catch (e) {
    throw e instanceof AskError && !e.message.startsWith(`${kind.name}: `) ? new AskError(`${kind.name}: ${e.message}`) : e
  }
}

/** The exact distribution. Throws AskError. */
export function odds(kind: Schema, make: Maker, charts: Charts, fields: Fields): Odds {
  const asked = ready(kind, make, charts, fields)
  const spread = asked.spread ? asked.spread() : spreadOf(asked.procedure)
  const ofFields = Object.entries(asked.expected ?? {}).map(([name, of]): [string, Expected] => [name, expectedOf(spread as Spread<never>, name, of)])
  const expected = [...Object.entries(asked.certain ?? {}), ...ofFields]
  return {
    kind: kind.name,
    ...asked.head,
    outcomes: spread.entries().map(({ value, ways }) => ({ ...value, ...chance(ways, spread.total) })),
    expected: Object.fromEntries(expected.map(([name, told]) => [name, number(told)])),
    expected_ledgers: Object.fromEntries(expected),
    ...asked.closer?.(spread),
    ledger: [...asked.ledger]
  }
}

/** One resolution with the dice that are told; the others fall. Players throw all dice at once, so some may not be needed. Throws AskError. */
export function roll(kind: Schema, make: Maker, charts: Charts, fields: Fields, dice: Readonly<Record<string, readonly number[]>>, rest = new Rolled()): Roll {
  const asked = ready(kind, make, charts, fields)
  const unknown = Object.keys(dice).find((name) => !(name in kind.dice))
  if (unknown) throw new AskError(`${kind.name}: there are no dice called ${unknown}; there are: ${Object.keys(kind.dice).join(', ')}`)
  const told = new Told(dice, rest)
  const fallen: [string, number][] = []
  const note = (name: string, value: number) => {
    fallen.push([name, value])
    return value
  }
  const outcome = asked.procedure({ one: (name) => note(name, told.one(name)), two: (name) => note(name, told.two(name)) })
  const unused = Object.fromEntries(Object.entries(told.unused).map(([name, left]) => [name, left.map(() => told[kind.dice[name]!](name))]))
  return { kind: kind.name, ...asked.head, ...outcome, thrown: rest.dice, unused, ledger: [...asked.ledger, ...(asked.explain?.(outcome, fallen) ?? explained(kind, asked, outcome, fallen))] }
}

/** The dice by name, the chart's result, and every amount that follows. */
function explained(kind: Schema, asked: Asked<object>, outcome: object, fallen: Fallen): Line[] {
  const came = outcome as Readonly<Record<string, unknown>>
  const sources = Object.entries(asked.expected ?? {})
  const [of, chart] = sources[0]![1]
  const brought = (value: unknown) => (typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value))
  return [
    ...fallen.map(([name, value]) => line(String(value), `${name}: ${kind.dice[name] === 'two' ? 'two dice' : 'one die'}`, of, chart)),
    ...(label(came) ? [line(label(came), 'result', of, chart)] : []),
    ...sources.map(([name, source]) => line(brought(came[name]), name.replaceAll('_', ' '), ...source))
  ]
}
