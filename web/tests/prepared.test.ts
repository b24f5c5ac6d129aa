import { expect, it } from 'vitest'
import { Prepared } from '../src/game/prepared.svelte'
import type { PreparedMove, PreparedMoves } from '../src/game/api-types'

const REFUSAL = { code: 'move.moved', case: '6.1f', text: 'It has moved.', remedy: '' } as never
const move = (hex: number, ...paths: number[][]): PreparedMove => ({
  units: paths.map((_, i) => `u${i}`), hex, legs: paths.map((path, i) => ({ unit: `u${i}`, path, refusal: path.length ? null : REFUSAL })), yours: true
})

/** A server that keeps what it is told and lets every unit get where it is sent; the units of a hex are named after it. */
function prepared(moves: PreparedMove[] = [], refused = '', grey: string[] = [], at: number | null = null) {
  const kept: unknown[] = []
  const told = (list: readonly { units: readonly string[]; hex: number; yours?: boolean }[]): PreparedMoves => ({
    side: 'axis', segment: list.length ? 'movement/movement_segment' : '', due: false, sends: false, halted: '', mark: 'm', moves: list.map((m) => ({ hex: m.hex, yours: m.yours ?? true, units: [...m.units], legs: m.units.map((unit) => ({ unit, path: [1, m.hex], refusal: null })) })),
    segments: [{ name: 'reaction/movement_segment', text: 'Reaction' }, { name: 'movement/movement_segment', text: 'Movement Phase' }]
  })
  const prepare = (...args: [string, string, { units: string[]; hex: number }[], boolean, string]) => {
    if (refused) return Promise.reject(new Error(refused))
    kept.push(args)
    return Promise.resolve(told(args[2]))
  }
  const units = [['a', 1], ['b', 1], ['r', 2]].map(([id, hex]) => ({ id, hex, side: id === 'r' ? 'soviet' : 'axis' }))
  const game = {
    humans: ['axis'], actor: 'axis', at, curtain: null, mine: false, grey: new Set(grey), view: { units, over: false },
    unit: (id: string) => units.find((u) => u.id === id), api: { prepare, prepared: () => Promise.resolve(told(moves)) },
    namer: { hex: (h: number) => `hex ${h}`, list: (l: readonly string[]) => l.join(', ') }
  }
  return { kept, mode: new Prepared(game as never) }
}

it('says how far a move gets', () => {
  const { mode } = prepared()
  expect(mode.outcome(move(5, [1, 5], [5]))).toBe('gets there')
  expect(mode.outcome(move(5, [1, 5], []))).toBe('1 of 2 get there')
  expect(mode.outcome(move(5, [1, 3], [1, 4]))).toBe('as far as hex 3, hex 4')
  expect(mode.outcome(move(5, [], []))).toBe('cannot go')
  expect(mode.outcome(move(5, [5], []))).toBe('1 of 2 get there')
})

it('two clicks prepare a move of who is not left out, for the Movement Phase', async () => {
  const { mode, kept } = prepared()
  await mode.look()
  mode.picking = true
  await mode.click(2)
  expect([mode.units, mode.said]).toEqual([[], 'Click a stack of yours.'])
  await mode.click(1)
  mode.toggle('b')
  expect(mode.said).toBe('Click the hex that a will march to.')
  await mode.click(7)
  expect(kept).toEqual([['axis', 'movement/movement_segment', [{ units: ['a'], hex: 7 }], false, 'm']])
  expect([mode.units, mode.any]).toEqual([[], true])
  mode.back()
  expect(mode.picking).toBe(false)
})

it('hears of a list that another player of the side has changed, also while it is closed and empty', async () => {
  const { mode } = prepared([move(5, [1, 5])])
  mode.told = { side: 'axis', moves: [] } as never
  await mode.follow()
  expect(mode.any).toBe(false)
  await mode.hear()
  expect(mode.any).toBe(true)
  const back = prepared([move(5, [1, 5])], '', [], 3).mode
  await back.hear()
  expect(back.told).toBeNull()
})

it('what the server refuses is told, and stays in hand', async () => {
  const { mode } = prepared([], 'a side prepares at most 40 moves')
  await mode.look()
  await mode.click(1)
  await mode.click(7)
  expect([mode.problem, mode.units]).toEqual(['a side prepares at most 40 moves', ['a', 'b']])
})

it('a member moves own units, and sends the server own moves', async () => {
  const { mode, kept } = prepared([{ ...move(5, [1, 5]), yours: false }], '', ['b'])
  await mode.look()
  expect([mode.any, mode.own, mode.shared]).toEqual([true, [], true])
  await mode.click(1)
  expect(mode.units).toEqual(['a'])
  await mode.click(7)
  expect(kept).toEqual([['axis', 'movement/movement_segment', [{ units: ['a'], hex: 7 }], false, 'm']])
})
