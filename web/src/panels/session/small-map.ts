// A small picture of a map: the sheet, who stands where, and the places that are worth points. The front page shows it, and
// the list of saved games.

import { Camera } from '../../map/camera'
import type { Point } from '../../map/geometry'
import type { Livery } from '../../map/palette'
import type { Sheet } from '../../map/sheet'
import { frontLines } from '../../map/front'
import { beside } from '../../map/outline'
import type { Hex, Board } from '../../game/types'

/** Where a side stands. Sides differ by shape, too: square counters and round ones. */
export interface Stand {
  seat: number
  livery: Livery
  hexes: readonly Hex[]
}

export interface Worth {
  hex: Hex
  name: string
  points: number
}

export interface Size {
  width: number
  height: number
}

const NAME = '600 12px "Barlow Condensed", "Arial Narrow", sans-serif'
const TOWN = 'italic 500 11px "Barlow Condensed", "Arial Narrow", sans-serif'
const LEAST_FOR_TOWNS = 240 // pixels: in the list of games there is no room for names
const INK = '#2a251b'
const HALO = '#f7f1e0'

/** The size of a picture that is `width` wide, or `most` high at the most. */
export function sizeOf(sheet: Sheet, width: number, most = Infinity): Size {
  const { w, h } = sheet.layout.sheet
  const scale = Math.min(width / w, most / h)
  return { width: Math.round(w * scale), height: Math.round(h * scale) }
}

/** Draws the picture. Returns whether parts of the sheet are still to come. */
export function drawSmall(ctx: CanvasRenderingContext2D, sheet: Sheet, size: Size, ratio: number, stands: readonly Stand[], worth: readonly Worth[]): boolean {
  const camera = new Camera()
  camera.resize(size.width, size.height)
  camera.over(sheet.layout.sheet)
  camera.scale = size.width / sheet.layout.sheet.w
  ctx.setTransform(1, 0, 0, 1, 0, 0)
  const missing = sheet.draw(ctx, camera, ratio)
  ctx.setTransform(ratio, 0, 0, ratio, 0, 0)
  const at = (hex: Hex) => camera.toScreen(sheet.layout.grid.center(hex))
  const half = Math.max(2.8, Math.min(5, camera.scale * 30))
  for (const { seat, livery, hexes } of stands) for (const hex of hexes) counter(ctx, at(hex), half, seat, livery)
  front(ctx, camera, sheet, stands)
  names(ctx, size, worth.map((place) => ({ ...place, ...at(place.hex) })), size.width < LEAST_FOR_TOWNS ? [] : townsOf(sheet.layout.board, worth).map((place) => ({ ...place, ...at(place.hex) })))
  return missing
}

function counter(ctx: CanvasRenderingContext2D, { x, y }: Point, half: number, seat: number, livery: Livery): void {
  ctx.beginPath()
  if (seat % 2) ctx.arc(x, y, half, 0, 2 * Math.PI)
  else ctx.rect(x - half, y - half, 2 * half, 2 * half)
  ctx.fillStyle = livery.map
  ctx.fill()
  ctx.strokeStyle = HALO
  ctx.lineWidth = 1
  ctx.stroke()
}

/** The front line between the first two sides: solid for the first, dashed for the second, each on its own side. */
function front(ctx: CanvasRenderingContext2D, camera: Camera, sheet: Sheet, [first, second]: readonly Stand[]): void {
  if (!first || !second) return
  ctx.lineCap = 'round'
  for (const points of frontLines(sheet.layout.grid, first.hexes, second.hexes)) {
    const line = points.map((p) => camera.toScreen(p))
    for (const [off, { livery }, dash] of [[1.5, first, []], [-1.5, second, [6, 3]]] as const) {
      ctx.setLineDash(dash)
      for (const [ink, width] of [[HALO, 4], [livery.map, 2.2]] as const) {
        ctx.beginPath()
        beside(line, off).forEach((p, i) => (i ? ctx.lineTo(p.x, p.y) : ctx.moveTo(p.x, p.y)))
        ctx.strokeStyle = ink
        ctx.lineWidth = width
        ctx.stroke()
      }
    }
  }
  ctx.setLineDash([])
}

