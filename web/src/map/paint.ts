// Paints a part of the map sheet: paper, cover, water, the grid, ways and towns, in printing order.

import { traceLoop } from './contour'
import { BOX, type Box, overlaps, type Point, type Rect, traceHex } from './geometry'
import type { MapModel } from './model'
import { hash } from './noise'
import { INK } from './palette'
import { paintMark } from './marks'
import { paintTowns } from './paint-towns'
import { Relief } from './relief'
import { paintRails, type RailPath, stretchesOf } from './rails'
import { box, STRAITS } from './rivers'
import type { Way } from './roads'
import { marksIn } from './terrain'

/** The sheet is painted only in a worker (sheet-worker.ts). */
export type Ctx = OffscreenCanvasRenderingContext2D

/** The smallest scale at which hexes show their numbers. */
export const NUMBERED = 0.9

interface Prepared {
  area: Loops
  inner: Loops[]
}

const FADE = 16 // how far an edge fades beyond its line

/** A painter of one map, with its paths prepared. */
export class Painter {
  private readonly covers = new Map<string, Prepared>()
  private readonly lines = new Map<object, Path2D>()
  private readonly rails = new Map<Way, RailPath[]>()
  private gauges: ReadonlySet<number> = new Set()
  private grain: OffscreenCanvas | null = null
  private readonly relief: Relief | null

  constructor(private readonly map: MapModel) {
    this.relief = Relief.of(map.ground)
    for (const cover of map.ground.covers.values()) {
      this.covers.set(cover.kind, { area: new Loops(cover.loops), inner: cover.inner.map((l) => new Loops(l)) })
    }
    for (const line of [...map.streams, ...map.ways]) this.lines.set(line, polyline(line.points))
    this.lay(map.ways.filter((w) => w.kind === 'railroad'))
  }

  private lay(ways: readonly Way[]): void {
    for (const way of ways)
      this.rails.set(way, stretchesOf(way, (h) => this.gauges.has(h)).map(({ points, multi, other }) => ({ path: polyline(points), multi, other })))
  }

  /** Sets the rail hexes that do not have the map's usual gauge. */
  setGauges(others: ReadonlySet<number>): void {
    const changed = (h: number) => others.has(h) !== this.gauges.has(h)
    const ways = [...this.rails.keys()].filter((way) => way.nodes.some(changed))
    this.gauges = others
    this.lay(ways)
  }

  /** Paints world rectangle `rect` at `scale` device pixels per unit; the context is already scaled and translated. */
  paint(ctx: Ctx, rect: Rect, scale: number): void {
    const { sheet } = this.map
    ctx.save()
    ctx.beginPath()
    ctx.rect(sheet.x, sheet.y, sheet.w, sheet.h)
    ctx.clip()
    this.paper(ctx, rect, scale)
    this.heights(ctx, rect)
    this.cover(ctx, rect, 'rough', 'rgba(150, 132, 100, 0.32)', '#8d7f66')
    this.cover(ctx, rect, 'works', 'rgba(120, 90, 60, 0.15)', '#7a5a3c')
    this.cover(ctx, rect, 'swamp', INK.marsh, '#8fb3b0')
    this.cover(ctx, rect, 'woods', INK.woods, INK.woodsEdge)
    this.cover(ctx, rect, 'forest', INK.forest, INK.forestEdge)
    this.relief?.paint(ctx, rect)
    this.straits(ctx, rect, scale, false)
    this.cover(ctx, rect, 'sea', INK.sea, INK.bank)
    this.cover(ctx, rect, 'water', INK.water, INK.bank)
    if (scale >= 0.42) for (const mark of marksIn(this.map.ground, rect)) paintMark(ctx, mark, scale)
    this.lattice(ctx, rect, scale)
    this.waters(ctx, rect, scale)
    this.ways(ctx, rect, scale)
    paintTowns(ctx, this.map, rect, scale)
    if (this.map.board.unplayable?.length) this.unplayable(ctx)
    if (scale >= NUMBERED) this.numbers(ctx, rect)
    ctx.restore()
    this.frame(ctx)
    for (const [index, box] of this.map.grid.boxes) this.box(ctx, index, box)
  }

