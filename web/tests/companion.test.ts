import { describe, expect, it } from 'vitest'
import { kindNamed, KINDS, kindsOf, oddsOf, rollOf, setNamed, SETS } from '../src/companion'
import rawGrid from './companion.grid.json?raw'
import raw from './companion.fixtures.json?raw'
import { AskError, fair, Rolled, spreadOf, Spread, Told } from '../src/companion/chances'
import { carried, choicesOf, fromHash, leastOf, outcomeText, startOf, toHash, type Page } from '../src/companion/form'
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
const charts = (id: string) => setNamed(id).tables
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
        const { outcomes, ...rest } = oddsOf(kindNamed(name, setNamed(f.set))!, charts(f.set), f.fields)
        expect(rest, JSON.stringify(f.fields)).toEqual(f.odds)
        expect(ascending(outcomes.map((o) => f.names.map((key) => o[key]))), JSON.stringify(f.fields)).toEqual(ascending(f.outcomes))
        for (const o of outcomes) {
          const [n, d = 1] = o.p.split('/').map(Number)
          expect(o.chance).toBe(n! / d)
          expect(Object.keys(o).sort()).toEqual([...f.names, 'chance'].sort())
        }
      }
    })

    it(`are the rolls of ${name}`, () => {
      for (const f of asked) expect(rollOf(kindNamed(name, setNamed(f.set))!, charts(f.set), f.fields, f.dice), JSON.stringify([f.fields, f.dice])).toEqual(f.roll)
    })
  }
})

interface Cell {
  set: string
  fields: Fields
  outcomes: [string, number, number, number, number, boolean, string][]
}

describe('a table of two sides', () => {
  const grid = JSON.parse(rawGrid) as Cell[]
  const two = SETS.filter((set) => set.tables.combat_attackers)

  it('gives every pair of columns the chances that Python gives it', () => {
    expect(grid.length).toBe(two.reduce((sum, { tables }) => sum + 3 * tables.combat_attackers!.columns.length * tables.combat_defenders!.columns.length, 0))
    const columns = new Set<string>()
    for (const { set, fields, outcomes } of grid) {
      const found = oddsOf(kindNamed('combat', setNamed(set))!, charts(set), fields)
      const told = found.outcomes.map((o) => [o.result, o.attacker_losses, o.defender_losses, o.defender_retreat, o.exploit, o.hex_open, o.p])
      expect(ascending(told), JSON.stringify([set, fields])).toEqual(ascending(outcomes))
      columns.add(`${String(found.attackers_column)} ${String(found.defenders_column)}`)
    }
    expect(columns.size).toBeGreaterThan(60)
  })

  it('offers what its set answers, and says that the table is a reconstruction', () => {
    expect(two.map((set) => kindsOf(set).map((kind) => kind.name))).toEqual(two.map(() => ['combat', 'overrun', 'barrage', 'air-combat', 'flak', 'attrition', 'capture', 'blow', 'breakout', 'air-drop', 'base-capture']))
    expect(two.every((set) => set.note.includes('reconstruction'))).toBe(true)
    expect(SETS.filter((set) => !two.includes(set)).every((set) => set.note === '')).toBe(true)
    expect(SETS.every((set) => set.prices.length > 10)).toBe(true)
    const charge = two.map((set) => set.forms.combat!.fields.some((field) => field.name === 'charge'))
    expect(charge).toEqual(two.map((set) => !!set.tables.burma_rules))
    expect(charge).toEqual([false, true])
  })

  it('takes over from other charts what it asks, too', () => {
    const { tables, forms } = two[0]!
    const form = forms.combat!
    const asked = { ...startOf(KINDS[0]!, v4), terrain: 'extremely-close', attack: '30', ar: [-1, 4], hedgehog: 2, overrun: true }
    const there = carried(asked, form, tables)
    expect(there).toMatchObject({ terrain: 'extremely-close', attack: '30', ar: [0, 4], hedgehog: 2, armor: 'none' })
    expect(there).not.toHaveProperty('overrun')
    expect(carried({ ...there, terrain: 'swamp' }, KINDS[0]!, v4).terrain).toBe('open')
    const ar = form.fields.find((field) => field.name === 'ar')!
    expect([leastOf(ar, tables), leastOf(ar, v4)]).toEqual([0, -1])
    expect(choicesOf(form, form.fields[0]!, tables)).toEqual(['open', 'close', 'very-close', 'extremely-close', 'swamp'])
  })

  it('tells in a sentence what it cannot answer', () => {
    const { tables, forms } = two[0]!
    const say = (fields: Fields) => {
      try {
        return JSON.stringify(oddsOf(forms.combat!, tables, { ...EXAMPLE, ...fields }))
      } catch (e) {
        return (e as Error).message
      }
    }
    expect(say({ terrain: 'sea' })).toBe("combat: terrain must be one of open, close, very-close, extremely-close, swamp, not 'sea'")
    expect(say({ hedgehog: 5 })).toBe('combat: a hedgehog has at most level 4, not 5')
    expect(say({ ar: [-1, 3] })).toBe('combat: Action Ratings are not negative, and these are -1 and 3')
    expect(say({ charge: 'wider' })).toBe('combat: there is no field `charge`')
  })
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
    expect(sentence({ ...EXAMPLE, ar: [5, -2] })).toBe('combat: Action Ratings go from -1 to 9, and these are 5 and -2')
    expect(sentence({ ...EXAMPLE, hedgehog: 5 })).toBe('combat: a hedgehog has at most level 4, not 5')
    expect(sentence({ ...EXAMPLE, terrain: 'sea' })).toContain('terrain must be one of open, close, very-close, extremely-close')
    expect(sentence(EXAMPLE, { surprise: [13] })).toBe('surprise is the sum of two dice, from 2 to 12, not 13')
    expect(sentence(EXAMPLE, { surprise: [6], shift: [7] })).toBe('shift is one die, from 1 to 6, not 7')
    expect(sentence(EXAMPLE, { wind: [2] })).toContain('there are no dice called wind; there are: surprise, shift, dice')
  })
})

