// Free room for names: the rectangles already taken, indexed by part of the map, because a name tries many places.

import { overlaps, type Rect } from './geometry'

interface Taken {
  box: Rect
  cost: number // of covering the area of a small name
  asked: number
}

const CELL = 160

export class Room {
  private readonly cells = new Map<number, Taken[]>()
  private asked = 0

  constructor(private readonly sheet: Rect) {}

  take(box: Rect, cost: number): void {
    const taken = { box, cost, asked: 0 }
    for (const key of cellsOf(box)) {
      const list = this.cells.get(key)
      if (list) list.push(taken)
      else this.cells.set(key, [taken])
    }
  }

  /** The cost of a place: for everything that it would cover, and for sticking out of the sheet. */
  cost(box: Rect): number {
    const { sheet } = this
    let cost = 0
    this.asked++
    for (const key of cellsOf(box)) {
      for (const t of this.cells.get(key) ?? []) {
        if (t.asked === this.asked || !overlaps(box, t.box)) continue
        t.asked = this.asked // it may be in several cells
        const w = Math.min(box.x + box.w, t.box.x + t.box.w) - Math.max(box.x, t.box.x)
        const h = Math.min(box.y + box.h, t.box.y + t.box.h) - Math.max(box.y, t.box.y)
        cost += (t.cost * (w * h)) / 120
      }
    }
    if (box.x < sheet.x + 3 || box.y < sheet.y + 3 || box.x + box.w > sheet.x + sheet.w - 3 || box.y + box.h > sheet.y + sheet.h - 3) cost += 6
    return cost
  }
}

function cellsOf({ x, y, w, h }: Rect): number[] {
  const found = []
  for (let j = Math.floor(y / CELL); j * CELL <= y + h; j++) for (let i = Math.floor(x / CELL); i * CELL <= x + w; i++) found.push((j + 64) * 4096 + i + 64)
  return found
}