const RANKS = ['major_city', 'minor_city', 'port', 'town', 'village']
const MOST_TOWNS = 7
const ENOUGH = 4 // names of places worth points, beside which villages would only crowd the map

/** The main places with names that are worth nothing: cities before ports and towns, villages only where few places are worth points. */
export function townsOf(board: Board, worth: readonly { hex: Hex; name: string }[]): { hex: Hex; name: string }[] {
  const told = new Set(worth.map((w) => w.hex))
  const rank = (kind: string) => RANKS.indexOf(kind)
  const least = worth.length < ENOUGH ? 'village' : 'town'
  const found = board.places.filter((p) => p.name && rank(p.kind) >= 0 && rank(p.kind) <= rank(least) && !told.has(p.hex)).sort((a, b) => rank(a.kind) - rank(b.kind))
  const once = [...new Map(found.map((p) => [p.name, p] as const).reverse()).values()].reverse()
  return once.sort((a, b) => rank(a.kind) - rank(b.kind)).slice(0, MOST_TOWNS).map(({ hex, name }) => ({ hex, name }))
}

interface Box {
  x: number
  y: number
  w: number
  h: number
}

const meet = (a: Box, b: Box) => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h

interface Label extends Point {
  text: string
  font: string
}

/** Stars at the places that are worth points, and the names of as many as there is room for, the dearest first; then towns. */
function names(ctx: CanvasRenderingContext2D, size: Size, places: readonly (Worth & Point)[], others: readonly ({ name: string } & Point)[]): void {
  ctx.textBaseline = 'middle'
  ctx.lineJoin = 'round'
  const dearest = [...places].sort((a, b) => b.points - a.points)
  const taken: Box[] = dearest.map(({ x, y }) => ({ x: x - 4, y: y - 4, w: 8, h: 8 }))
  for (const { x, y } of dearest) star(ctx, x, y)
  for (const { x, y, name, points } of dearest) write(ctx, size, taken, { x, y, text: `${name} ${points}`, font: NAME })
  for (const { x, y, name } of others) write(ctx, size, taken, { x, y, text: name, font: TOWN })
}

/** Writes a name beside its place, if there is room. */
function write(ctx: CanvasRenderingContext2D, size: Size, taken: Box[], { x, y, text, font }: Label): void {
  ctx.font = font
  const w = ctx.measureText(text).width + 2
  const rooms: Box[] = [
    { x: x + 7, y: y - 7, w, h: 14 },
    { x: x - 7 - w, y: y - 7, w, h: 14 },
    { x: x - w / 2, y: y - 21, w, h: 14 },
    { x: x - w / 2, y: y + 7, w, h: 14 }
  ]
  const free = rooms.find((r) => r.x >= 2 && r.y >= 2 && r.x + r.w <= size.width - 2 && r.y + r.h <= size.height - 2 && !taken.some((t) => meet(t, r)))
  if (!free) return
  taken.push(free)
  ctx.strokeStyle = HALO
  ctx.lineWidth = 3.5
  ctx.strokeText(text, free.x + 1, free.y + 7)
  ctx.fillStyle = INK
  ctx.fillText(text, free.x + 1, free.y + 7)
}

function star(ctx: CanvasRenderingContext2D, x: number, y: number): void {
  ctx.beginPath()
  for (let i = 0; i < 10; i++) {
    const r = i % 2 ? 2.6 : 6
    const a = (Math.PI / 5) * i - Math.PI / 2
    ctx.lineTo(x + r * Math.cos(a), y + r * Math.sin(a))
  }
  ctx.closePath()
  ctx.fillStyle = '#f2c230'
  ctx.strokeStyle = INK
  ctx.lineWidth = 1.2
  ctx.stroke()
  ctx.fill()
}
