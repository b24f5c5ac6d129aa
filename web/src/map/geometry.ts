// Hex geometry, the same as the engine's: flat-topped hexes, column-major indices, rows counted upward, directions 0-5
// clockwise from north. In world units a hex has radius R; the picture is scaled from there.

export const R = 48
export const H = (R * Math.sqrt(3)) / 2 // half the height of a hex

export interface Point {
  x: number
  y: number
}

export interface Rect {
  x: number
  y: number
  w: number
  h: number
}

const COLUMN_STEP = [0, 1, 1, 0, -1, -1] as const
const HALF_ROW_STEP = [2, 1, -1, -2, -1, 1] as const
// corner k of a hex, in units of (R/2, H) from its centre; hexside d lies between corners d and d+1
const CORNERS = [
  [-1, -1],
  [1, -1],
  [2, 0],
  [1, 1],
  [-1, 1],
  [-2, 0]
] as const
const CORNER_STRIDE = 1 << 16

export function inRect(r: Rect, x: number, y: number): boolean {
  return x >= r.x && y >= r.y && x < r.x + r.w && y < r.y + r.h
}

export function overlaps(a: Rect, b: Rect): boolean {
  return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h
}

/** Whether all of the second lies in the first. */
export function contains(outer: Rect, r: Rect): boolean {
  return r.x >= outer.x && r.y >= outer.y && r.x + r.w <= outer.x + outer.w && r.y + r.h <= outer.y + outer.h
}

/** What two rectangles have in common. */
export function shared(a: Rect, b: Rect): Rect | null {
  const [x, y] = [Math.max(a.x, b.x), Math.max(a.y, b.y)]
  const [w, h] = [Math.min(a.x + a.w, b.x + b.w) - x, Math.min(a.y + a.h, b.y + b.h) - y]
  return w > 0 && h > 0 ? { x, y, w, h } : null
}

export function grow(r: Rect, by: number): Rect {
  return { x: r.x - by, y: r.y - by, w: r.w + 2 * by, h: r.h + 2 * by }
}

/** Size of a holding box in the picture. */
export const BOX = { w: 150, h: 118 } as const

export interface Box extends Point {
  name: string
  exits: readonly number[]
  /** The column and row where it would lie if the map went on. */
  at: readonly [number, number] | null
}

/** The boxes of a game: those of hexes, and of those off the map the ones that its scenario uses, with their exits. */
export function boxesInPlay<T extends { index?: number; hex: number | null }>(boxes: readonly T[], uses: readonly { hex: number; exits: readonly number[] }[]): (T & { exits: number[] })[] {
  return boxes.flatMap((box) => {
    const use = uses.find((one) => one.hex === box.index)
    return use || box.hex !== null ? [{ ...box, exits: [...(use?.exits ?? [])] }] : []
  })
}

/** A grid of hexes: names, neighbours and positions in the picture. */
export class Grid {
  readonly size: number
  readonly bounds: Rect
  /** Holding boxes by index, placed beside the map where their exits are. */
  readonly boxes = new Map<number, Box>()
  constructor(
    readonly columns: number,
    readonly rows: number,
    readonly raised: 'even' | 'odd',
    readonly letter = '',
    boxes: readonly { index?: number; hex: number | null; name: string; exits?: readonly number[]; at?: readonly [number, number] | null }[] = []
  ) {
    this.size = columns * rows
    this.bounds = { x: 0, y: 0, w: 1.5 * R * (columns - 1) + 2 * R, h: (2 * rows + 1) * H }
    const onMap = (exits: readonly number[] = []) => exits.length === 0 || exits.some((exit) => exit < this.size)
    // boxes of the sea may be joined to other boxes alone: these come when the others have their places
    for (const { index = -1, hex, name, exits = [], at } of [...boxes].sort((a, b) => Number(onMap(b.exits)) - Number(onMap(a.exits))))
      if (hex === null && index >= this.size) this.addBox(index, name, exits, at ?? null)
  }

