import { describe, expect, it } from 'vitest'
import { commandOf } from '../src/game/keys'
import { oneText } from '../src/game/overlay/prepare'
import { CUT_LETTER, cutTints, obstacleMarks, rootOf, splitAtLimit, trailsOf, verdict } from '../src/game/overlay/supply'
import type { Cuts, Mark, Obstacle, SupplyAnswer, SupplyLine } from '../src/game/types'
import { OVERLAY } from '../src/map/palette'

const mark = (hex: number, mp: string): Mark => ({ hex, mp, negators: [] })
const line = (kind: SupplyLine['kind'], marks: Mark[], beside = -1): SupplyLine => ({ kind, user: 'u', mobility: 'truck', limit: '5', marks, beside, text: '' })
const obstacle = (changes: Partial<Obstacle>): Obstacle => ({
  reason: 'too_far', hex: 9, have: '5', need: '7', target: 9, place: 'path', units: [], path: [], around: '', terrain: '', cause: null, text: '', ...changes
})

describe('legs of a supply line', () => {
  it('of a draw run from the supply to the unit, with the MP at each hex', () => {
    const [trail] = trailsOf([line('draw', [mark(1, '0'), mark(2, '0.5'), mark(3, '2')], 4)])
    expect(trail!.hexes).toEqual([4, 3, 2, 1])
    expect(trail!.labels).toEqual(['', '2', '½'])
  })

  it('of a link run from what lies behind to the Extender', () => {
    const [trail] = trailsOf([line('link', [mark(1, '0'), mark(2, '1')], 3)])
    expect(trail!.hexes).toEqual([3, 2, 1])
  })

  it('of a throw run from the HQ, and on rails nothing is counted', () => {
    const [thrown, rail] = trailsOf([line('throw', [mark(5, '0'), mark(6, '1')]), line('rail', [mark(7, '0'), mark(8, '0')])])
    expect([thrown!.hexes, thrown!.labels, thrown!.ink]).toEqual([[5, 6], ['1'], OVERLAY.throw])
    expect([rail!.hexes, rail!.labels, rail!.dash]).toEqual([[7, 8], undefined, true])
  })
})

describe('an obstacle', () => {
  const path = ['0', '2', '5', '7'].map((mp, i) => mark(i, mp))

  it('too far splits the path where the MP end: the last hex in range begins the rest', () => {
    const { within, beyond } = splitAtLimit(path, '5')
    expect(within.map((m) => m.hex)).toEqual([0, 1, 2])
    expect(beyond.map((m) => m.hex)).toEqual([2, 3])
    expect(splitAtLimit(path, '7').beyond).toEqual([])
    const { tints, trails } = obstacleMarks(obstacle({ path }), () => -1)
    expect(trails.map((t) => t.hexes)).toEqual([[0, 1, 2], [2, 3]])
    expect(tints.find((t) => t.text === '!')!.hex).toBe(3)
  })

  it('of the enemy marks the hex and the units whose ZOC it is', () => {
    const { tints } = obstacleMarks(obstacle({ reason: 'enemy_zoc', hex: 2, path, have: '9', units: ['s', 'unseen'] }), (id) => (id === 's' ? 30 : -1))
    expect(tints.filter((t) => t.text === '!').map((t) => t.hex)).toEqual([2])
    expect(tints.map((t) => t.hex)).toEqual([30, 2, 9])
  })

  it('of a chain of Extenders is followed back to the stop that is closed', () => {
    const cause = obstacle({ reason: 'enemy_zoc', hex: 22, target: 20, have: '9', path: [mark(9, '0'), mark(22, '1')], units: ['s'] })
    const chain = obstacle({ reason: 'links_nothing', place: 'extender', hex: 9, target: 9, have: '5', path: [mark(7, '0'), mark(9, '1')], units: ['e'], cause })
    const { tints, trails } = obstacleMarks(chain, (id) => (id === 's' ? 30 : 9))
    expect(trails.map((t) => t.hexes)).toEqual([[7, 9], [9, 22]])
    expect(tints.filter((t) => t.text === '!').map((t) => t.hex)).toEqual([22])
    expect(tints.map((t) => t.hex)).toEqual([9, 30, 22, 20])
    expect(rootOf(chain)).toBe(cause)
  })

  it('without a place on the map marks nothing', () => {
    expect(obstacleMarks(obstacle({ reason: 'no_dump', hex: -1, target: -1 }), () => -1)).toEqual({ tints: [], trails: [] })
  })
})

describe('cuts', () => {
  it('are told apart by letter as well as by ring', () => {
    const cuts: Cuts = { unit: 'u', line: 'trace', lines: [], text: [], cuts: (['zoc', 'unit', 'unit_with_zoc'] as const).map((by, hex) => ({ hex, by, threats: [], text: '' })) }
    expect(cutTints(cuts).map((t) => t.text)).toEqual(Object.values(CUT_LETTER))
    expect(new Set(Object.values(CUT_LETTER)).size).toBe(3)
  })

  it('have a key', () => {
    expect(commandOf({ key: 'x', code: 'KeyX', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false })).toBe('cuts')
  })
})

describe('the verdict', () => {
  const answer = (found: boolean, marked: boolean, ways: number): SupplyAnswer =>
    ({ marked, trace: { result: { found } }, payers: { payers: Array(ways).fill({}) } }) as unknown as SupplyAnswer

  it('is good only for who traces and is not marked', () => {
    expect(verdict(answer(true, false, 2))).toEqual({ good: true, text: 'Traces; 2 ways to pay.' })
    expect(verdict(answer(true, true, 1))).toEqual({ good: false, text: 'Traces, is still marked Out of Supply; 1 way to pay.' })
    expect(verdict(answer(false, true, 0))).toEqual({ good: false, text: 'Does not trace, is Out of Supply; nothing can pay.' })
  })

  it('of an Extender is whether it links', () => {
    const extender = (obstacle: object | null, source: boolean) => ({ ...answer(false, false, 0), link: { unit: 'e', source, lines: [], obstacle } }) as unknown as SupplyAnswer
    expect(verdict(extender({}, false))).toEqual({ good: false, text: 'Links nothing.' })
    expect(verdict(extender(null, true))).toEqual({ good: true, text: 'Linked: a source of trace.' })
    expect(verdict(extender(null, false)).text).toBe('Linked: joins railroads.')
  })

  it('of a truck is that it uses no supply', () => {
    const truck = { marked: false, trace: { result: { found: false }, obstacle: { reason: 'no_need' } } } as unknown as SupplyAnswer
    expect(verdict(truck).text).toBe('Uses no supply.')
  })
})

describe('a hex', () => {
  it('has one text: what was said last', () => {
    const ink = '#000'
    const tints = oneText([{ hex: 1, ink, text: '3' }, { hex: 2, ink, text: '4' }, { hex: 1, ink, text: '!' }, { hex: 1, ink }])
    expect(tints.map((t) => t.text)).toEqual([undefined, '4', '!', undefined])
  })
})
