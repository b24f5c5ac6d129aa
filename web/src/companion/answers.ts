// Kinds whose answers Python has written down (tools/companion_answers.py): the page puts an answer together from its parts, and
// each part is decided by some of the fields. Parts are what is known before the dice, lines of the ledger, and a tree of the
// dice: each by name, and what every value leads to.

import { AskError, PIPS, Spread, SUMS, type Throw } from './chances'
import type { Charts } from './charts'
import type { Expected, Source } from './expectation'
import { fraction, less, over, parse, show, times, type Fraction } from './fraction'
import { strength, type Asked, type Fields, type Line, type Value } from './kinds'

type Outcome = Readonly<Record<string, Value>>

/** The place of an outcome, or dice and what their values lead to, from the lowest. With `each`, dice are thrown for each of so many. */
type Tree = number | readonly [dice: string, to: readonly Tree[], each?: string]

/** Numbers that are typed in: the least of all that are answered alike, and the parts of one that are counted (0: any). */
interface Numbers {
  bounds: readonly number[]
  parts: number
}

/** What a part is by the values of the fields that decide it, the last of which changes first: places among the pieces. */
interface Part {
  of: 'factor' | 'start' | 'ledger' | 'shift' | 'head' | 'tree' | 'expected' | 'certain'
  by: readonly string[]
  at: readonly number[]
}

/** One value of a field, or any that is set (null), goes only with one value of another field, or with any that is set (null). */
type Need = readonly [field: string, value: string | null, of: string, known: string | null]

/**
 * Every list has each thing once. `columns` are those of a table whose column the lines of a `shift` change; it decides as a field does.
 * A `factor` multiplies the number that is typed in before it is looked up.
 */
export interface Answers {
  domains: Record<string, readonly Value[] | Numbers>
  limits: readonly (readonly [field: string, most: string])[]
  needs: readonly Need[]
  columns: number
  lines: readonly Line[]
  pieces: readonly unknown[]
  outcomes: readonly Outcome[]
  parts: readonly Part[]
}

const SIX = 6

// --- the question ----------------------------------------------------------------------------------------------------

/** A question: the place of every value among those of its field, and the numbers that are typed in. */
interface Placed {
  at: Record<string, number>
  typed: Record<string, Fraction>
}

/** A name with hyphens, however it is written. */
const written = (value: Value): string => String(value).replaceAll('_', '-')

/** What a part is, by the places of the values that decide it. */
function pieceOf({ domains, columns, pieces }: Answers, { by, at: places }: Part, at: Readonly<Record<string, number>>): unknown {
  const size = (field: string) => {
    const domain = domains[field]
    return domain ? ('bounds' in domain ? domain.bounds : domain).length : columns
  }
  return pieces[places[by.reduce((n, field) => n * size(field) + at[field]!, 0)]!]
}

/** What multiplies the number that is typed in, once the other fields are placed. */
function factorOf(all: Answers, at: Readonly<Record<string, number>>): Fraction {
  const part = all.parts.find(({ of }) => of === 'factor')
  return part ? parse(pieceOf(all, part, at) as string)! : fraction(1)
}

/** Throws AskError for values that do not go together. */
function checkNeeds(needs: readonly Need[], asked: Fields): void {
  for (const [field, value, of, known] of needs) {
    const holds = value ? written(asked[field]!) === written(value) : asked[field]
    const met = known ? written(asked[of]!) === written(known) : asked[of]
    if (holds && !met) throw new AskError(`${field}${value ? ` ${value}` : ''} needs ${of}${known ? ` ${known}, and it is ${String(asked[of])}` : ''}`)
  }
}

