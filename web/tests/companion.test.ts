import { describe, expect, it } from 'vitest'
import { kindNamed, KINDS, oddsOf, rollOf, SETS } from '../src/companion'
import raw from './companion.fixtures.json?raw'
import { AskError, fair, Rolled, spreadOf, Spread, Told } from '../src/companion/chances'
import { fraction, parse, rounded, show, text } from '../src/companion/fraction'
import type { Fields } from '../src/companion/kinds'

interface Fixture {
  set: string
  kind: string
  fields: Fields
  names: string[]
  outcomes: unknown[][]
  odds: Record<string, unknown>
  dice: Record<string, number[]>
  roll: Record<string, unknown>
}

const fixtures = JSON.parse(raw) as Fixture[]
const charts = (id: string) => SETS.find((set) => set.id === id)!.tables
const v4 = SETS[0]!.tables
const EXAMPLE: Fields = { terrain: 'open', attack: '17', defend: '20', ar: [5, 3] }
const ascending = (rows: unknown[][]) => rows.map((row) => JSON.stringify(row)).sort()

describe("Python's answers", () => {
  it('cover every kind and every chart set', () => {
    expect(fixtures.length).toBeGreaterThan(300)
    expect(new Set(fixtures.map((f) => f.kind))).toEqual(new Set(KINDS.map((kind) => kind.name)))
    expect(new Set(fixtures.map((f) => f.set))).toEqual(new Set(SETS.map((set) => set.id)))
  })

  for (const { name } of KINDS) {
    const asked = fixtures.filter((f) => f.kind === name)
    it(`are the odds of ${name}, exactly (${asked.length})`, () => {
      for (const f of asked) {
        const { outcomes, ...rest } = oddsOf(kindNamed(name)!, charts(f.set), f.fields)
        expect(rest, JSON.stringify(f.fields)).toEqual(f.odds)
        expect(ascending(outcomes.map((o) => f.names.map((key) => o[key]))), JSON.stringify(f.fields)).toEqual(ascending(f.outcomes))
        for (const o of outcomes) {
          const p = parse(o.p)!
          expect(o.chance).toBe(p.n / p.d)
          expect(Object.keys(o).sort()).toEqual([...f.names, 'chance'].sort())
        }
      }
    })

    it(`are the rolls of ${name}`, () => {
      for (const f of asked) expect(rollOf(kindNamed(name)!, charts(f.set), f.fields, f.dice), JSON.stringify([f.fields, f.dice])).toEqual(f.roll)
    })
  }
})

describe('the companion', () => {
  const combat = kindNamed('combat')!

  it('answers the example of its documentation', () => {
    const told = rollOf(combat, v4, EXAMPLE, { surprise: [9], shift: [2], dice: [5] })
    expect([told.odds, told.column, told.roll, told.result]).toEqual(['1:1', '3:1', 7, 'Ao1 Do1'])
  })

  it('lets fall what is not told', () => {
    const told = rollOf(combat, v4, EXAMPLE, { surprise: [6] })
    expect(told.thrown).toHaveLength(2)
    expect(told.roll).toBe(told.thrown[0]! + told.thrown[1]! + 2)
  })

  it('tells in a sentence what it cannot answer', () => {
    const sentence = (fields: Fields, dice = {}) => {
      try {
        return JSON.stringify(rollOf(combat, v4, fields, dice))
      } catch (e) {
        expect(e).toBeInstanceOf(AskError)
        return (e as Error).message
      }
    }
    expect(sentence({})).toBe('combat: missing `terrain`')
    expect(sentence({ ...EXAMPLE, wind: 1 })).toBe('combat: there is no field `wind`')
    expect(sentence({ ...EXAMPLE, attack: 'many' })).toBe("combat: attack must be a strength like 7, 3.5 or 7/2, not 'many'")
    expect(sentence({ ...EXAMPLE, ar: [5, -1] })).toBe('combat: Action Ratings are not negative, and these are 5 and -1')
    expect(sentence({ ...EXAMPLE, hedgehog: 5 })).toBe('combat: a hedgehog has at most level 4, not 5')
    expect(sentence({ ...EXAMPLE, terrain: 'sea' })).toContain('terrain must be one of open, close, very-close, extremely-close')
    expect(sentence(EXAMPLE, { surprise: [13] })).toBe('surprise is the sum of two dice, from 2 to 12, not 13')
    expect(sentence(EXAMPLE, { surprise: [6], shift: [2] })).toContain('no dice called shift are thrown here')
    expect(sentence(EXAMPLE, { wind: [2] })).toContain('there are no dice called wind; there are: surprise, shift, dice')
  })
})

describe('exact numbers', () => {
  it('are read and written as players do', () => {
    expect(['7', '3.5', '7/2', '.5', ' 2 '].map((t) => text(parse(t)!))).toEqual(['7', '7/2', '7/2', '1/2', '2'])
    expect(['', '.', 'x', '1/0', '1/2/3', '1e3'].map(parse)).toEqual([null, null, null, null, null, null])
    expect([show(fraction(5, 2)), show(fraction(1, 3)), show(fraction(4))]).toEqual(['2.5', '1/3', '4'])
    expect([rounded(fraction(5, 2)), rounded(fraction(249, 100)), rounded(fraction(3))]).toEqual([3, 2, 3])
  })

  it('count every fall of the dice', () => {
    const eleven = spreadOf((dice) => dice.two('dice') >= 11)
    expect(eleven.entries().find((o) => o.value)!.ways / eleven.total).toBe(1 / 12)
    const uneven = spreadOf((dice) => (dice.one('a') > 3 ? dice.one('b') : 0))
    expect(uneven.entries().find((o) => o.value === 0)!.ways / uneven.total).toBe(1 / 2)
    expect(Spread.of([[1, 1], [2, 3]] as const).expect((x) => x)).toBe(1.75)
  })

  it('throw fair dice, and told ones first', () => {
    const seen = new Set(Array.from({ length: 400 }, fair))
    expect([...seen].sort()).toEqual([1, 2, 3, 4, 5, 6])
    const told = new Told({ dice: [7], die: [3] }, new Rolled(() => 6))
    expect([told.two('dice'), told.one('die'), told.two('dice'), told.unused]).toEqual([7, 3, 12, []])
  })
})
