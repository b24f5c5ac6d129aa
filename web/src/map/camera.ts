// The view of the map: the world point in the middle of the window, and the pixels of one world unit.

import type { Point, Rect } from './geometry'

export const MAX_SCALE = 3

export class Camera {
  x = 0
  y = 0
  scale = 1
  width = 1
  height = 1
  /** Pixels at the left where buttons lie over the picture: nothing of a sheet that is shown whole lies under them. */
  clear = 0
  private sheet: Rect = { x: 0, y: 0, w: 1, h: 1 }

  /** Sets the sheet that the camera stays over. */
  over(sheet: Rect): void {
    this.sheet = sheet
    this.fit()
  }

  resize(width: number, height: number): void {
    this.width = Math.max(1, width)
    this.height = Math.max(1, height)
    this.settle()
  }

  get minScale(): number {
    return Math.min(1, 0.96 * Math.min((this.width - this.clear) / this.sheet.w, this.height / this.sheet.h))
  }

  fit(): void {
    this.scale = this.minScale
    this.x = this.sheet.x + this.sheet.w / 2 - this.clear / this.scale / 2
    this.y = this.sheet.y + this.sheet.h / 2
  }

  toScreen(p: Point): Point {
    return { x: (p.x - this.x) * this.scale + this.width / 2, y: (p.y - this.y) * this.scale + this.height / 2 }
  }

  toWorld(p: Point): Point {
    return { x: (p.x - this.width / 2) / this.scale + this.x, y: (p.y - this.height / 2) / this.scale + this.y }
  }

  /** The world rectangle that the window shows. */
  window(): Rect {
    const w = this.width / this.scale
    const h = this.height / this.scale
    return { x: this.x - w / 2, y: this.y - h / 2, w, h }
  }

  pan(dx: number, dy: number): void {
    this.x -= dx / this.scale
    this.y -= dy / this.scale
    this.settle()
  }

  /** Zooms and keeps the world point under screen point `at` in place. */
  zoom(factor: number, at: Point): void {
    const before = this.toWorld(at)
    this.scale = Math.min(MAX_SCALE, Math.max(this.minScale, this.scale * factor))
    const after = this.toWorld(at)
    this.x += before.x - after.x
    this.y += before.y - after.y
    this.settle()
  }

  look(p: Point, scale = this.scale): void {
    this.scale = Math.min(MAX_SCALE, Math.max(this.minScale, scale))
    this.x = p.x
    this.y = p.y
    this.settle()
  }

  /** Keeps the sheet in the window, centred if there is room all round. */
  private settle(): void {
    this.scale = Math.min(MAX_SCALE, Math.max(this.minScale, this.scale))
    const { x, y, w, h } = this.sheet
    const clear = this.clear / this.scale
    this.x = within(this.x, x - clear, w + clear, this.width / this.scale)
    this.y = within(this.y, y, h, this.height / this.scale)
  }
}

const RIM = 30

function within(at: number, start: number, length: number, seen: number): number {
  if (seen >= length + 2 * RIM) return start + length / 2
  return Math.min(start + length + RIM - seen / 2, Math.max(start - RIM + seen / 2, at))
}
