// Exact chances in the browser: a procedure that throws dice, thrown once or walked through every fall of its dice.
// The plain version is redball.core.chances; vitest holds this one to it.

import { fraction, text } from './fraction'

/** Ways, of 36, to throw each sum of two dice. */
export const SUMS: ReadonlyMap<number, number> = new Map(Array.from({ length: 11 }, (_, i) => [i + 2, 6 - Math.abs(5 - i)]))
export const PIPS: ReadonlyMap<number, number> = new Map([1, 2, 3, 4, 5, 6].map((pip) => [pip, 1]))

/** Where a procedure's dice come from. Every throw has a name, by which dice can be told. */
export interface Throw {
  two(name: string): number
  one(name: string): number
}

/** An exact distribution over plain values: how many ways, of `total`, give each. */
export class Spread<T> {
  readonly total: number
  private constructor(private readonly found: ReadonlyMap<string, { value: T; ways: number }>) {
    this.total = [...found.values()].reduce((sum, one) => sum + one.ways, 0)
  }

  static of<T>(pairs: Iterable<readonly [T, number]>): Spread<T> {
    const found = new Map<string, { value: T; ways: number }>()
    for (const [value, ways] of pairs) {
      if (!ways) continue
      const key = JSON.stringify(value)
      const known = found.get(key)
      if (known) known.ways += ways
      else found.set(key, { value, ways })
    }
    return new Spread(found)
  }

  static sure<T>(value: T): Spread<T> {
    return Spread.of([[value, 1]])
  }

  entries(): { value: T; ways: number }[] {
    return [...this.found.values()]
  }

  map<U>(change: (value: T) => U): Spread<U> {
    return Spread.of(this.entries().map((one) => [change(one.value), one.ways] as const))
  }

  /** More dice after each value. */
  then<U>(following: (value: T) => Spread<U>): Spread<U> {
    const next = this.entries().map((one) => ({ ways: one.ways, spread: following(one.value) }))
    const most = next.reduce((all, one) => lcm(all, one.spread.total), 1)
    return Spread.of(next.flatMap(({ ways, spread }) => spread.entries().map((one) => [one.value, ways * one.ways * (most / spread.total)] as const)))
  }

  /** The expected value, as the number next to it. */
  expect(value: (of: T) => number): number {
    const sum = fraction(this.entries().reduce((all, one) => all + value(one.value) * one.ways, 0), this.total)
    return sum.n / sum.d
  }
}

const lcm = (a: number, b: number): number => fraction(a, b).n * b

/** So many ways of a total, exactly and as a number. */
export function chance(ways: number, total: number): { p: string; chance: number } {
  const p = fraction(ways, total)
  return { p: text(p), chance: p.n / p.d }
}

/** Dice that fall; `dice` keeps them, two dice one after the other. */
export class Rolled implements Throw {
  readonly dice: number[] = []
  constructor(private readonly die: () => number = fair) {}

  one(): number {
    const pip = this.die()
    this.dice.push(pip)
    return pip
  }

  two(): number {
    return this.one() + this.one()
  }
}

/** A fair die of the browser's own randomness. */
export function fair(): number {
  const byte = new Uint8Array(1)
  do crypto.getRandomValues(byte)
  while (byte[0]! >= 252)
  return (byte[0]! % 6) + 1
}

/** Dice that are told by name, in order; what is not told falls as `rest` throws it. */
export class Told implements Throw {
  private readonly left: Map<string, number[]>
  constructor(
    values: Readonly<Record<string, readonly number[]>>,
    private readonly rest: Throw
  ) {
    this.left = new Map(Object.entries(values).map(([name, several]) => [name, [...several]]))
  }

  one(name: string): number {
    return this.next(name, 1, 6, 'one die') ?? this.rest.one(name)
  }

  two(name: string): number {
    return this.next(name, 2, 12, 'the sum of two dice') ?? this.rest.two(name)
  }

  /** Dice that were told and not asked for, by name. */
  get unused(): Record<string, number[]> {
    return Object.fromEntries([...this.left].filter(([, several]) => several.length).map(([name, several]) => [name, [...several]]))
  }

  private next(name: string, low: number, high: number, what: string): number | null {
    const value = this.left.get(name)?.shift()
    if (value === undefined) return null
    if (!Number.isInteger(value) || value < low || value > high) throw new AskError(`${name} is ${what}, from ${low} to ${high}, not ${value}`)
    return value
  }
}

/** A question that cannot be answered; the message says what is expected. */
export class AskError extends Error {}

/** Everything that a procedure can come to. It must depend on nothing but its dice. */
export function spreadOf<T>(procedure: (dice: Throw) => T): Spread<T> {
  const path: { ways: [number, number][]; at: number; of: number }[] = []
  const found: [T, number, number][] = []
  for (;;) {
    let depth = 0
    let weight = 1
    const take = (ways: ReadonlyMap<number, number>, of: number): number => {
      if (depth === path.length) path.push({ ways: [...ways], at: 0, of })
      const step = path[depth++]!
      const [value, count] = step.ways[step.at]!
      weight *= count
      return value
    }
    const value = procedure({ one: () => take(PIPS, 6), two: () => take(SUMS, 36) })
    found.push([value, weight, path.reduce((all, step) => all * step.of, 1)])
    while (path.length && path.at(-1)!.at === path.at(-1)!.ways.length - 1) path.pop()
    if (!path.length) break
    path.at(-1)!.at++
  }
  const most = found.reduce((all, [, , of]) => Math.max(all, of), 1)
  return Spread.of(found.map(([value, ways, of]) => [value, ways * (most / of)] as const))
}
