import { expect, test } from 'vitest'
import { crowded, lasts, type Shot } from '../src/map/film'
import { shared } from '../src/map/geometry'
import { NO_OVERLAY, type Overlay } from '../src/map/paint-overlays'

const overlay: Overlay = { tints: [], trails: [] }
const shot: Shot = { of: overlay, device: 0.5, region: { x: 0, y: 0, w: 100, h: 80 } }
const inside = { x: 10, y: 10, w: 50, h: 50 }

test('a picture lasts while the camera moves over what it shows', () => {
  expect(lasts(null, overlay, 0.5, inside)).toBe(false)
  expect(lasts(shot, overlay, 0.5, inside)).toBe(true)
  expect(lasts(shot, overlay, 0.5, shot.region)).toBe(true)
  expect(lasts(shot, overlay, 0.5, { ...inside, x: 51 })).toBe(false)
})

test('a picture is of one overlay, and is not scaled much', () => {
  expect(lasts(shot, { ...overlay }, 0.5, inside)).toBe(false)
  expect(lasts(shot, overlay, 0.6, inside)).toBe(true)
  expect(lasts(shot, overlay, 0.4, inside)).toBe(true)
  expect(lasts(shot, overlay, 0.7, inside)).toBe(false)
  expect(lasts(shot, overlay, 0.3, inside)).toBe(false)
})

test('only what is large is worth a picture', () => {
  const hexes = (count: number) => Array.from({ length: count }, (_, i) => i)
  const area = (count: number) => ({ hexes: hexes(count), ink: '#000', alpha: 1, pattern: 'none' as const })
  expect(crowded(NO_OVERLAY)).toBe(false)
  expect(crowded({ ...overlay, areas: [area(200), area(200)] })).toBe(false)
  expect(crowded({ ...overlay, areas: [area(200), area(201)] })).toBe(true)
  expect(crowded({ ...overlay, tints: hexes(401).map((hex) => ({ hex, ink: '#000' })) })).toBe(true)
  expect(crowded({ ...overlay, sides: [{ sides: hexes(401).map((hex) => ({ hex, direction: 0 })), ink: '#000', label: '', double: false }] })).toBe(true)
})

test('rectangles share what lies in both', () => {
  expect(shared({ x: 0, y: 0, w: 10, h: 10 }, { x: 5, y: -5, w: 10, h: 10 })).toEqual({ x: 5, y: 0, w: 5, h: 5 })
  expect(shared({ x: 0, y: 0, w: 10, h: 10 }, { x: 10, y: 0, w: 5, h: 5 })).toBeNull()
})