  private paper(ctx: Ctx, rect: Rect, scale: number): void {
    ctx.fillStyle = INK.paper
    ctx.fillRect(rect.x, rect.y, rect.w, rect.h)
    this.grain ??= grain()
    const pattern = ctx.createPattern(this.grain, 'repeat')
    if (!pattern) return
    pattern.setTransform(new DOMMatrix().scale(Math.max(0.5, 1 / scale)))
    ctx.fillStyle = pattern
    ctx.fillRect(rect.x, rect.y, rect.w, rect.h)
  }

  /** A tinted area whose edge fades: some wide, faint strokes outside, a fill, a thin line inside. */
  private cover(ctx: Ctx, rect: Rect, kind: string, fill: string, edge: string): void {
    const area = this.covers.get(kind)?.area.within(rect)
    if (!area) return
    ctx.save()
    ctx.lineJoin = 'round'
    ctx.strokeStyle = fill
    for (const [width, alpha] of [[13, 0.16], [8, 0.22], [4, 0.35]] as const) {
      ctx.globalAlpha = alpha
      ctx.lineWidth = width
      ctx.stroke(area)
    }
    ctx.globalAlpha = 1
    ctx.fillStyle = fill
    ctx.fill(area, 'evenodd')
    const wet = kind === 'water' || kind === 'sea'
    if (kind === 'sea') {
      // a light beach along the coast, and the surf before it
      ctx.strokeStyle = INK.shore
      ctx.globalAlpha = 0.85
      ctx.lineWidth = 6
      ctx.stroke(area)
    }
    ctx.globalAlpha = wet ? 0.9 : 0.45
    ctx.lineWidth = wet ? 2 : 1.2
    ctx.strokeStyle = edge
    ctx.stroke(area)
    ctx.restore()
  }

  /** Heights by tint, contour lines and a light from the north-west. */
  private heights(ctx: Ctx, rect: Rect): void {
    const tint: Record<string, number> = { low_hills: 0.3, hills: 0.4, mountain: 0.55 }
    for (const [kind, alpha] of Object.entries(tint)) {
      const here = this.covers.get(kind)
      if (!here) continue
      for (const [level, loops] of [here.area, ...here.inner].entries()) {
        const path = loops.within(rect)
        if (!path) continue
        ctx.save()
        ctx.globalAlpha = alpha * (level ? 0.55 : 1)
        ctx.fillStyle = INK.hill
        ctx.fill(path, 'evenodd')
        ctx.clip(path, 'evenodd')
        ctx.lineJoin = 'round'
        for (const [shift, ink, width] of [[-3, 'rgba(110, 78, 36, 0.16)', 15], [-2, 'rgba(110, 78, 36, 0.24)', 8], [3, 'rgba(255, 248, 226, 0.55)', 9]] as const) {
          ctx.save()
          ctx.globalAlpha = 1
          ctx.translate(shift, shift)
          ctx.strokeStyle = ink
          ctx.lineWidth = width
          ctx.stroke(path)
          ctx.restore()
        }
        ctx.restore()
        ctx.strokeStyle = INK.contour
        ctx.globalAlpha = level ? 0.5 : 0.62
        ctx.lineWidth = level ? 0.9 : 1.1
        ctx.stroke(path)
        ctx.globalAlpha = 1
      }
    }
  }

  private lattice(ctx: Ctx, rect: Rect, scale: number): void {
    const { grid } = this.map
    ctx.strokeStyle = INK.grid
    ctx.lineWidth = Math.max(0.9, 0.8 / scale)
    ctx.globalAlpha = scale < 0.3 ? 0.55 : 1
    ctx.beginPath()
    for (const h of grid.within(rect)) traceHex(ctx, grid, h)
    ctx.stroke()
    ctx.globalAlpha = 1
  }

  /** Hexsides of open water between hexes of land: first their shores, then, over the coasts that they open, the water. */
  private straits(ctx: Ctx, rect: Rect, scale: number, wet: boolean): void {
    const thick = Math.max(1, 0.55 / scale)
    ctx.save()
    ctx.lineCap = 'round'
    ctx.lineJoin = 'round'
    for (const stream of this.map.streams) {
      if (!STRAITS.has(stream.kind) || !overlaps(stream.bounds, rect)) continue
      const path = this.lines.get(stream)!
      const [bank, water] = WIDTHS[stream.kind]!
      const inks: [string, number][] = wet ? [[stream.kind === 'sea_or_lake' ? INK.water : INK.sea, water]] : [[INK.shore, bank + 4], [INK.bank, bank]]
      for (const [ink, width] of inks) {
        ctx.strokeStyle = ink
        ctx.lineWidth = width * thick
        ctx.stroke(path)
      }
    }
    ctx.restore()
  }

