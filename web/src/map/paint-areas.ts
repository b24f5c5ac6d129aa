// Paints what overlays lay over the whole map: areas, lines, marked hexsides, flags, and units where they were. Only what is in the
// window is painted, since such an overlay may have as many hexes as the board.

import { COUNTER } from './counters'
import { type Grid, grow, H, overlaps, type Point, R, type Rect, traceHex } from './geometry'
import { between } from './outline'
import { type Area, type Flag, type Ghost, type Line, type Overlay, patternOf, type Sides, UNREADABLE } from './paint-overlays'
import { counterPicture, type Haste } from './pictures'
import type { SideStyles } from './stacks'

type Ctx = CanvasRenderingContext2D

const HALO = 'rgba(255, 255, 255, 0.88)'
const BLOCK = 12 // hexes

interface Block {
  bounds: Rect
  path: Path2D
  hexes: number[]
}

const blocks = new WeakMap<readonly number[], Block[]>()

/** The hexes of an area by parts of the map, each with its path. */
function blocksOf(grid: Grid, hexes: readonly number[]): Block[] {
  const known = blocks.get(hexes)
  if (known) return known
  const parts = new Map<string, Block>()
  for (const h of hexes) {
    const c = grid.center(h)
    const key = `${Math.floor(c.x / (BLOCK * 1.5 * R))} ${Math.floor(c.y / (BLOCK * 2 * H))}`
    let part = parts.get(key)
    if (!part) parts.set(key, (part = { bounds: { x: c.x, y: c.y, w: 0, h: 0 }, path: new Path2D(), hexes: [] }))
    traceHex(part.path, grid, h)
    part.hexes.push(h)
    const { bounds } = part
    const [right, low] = [Math.max(bounds.x + bounds.w, c.x), Math.max(bounds.y + bounds.h, c.y)]
    bounds.x = Math.min(bounds.x, c.x)
    bounds.y = Math.min(bounds.y, c.y)
    bounds.w = right - bounds.x
    bounds.h = low - bounds.y
  }
  const made = [...parts.values()].map((part) => ({ ...part, bounds: grow(part.bounds, R) }))
  blocks.set(hexes, made)
  return made
}

/** Under the counters: areas and hexsides; from afar the lines, too. */
export function paintAreas(ctx: Ctx, grid: Grid, overlay: Overlay, scale: number, window: Rect, spot: (hex: number) => Point): void {
  if (scale < UNREADABLE) paintFar(ctx, grid, overlay, scale, spot)
  else for (const area of overlay.areas ?? []) paintArea(ctx, grid, area, scale, window)
  for (const sides of overlay.sides ?? []) paintSides(ctx, grid, sides, scale, window)
}

let far: { areas: readonly Area[]; lines: readonly Line[]; step: number; picture: HTMLCanvasElement } | null = null

/** Pixels of a world unit in the picture of a large board from afar: as many as are shown at most until the next step. It is
 *  scaled down in each frame, and a larger picture takes longer. */
const farScale = (step: number) => Math.min(UNREADABLE, 2 ** ((step + 1) / 2))

/** A large board from afar: no pattern could be read, and tens of thousands of hexes and long dashed lines in each frame would take
 *  too long, so that areas and lines are one picture, painted once for half an octave of scales. */
function paintFar(ctx: Ctx, grid: Grid, overlay: Overlay, scale: number, spot: (hex: number) => Point): void {
  const { areas = [], lines = [] } = overlay
  if (!areas.length && !lines.length) return
  const { x, y, w, h } = grow(grid.extent, R)
  const device = ctx.getTransform().a
  const step = Math.floor(2 * Math.log2(device))
  const sharp = farScale(step)
  if (!far || far.areas !== areas || far.lines !== lines || far.step !== step) {
    const picture = far?.picture ?? document.createElement('canvas')
    picture.width = Math.ceil(w * sharp)
    picture.height = Math.ceil(h * sharp)
    const paint = picture.getContext('2d')!
    paint.setTransform(sharp, 0, 0, sharp, -x * sharp, -y * sharp)
    for (const area of areas) {
      paint.globalAlpha = area.alpha + (area.pattern === 'none' ? 0 : 0.12)
      paint.fillStyle = area.ink
      for (const block of blocksOf(grid, area.hexes)) paint.fill(block.path)
    }
    paint.globalAlpha = 1
    strokeLines(paint, lines, scale, spot)
    far = { areas, lines, step, picture }
  }
  ctx.drawImage(far.picture, x, y, far.picture.width / sharp, far.picture.height / sharp)
}