/** The question placed. Throws AskError for a value that is not among those of its field. */
function placed(all: Answers, asked: Fields): Placed {
  const { domains, limits, needs } = all
  const found: Placed = { at: {}, typed: {} }
  const refuse = (field: string, what: string) => {
    throw new AskError(`${field} must be ${what}, not '${String(asked[field])}'`)
  }
  for (const [field, domain] of Object.entries(domains)) {
    if ('bounds' in domain) continue
    found.at[field] = domain.findIndex((value) => written(value) === written(asked[field]!))
    if (found.at[field] < 0) refuse(field, `one of ${domain.filter(Boolean).join(', ')}`)
  }
  checkNeeds(needs, asked)
  const factor = factorOf(all, found.at)
  for (const [field, domain] of Object.entries(domains)) {
    if (!('bounds' in domain)) continue
    const number = (found.typed[field] = times(strength(asked[field]!, field), factor))
    found.at[field] = domain.bounds.findLastIndex((bound) => bound * number.d <= number.n)
    if (found.at[field] < 0) refuse(field, `at least ${show(over(parse(String(domain.bounds[0]))!, factor))}`)
    if ((domain.parts * number.n) % number.d) refuse(field, `counted in parts of 1/${domain.parts}`)
  }
  for (const [field, most] of limits) if (less(found.typed[most]!, found.typed[field]!)) refuse(field, `at most ${most}, ${show(found.typed[most]!)}`)
  return found
}

// --- the dice --------------------------------------------------------------------------------------------------------

/** What several of the same dice bring of a field is added up. */
const added = (field: string, before: Outcome, more: Outcome): Outcome => ({ ...before, [field]: (before[field] as number) + (more[field] as number) })

/** What dice that fall lead to: six values are those of one die, more those of two. */
function fall({ outcomes }: Answers, tree: Tree, asked: Fields, dice: Throw): Outcome {
  const from = (here: Tree): Outcome => {
    if (typeof here === 'number') return outcomes[here]!
    const [name, to, each] = here
    const next = () => from(to.length === SIX ? to[dice.one(name) - 1]! : to[dice.two(name) - 2]!)
    if (!each) return next()
    const all = Array.from({ length: asked[each] as number }, next)
    return all.reduce((sum, one) => added(each, sum, one), { ...from(to[0]!), [each]: 0 })
  }
  return from(tree)
}

/** Everything that the dice can lead to. */
function spreadOf({ outcomes }: Answers, tree: Tree, asked: Fields): Spread<Outcome> {
  const from = (here: Tree): Spread<Outcome> => {
    if (typeof here === 'number') return Spread.sure(outcomes[here]!)
    const [, to, each] = here
    const [least, values] = to.length === SIX ? [1, PIPS] : [2, SUMS]
    const one = Spread.of(values).then((value) => from(to[value - least]!))
    if (!each) return one
    let all = one.map((outcome): Outcome => ({ ...outcome, [each]: 0 }))
    for (let n = asked[each] as number; n > 0; n--) all = all.then((sum) => one.map((more) => added(each, sum, more)))
    return all
  }
  return from(tree)
}

// --- the answer ------------------------------------------------------------------------------------------------------

/** The values that a field can have; null where there are no answers, or a number is typed in. */
export function valuesOf(charts: Charts, kind: string, field: string): readonly Value[] | null {
  const domain = charts.answers[kind]?.domains[field]
  return domain && !('bounds' in domain) ? domain : null
}

/** A question of a kind that is looked up. */
export function lookedUp(all: Answers, asked: Fields): Asked<Outcome> {
  const { at, typed } = placed(all, asked)
  const parts = (...of: Part['of'][]) => all.parts.filter((part) => of.includes(part.of)).map((part) => pieceOf(all, part, at))
  const linesOf = (...of: Part['of'][]) => (parts(...of) as number[][]).flat().map((place) => all.lines[place]!)
  if (all.columns) {
    const column = linesOf('shift').reduce((sum, { amount }) => sum + Number(amount), parts('start')[0] as number)
    at.column = Math.min(all.columns - 1, Math.max(0, column))
  }
  const tree = parts('tree')[0] as Tree
  return {
    head: Object.assign({}, ...parts('head')) as object,
    ledger: linesOf('ledger', 'shift').map((line) => ({ ...line, reason: line.reason.replace(/\{(\w+)\}/, (_, name: string) => show(typed[name]!)) })),
    procedure: (dice) => fall(all, tree, asked, dice),
    spread: () => spreadOf(all, tree, asked),
    expected: parts('expected')[0] as Record<string, Source>,
    certain: parts('certain')[0] as Record<string, Expected>
  }
}