  private waters(ctx: Ctx, rect: Rect, scale: number): void {
    this.straits(ctx, rect, scale, true)
    const seen = this.map.streams.filter((s) => !STRAITS.has(s.kind) && overlaps(s.bounds, rect)).reverse()
    const thick = Math.max(1, 0.55 / scale) // rivers stay visible at the smallest scale
    ctx.lineCap = 'round'
    ctx.lineJoin = 'round'
    for (const pass of [0, 1] as const) {
      for (const stream of seen) {
        const path = this.lines.get(stream)!
        const [bank, water] = WIDTHS[stream.kind] ?? WIDTHS.minor_river!
        ctx.strokeStyle = pass ? stream.kind === 'wadi' ? '#c8a46a' : stream.kind.endsWith('minor_river') ? INK.minor : INK.water : INK.bank
        if (stream.kind === 'wadi' || stream.kind === 'dry_lake') ctx.setLineDash([7, 4])
        if (pass && stream.source) taper(ctx, stream.points, stream.lengths, water * thick)
        else if (!(pass === 0 && stream.source)) {
          ctx.lineWidth = (pass ? water : bank) * thick
          ctx.stroke(path)
        }
        ctx.setLineDash([])
      }
    }
  }

  private ways(ctx: Ctx, rect: Rect, scale: number): void {
    const seen = this.map.ways.filter((w) => overlaps(w.bounds, rect))
    const of = (kind: string) => seen.filter((w) => w.kind === kind).map((w) => this.lines.get(w)!)
    const thick = Math.max(1, 0.5 / scale)
    ctx.lineJoin = 'round'
    ctx.lineCap = 'butt'
    const stroke = (paths: Path2D[], ink: string, width: number, dash: number[] = []) => {
      ctx.strokeStyle = ink
      ctx.lineWidth = width * thick
      ctx.setLineDash(dash)
      for (const path of paths) ctx.stroke(path)
      ctx.setLineDash([])
    }
    stroke(of('track'), INK.halo, 3.4)
    stroke(of('track'), INK.track, 1.7, [6, 3.5])
    this.bridges(ctx, rect, scale)
    paintRails(ctx, seen.flatMap((w) => this.rails.get(w) ?? []), scale)
    ctx.lineCap = 'butt'
    stroke(of('road'), INK.roadEdge, 5.2)
    stroke(of('road'), INK.road, 2.9)
  }

  private bridges(ctx: Ctx, rect: Rect, scale: number): void {
    if (scale < 0.4) return
    for (const b of this.map.bridges) {
      if (!overlaps({ x: b.x - 14, y: b.y - 14, w: 28, h: 28 }, rect)) continue
      ctx.save()
      ctx.translate(b.x, b.y)
      ctx.rotate(b.angle)
      ctx.fillStyle = INK.halo
      ctx.fillRect(-8, -5.4, 16, 10.8)
      ctx.strokeStyle = INK.rail
      ctx.lineWidth = 1.3
      for (const side of [-1, 1]) {
        ctx.beginPath()
        ctx.moveTo(-10, side * 7.6)
        ctx.lineTo(-7, side * 5)
        ctx.lineTo(7, side * 5)
        ctx.lineTo(10, side * 7.6)
        ctx.stroke()
      }
      ctx.restore()
    }
  }

  private numbers(ctx: Ctx, rect: Rect): void {
    const { grid } = this.map
    ctx.font = '500 8.5px "Barlow Condensed", sans-serif'
    ctx.fillStyle = INK.number
    ctx.textAlign = 'center'
    ctx.textBaseline = 'top'
    for (const h of grid.within(rect)) {
      const c = grid.center(h)
      ctx.fillText(grid.name(h), c.x, c.y - 39.5)
    }
  }