function paintArea(ctx: Ctx, grid: Grid, area: Area, scale: number, window: Rect): void {
  const seen = blocksOf(grid, area.hexes).filter((b) => overlaps(b.bounds, window))
  const pattern = area.pattern === 'none' ? null : patternOf(ctx, area.pattern, area.ink)
  pattern?.setTransform(new DOMMatrix().scale(1 / Math.max(scale, 0.3)))
  for (const block of seen) {
    if (area.alpha) {
      ctx.globalAlpha = area.alpha
      ctx.fillStyle = area.ink
      ctx.fill(block.path)
    }
    if (pattern) {
      ctx.globalAlpha = area.strength ?? 0.55
      ctx.fillStyle = pattern
      ctx.fill(block.path)
    }
  }
  ctx.globalAlpha = 1
}

/** What is written in the hexes of the areas: over the counters, at the left, where names and counters leave room. */
export function paintLabels(ctx: Ctx, grid: Grid, overlay: Overlay, scale: number, window: Rect): void {
  if (scale < 0.42) return
  const size = Math.max(13, 9.5 / scale)
  ctx.font = `700 ${size}px "Barlow Condensed", sans-serif`
  ctx.textAlign = 'center'
  ctx.textBaseline = 'middle'
  ctx.lineJoin = 'round'
  ctx.strokeStyle = HALO
  ctx.lineWidth = size * 0.26
  for (const { hexes, label, ink } of overlay.areas ?? []) {
    if (!label) continue
    ctx.fillStyle = ink
    for (const block of blocksOf(grid, hexes)) {
      if (!overlaps(block.bounds, window)) continue
      for (const h of block.hexes) {
        const c = grid.center(h)
        ctx.strokeText(label, c.x - 36, c.y + 2)
        ctx.fillText(label, c.x - 36, c.y + 2)
      }
    }
  }
}

function paintSides(ctx: Ctx, grid: Grid, { sides, ink, label, double }: Sides, scale: number, window: Rect): void {
  const near = grow(window, R)
  const seen = sides.filter(({ hex }) => {
    const c = grid.center(hex)
    return c.x > near.x && c.y > near.y && c.x < near.x + near.w && c.y < near.y + near.h
  })
  const thick = Math.max(1, 0.5 / scale)
  ctx.lineCap = 'butt'
  for (const [colour, width] of [[HALO, 9], [ink, 5.6], ...(double ? ([['#ffffff', 1.8]] as const) : [])] as const) {
    ctx.strokeStyle = colour
    ctx.lineWidth = width * thick
    ctx.beginPath()
    for (const { hex, direction } of seen) {
      const [a, b] = [grid.corner(hex, direction), grid.corner(hex, direction + 1)]
      const [p, q] = [between(a, b, 0.14), between(a, b, 0.86)]
      ctx.moveTo(p.x, p.y)
      ctx.lineTo(q.x, q.y)
    }
    ctx.stroke()
  }
  if (scale < 0.6) return
  ctx.font = '700 11px "Barlow Condensed", sans-serif'
  ctx.textAlign = 'center'
  ctx.textBaseline = 'middle'
  for (const { hex, direction } of seen) {
    const at = grid.side(hex, direction)
    const w = ctx.measureText(label).width + 5
    ctx.fillStyle = '#fffdf6'
    ctx.strokeStyle = ink
    ctx.lineWidth = 0.9
    ctx.beginPath()
    ctx.roundRect(at.x - w / 2, at.y - 6.5, w, 13, 3)
    ctx.fill()
    ctx.stroke()
    ctx.fillStyle = ink
    ctx.fillText(label, at.x, at.y + 0.5)
  }
}

/** Lines over the ground and under the counters. `spot` is where the railroad runs in a hex. */
export function paintLines(ctx: Ctx, overlay: Overlay, scale: number, spot: (hex: number) => Point): void {
  if (scale >= UNREADABLE) strokeLines(ctx, overlay.lines ?? [], scale, spot)
}

function strokeLines(ctx: Ctx, lines: readonly Line[], scale: number, spot: (hex: number) => Point): void {
  const thick = Math.max(1, 0.62 / scale)
  ctx.lineJoin = 'round'
  ctx.lineCap = 'butt'
  const trace = ({ points, rail }: Line) => {
    ctx.beginPath()
    ;(points ?? (rail ?? []).map(spot)).forEach((p, i) => (i ? ctx.lineTo(p.x, p.y) : ctx.moveTo(p.x, p.y)))
  }
  for (const line of lines) {
    ctx.strokeStyle = HALO
    ctx.lineWidth = (line.width + 3) * thick
    trace(line)
    ctx.stroke()
  }
  for (const line of lines) {
    ctx.strokeStyle = line.ink
    ctx.lineWidth = line.width * thick
    ctx.setLineDash((line.dash ?? []).map((d) => d * thick))
    trace(line)
    ctx.stroke()
  }
  ctx.setLineDash([])
}

