// Names on the map. They are set after the counters: each name looks for a place near its town, along its river or over its
// region that covers no counter and no other name. Names are drawn on top of everything, with a halo.

import { type Grid, type Point, type Rect } from './geometry'
import type { Layout } from './model'
import { INK } from './palette'
import { measure, type Stream } from './rivers'
import { Room } from './room'
import { type Scene, stackBox } from './scene'

export interface Glyph {
  text: string
  x: number
  y: number
  angle: number
}

export interface Label {
  font: (size: number) => string
  size: number // pixels on the screen
  ink: string
  halo: number
  alpha: number
  glyphs: Glyph[] // in world units, each drawn centred
  box: Rect
}

interface Kind {
  rank: number
  base: number
  from: number // smallest scale at which it shows
  least: number
  font: (size: number) => string
  ink: string
  alpha: number
}

const serif = (weight: number, style = 'normal') => (size: number) => `${style} ${weight} ${size}px Alegreya, Georgia, serif`

const KINDS: Record<string, Kind> = {
  major_city: { rank: 0, base: 19, from: 0, least: 13, font: serif(800), ink: INK.label, alpha: 1 },
  minor_city: { rank: 1, base: 16.5, from: 0, least: 11.5, font: serif(800), ink: INK.label, alpha: 1 },
  port: { rank: 2, base: 13, from: 0.5, least: 11, font: serif(700), ink: INK.label, alpha: 1 },
  village: { rank: 2, base: 12.5, from: 0.42, least: 10.5, font: serif(700), ink: INK.label, alpha: 1 },
  river: { rank: 3, base: 14, from: 0.36, least: 11, font: serif(700, 'italic'), ink: INK.riverName, alpha: 1 },
  forest: { rank: 4, base: 14, from: 0.3, least: 11, font: serif(500, 'italic'), ink: '#3d5a2c', alpha: 0.92 },
  region: { rank: 5, base: 13, from: 0.3, least: 11, font: serif(500), ink: INK.regionName, alpha: 0.92 }
}

const STEPS = 6 // names are set again this often while the scale doubles
const SAMPLE = 64 // font size, in pixels, for measuring letters

/** Places all names for a scene at a scale. */
export class Lettering {
  private readonly made = new Map<number, readonly Label[]>() // for this scene, by scale step
  private scene = ''
  /** Counts how often what the sheet knows of its roads, rivers and towns has come. */
  version = 0
  private readonly courses = new Map<string, Course | null>()
  private readonly calmed = new Map<Stream, Line>()
  private readonly widths = new Map<string, number>()
  private readonly measure = document.createElement('canvas').getContext('2d')!

  constructor(private readonly map: Layout) {}

  at(scene: Scene, scale: number): readonly Label[] {
    const now = `${scene.version} ${scene.hideCounters}`
    if (now !== this.scene) this.made.clear()
    this.scene = now
    const step = Math.round(Math.log2(scale) * STEPS)
    let labels = this.made.get(step)
    if (!labels) this.made.set(step, (labels = this.set(scene, 2 ** (step / STEPS))))
    return labels
  }

  reset(): void {
    this.version++
    this.made.clear()
    this.courses.clear()
  }

  private set(scene: Scene, scale: number): Label[] {
    const { grid, towns, board } = this.map
    const room = new Room(this.map.sheet)
    if (!scene.hideCounters) {
      for (const here of scene.hexes.values()) {
        const box = stackBox(grid, here)
        if (box) room.take(box, 1)
      }
    }
    for (const town of towns) if (town.kind !== 'port') room.take({ x: town.at.x - 12, y: town.at.y - 9, w: 24, h: 18 }, 0.35)
    const wanted = [
      ...towns.filter((t) => t.name).map((t) => ({ style: t.kind, hex: t.hex, text: t.name })),
      ...board.labels
    ].map((w) => ({ ...w, kind: KINDS[w.style] ?? KINDS.region! }))
    wanted.sort((a, b) => a.kind.rank - b.kind.rank)
    const placed: Label[] = []
    for (const { kind, hex, text, style } of once(wanted)) {
      if (scale < kind.from) continue
      const size = Math.min(kind.base * 1.7, Math.max(kind.least, kind.base * scale ** 0.75))
      const label = style === 'river' ? this.along(text, hex, kind, size, scale, room) : this.flat(text, hex, kind, size, scale, room, style)
      if (!label) continue
      placed.push(label)
      room.take(label.box, 8)
    }
    return placed
  }

  /** Text width is proportional to font size, so each text is measured once. */
  private width(text: string, kind: Kind, size: number, scale: number): number {
    const font = kind.font(SAMPLE)
    const key = `${font} ${text}`
    let width = this.widths.get(key)
    if (width === undefined) {
      this.measure.font = font
      this.widths.set(key, (width = this.measure.measureText(text).width))
    }
    return (width * size) / SAMPLE / scale
  }

