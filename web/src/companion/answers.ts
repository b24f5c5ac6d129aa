// Kinds whose every question Python has answered (tools/companion_answers.py): the page looks the question up. An answer is
// what is known before the dice, the ledger, and a tree: each dice by name, and what every value of theirs leads to.

import { AskError, type Throw } from './chances'
import type { Source } from './expectation'
import type { Asked, Fields, Line, Maker, Value } from './kinds'

/** The place of an outcome, or dice and what their values lead to, from the lowest. */
type Tree = number | readonly [dice: string, to: readonly Tree[]]

/** Every list has each thing once; `asked` has for each question its place in four of them. */
export interface Answers {
  domains: Record<string, readonly Value[]>
  heads: readonly object[]
  lines: readonly Line[]
  ledgers: readonly (readonly number[])[]
  outcomes: readonly object[]
  trees: readonly Tree[]
  expected: readonly Record<string, Source>[]
  asked: Record<'head' | 'ledger' | 'tree' | 'expected', readonly number[]>
}

const SIX = 6

/** What the dice lead to: six values are those of one die, more those of two. */
function fall(tree: Tree, dice: Throw): number {
  if (typeof tree === 'number') return tree
  const [name, to] = tree
  return fall(to.length === SIX ? to[dice.one(name) - 1]! : to[dice.two(name) - 2]!, dice)
}

/** The number of a question: the last field changes first. */
function numberOf({ domains }: Answers, asked: Fields): number {
  return Object.entries(domains).reduce((number, [field, values]) => {
    const given = asked[field]!
    const at = values.indexOf(typeof given === 'string' ? given.replaceAll('_', '-') : given)
    if (at < 0) throw new AskError(`${field} must be one of ${values.filter(Boolean).join(', ')}, not '${String(given)}'`)
    return number * values.length + at
  }, 0)
}

/** A kind that is looked up. */
export const lookedUp =
  (name: string): Maker =>
  (charts, fields): Asked<object> => {
    const all = charts.answers[name]!
    const number = numberOf(all, fields)
    const { head, ledger, tree, expected } = all.asked
    return {
      head: all.heads[head[number]!]!,
      ledger: all.ledgers[ledger[number]!]!.map((at) => all.lines[at]!),
      procedure: (dice) => all.outcomes[fall(all.trees[tree[number]!]!, dice)]!,
      expected: all.expected[expected[number]!]!
    }
  }