/** Flags stand over the counters; the foot of a victory flag is in the upper left of its hex. */
export function paintFlags(ctx: Ctx, grid: Grid, overlay: Overlay, scale: number, spot: (hex: number) => Point): void {
  const k = Math.max(1, 0.62 / scale)
  for (const flag of overlay.flags ?? []) {
    ctx.save()
    const c = flag.shape === 'victory' ? grid.center(flag.hex) : spot(flag.hex)
    ctx.translate(flag.shape === 'victory' ? c.x - 26 : c.x, flag.shape === 'victory' ? c.y - 14 : c.y)
    ctx.scale(k, k)
    ctx.lineJoin = 'round'
    SHAPES[flag.shape](ctx, flag)
    if (flag.crossed) cross(ctx, flag.ink)
    ctx.restore()
  }
}

function filled(ctx: Ctx, flag: Flag, width = 2): void {
  ctx.strokeStyle = HALO
  ctx.lineWidth = width + 2.6
  ctx.stroke()
  ctx.fillStyle = flag.full ? flag.ink : '#fffdf6'
  ctx.fill()
  ctx.strokeStyle = flag.ink
  ctx.lineWidth = width
  ctx.stroke()
}

const SHAPES: Record<Flag['shape'], (ctx: Ctx, flag: Flag) => void> = {
  station(ctx, flag) {
    ctx.beginPath()
    ctx.rect(-6.5, -6.5, 13, 13)
    filled(ctx, flag)
    ctx.beginPath()
    ctx.rect(-2.4, -2.4, 4.8, 4.8)
    ctx.fillStyle = flag.full ? '#fffdf6' : flag.ink
    ctx.fill()
  },
  source(ctx, flag) {
    ctx.beginPath()
    for (let i = 0; i < 10; i++) {
      const [r, a] = [i % 2 ? 5 : 12, (i * Math.PI) / 5 - Math.PI / 2]
      ctx.lineTo(r * Math.cos(a), r * Math.sin(a))
    }
    ctx.closePath()
    filled(ctx, flag, 1.8)
  },
  entry(ctx, flag) {
    ctx.beginPath()
    for (const [x, y] of [[-9, -4], [1, -4], [1, -9], [11, 0], [1, 9], [1, 4], [-9, 4]] as const) ctx.lineTo(x, y)
    ctx.closePath()
    filled(ctx, flag, 1.8)
  },
  victory(ctx, flag) {
    ctx.beginPath()
    ctx.moveTo(0, 26)
    ctx.lineTo(0, -18)
    ctx.strokeStyle = HALO
    ctx.lineWidth = 5
    ctx.stroke()
    ctx.strokeStyle = '#2a251b'
    ctx.lineWidth = 2.2
    ctx.stroke()
    ctx.beginPath()
    for (const [x, y] of [[0, -18], [27, -18], [22, -9], [27, 0], [0, 0]] as const) ctx.lineTo(x, y)
    ctx.closePath()
    filled(ctx, flag, 2)
    ctx.font = '700 14px "Barlow Condensed", sans-serif'
    ctx.textAlign = 'center'
    ctx.textBaseline = 'middle'
    ctx.fillStyle = flag.full ? '#ffffff' : flag.ink
    ctx.fillText(flag.text ?? '', 11.5, -8.4)
  }
}

function cross(ctx: Ctx, ink: string): void {
  for (const [colour, width] of [[HALO, 5], [ink, 2.4]] as const) {
    ctx.strokeStyle = colour
    ctx.lineWidth = width
    ctx.beginPath()
    ctx.moveTo(-11, -11)
    ctx.lineTo(11, 11)
    ctx.moveTo(11, -11)
    ctx.lineTo(-11, 11)
    ctx.stroke()
  }
}

/** Units where they were: pale, and in a dashed frame that no counter has. */
export function paintGhosts(ctx: Ctx, grid: Grid, ghosts: readonly Ghost[], styles: SideStyles, scale: number, device: number, haste: Haste, ink: string): void {
  const used = new Map<number, number>()
  for (const { unit, hex } of ghosts) {
    const n = used.get(hex) ?? 0
    used.set(hex, n + 1)
    if (n > 2) continue
    const c = grid.center(hex)
    const [x, y] = [c.x - n * 4, c.y - 4 + n * 4]
    const { canvas, pad } = counterPicture(unit, styles.styleOf(unit.side), device >= 1 ? device : Math.max(scale, device), haste)
    ctx.globalAlpha = 0.4
    ctx.drawImage(canvas, x - COUNTER / 2 - pad, y - COUNTER / 2 - pad, COUNTER + 2 * pad, COUNTER + 2 * pad)
    ctx.globalAlpha = 1
    for (const [colour, width] of [[HALO, 3.4], [ink, 1.8]] as const) {
      ctx.strokeStyle = colour
      ctx.lineWidth = width * Math.max(1, 0.55 / scale)
      ctx.setLineDash([5, 4])
      ctx.beginPath()
      ctx.roundRect(x - COUNTER / 2, y - COUNTER / 2, COUNTER, COUNTER, 6)
      ctx.stroke()
    }
    ctx.setLineDash([])
  }
}
