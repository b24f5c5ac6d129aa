// Signs on the sheet, under the counters: engineers' bridges over hexsides, railheads, railroads converted in this phase, and
// damaged railroads.

import { type Grid, inRect, type Rect } from './geometry'
import type { Layout } from './model'
import { INK, livery } from './palette'
import type { Scene } from './scene'
import type { SideStyles } from './stacks'

type Ctx = CanvasRenderingContext2D

export function paintSigns(ctx: Ctx, map: Layout, scene: Scene, styles: SideStyles, window: Rect, scale: number): void {
  const { grid } = map
  const ink = (side: string) => livery(styles.nationOf(side), styles.styleOf(side).seat).map
  const near = (h: number) => {
    const c = grid.center(h)
    return inRect({ x: window.x - 60, y: window.y - 60, w: window.w + 120, h: window.h + 120 }, c.x, c.y)
  }
  if (scale >= 0.3) for (const { hex, side } of scene.bridges) if (near(hex)) for (const d of map.riverSides.get(hex) ?? []) pontoon(ctx, grid, hex, d, ink(side))
  const at = (h: number) => map.railSpots.get(h) ?? grid.center(h)
  if (scale >= 0.42) for (const { hex, side } of scene.railheads) if (near(hex)) railhead(ctx, at(hex), ink(side))
  for (const hex of scene.converted) if (near(hex)) converted(ctx, at(hex), Math.max(1, 0.6 / scale))
  for (const hex of scene.damaged) if (near(hex)) damaged(ctx, at(hex), Math.max(1, 0.6 / scale))
}

/** A bridge of boats over a hexside, a little towards the hex of its engineers. */
function pontoon(ctx: Ctx, grid: Grid, hex: number, direction: number, ink: string): void {
  const c = grid.center(hex)
  const side = grid.side(hex, direction)
  const angle = Math.atan2(side.y - c.y, side.x - c.x)
  ctx.save()
  ctx.translate(side.x - 2.5 * Math.cos(angle), side.y - 2.5 * Math.sin(angle))
  ctx.rotate(angle)
  ctx.fillStyle = INK.halo
  ctx.strokeStyle = ink
  ctx.lineWidth = 1.2
  for (const x of [-6.5, 0, 6.5]) {
    ctx.beginPath()
    ctx.ellipse(x, 0, 2.2, 8, 0, 0, 2 * Math.PI)
    ctx.fill()
    ctx.stroke()
  }
  ctx.fillStyle = '#fffdf4'
  ctx.fillRect(-11.5, -3, 23, 6)
  ctx.strokeRect(-11.5, -3, 23, 6)
  ctx.beginPath()
  for (let x = -8; x < 11; x += 3.5) {
    ctx.moveTo(x, -3)
    ctx.lineTo(x, 3)
  }
  ctx.lineWidth = 0.7
  ctx.stroke()
  ctx.restore()
}

/** A buffer stop at a side's railhead. */
function railhead(ctx: Ctx, at: { x: number; y: number }, ink: string): void {
  ctx.fillStyle = '#fffdf4'
  ctx.strokeStyle = ink
  ctx.lineWidth = 1.6
  ctx.beginPath()
  ctx.rect(at.x - 6.5, at.y - 6.5, 13, 13)
  ctx.fill()
  ctx.stroke()
  ctx.lineWidth = 2
  ctx.beginPath()
  ctx.moveTo(at.x - 4, at.y)
  ctx.lineTo(at.x + 3, at.y)
  ctx.moveTo(at.x + 3, at.y - 4)
  ctx.lineTo(at.x + 3, at.y + 4)
  ctx.stroke()
}

/** Converted in this phase: a ring round the rails. */
function converted(ctx: Ctx, at: { x: number; y: number }, thick: number): void {
  for (const [ink, width] of [['#fffdf4', 4.4], [INK.rail, 2]] as const) {
    ctx.strokeStyle = ink
    ctx.lineWidth = width * thick
    ctx.beginPath()
    ctx.arc(at.x, at.y, 9 * thick, 0, 2 * Math.PI)
    ctx.stroke()
  }
}

/** A damaged railroad: a cross over the rails. */
function damaged(ctx: Ctx, at: { x: number; y: number }, thick: number): void {
  const arm = 8 * thick
  ctx.lineCap = 'round'
  for (const [ink, width] of [['#fffdf4', 6], ['#96281d', 3.2]] as const) {
    ctx.strokeStyle = ink
    ctx.lineWidth = width * thick
    ctx.beginPath()
    for (const way of [-1, 1]) {
      ctx.moveTo(at.x - arm, at.y - way * arm)
      ctx.lineTo(at.x + arm, at.y + way * arm)
    }
    ctx.stroke()
  }
  ctx.lineCap = 'butt'
}