  private addBox(index: number, name: string, exits: readonly number[], at: Box['at']): void {
    const { w, h } = this.bounds
    const ways = exits.map((e) => this.center(e))
    const mean = (of: (p: Point) => number, none: number) => (ways.length ? ways.reduce((sum, p) => sum + of(p), 0) / ways.length : none)
    const right = mean((p) => p.x, 0) > w / 2
    const beside = [...this.boxes.values()].filter((b) => b.x > w / 2 === right)
    let y = Math.min(h - BOX.h / 2, Math.max(BOX.h / 2, mean((p) => p.y, BOX.h / 2)))
    while (beside.some((b) => Math.abs(b.y - y) < BOX.h + 16)) y += BOX.h + 20
    this.boxes.set(index, { x: right ? w + BOX.w / 2 + 56 : -BOX.w / 2 - 56, y, name, exits, at })
  }

  /** Where steps between a holding box and the map, or another box, lead, in both directions. */
  waysOf(h: number): readonly number[] {
    const own = this.boxes.get(h)?.exits ?? []
    return [...own, ...[...this.boxes].filter(([index, b]) => b.exits.includes(h) && !own.includes(index)).map(([index]) => index)]
  }

  /** The map and the boxes beside it. */
  get extent(): Rect {
    const { x, y, w, h } = this.bounds
    const all = [...this.boxes.values()]
    const left = Math.min(x, ...all.map((b) => b.x - BOX.w / 2))
    const right = Math.max(x + w, ...all.map((b) => b.x + BOX.w / 2))
    const low = Math.max(y + h, ...all.map((b) => b.y + BOX.h / 2))
    return { x: left, y, w: right - left, h: low - y }
  }

  column(h: number): number {
    return Math.floor(h / this.rows) + 1
  }

  row(h: number): number {
    return (h % this.rows) + 1
  }

  index(column: number, row: number): number {
    if (column < 1 || column > this.columns || row < 1 || row > this.rows) return -1
    return (column - 1) * this.rows + row - 1
  }

  isRaised(column: number): boolean {
    return (column % 2 === 0) === (this.raised === 'even')
  }

  name(h: number): string {
    const box = this.boxes.get(h)
    if (box) return box.name
    const two = (n: number) => String(n).padStart(2, '0')
    return `${this.letter}${two(this.column(h))}.${two(this.row(h))}`
  }

  /** The index of a hex by name ("12.07", with or without the map letter), or -1. */
  parse(name: string): number {
    const m = /^\s*[A-Za-z]?(\d{1,3})\.(\d{1,3})\s*$/.exec(name)
    return m ? this.index(Number(m[1]), Number(m[2])) : -1
  }

  private halfRows(column: number, row: number): number {
    return 2 * row + (this.isRaised(column) ? 1 : 0)
  }

  /** Centre of a column and row, on the map or not. */
  place(column: number, row: number): Point {
    return { x: R + 1.5 * R * (column - 1), y: (2 * this.rows + 2 - this.halfRows(column, row)) * H }
  }

  center(h: number): Point {
    const box = this.boxes.get(h)
    return box ? { x: box.x, y: box.y + 10 } : this.place(this.column(h), this.row(h))
  }

  neighbour(h: number, d: number): number {
    if (h >= this.size) return -1
    const c = this.column(h)
    const half = this.halfRows(c, this.row(h)) + HALF_ROW_STEP[d]!
    const to = c + COLUMN_STEP[d]!
    return this.index(to, (half - (this.isRaised(to) ? 1 : 0)) / 2)
  }

  neighbours(h: number): number[] {
    return [0, 1, 2, 3, 4, 5].map((d) => this.neighbour(h, d)).filter((n) => n >= 0)
  }

  direction(a: number, b: number): number {
    for (let d = 0; d < 6; d++) if (this.neighbour(a, d) === b) return d
    return -1
  }

  /** Hexes in a straight count, to and from boxes by where these would lie; a box without a place is far from everything. */
  distance(a: number, b: number): number {
    if (a === b) return 0
    const from = this.spot(a)
    const to = this.spot(b)
    if (!from || !to) return Infinity
    const dc = Math.abs(from[0] - to[0])
    const dh = Math.abs(this.halfRows(...from) - this.halfRows(...to))
    return dc + Math.max(0, (dh - dc) / 2)
  }