describe('dice that are not needed', () => {
  it('are named, because players throw all dice of a procedure at once', () => {
    expect(rollOf(kindNamed('combat')!, v4, EXAMPLE, { surprise: [6], shift: [2], dice: [5] }).unused).toEqual({ shift: [2] })
    expect(rollOf(kindNamed('barrage')!, v4, { strength: '9' }, { dice: [2], die: [3] }).unused).toEqual({ die: [3] })
    expect(rollOf(kindNamed('combat')!, v4, EXAMPLE, { surprise: [9], shift: [2], dice: [5] }).unused).toEqual({})
  })
})

describe('what is looked up', () => {
  const found = (set: string, kind: string, fields: Fields) => {
    try {
      return oddsOf(kindNamed(kind, setNamed(set))!, charts(set), fields)
    } catch (e) {
      expect(e).toBeInstanceOf(AskError)
      return (e as Error).message
    }
  }
  const newOcs = 'v4+new_ocs+new_ocs_combat'

  it('tells in a sentence what it cannot answer', () => {
    expect(found('v4', 'barrage', { strength: '0.4' })).toBe("barrage: strength must be at least 0.5, not '0.4'")
    expect(found('v4', 'barrage', { strength: 'many' })).toBe("barrage: strength must be a strength like 7, 3.5 or 7/2, not 'many'")
    expect(found('v4', 'barrage', { strength: '9', re: '1/3' })).toBe("barrage: re must be counted in parts of 1/4, not '1/3'")
    expect(found('v4', 'barrage', { strength: '9', terrain: 'swamp' })).toBe("barrage: terrain must be one of open, close, very-close, extremely-close, not 'swamp'")
    expect(found(newOcs, 'barrage', { strength: '9', re: '2.5', soft: '3' })).toBe("barrage: soft must be at most re, 2.5, not '3'")
  })

  it('finds the column of a number that is typed in, and says the number', () => {
    const asked = (strength: string) => found('v4', 'barrage', { strength, terrain: 'very_close' })
    expect(['16.4', '999999'].map(asked)).toMatchObject([{ initial_column: '12-16', column: '5-7' }, { initial_column: '117+' }])
    expect(asked('33/2')).toMatchObject({ initial_column: '17-24', ledger: [{ reason: '16.5 Barrage Points' }, { amount: '-1' }, { amount: '-1' }] })
  })

  it('multiplies a number that is typed in before it finds its column', () => {
    const asked = (strength: string, more: Fields = {}) => found('v4', 'ship-target', { strength, ...more })
    expect(asked('11', { protection: 3 })).toMatchObject({ initial_column: '3-4', ledger: [{ amount: 'x1/3' }, { amount: '3-4', reason: '11/3 Barrage Points' }] })
    expect(asked('11', { protection: 3, arm: 'air', short_range: true })).toMatchObject({ initial_column: '5-7', column: '8-11', ledger: [{ amount: 'x2' }, { amount: 'x1/3' }, { reason: '22/3 Barrage Points' }, { amount: '+1' }] })
    expect(asked('1', { protection: 4 })).toBe("ship-target: strength must be at least 2, not '1'")
  })

  it('tells which values do not go together', () => {
    const asked = (more: Fields) => found('v4', 'ship-target', { strength: '9', ...more })
    expect(asked({ short_range: true })).toBe('ship-target: short_range needs arm air, and it is naval')
    expect(asked({ points: 2 })).toBe('ship-target: points needs target landing_craft, and it is ship')
    expect(asked({ target: 'landing_craft' })).toBe('ship-target: target landing_craft needs points')
    expect(asked({ target: 'coastal_artillery', arm: 'air' })).toBe('ship-target: target coastal_artillery needs arm naval, and it is air')
    expect(asked({ target: 'landing_craft', points: 2 })).toMatchObject({ expected: { points_lost: expect.any(Number) as number } })
  })

  it('throws a die for each of several planes, and counts them all', () => {
    const kind = kindNamed('facility')!
    const { outcomes } = oddsOf(kind, v4, { strength: '81', target: 'air_base', planes: 8 })
    expect(new Set(outcomes.map((o) => o.planes))).toEqual(new Set([0, 1, 2, 3, 4, 5, 6, 7, 8]))
    const told = rollOf(kind, v4, { strength: '81', target: 'air_base', planes: 3 }, { dice: [6], plane: [6, 1, 6] })
    expect(told).toMatchObject({ planes: 2, thrown: [] })
    expect(rollOf(kind, v4, { strength: '81', target: 'air_base' }, { dice: [6] })).toMatchObject({ planes: 0, thrown: [] })
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
    expect([told.two('dice'), told.one('die'), told.two('dice'), told.unused]).toEqual([7, 3, 12, {}])
  })
})

