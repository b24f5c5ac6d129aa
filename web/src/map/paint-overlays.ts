// Paints temporary layers over the map: tints with patterns, rings, letters, MP, paths and trails. No meaning depends on hue alone.
// What is painted is prepared in game/overlay; wide areas, lines and flags are in paint-areas.

import type { Unit } from '../game/types'
import { type Grid, grow, H, inRect, type Point, R, type Rect, traceHex } from './geometry'

export type Pattern = 'none' | 'hatch' | 'back' | 'dots' | 'cross'

export interface Tint {
  hex: number
  ink: string
  alpha?: number
  pattern?: Pattern
  text?: string
  small?: string
  ring?: boolean
  dash?: boolean
}

export interface Trail {
  hexes: number[]
  ink: string
  dash?: boolean
  arrow?: boolean
  width?: number
  inset?: number // world units that the line stays away from the middle of its first and last hex
  labels?: readonly string[] // one for each step
}

/** Many hexes alike; `label` is written in each when there is room. The same array is painted again without being looked at. */
export interface Area {
  hexes: readonly number[]
  ink: string
  alpha: number
  pattern: Pattern
  strength?: number // of the pattern, up to 1
  label?: string
}

/** A line over the ground, through points of the picture, or along the railroad through hexes. */
export interface Line {
  points?: readonly Point[]
  rail?: readonly number[]
  ink: string
  width: number
  dash?: readonly number[]
}

/** Hexsides of one kind. */
export interface Sides {
  sides: readonly { hex: number; direction: number }[]
  ink: string
  label: string
  double: boolean
}

/** A sign that stands in a hex: `full` says whether its shape is filled. */
export interface Flag {
  hex: number
  shape: 'station' | 'source' | 'entry' | 'victory'
  ink: string
  text?: string
  full?: boolean
  crossed?: boolean
  name?: string
}

/** A unit where it was. */
export interface Ghost {
  unit: Unit
  hex: number
}

export interface Overlay {
  tints: Tint[]
  trails: Trail[]
  areas?: Area[]
  lines?: Line[]
  sides?: Sides[]
  flags?: Flag[]
  ghosts?: Ghost[]
}

export const NO_OVERLAY: Overlay = { tints: [], trails: [] }

export const UNREADABLE = 0.12 // scale below which patterns are too fine to read

const patterns = new Map<string, CanvasPattern>()

/** Tints are painted under the counters; those that look alike, together. */
export function paintTints(ctx: CanvasRenderingContext2D, grid: Grid, overlay: Overlay, scale: number, window: Rect): void {
  for (const [first, ...more] of alike(grid, overlay, window, (t) => `${t.ink} ${t.alpha ?? ''} ${t.pattern ?? ''}`)) {
    ctx.beginPath()
    for (const { hex } of [first!, ...more]) traceHex(ctx, grid, hex, 1.5)
    ctx.globalAlpha = first!.alpha ?? 0.2
    if (ctx.globalAlpha > 0) {
      ctx.fillStyle = first!.ink
      ctx.fill()
    }
    if (first!.pattern && first!.pattern !== 'none' && scale > UNREADABLE) {
      const pattern = patternOf(ctx, first!.pattern, first!.ink)
      pattern?.setTransform(new DOMMatrix().scale(1 / Math.max(scale, 0.3)))
      if (pattern) {
        ctx.globalAlpha = 0.6
        ctx.fillStyle = pattern
        ctx.fill()
      }
    }
    ctx.globalAlpha = 1
  }
}

/** The tints in the window, in groups that look alike; a group stands where its first tint does. */
function alike(grid: Grid, overlay: Overlay, window: Rect, look: (tint: Tint) => string): Iterable<Tint[]> {
  const seen = grow(window, R)
  const groups = new Map<string, Tint[]>()
  for (const tint of overlay.tints) {
    const c = grid.center(tint.hex)
    if (!grid.boxes.has(tint.hex) && !inRect(seen, c.x, c.y)) continue
    const key = look(tint)
    const group = groups.get(key)
    if (group) group.push(tint)
    else groups.set(key, [tint])
  }
  return groups.values()
}

/** Rings are painted over the counters and under the names. */
export function paintRings(ctx: CanvasRenderingContext2D, grid: Grid, overlay: Overlay, scale: number, window: Rect): void {
  const width = Math.max(2.6, 2 / scale)
  for (const group of alike(grid, overlay, window, (t) => (t.ring ? `${t.ink} ${t.dash ?? ''}` : ''))) {
    const { ring, dash, ink } = group[0]!
    if (!ring) continue
    ctx.setLineDash(dash ? [8, 5] : [])
    ctx.beginPath()
    for (const { hex } of group) traceHex(ctx, grid, hex, 3)
    for (const [colour, extra] of [['rgba(255, 255, 255, 0.9)', 2.4], [ink, 0]] as const) {
      ctx.strokeStyle = colour
      ctx.lineWidth = width + extra
      ctx.stroke()
    }
    ctx.setLineDash([])
  }
}

/** Letters and paths are painted over everything. */
export function paintAbove(ctx: CanvasRenderingContext2D, grid: Grid, overlay: Overlay, scale: number, window: Rect, occupied: (hex: number) => boolean): void {
  for (const trail of overlay.trails) paintTrail(ctx, grid, trail, scale)
  const seen = grow(window, 2 * R)
  const near = (hex: number) => grid.boxes.has(hex) || inRect(seen, grid.center(hex).x, grid.center(hex).y)
  for (const tint of overlay.tints) if (tint.text && near(tint.hex)) paintText(ctx, grid, tint, scale, occupied(tint.hex))
}