  /** The river that a name belongs to, and how far along it the name should be. */
  private courseOf(text: string, hex: number): Course | null {
    const key = `${text} ${hex}`
    let course = this.courses.get(key)
    if (course === undefined) {
      const c = this.map.grid.center(hex)
      const stream = nearestStream(this.map.streams, text, c)
      const line = stream && this.calm(stream)
      this.courses.set(key, (course = line && { line, middle: line.lengths[nearestIndex(line.points, c)]!, major: stream.kind === 'major_river' }))
    }
    return course
  }

  /** A river's course without its small bends, for its name to follow. */
  private calm(stream: Stream): Line {
    let line = this.calmed.get(stream)
    if (!line) {
      const reach = 9
      const points = stream.points.map((_, i) => {
        const part = stream.points.slice(Math.max(0, i - reach), i + reach + 1)
        return { x: part.reduce((sum, p) => sum + p.x, 0) / part.length, y: part.reduce((sum, p) => sum + p.y, 0) / part.length }
      })
      line = { points, lengths: measure(points) }
      this.calmed.set(stream, line)
    }
    return line
  }

  /** A straight name (two lines if long) in the best of several places round its hex. */
  private flat(text: string, hex: number, kind: Kind, size: number, scale: number, room: Room, style: string): Label {
    const wide = style === 'region' || style === 'forest'
    const shown = wide && style === 'region' ? text.toUpperCase() : text
    const parts = split(shown)
    const line = (size * 0.98) / scale
    const widths = parts.map((p) => this.width(p, kind, size, scale))
    const w = Math.max(...widths) + 4 / scale
    const h = line * parts.length
    const c = this.map.grid.center(hex)
    const spots = wide ? broadSpots(this.map.grid, hex, h) : townSpots(c, w, h)
    let best: { p: Point; cost: number } | null = null
    for (const { x, y, cost: own } of spots) {
      const cost = own + room.cost({ x: x - w / 2, y: y - h / 2, w, h })
      if (!best || cost < best.cost) best = { p: { x, y }, cost }
    }
    const { p } = best!
    const glyphs = parts.map((part, i) => ({ text: part, x: p.x, y: p.y + (i - (parts.length - 1) / 2) * line, angle: 0 }))
    return { font: kind.font, size, ink: kind.ink, alpha: kind.alpha, halo: wide ? 2.5 : 3.4, glyphs, box: { x: p.x - w / 2, y: p.y - h / 2, w, h } }
  }

  /** A river's name, letter by letter along the line, shifted to where it covers least. */
  private along(text: string, hex: number, kind: Kind, size: number, scale: number, room: Room): Label | null {
    const course = this.courseOf(text, hex)
    if (!course) return null
    const { line, middle } = course
    const gap = 1.2 / scale
    const letters = [...text].map((t) => ({ t, w: this.width(t, kind, size, scale) + gap }))
    const length = letters.reduce((sum, l) => sum + l.w, 0)
    const total = line.lengths.at(-1)!
    const off = (course.major ? 9 : 6) + (size * 0.36) / scale
    let best: { glyphs: Glyph[]; box: Rect; cost: number } | null = null
    for (let slide = -220; slide <= 220; slide += 22) {
      const start = middle + slide - length / 2
      if (start < 4 || start + length > total - 4) continue
      for (const side of [-1, 1]) {
        const glyphs = glyphsAlong(line, letters, start, side * off)
        const box = boxOf(glyphs, (size * 0.62) / scale)
        const bend = Math.max(...glyphs.map((g) => Math.abs(turn(g.angle - glyphs[0]!.angle))))
        let cost = Math.abs(slide) / 120 + bend * 1.6 + (side > 0 ? 0.15 : 0)
        for (const g of glyphs) cost += room.cost(boxOf([g], (size * 0.42) / scale)) * 0.8
        if (!best || cost < best.cost) best = { glyphs, box, cost }
      }
    }
    if (!best || best.cost > 12) return null
    return { font: kind.font, size, ink: kind.ink, alpha: 1, halo: 2.6, glyphs: best.glyphs, box: best.box }
  }
}

interface Line {
  points: readonly Point[]
  lengths: readonly number[]
}

interface Course {
  line: Line
  middle: number
  major: boolean
}

function split(text: string): string[] {
  if (text.length < 14) return [text]
  const cuts = [...text.matchAll(/[- ]/g)].map((m) => m.index + (m[0] === '-' ? 1 : 0))
  if (!cuts.length) return [text]
  const cut = cuts.reduce((a, b) => (Math.abs(b - text.length / 2) < Math.abs(a - text.length / 2) ? b : a))
  return [text.slice(0, cut), text.slice(cut).trim()]
}

