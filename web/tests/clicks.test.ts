import { describe, expect, it, vi } from 'vitest'
import { HandOnMap } from '../src/game/choices/clicks'
import { Table } from '../src/game/table.svelte'
import type { GameStore } from '../src/game/store.svelte'
import { board } from './board'

const AT = { x: 0, y: 0 }

/** IR 1 is on the move in hex 5; I/7 stands in hex 6. */
function desk(fields: { reached?: boolean; moved?: boolean; refused?: boolean } = {}) {
  const acts: string[] = []
  const picked: number[] = []
  const table = {
    dialog: null as { items: { key: string; text: string; run: () => unknown }[] } | null,
    callout: null as { refusals: object[]; instead?: { text: string; run: () => unknown } | null } | null,
    moving: { hex: 5, units: ['ir1'] },
    selected: { hex: 5, units: ['ir1'] },
    reach: { hexes: fields.reached ? { 6: { path: [5, 6], mp_left: '2' } } : {}, overruns: [] as number[] },
    byHex: new Map(),
    ownAt: (hex: number) => (hex === 6 ? [{ id: 'pz', moved: fields.moved ?? false }] : []),
    canMove: () => false,
    pick: (hex: number) => picked.push(hex)
  }
  const game = {
    mine: true,
    view: { decision: { procedure: 'move' }, set_up: null, dumps: [] },
    choices: [{ action: { type: 'halt' }, unit: null, hex: null, kind: {} }],
    unitsAt: () => [],
    grid: { waysOf: () => [] },
    namer: { list: () => 'IR 1 Rgt', hex: () => '03.04' },
    act: (action: { type: string }) => (acts.push(action.type), Promise.resolve(!fields.refused)),
    macro: (macro: { type: string }) => (acts.push(macro.type), Promise.resolve(true))
  }
  const route = { via: [], adding: false, way: null, ask: () => Promise.resolve({ refusals: [{ text: '0.5 MP short' }], marks: [] }) }
  const hand = new HandOnMap(game as never, table as never, { on: false } as never, route as never, { marching: false } as never)
  return { hand, table, acts, picked }
}

describe('a click on another own stack while one is on the move', () => {
  it('out of reach says what is missing and offers to halt and to pick it', async () => {
    const { hand, table, acts, picked } = desk()
    await hand.click(6, AT, false)
    expect(table.callout!.refusals).toHaveLength(1)
    expect(table.callout!.instead!.text).toBe('Halt IR 1 Rgt and pick the stack in 03.04')
    expect(acts).toEqual([])
    await table.callout!.instead!.run()
    expect([acts, picked]).toEqual([['halt'], [6]])
  })

  it('within reach asks which is meant: it marches onto nobody unasked', async () => {
    const { hand, table, acts } = desk({ reached: true })
    await hand.click(6, AT, false)
    expect(table.dialog!.items.map((i) => i.key)).toEqual(['move-here', 'pick-here'])
    expect(acts).toEqual([])
    await table.dialog!.items[0]!.run()
    expect(acts).toEqual(['move'])
  })

  it('that has had its move joins it at once, for it cannot be meant otherwise', async () => {
    const { hand, table, acts } = desk({ reached: true, moved: true })
    await hand.click(6, AT, false)
    expect([table.dialog, acts]).toEqual([null, ['move']])
  })

  it('picks nothing when the halt was refused', async () => {
    const { hand, table, picked } = desk({ refused: true })
    await hand.click(6, AT, false)
    await table.callout!.instead!.run()
    expect(picked).toEqual([])
  })
})

/** Nelson is in hand in hex 5, or sails; hex 6 is in reach, with whom the fields say. */
function fleet(fields: { sails?: boolean; there?: { id: string; side: string; sailed: boolean }[]; units?: { id: string }[] } = {}) {
  const { hand, table, acts, picked } = desk({ reached: true })
  const there = fields.there ?? []
  const chosen: number[] = []
  Object.assign(table, {
    moving: null,
    selected: null,
    shipInHand: { hex: 5, ship: 'bb' },
    sailing: fields.sails ? { hex: 5, ship: 'bb', left: 3 } : null,
    ownAt: () => fields.units ?? [],
    vesselsAt: (hex: number) => (hex === 6 ? there : []),
    maySail: (id: string) => there.some((s) => s.id === id && s.side === 'allied' && !s.sailed),
    choose: (hex: number) => chosen.push(hex)
  })
  const game = (hand as unknown as { game: { actor: string; namer: object } }).game
  Object.assign(game, { actor: 'allied' })
  Object.assign(game.namer, { word: () => 'Nelson' })
  return { hand, table, acts, picked, chosen }
}

describe('a click with a ship in hand', () => {
  const other = { id: 'ca', side: 'allied', sailed: false }

  it('on open sea sails there', async () => {
    const { hand, table, acts } = fleet()
    await hand.click(6, AT, false)
    expect([table.dialog, acts]).toEqual([null, ['move']])
  })

  it('on counters never sails unasked: those who may act are picked, the others looked at', async () => {
    for (const [there, units, key] of [[[other], [], 'pick-here'], [[{ ...other, sailed: true }], [], 'look-here'], [[{ ...other, side: 'axis' }], [], 'look-here'], [[], [{ id: 'u' }], 'look-here']] as const) {
      const { hand, table, acts, picked, chosen } = fleet({ there: [...there], units: [...units] })
      await hand.click(6, AT, false)
      expect(table.dialog!.items.map((i) => i.key)).toEqual(['sail-here', key])
      expect(acts).toEqual([])
      await table.dialog!.items[1]!.run()
      expect([picked, chosen]).toEqual(key === 'pick-here' ? [[6], []] : [[], [6]])
      await table.dialog!.items[0]!.run()
      expect(acts).toEqual(['move'])
    }
  })

  it('that sails asks only about ships that have their move yet', async () => {
    const { hand, table, acts, picked } = fleet({ sails: true, there: [other] })
    await hand.click(6, AT, false)
    expect(table.dialog!.items[1]!.text).toBe('Halt Nelson and pick the ships in 03.04')
    await table.dialog!.items[1]!.run()
    expect([acts, picked]).toEqual([['halt'], [6]])
    const done = fleet({ sails: true, there: [{ ...other, sailed: true }] })
    await done.hand.click(6, AT, false)
    expect([done.table.dialog, done.acts]).toEqual([null, ['move']])
  })
})

describe('what is picked', () => {
  const game = { at: null, info: { board: board() }, mine: false, choices: [], view: { segment: '', decision: null, units: [], dumps: [] }, unit: () => undefined } as unknown as GameStore

  it('is put down with the Player Turn, and only then', () => {
    vi.stubGlobal('matchMedia', () => ({ matches: true }))
    const table = new Table(game)
    table.atTurn('1 axis')
    table.selection = { hex: 5, units: ['ir1'] }
    table.atTurn('1 axis')
    expect(table.selection).not.toBeNull()
    table.atTurn('1 soviet')
    expect(table.selection).toBeNull()
  })
})