describe('the form', () => {
  const charts = (id: string) => setNamed(id).tables
  const asking = (id: string) => kindsOf(setNamed(id))

  it('begins with a question that can be answered, on every set', () => {
    for (const set of SETS) {
      for (const kind of kindsOf(set)) {
        const start = startOf(kind, set.tables)
        expect(oddsOf(kind, set.tables, start).outcomes.length, `${set.id} ${kind.name}`).toBeGreaterThan(1)
        expect(Object.keys(rollOf(kind, set.tables, start))).toContain('thrown')
      }
    }
  })

  it('stands in the address and is read from it', () => {
    const start = startOf(kindNamed('combat')!, v4)
    const page: Page = { set: 'v4', kind: 'combat', mode: 'roll', fields: { ...start, attack: '7/2', ar: [5, 0], overrun: true, hedgehog: 2 } }
    const hash = toHash(page, start)
    expect(hash).toBe('#combat/roll?charts=v4&attack=7%2F2&ar=5%2C0&hedgehog=2&overrun=true')
    expect(fromHash(hash, asking, charts, { ...page, fields: {} })).toEqual(page)
    expect(fromHash('#combat/odds?hedgehog=many&ar=x', asking, charts, page)).toEqual({ ...page, mode: 'odds', fields: start })
    expect(fromHash('#nonsense', asking, charts, page)).toBe(page)
    expect(fromHash('#costs/odds?charts=v4', asking, charts, page).kind).toBe('costs')
  })

  it('tells outcomes in words', () => {
    const came = { result: 'Ao1 Do1', attacker_losses: 1, defender_losses: 0, attacker_retreat: 0, defender_retreat: 1, defender_dg: false, exploit: 0, hex_open: true }
    expect(outcomeText('combat', came)).toBe('attacker loses 1 step · defender retreats 1 · hex open')
    expect(outcomeText('attrition', { steps: 2, all: false, p: '1/2', chance: 0.5 })).toBe('steps 2')
    expect(outcomeText('barrage', { result: '-', dg: false, steps: 0 })).toBe('no effect')
    expect(outcomeText('air-combat', { attackers_left: 1, defenders_left: 0, attacker_losses: 0, defender_losses: 2, winner: 'attacker' })).toBe(
      'the attacker stays alone · attacker: 1 left · defender: 0 left, 2 steps lost'
    )
  })
})