function townSpots(c: Point, w: number, h: number): { x: number; y: number; cost: number }[] {
  const below = c.y + 27 + h / 2
  const above = c.y - 33 - h / 2
  const side = 30 + w / 2
  return [
    { x: c.x, y: below, cost: 0 },
    { x: c.x, y: above, cost: 0.1 },
    { x: c.x + side, y: c.y + 16, cost: 0.25 },
    { x: c.x - side, y: c.y + 16, cost: 0.25 },
    { x: c.x + side, y: c.y - 22, cost: 0.3 },
    { x: c.x - side, y: c.y - 22, cost: 0.3 },
    { x: c.x + w / 4, y: below, cost: 0.08 },
    { x: c.x - w / 4, y: below, cost: 0.08 }
  ]
}

/** Places for a region's name: anywhere within two hexes, between the rows of counters. */
function broadSpots(grid: Grid, hex: number, h: number): { x: number; y: number; cost: number }[] {
  const c = grid.center(hex)
  const spots = []
  for (let dx = -2; dx <= 2; dx++) for (let dy = -4; dy <= 4; dy++)
    spots.push({ x: c.x + dx * 36, y: c.y + 34 + dy * 20.8 - (dy === 0 ? 0 : h / 4), cost: 0.12 * Math.hypot(dx, dy) })
  return spots
}

function nearestStream(streams: readonly Stream[], name: string, p: Point): Stream | null {
  const named = streams.filter((s) => s.name === name)
  const far = (s: Stream) => Math.min(...s.points.map((q) => Math.hypot(q.x - p.x, q.y - p.y)))
  return named.length ? named.reduce((a, b) => (far(b) < far(a) ? b : a)) : null
}

function nearestIndex(points: readonly Point[], p: Point): number {
  let best = 0
  points.forEach((q, i) => {
    const b = points[best]!
    if (Math.hypot(q.x - p.x, q.y - p.y) < Math.hypot(b.x - p.x, b.y - p.y)) best = i
  })
  return best
}

/** A town and its port have one name: it stands there once, in the style that comes first. */
export function once<T extends { hex: number; text: string }>(wanted: T[]): T[] {
  return wanted.filter((w, at) => wanted.findIndex((one) => one.hex === w.hex && one.text === w.text) === at)
}

/** The index of the first length above a distance, by binary search; the last index if there is none. */
export function firstBeyond(lengths: readonly number[], distance: number): number {
  let [low, high] = [0, lengths.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (lengths[middle]! > distance) high = middle
    else low = middle + 1
  }
  return low
}

/** The point at a distance along a line. */
function pointAt(stream: Line, distance: number): Point {
  const { points, lengths } = stream
  const i = Math.min(points.length - 1, Math.max(1, firstBeyond(lengths, distance)))
  const a = points[i - 1]!
  const b = points[i]!
  const t = (distance - lengths[i - 1]!) / (lengths[i]! - lengths[i - 1]! || 1)
  return { x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t }
}

function glyphsAlong(stream: Line, letters: readonly { t: string; w: number }[], start: number, off: number): Glyph[] {
  const length = letters.reduce((sum, l) => sum + l.w, 0)
  const a = pointAt(stream, start)
  const b = pointAt(stream, start + length)
  const backward = b.x < a.x
  const glyphs: Glyph[] = []
  let at = backward ? start + length : start
  for (const { t, w } of letters) {
    const middle = at + ((backward ? -1 : 1) * w) / 2
    const reach = 16
    const p0 = pointAt(stream, Math.max(0, middle - reach))
    const p1 = pointAt(stream, Math.min(stream.lengths.at(-1)!, middle + reach))
    const flow = Math.atan2(p1.y - p0.y, p1.x - p0.x)
    const angle = backward ? flow + Math.PI : flow
    const p = pointAt(stream, middle)
    glyphs.push({ text: t, x: p.x - Math.sin(angle) * off, y: p.y + Math.cos(angle) * off, angle: turn(angle) })
    at += backward ? -w : w
  }
  return glyphs
}

/** An angle between -pi and pi. */
function turn(angle: number): number {
  return Math.atan2(Math.sin(angle), Math.cos(angle))
}

function boxOf(glyphs: readonly Glyph[], reach: number): Rect {
  const xs = glyphs.map((g) => g.x)
  const ys = glyphs.map((g) => g.y)
  const x = Math.min(...xs) - reach
  const y = Math.min(...ys) - reach
  return { x, y, w: Math.max(...xs) + reach - x, h: Math.max(...ys) + reach - y }
}
