// The map sheet as cached squares of pixels, painted a few a frame; until a square is ready a coarser one shows.

import type { Camera } from './camera'
import { overlaps, type Rect } from './geometry'
import type { Painter } from './paint'

const SIZE = 512
const LEVELS = [0.125, 0.25, 0.5, 1, 2, 4] as const
const KEPT = 110
const PAINTING_MS = 9 // for new squares in one frame, so that a moving picture stays fluent

interface Tile {
  canvas: HTMLCanvasElement
  used: number
}

export class Tiles {
  private readonly ready = new Map<string, Tile>()
  private clock = 0

  constructor(private readonly painter: Painter) {}

  clear(): void {
    this.ready.clear()
  }

  /** Squares that show a part of these rectangles are painted anew. */
  drop(parts: readonly Rect[]): void {
    for (const k of this.ready.keys()) {
      const [level, i, j] = k.split(':').map(Number) as [number, number, number]
      const span = SIZE / LEVELS[level]!
      if (parts.some((part) => overlaps(part, { x: i * span, y: j * span, w: span, h: span }))) this.ready.delete(k)
    }
  }

  /** Draws the sheet into the window (device pixels). Answers whether squares are still missing. */
  draw(ctx: CanvasRenderingContext2D, camera: Camera, ratio: number): boolean {
    this.clock++
    const device = camera.scale * ratio
    const level = LEVELS.findIndex((s) => s >= device * 0.92)
    const top = level < 0 ? LEVELS.length - 1 : level
    let until = Infinity // the first new square is always painted
    let missing = false
    const span = SIZE / LEVELS[top]!
    const window = camera.window()
    for (let j = Math.floor(window.y / span); j * span < window.y + window.h; j++) {
      for (let i = Math.floor(window.x / span); i * span < window.x + window.w; i++) {
        let tile = this.ready.get(key(top, i, j))
        if (!tile && performance.now() < until) {
          if (until === Infinity) until = performance.now() + PAINTING_MS
          tile = this.paint(top, i, j)
        }
        const rect = { x: i * span, y: j * span, w: span, h: span }
        if (tile) this.put(ctx, camera, ratio, tile, rect, rect)
        else {
          missing = true
          this.coarser(ctx, camera, ratio, top, rect)
        }
      }
    }
    this.forget()
    return missing
  }

  private coarser(ctx: CanvasRenderingContext2D, camera: Camera, ratio: number, level: number, rect: Rect): void {
    for (let l = level - 1; l >= 0; l--) {
      const span = SIZE / LEVELS[l]!
      const i = Math.floor(rect.x / span)
      const j = Math.floor(rect.y / span)
      const tile = this.ready.get(key(l, i, j))
      if (tile) return this.put(ctx, camera, ratio, tile, { x: i * span, y: j * span, w: span, h: span }, rect)
    }
  }

  private put(ctx: CanvasRenderingContext2D, camera: Camera, ratio: number, tile: Tile, whole: Rect, part: Rect): void {
    tile.used = this.clock
    const f = SIZE / whole.w
    const a = camera.toScreen(part)
    const b = camera.toScreen({ x: part.x + part.w, y: part.y + part.h })
    // whole pixels, so that neighbouring squares meet without a seam
    const [x, y, x2, y2] = [a.x, a.y, b.x, b.y].map((v) => Math.round(v * ratio)) as [number, number, number, number]
    ctx.drawImage(tile.canvas, (part.x - whole.x) * f, (part.y - whole.y) * f, part.w * f, part.h * f, x, y, x2 - x, y2 - y)
  }

  private paint(level: number, i: number, j: number): Tile {
    const scale = LEVELS[level]!
    const span = SIZE / scale
    const canvas = document.createElement('canvas')
    canvas.width = canvas.height = SIZE
    const ctx = canvas.getContext('2d')!
    ctx.setTransform(scale, 0, 0, scale, -i * SIZE, -j * SIZE)
    this.painter.paint(ctx, { x: i * span, y: j * span, w: span, h: span }, scale)
    const tile = { canvas, used: this.clock }
    this.ready.set(key(level, i, j), tile)
    return tile
  }

  private forget(): void {
    if (this.ready.size <= KEPT) return
    const old = [...this.ready].sort((a, b) => a[1].used - b[1].used)
    for (const [k, tile] of old.slice(0, this.ready.size - KEPT)) {
      if (tile.used < this.clock && !k.startsWith('0:') && !k.startsWith('1:')) this.ready.delete(k)
    }
  }
}

const key = (level: number, i: number, j: number) => `${level}:${i}:${j}`
