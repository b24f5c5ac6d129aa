// A small picture of a map: the sheet, who stands where, and the places that are worth points. The front page shows it, and
// the list of saved games.

import { Camera } from '../../map/camera'
import type { Point } from '../../map/geometry'
import type { Livery } from '../../map/palette'
import type { Sheet } from '../../map/sheet'
import type { Hex } from '../../game/types'

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
  names(ctx, size, worth.map((place) => ({ ...place, ...at(place.hex) })))
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

interface Box {
  x: number
  y: number
  w: number
  h: number
}

const meet = (a: Box, b: Box) => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h

/** Stars at the places that are worth points, and the names of as many as there is room for, the dearest first. */
function names(ctx: CanvasRenderingContext2D, size: Size, places: readonly (Worth & Point)[]): void {
  ctx.font = NAME
  ctx.textBaseline = 'middle'
  ctx.lineJoin = 'round'
  const dearest = [...places].sort((a, b) => b.points - a.points)
  const taken: Box[] = dearest.map(({ x, y }) => ({ x: x - 4, y: y - 4, w: 8, h: 8 }))
  for (const { x, y } of dearest) star(ctx, x, y)
  for (const { x, y, name, points } of dearest) {
    const text = `${name} ${points}`
    const w = ctx.measureText(text).width + 2
    const rooms: Box[] = [
      { x: x + 7, y: y - 7, w, h: 14 },
      { x: x - 7 - w, y: y - 7, w, h: 14 },
      { x: x - w / 2, y: y - 21, w, h: 14 },
      { x: x - w / 2, y: y + 7, w, h: 14 }
    ]
    const free = rooms.find((r) => r.x >= 2 && r.y >= 2 && r.x + r.w <= size.width - 2 && r.y + r.h <= size.height - 2 && !taken.some((t) => meet(t, r)))
    if (!free) continue
    taken.push(free)
    ctx.strokeStyle = HALO
    ctx.lineWidth = 3.5
    ctx.strokeText(text, free.x + 1, free.y + 7)
    ctx.fillStyle = INK
    ctx.fillText(text, free.x + 1, free.y + 7)
  }
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
