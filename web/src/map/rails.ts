// Draws railroads, split by gauge: the map's usual gauge has ties, another gauge has white dashes, and multi-track lines are
// drawn double.

import type { Point } from './geometry'
import type { Way } from './roads'
import type { Ctx } from './paint'
import { INK } from './palette'

export interface Stretch {
  points: Point[]
  multi: boolean
  other: boolean // not of the usual gauge
}

/** A railroad cut where the gauge changes, halfway between two hexes. */
export function stretchesOf(way: Way, other: (hex: number) => boolean): Stretch[] {
  const last = way.nodes.length - 1
  const pieces = (way.points.length - 1) / last
  const half = pieces / 2
  const found: (Stretch & { end: number })[] = []
  way.nodes.forEach((hex, i) => {
    const from = Math.max(0, Math.round(i * pieces - half))
    const to = Math.min(way.points.length - 1, Math.round(i * pieces + half))
    const is = other(hex)
    const before = found.at(-1)
    if (before && before.other === is) {
      before.points.push(...way.points.slice(before.end + 1, to + 1))
      before.end = to
    } else found.push({ points: way.points.slice(from, to + 1), multi: way.multi, other: is, end: to })
  })
  return found.map(({ points, multi, other: is }) => ({ points, multi, other: is }))
}

export interface RailPath {
  path: Path2D
  multi: boolean
  other: boolean
}

/** Draws railroads. Lines are wider at small scales, so that they stay visible. */
export function paintRails(ctx: Ctx, rails: readonly RailPath[], scale: number): void {
  const thick = Math.max(1, 0.5 / scale)
  const stroke = (chosen: readonly RailPath[], ink: string, width: number, dash: number[] = []) => {
    if (!chosen.length) return
    ctx.strokeStyle = ink
    ctx.lineWidth = width * thick
    ctx.setLineDash(dash.map((d) => d * Math.min(thick, 2)))
    for (const r of chosen) ctx.stroke(r.path)
    ctx.setLineDash([])
  }
  const of = (multi: boolean, other: boolean) => rails.filter((r) => r.multi === multi && r.other === other)
  stroke(of(false, false), INK.halo, 3.6)
  stroke(of(true, false), INK.halo, 7.4)
  stroke(of(false, true), INK.halo, 6)
  stroke(of(true, true), INK.halo, 9)
  // one track with ties; two tracks with ties
  stroke(of(false, false), INK.rail, 1.7)
  stroke(of(true, false), INK.rail, 4.8)
  stroke(of(true, false), INK.halo, 2)
  if (scale > 0.3) {
    stroke(of(false, false), INK.rail, 6.5, [1.3, 8])
    stroke(of(true, false), INK.rail, 9, [1.3, 8])
  }
  // the other gauge: white dashes in a dark line; two tracks with a dark line between
  stroke(of(false, true), INK.rail, 4)
  stroke(of(false, true), '#ffffff', 2.1, [8, 7])
  stroke(of(true, true), INK.rail, 7)
  stroke(of(true, true), '#ffffff', 5, [8, 7])
  stroke(of(true, true), INK.rail, 1.7)
}
