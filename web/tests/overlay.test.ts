import { describe, expect, it } from 'vitest'
import { buildOverlay, type OverlayInput } from '../src/game/overlay/prepare'
import { NO_LAYERS } from '../src/game/overlay/layers'
import type { Reach, View } from '../src/game/types'
import { NO_OVERLAY } from '../src/map/paint-overlays'
import { Grid } from '../src/map/geometry'

const layers = { ...NO_LAYERS, costs: true }
const reach = { hexes: { 9: { mp_left: '2', path: [1, 9], stop: '' }, 17: { mp_left: '1', path: [1, 9, 17], stop: '' } }, overruns: [2] } as unknown as Reach
const input = (changes: Partial<OverlayInput>): OverlayInput => ({
  view: { stacks: [], extenders: [] } as unknown as View, grid: new Grid(8, 8, 'even'), layers, reach: null, selectedHex: null, hover: -1, cursor: -1, byHex: new Map(), targets: [],
  supply: null, pointed: [], pointedPath: [], pointedTrails: [], places: [], looks: [], studied: [], cuts: null, fuel: null, trails: [], refused: [], own: () => true, nationOf: () => 'de',
  seatOf: () => 0, costs: new Map(), entries: new Map(), ground: { rail: null, inHand: null, ways: [], range: new Map() }, whole: NO_OVERLAY, ...changes
})
const texts = (changes: Partial<OverlayInput>) => buildOverlay(input(changes)).tints.filter((t) => t.text).map((t) => [t.hex, t.text, t.small])

describe('what is laid over the map', () => {
  it('writes one thing in a hex: what it costs to enter before the MP left there, but never over an overrun', () => {
    expect(texts({ reach })).toEqual([[9, '2', undefined], [17, '1', undefined], [2, 'O', undefined]])
    const trails = (changes: Partial<OverlayInput>) => buildOverlay(input({ reach, hover: 17, ...changes })).trails.map((t) => t.hexes)
    expect([trails({}), trails({ routed: true })]).toEqual([[[1, 9, 17]], []]) // the way through waypoints is not the shortest one
    expect(texts({ reach, costs: new Map([[9, '1/2+1'], [2, '3']]) })).toEqual([[17, '1', undefined], [2, 'O', undefined], [9, '1/2+1', 'to enter']])
  })

  it('rings where others say to look', () => {
    const at = (changes: Partial<OverlayInput>) => buildOverlay(input(changes)).tints.filter((t) => t.hex === 4)
    expect(at({ looks: [{ hex: 4 }] })).toMatchObject([{ ring: true, text: '▼' }])
    expect(at({})).toEqual([])
  })
})