  /** A holding box, with a dashed line to each of its exits. */
  private box(ctx: Ctx, index: number, box: Box): void {
    const { grid } = this.map
    ctx.save()
    ctx.strokeStyle = INK.regionName
    ctx.lineWidth = 2.4
    ctx.setLineDash([9, 6])
    ctx.beginPath()
    for (const exit of box.exits) {
      const to = grid.center(exit)
      ctx.moveTo(box.x, box.y)
      ctx.lineTo(to.x, to.y)
    }
    ctx.stroke()
    ctx.setLineDash([])
    ctx.beginPath()
    traceHex(ctx, grid, index)
    ctx.fillStyle = INK.paper
    ctx.fill()
    ctx.strokeStyle = INK.frame
    ctx.stroke()
    ctx.font = '700 14px Alegreya, Georgia, serif'
    ctx.textAlign = 'center'
    ctx.textBaseline = 'top'
    ctx.fillStyle = INK.label
    ctx.fillText(box.name, box.x, box.y - BOX.h / 2 + 6, BOX.w - 12)
    ctx.restore()
  }

  /** Strikes out hexes that are not part of the map. */
  private unplayable(ctx: Ctx): void {
    ctx.fillStyle = INK.margin
    ctx.beginPath()
    for (const h of this.map.board.unplayable ?? []) traceHex(ctx, this.map.grid, h)
    ctx.fill()
  }

  private frame(ctx: Ctx): void {
    const { x, y, w, h } = this.map.sheet
    ctx.strokeStyle = INK.frame
    ctx.lineWidth = 2.5
    ctx.strokeRect(x, y, w, h)
    ctx.lineWidth = 1
    ctx.strokeRect(x - 6, y - 6, w + 12, h + 12)
  }
}

const WIDTHS: Record<string, readonly [number, number]> = {
  major_river: [13, 9.6],
  frozen_major_river: [13, 9.6],
  minor_river: [4.6, 3.2],
  frozen_minor_river: [4.6, 3.2],
  dry_lake: [6, 4.5],
  sea_or_lake: [15, 11.6],
  sea: [15, 11.6],
  estuary: [11, 8],
  wadi: [3, 2]
}

function taper(ctx: Ctx, points: readonly Point[], lengths: readonly number[], width: number): void {
  for (const [ink, extra] of [[INK.bank, 1.4], [INK.minor, 0]] as const) {
    ctx.strokeStyle = ink
    for (let i = 0; i + 1 < points.length; i++) {
      ctx.lineWidth = width * Math.min(1, 0.4 + lengths[i]! / 300) + extra
      ctx.beginPath()
      ctx.moveTo(points[i]!.x, points[i]!.y)
      ctx.lineTo(points[i + 1]!.x, points[i + 1]!.y)
      ctx.stroke()
    }
  }
}

export function polyline(points: readonly Point[]): Path2D {
  const path = new Path2D()
  points.forEach((p, i) => (i ? path.lineTo(p.x, p.y) : path.moveTo(p.x, p.y)))
  return path
}

/** Closed lines of one kind over the whole sheet. A square paints only those that may show in it: stroking all of them for each
 *  square would cost as much as everything else. */
class Loops {
  private readonly all: { bounds: Rect; path: Path2D }[]

  constructor(lines: Point[][]) {
    this.all = lines.map((line) => {
      const path = new Path2D()
      traceLoop(path, line)
      return { bounds: box(line, FADE), path }
    })
  }

  /** The loops whose bounds meet a rectangle, as one path; null if there are none. */
  within(rect: Rect): Path2D | null {
    const seen = this.all.filter((loop) => overlaps(loop.bounds, rect))
    if (!seen.length) return null
    const path = new Path2D()
    for (const loop of seen) path.addPath(loop.path)
    return path
  }
}

/** A tile of faint paper grain. */
function grain(): OffscreenCanvas {
  const size = 192
  const canvas = new OffscreenCanvas(size, size)
  const ctx = canvas.getContext('2d')!
  for (let i = 0; i < 2600; i++) {
    const x = hash(i, 1, 61) * size
    const y = hash(i, 2, 61) * size
    ctx.fillStyle = hash(i, 3, 61) < 0.5 ? 'rgba(120, 96, 52, 0.045)' : 'rgba(255, 252, 240, 0.10)'
    ctx.fillRect(x, y, 1 + 2.4 * hash(i, 4, 61), 1 + 1.2 * hash(i, 5, 61))
  }
  return canvas
}