  private spot(h: number): readonly [number, number] | null {
    const box = this.boxes.get(h)
    return box ? box.at : [this.column(h), this.row(h)]
  }

  corner(h: number, k: number): Point {
    const c = this.center(h)
    const [dx, dy] = CORNERS[k % 6]!
    return { x: c.x + (dx * R) / 2, y: c.y + dy * H }
  }

  corners(h: number): Point[] {
    return [0, 1, 2, 3, 4, 5].map((k) => this.corner(h, k))
  }

  /** A number for a corner, the same for all three hexes that meet there. */
  cornerKey(h: number, k: number): number {
    const c = this.column(h)
    const [dx, dy] = CORNERS[k % 6]!
    const x = 2 + 3 * (c - 1) + dx
    const y = 2 * this.rows + 2 - this.halfRows(c, this.row(h)) + dy
    return (x + 8) * CORNER_STRIDE + y + 8
  }

  cornerOf(key: number): Point {
    const x = Math.floor(key / CORNER_STRIDE) - 8
    const y = (key % CORNER_STRIDE) - 8
    return { x: (x * R) / 2, y: y * H }
  }

  /** Middle of a hexside. */
  side(h: number, d: number): Point {
    const a = this.corner(h, d)
    const b = this.corner(h, d + 1)
    return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }
  }

  /** The hex at a point of the picture, -1 off the map. */
  at(x: number, y: number): number {
    for (const [index, box] of this.boxes) if (Math.abs(box.x - x) < BOX.w / 2 && Math.abs(box.y - y) < BOX.h / 2) return index
    const { column, row } = this.locate(x, y)
    return this.index(column, row)
  }

  /** Column and row of the nearest hex centre to a point of the picture, also off the map. */
  locate(x: number, y: number): { column: number; row: number } {
    const guess = Math.round((x - R) / (1.5 * R)) + 1
    let best = Infinity
    const found = { column: guess, row: 0 }
    for (let column = guess - 1; column <= guess + 1; column++) {
      const lift = this.isRaised(column) ? 1 : 0
      const row = Math.round((2 * this.rows + 2 - lift - y / H) / 2)
      const dx = R + 1.5 * R * (column - 1) - x
      const dy = (2 * this.rows + 2 - 2 * row - lift) * H - y
      const far = dx * dx + dy * dy
      if (far < best) {
        best = far
        found.column = column
        found.row = row
      }
    }
    return found
  }

  /** Hexes that touch a rectangle of the picture. */
  within(rect: Rect): number[] {
    const found: number[] = []
    const first = Math.max(1, Math.floor((rect.x - 2 * R) / (1.5 * R)) + 1)
    const last = Math.min(this.columns, Math.ceil((rect.x + rect.w) / (1.5 * R)) + 1)
    for (let c = first; c <= last; c++) {
      for (let r = 1; r <= this.rows; r++) {
        const p = this.place(c, r)
        if (p.y > rect.y - H && p.y < rect.y + rect.h + H && p.x > rect.x - R && p.x < rect.x + rect.w + R)
          found.push(this.index(c, r))
      }
    }
    return found
  }
}

/** Path of a hex outline, drawn `inset` world units inside the hex. */
export function traceHex(ctx: CanvasPath, grid: Grid, h: number, inset = 0): void {
  const box = grid.boxes.get(h)
  if (box) return ctx.roundRect(box.x - BOX.w / 2 + inset, box.y - BOX.h / 2 + inset, BOX.w - 2 * inset, BOX.h - 2 * inset, 8)
  const c = grid.center(h)
  const f = 1 - inset / H
  for (let k = 0; k < 6; k++) {
    const [dx, dy] = CORNERS[k]!
    const x = c.x + ((dx * R) / 2) * f
    const y = c.y + dy * H * f
    if (k) ctx.lineTo(x, y)
    else ctx.moveTo(x, y)
  }
  ctx.closePath()
}
