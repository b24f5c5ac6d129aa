import { describe, expect, it } from 'vitest'
import { overlaps, type Rect } from '../src/map/geometry'
import { firstBeyond, once } from '../src/map/labels'
import { hash } from '../src/map/noise'
import { Room } from '../src/map/room'

const boxes = (n: number, seed: number, most: number): Rect[] =>
  Array.from({ length: n }, (_, i) => ({ x: 1900 * hash(i, 1, seed) - 100, y: 900 * hash(i, 2, seed) - 100, w: 5 + most * hash(i, 3, seed), h: 5 + 60 * hash(i, 4, seed) }))

describe('room for names', () => {
  it('is not taken twice by a town and its port', () => {
    const town = { hex: 7, text: 'Gela', style: 'town' }
    const others = [{ hex: 8, text: 'Gela', style: 'port' }, { hex: 7, text: 'Gulf of Gela', style: 'sea' }]
    expect(once([town, { ...town, style: 'port' }, ...others])).toEqual([town, ...others])
  })

  it('costs what comparing with everything costs', () => {
    const sheet = { x: 0, y: 0, w: 1700, h: 700 }
    const room = new Room(sheet)
    const taken = boxes(200, 1, 400).map((box, i) => ({ box, cost: 1 + (i % 3) }))
    for (const { box, cost } of taken) room.take(box, cost)
    const plain = (box: Rect) => {
      const shared = (a: number, b: number, c: number, d: number) => Math.min(a + b, c + d) - Math.max(a, c)
      const covered = taken.filter((t) => overlaps(box, t.box)).map((t) => (t.cost * shared(box.x, box.w, t.box.x, t.box.w) * shared(box.y, box.h, t.box.y, t.box.h)) / 120)
      const out = box.x < 3 || box.y < 3 || box.x + box.w > 1697 || box.y + box.h > 697
      return covered.reduce((a, b) => a + b, 0) + (out ? 6 : 0)
    }
    const tried = boxes(300, 2, 500)
    for (const box of tried) expect(room.cost(box)).toBeCloseTo(plain(box), 6)
    expect(tried.some((box) => room.cost(box) === 0) && tried.some((box) => room.cost(box) > 6)).toBe(true)
  })

  it('is found along a line by halves as by going through it', () => {
    const lengths = [0, 0, 3, 4, 4, 9]
    for (const distance of [-1, 0, 1, 3, 3.5, 4, 8, 9, 20]) {
      const plain = lengths.findIndex((l) => l > distance)
      expect(firstBeyond(lengths, distance)).toBe(plain < 0 ? lengths.length : plain)
    }
  })
})
