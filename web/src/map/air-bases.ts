// Air bases, over the counters' edge: a field of runways in a ring with its Level (S: an air strip; C: carriers, a deck), and how many
// of its aircraft are Active. Above the counters, aircraft that are in the air over a hex.

import type { AirView, View } from '../game/types'
import { type Grid, inRect, type Rect } from './geometry'
import { livery } from './palette'
import type { SideStyles } from './stacks'

export interface AirBase {
  hex: number
  side: string
  level: number
  /** The carriers in a hex of the sea. */
  afloat: boolean
  /** Active aircraft there: a count where it is known, '+' where some are seen and fog hides how many, '' for none seen. */
  active: string
}

const SPOT = { x: -33, y: -15 } // left of the counters; the dump is below, the hedgehog and the count on the right

export function airBases(view: Pick<View, 'air'>): AirBase[] {
  const seen = new Set(view.air?.planes.filter((p) => p.active && p.base < 0).map((p) => `${p.side} ${p.hex}`))
  return (view.air?.bases ?? []).map(({ hex, side, level, active, ships }) => {
    const known = active == null ? (seen.has(`${side} ${hex}`) ? '+' : '') : active ? String(active) : ''
    return { hex, side, level, afloat: ships.length > 0, active: known }
  })
}

/** What players call a base: by its Level, or by the names of its carriers. */
export function baseTitle(view: Pick<View, 'sea'>, { level, ships }: { level: number; ships: readonly string[] }): string {
  const names = ships.map((id) => view.sea?.ships.find((s) => s.id === id)?.name ?? id)
  return names.length ? `Aircraft of ${names.join(' and ')}` : level ? `Air base, Level ${level}` : 'Air strip'
}

/** How many aircraft of a base are Active, and of how many: carriers have a limit for all that they hold (18.2a). */
export const baseCount = ({ active, inactive, limit, ships }: { active?: number | null; inactive?: number | null; limit: number; ships: readonly string[] }): string =>
  active == null ? '' : ships.length ? `: ${active} Active, ${inactive ?? 0} Inactive, at most ${limit} in all` : `: ${active} of at most ${limit} Active`

/** Aircraft of a side in the air over a hex. */
export interface Aloft {
  hex: number
  side: string
  count: number
  /** Beside those of the other side: -1 on the left, 1 on the right, 0 alone. */
  beside: number
}

/** Of the enemy's the player is not told where they came from: they are in the air where their side has no base. */
export const isAloft = (air: Pick<AirView, 'bases'>, { hex, side, base }: { hex: number; side: string; base: number }): boolean =>
  hex >= 0 && (base >= 0 || !air.bases.some((b) => b.hex === hex && b.side === side))

export function aircraftAloft(view: Pick<View, 'air'>): Aloft[] {
  const found = new Map<string, Aloft>()
  for (const plane of view.air?.planes ?? []) {
    const { hex, side } = plane
    if (!isAloft(view.air!, plane)) continue
    const key = `${hex} ${side}`
    found.set(key, { hex, side, count: (found.get(key)?.count ?? 0) + 1, beside: 0 })
  }
  const all = [...found.values()]
  return all.map((one) => {
    const other = all.find((two) => two.hex === one.hex && two.side !== one.side)
    return other ? { ...one, beside: one.side < other.side ? -1 : 1 } : one
  })
}

/** From afar the sign grows against the map, so that it stays readable; `scale` is in CSS pixels per unit. */
export function paintAirBases(ctx: CanvasRenderingContext2D, grid: Grid, bases: readonly AirBase[], styles: SideStyles, window: Rect, scale: number): void {
  const k = Math.min(2, Math.max(1, 0.5 / scale))
  const wide = { x: window.x - 60, y: window.y - 60, w: window.w + 120, h: window.h + 120 }
  for (const base of bases) {
    const c = grid.center(base.hex)
    if (!inRect(wide, c.x, c.y)) continue
    ctx.save()
    ctx.translate(c.x + SPOT.x, c.y + SPOT.y)
    ctx.scale(k, k)
    sign(ctx, base, livery(styles.nationOf(base.side), styles.styleOf(base.side).seat).map)
    ctx.restore()
  }
}

const ABOVE = { y: -33, apart: 15 }

export function paintAloft(ctx: CanvasRenderingContext2D, grid: Grid, aloft: readonly Aloft[], styles: SideStyles, window: Rect, scale: number): void {
  const k = Math.min(2, Math.max(1, 0.5 / scale))
  const wide = { x: window.x - 60, y: window.y - 60, w: window.w + 120, h: window.h + 120 }
  for (const { hex, side, count, beside } of aloft) {
    const c = grid.center(hex)
    if (!inRect(wide, c.x, c.y)) continue
    const ink = livery(styles.nationOf(side), styles.styleOf(side).seat).map
    ctx.save()
    ctx.translate(c.x + beside * ABOVE.apart, c.y + ABOVE.y)
    ctx.scale(k, k)
    aeroplane(ctx, ink)
    if (count > 1) text(ctx, String(count), 10, -7, ink, '#fffdf4', 6)
    ctx.restore()
  }
}

/** Seen from below, nose up. */
const OUTLINE = [[0, -11], [2, -8], [2, -3], [12, 2], [12, 5], [2, 3], [1.5, 7], [5, 9.5], [5, 11], [0, 10]] as const

function aeroplane(ctx: CanvasRenderingContext2D, ink: string): void {
  ctx.beginPath()
  for (const [x, y] of OUTLINE) ctx.lineTo(x, y)
  for (const [x, y] of [...OUTLINE].reverse()) ctx.lineTo(-x, y)
  ctx.closePath()
  ctx.lineJoin = 'round'
  ctx.strokeStyle = '#fffdf4'
  ctx.lineWidth = 3.5
  ctx.stroke()
  ctx.fillStyle = ink
  ctx.fill()
}

function sign(ctx: CanvasRenderingContext2D, base: AirBase, ink: string): void {
  ctx.fillStyle = '#fffdf4'
  ctx.strokeStyle = ink
  ctx.lineWidth = 2.2
  if (base.level === 0 && !base.afloat) ctx.setLineDash([4, 2.2])
  ctx.beginPath()
  ctx.arc(0, 0, 10.5, 0, 2 * Math.PI)
  ctx.fill()
  ctx.stroke()
  ctx.setLineDash([])
  // the runways reach over the ring: one for a strip, crossed ones for a base, a level one for a deck
  ctx.lineWidth = base.afloat ? 5 : 3
  ctx.beginPath()
  ctx.moveTo(-13, base.afloat ? 0 : 7)
  ctx.lineTo(13, base.afloat ? 0 : -7)
  if (base.level > 0) {
    ctx.moveTo(-13, -7)
    ctx.lineTo(13, 7)
  }
  ctx.stroke()
  text(ctx, base.afloat ? 'C' : base.level ? String(base.level) : 'S', 0, 0, '#fffdf4', ink, 6.5)
  if (base.active) text(ctx, base.active, 11, -10, ink, '#fffdf4', 6)
}

function text(ctx: CanvasRenderingContext2D, words: string, x: number, y: number, ground: string, ink: string, r: number): void {
  ctx.fillStyle = ground
  ctx.beginPath()
  ctx.arc(x, y, r, 0, 2 * Math.PI)
  ctx.fill()
  ctx.fillStyle = ink
  ctx.font = `700 ${r * 1.7}px "Barlow Condensed", sans-serif`
  ctx.textAlign = 'center'
  ctx.textBaseline = 'middle'
  ctx.fillText(words, x, y + 0.5)
}
