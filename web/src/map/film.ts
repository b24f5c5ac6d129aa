// A layer over the whole map, kept as a picture while the camera moves: painting tens of thousands of hexes anew for each frame takes
// longer than a frame lasts. Where the map stands still, the layer itself is painted.

import { contains, grow, type Rect, shared } from './geometry'
import type { Overlay } from './paint-overlays'

/** Pixels of the window beyond its edges that a picture reaches, so that it lasts for a while. */
const MARGIN = 160
/** How far a picture may be scaled while one zooms, before it is painted anew. */
const STRETCH = 1.3
/** Hexes, hexsides and tints from which on a picture is quicker than painting. */
const MANY = 400

/** What a picture shows: of which layer, at how many device pixels of a world unit, and which part of the world. */
export interface Shot {
  of: unknown
  device: number
  region: Rect
}

/** Whether a picture will do for a window. */
export const lasts = (shot: Shot | null, of: unknown, device: number, window: Rect): shot is Shot =>
  !!shot && shot.of === of && Math.max(shot.device / device, device / shot.device) <= STRETCH && contains(grow(shot.region, 1e-6), window)

/** Whether an overlay is worth a picture. */
export function crowded({ tints, areas = [], sides = [] }: Overlay): boolean {
  let count = tints.length
  for (const area of areas) count += area.hexes.length
  for (const one of sides) count += one.sides.length
  return count > MANY
}

export class Film {
  private shot: Shot | null = null
  private readonly picture = document.createElement('canvas')

  /** Draws the layer: `window` is what the canvas shows of the world, `sheet` where there is anything, and `ctx` is set up to take
   *  world units. */
  draw(ctx: CanvasRenderingContext2D, of: unknown, window: Rect, sheet: Rect, scale: number, paint: (ctx: CanvasRenderingContext2D, window: Rect) => void): void {
    const now = ctx.getTransform()
    const seen = shared(window, sheet)
    if (!seen) return
    if (!lasts(this.shot, of, now.a, seen)) this.take(of, shared(grow(window, MARGIN / scale), sheet)!, now.a, paint)
    const { device, region } = this.shot!
    if (device === now.a) {
      // pixel on pixel
      ctx.setTransform(1, 0, 0, 1, Math.round(now.e + region.x * device), Math.round(now.f + region.y * device))
      ctx.drawImage(this.picture, 0, 0)
      ctx.setTransform(now)
    } else ctx.drawImage(this.picture, region.x, region.y, this.picture.width / device, this.picture.height / device)
  }

  private take(of: unknown, region: Rect, device: number, paint: (ctx: CanvasRenderingContext2D, window: Rect) => void): void {
    const { picture } = this
    picture.width = Math.ceil(region.w * device)
    picture.height = Math.ceil(region.h * device)
    const ctx = picture.getContext('2d')!
    ctx.setTransform(device, 0, 0, device, -region.x * device, -region.y * device)
    paint(ctx, region)
    this.shot = { of, device, region }
  }
}
