// Temporary layers over the map: tints with patterns, rings, letters, MP, paths and trails. No meaning depends on hue alone.

import { type Grid, H, type Point, traceHex } from './geometry'

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
  labels?: readonly string[] // one for each step
}

export interface Overlay {
  tints: Tint[]
  trails: Trail[]
}

export const NO_OVERLAY: Overlay = { tints: [], trails: [] }

const patterns = new Map<string, CanvasPattern>()

/** Tints are painted under the counters. */
export function paintTints(ctx: CanvasRenderingContext2D, grid: Grid, overlay: Overlay, scale: number): void {
  for (const tint of overlay.tints) {
    ctx.beginPath()
    traceHex(ctx, grid, tint.hex, 1.5)
    ctx.globalAlpha = tint.alpha ?? 0.2
    if (ctx.globalAlpha > 0) {
      ctx.fillStyle = tint.ink
      ctx.fill()
    }
    if (tint.pattern && tint.pattern !== 'none') {
      const pattern = patternOf(ctx, tint.pattern, tint.ink)
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

/** Rings are painted over the counters and under the names. */
export function paintRings(ctx: CanvasRenderingContext2D, grid: Grid, overlay: Overlay, scale: number): void {
  for (const tint of overlay.tints) {
    if (!tint.ring) continue
    const width = Math.max(2.6, 2 / scale)
    ctx.setLineDash(tint.dash ? [8, 5] : [])
    for (const [ink, extra] of [['rgba(255, 255, 255, 0.9)', 2.4], [tint.ink, 0]] as const) {
      ctx.beginPath()
      traceHex(ctx, grid, tint.hex, 3)
      ctx.strokeStyle = ink
      ctx.lineWidth = width + extra
      ctx.stroke()
    }
    ctx.setLineDash([])
  }
}

/** Letters and paths are painted over everything. */
export function paintAbove(ctx: CanvasRenderingContext2D, grid: Grid, overlay: Overlay, scale: number, occupied: (hex: number) => boolean): void {
  for (const trail of overlay.trails) paintTrail(ctx, grid, trail, scale)
  for (const tint of overlay.tints) if (tint.text) paintText(ctx, grid, tint, scale, occupied(tint.hex))
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

function patternOf(ctx: CanvasRenderingContext2D, kind: Pattern, ink: string): CanvasPattern | null {
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