function paintText(ctx: CanvasRenderingContext2D, grid: Grid, tint: Tint, scale: number, occupied: boolean): void {
  const c = grid.center(tint.hex)
  const size = Math.min(26, Math.max(10 / scale, occupied ? 14 : 19))
  if (size > H) return
  ctx.font = `700 ${size}px "Barlow Condensed", sans-serif`
  ctx.textAlign = 'center'
  ctx.textBaseline = 'middle'
  ctx.lineJoin = 'round'
  const x = occupied ? c.x + 35 : c.x
  const y = occupied ? c.y - 13 : c.y - (tint.small ? 5 : 2)
  ctx.strokeStyle = 'rgba(250, 246, 232, 0.95)'
  ctx.lineWidth = size * 0.28
  ctx.strokeText(tint.text!, x, y)
  ctx.fillStyle = tint.ink
  ctx.fillText(tint.text!, x, y)
  if (tint.small && scale > 0.7) {
    ctx.font = '600 9.5px "Barlow Condensed", sans-serif'
    ctx.lineWidth = 2.6
    ctx.strokeText(tint.small, c.x, c.y + 10, 74)
    ctx.fillText(tint.small, c.x, c.y + 10, 74)
  }
}

function paintTrail(ctx: CanvasRenderingContext2D, grid: Grid, trail: Trail, scale: number): void {
  if (trail.hexes.length < 2) return
  const points = trail.hexes.map((h) => grid.center(h))
  if (trail.inset) shorten(points, trail.inset)
  const width = Math.max(trail.width ?? 4.5, 2.2 / scale)
  const trace = () => {
    ctx.beginPath()
    points.forEach((p, i) => (i ? ctx.lineTo(p.x, p.y) : ctx.moveTo(p.x, p.y)))
  }
  ctx.lineJoin = ctx.lineCap = 'round'
  ctx.strokeStyle = 'rgba(255, 255, 255, 0.85)'
  ctx.lineWidth = width + 3
  trace()
  ctx.stroke()
  ctx.strokeStyle = trail.ink
  ctx.lineWidth = width
  ctx.setLineDash(trail.dash ? [9, 7] : [])
  trace()
  ctx.stroke()
  ctx.setLineDash([])
  trail.labels?.forEach((text, i) => {
    const a = points[i]
    const b = points[i + 1]
    if (a && b && text) costTag(ctx, (a.x + b.x) / 2, (a.y + b.y) / 2, text, scale, trail.ink)
  })
  if (trail.arrow !== false) arrow(ctx, points.at(-2)!, points.at(-1)!, width, trail.ink)
  ctx.fillStyle = trail.ink
  ctx.beginPath()
  ctx.arc(points[0]!.x, points[0]!.y, width, 0, 2 * Math.PI)
  ctx.fill()
}

/** Takes a length off both ends of a line. */
function shorten(points: Point[], by: number): void {
  const ends = [[0, 1], [points.length - 1, points.length - 2]] as const
  const [first, last] = ends.map(([end, next]) => {
    const [a, b] = [points[end]!, points[next]!]
    const t = by / Math.max(by * 2.4, Math.hypot(b.x - a.x, b.y - a.y))
    return { x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t }
  })
  points[0] = first!
  points[points.length - 1] = last!
}

function costTag(ctx: CanvasRenderingContext2D, x: number, y: number, text: string, scale: number, ink: string): void {
  const size = Math.max(12, 10 / scale)
  ctx.font = `700 ${size}px "Barlow Condensed", sans-serif`
  const w = ctx.measureText(text).width + size * 0.5
  ctx.fillStyle = 'rgba(255, 255, 255, 0.95)'
  ctx.strokeStyle = ink
  ctx.lineWidth = 1
  ctx.beginPath()
  ctx.roundRect(x - w / 2, y - size * 0.62, w, size * 1.24, 3)
  ctx.fill()
  ctx.stroke()
  ctx.fillStyle = ink
  ctx.textAlign = 'center'
  ctx.textBaseline = 'middle'
  ctx.fillText(text, x, y + 0.5)
}

function arrow(ctx: CanvasRenderingContext2D, from: Point, to: Point, width: number, ink: string): void {
  const angle = Math.atan2(to.y - from.y, to.x - from.x)
  ctx.save()
  ctx.translate(to.x, to.y)
  ctx.rotate(angle)
  ctx.beginPath()
  ctx.moveTo(width * 2.6, 0)
  ctx.lineTo(-width * 1.6, -width * 2)
  ctx.lineTo(-width * 1.6, width * 2)
  ctx.closePath()
  ctx.fillStyle = ink
  ctx.strokeStyle = 'rgba(255, 255, 255, 0.85)'
  ctx.lineWidth = 1.4
  ctx.fill()
  ctx.stroke()
  ctx.restore()
}

export function patternOf(ctx: CanvasRenderingContext2D, kind: Pattern, ink: string): CanvasPattern | null {
  const key = `${kind} ${ink}`
  const known = patterns.get(key)
  if (known) return known
  const size = 9
  const tile = document.createElement('canvas')
  tile.width = tile.height = size
  const c = tile.getContext('2d')!
  c.strokeStyle = c.fillStyle = ink
  c.lineWidth = 1.3
  c.beginPath()
  if (kind === 'dots') {
    c.arc(size / 2, size / 2, 1.5, 0, 2 * Math.PI)
    c.fill()
  }
  if (kind === 'hatch' || kind === 'cross') for (const s of [-size, 0, size]) {
    c.moveTo(s, size)
    c.lineTo(s + size, 0)
  }
  if (kind === 'back' || kind === 'cross') for (const s of [-size, 0, size]) {
    c.moveTo(s, 0)
    c.lineTo(s + size, size)
  }
  c.stroke()
  const pattern = ctx.createPattern(tile, 'repeat')
  if (pattern) patterns.set(key, pattern)
  return pattern
}
