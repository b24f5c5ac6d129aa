// The whole board in a corner: cover in a few colours, both sides' stacks as dots of different shapes, and the window of the large map.

import type { Board } from '../game/types'
import { type Grid, H, type Point, R, type Rect } from './geometry'
import { INK } from './palette'
import { terrainAt } from './terrain'

/** The most pixels of the window that it takes, and those between it and the edges. */
export const ROOM = { width: 216, height: 168, margin: 10 }

export interface Dot {
  hex: number
  ink: string
  second: boolean // a ring instead of a square
}

/** How world units become pixels of the small map. */
export interface Fit {
  scale: number
  width: number
  height: number
  sheet: Rect
}

export function fitOf(sheet: Rect, width: number, height: number): Fit {
  const scale = Math.min(width / sheet.w, height / sheet.h)
  return { scale, width: Math.max(1, Math.round(sheet.w * scale)), height: Math.max(1, Math.round(sheet.h * scale)), sheet }
}

/** Whether the small map, in the lower right corner of the large one, lies over a hex there. */
export function lies({ width, height }: { width: number; height: number }, fit: Fit, hex: Point, scale: number): boolean {
  const round = ROOM.margin + R * scale
  return hex.x > width - fit.width - round && hex.y > height - fit.height - round
}

export const toWorld = ({ scale, sheet }: Fit, at: Point): Point => ({ x: at.x / scale + sheet.x, y: at.y / scale + sheet.y })
export const toSmall = ({ scale, sheet }: Fit, p: Point): Point => ({ x: (p.x - sheet.x) * scale, y: (p.y - sheet.y) * scale })

const COVER: readonly (readonly [string, readonly string[]])[] = [
  [INK.water, ['sea_or_lake']],
  [INK.sea, ['sea']],
  ['#8d6a55', ['major_city', 'minor_city']],
  [INK.forest, ['forest']],
  [INK.woods, ['woods']],
  [INK.marsh, ['swamp', 'frozen_swamp', 'salt_marsh']],
  [INK.hill, ['hills', 'mountain', 'low_hills']]
]

/** The ground, once for a board. */
export function paintGround(ctx: CanvasRenderingContext2D, board: Board, grid: Grid, fit: Fit): void {
  ctx.fillStyle = INK.paper
  ctx.fillRect(0, 0, fit.width, fit.height)
  const w = 1.5 * R * fit.scale + 0.6
  const h = 2 * H * fit.scale + 0.6
  for (let hex = 0; hex < grid.size; hex++) {
    const here = terrainAt(board, hex)
    const ink = COVER.find(([, kinds]) => here.some((t) => kinds.includes(t)))?.[0]
    if (!ink) continue
    const p = toSmall(fit, grid.center(hex))
    ctx.globalAlpha = ink === INK.water || ink === INK.sea ? 1 : 0.6
    ctx.fillStyle = ink
    ctx.fillRect(p.x - w / 2, p.y - h / 2, w, h)
  }
  ctx.globalAlpha = 1
}

export function paintDots(ctx: CanvasRenderingContext2D, grid: Grid, fit: Fit, dots: readonly Dot[]): void {
  const size = Math.min(6, Math.max(4, 1.3 * R * fit.scale))
  for (const { hex, ink, second } of dots) {
    const p = toSmall(fit, grid.center(hex))
    ctx.fillStyle = '#fffdf6'
    if (second) {
      ctx.beginPath()
      ctx.arc(p.x, p.y, size / 2 + 0.9, 0, 2 * Math.PI)
      ctx.fill()
      ctx.strokeStyle = ink
      ctx.lineWidth = Math.max(1.1, size * 0.34)
      ctx.beginPath()
      ctx.arc(p.x, p.y, size / 2 - 0.1, 0, 2 * Math.PI)
      ctx.stroke()
    } else {
      ctx.fillRect(p.x - size / 2 - 0.8, p.y - size / 2 - 0.8, size + 1.6, size + 1.6)
      ctx.fillStyle = ink
      ctx.fillRect(p.x - size / 2, p.y - size / 2, size, size)
    }
  }
}

/** The frame of what the large map shows. */
export function paintWindow(ctx: CanvasRenderingContext2D, fit: Fit, window: Rect): void {
  const a = toSmall(fit, window)
  const b = toSmall(fit, { x: window.x + window.w, y: window.y + window.h })
  const [x, y] = [Math.max(1, a.x), Math.max(1, a.y)]
  const [w, h] = [Math.min(fit.width - 1, b.x) - x, Math.min(fit.height - 1, b.y) - y]
  for (const [ink, width] of [['#ffffff', 4], ['#1d1a15', 2]] as const) {
    ctx.strokeStyle = ink
    ctx.lineWidth = width
    ctx.strokeRect(x, y, w, h)
  }
}
