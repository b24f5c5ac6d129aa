// Ports, at the upper right of the counters: an anchor with the capacity that is left, in the ink of the side that has it. Hits are
// dots under it; where nothing can be landed or shipped (an enemy ZOC, or too many hits) a bar lies across the anchor.

import type { View } from '../game/types'
import { tokens } from './counters'
import { type Grid, inRect, type Rect } from './geometry'
import { livery } from './palette'
import type { SideStyles } from './stacks'

export interface PortSign {
  hex: number
  side: string
  /** The capacity that hits have left, as on a marker of supply. */
  capacity: string
  hits: number
  /** Nothing is landed or shipped there. */
  shut: boolean
}

export function portSigns(view: Pick<View, 'ports'>): PortSign[] {
  return (view.ports ?? []).map(({ hex, side, capacity, hits, shut }) => ({ hex, side, capacity: tokens(capacity), hits, shut: shut || !capacity }))
}

const SPOT = { x: 36, y: -14 } // right of the counters; a hedgehog's level is below, ships lie above
const HIT = '#a0231b'
const GROUND = '#fffdf4'

/** From afar the sign grows against the map, so that it stays readable; `scale` is in CSS pixels per unit. */
export function paintPorts(ctx: CanvasRenderingContext2D, grid: Grid, ports: readonly PortSign[], styles: SideStyles, window: Rect, scale: number): void {
  const k = Math.min(2, Math.max(1, 0.5 / scale))
  const wide = { x: window.x - 60, y: window.y - 60, w: window.w + 120, h: window.h + 120 }
  for (const port of ports) {
    const c = grid.center(port.hex)
    if (!inRect(wide, c.x, c.y)) continue
    ctx.save()
    ctx.translate(c.x + SPOT.x, c.y + SPOT.y)
    ctx.scale(k, k)
    sign(ctx, port, livery(styles.nationOf(port.side), styles.styleOf(port.side).seat).map)
    ctx.restore()
  }
}

function sign(ctx: CanvasRenderingContext2D, port: PortSign, ink: string): void {
  ctx.fillStyle = GROUND
  ctx.strokeStyle = port.shut ? HIT : ink
  ctx.lineWidth = 2
  ctx.beginPath()
  ctx.roundRect(-11, -13, 22, 30, 6)
  ctx.fill()
  ctx.stroke()
  anchor(ctx, ink)
  ctx.fillStyle = port.hits ? HIT : ink
  ctx.font = '700 9.5px "Barlow Condensed", sans-serif'
  ctx.textAlign = 'center'
  ctx.textBaseline = 'middle'
  ctx.fillText(port.capacity, 0, 10.5, 19)
  for (let i = 0; i < port.hits; i++) {
    ctx.beginPath()
    ctx.arc((i - (port.hits - 1) / 2) * 5, 17, 2.1, 0, 2 * Math.PI)
    ctx.fillStyle = HIT
    ctx.fill()
    ctx.strokeStyle = GROUND
    ctx.lineWidth = 0.8
    ctx.stroke()
  }
  if (!port.shut) return
  for (const [colour, width] of [[GROUND, 4.6], [HIT, 2.6]] as const) {
    ctx.strokeStyle = colour
    ctx.lineWidth = width
    ctx.beginPath()
    ctx.moveTo(-9, 4)
    ctx.lineTo(9, -11)
    ctx.stroke()
  }
}

function anchor(ctx: CanvasRenderingContext2D, ink: string): void {
  ctx.strokeStyle = ink
  ctx.lineWidth = 1.8
  ctx.lineCap = 'round'
  ctx.beginPath()
  ctx.arc(0, -9, 1.9, 0, 2 * Math.PI)
  ctx.moveTo(0, -7)
  ctx.lineTo(0, 4)
  ctx.moveTo(-3.5, -4.5)
  ctx.lineTo(3.5, -4.5)
  ctx.moveTo(-6.5, -1)
  ctx.quadraticCurveTo(-5.5, 4, 0, 4)
  ctx.quadraticCurveTo(5.5, 4, 6.5, -1)
  ctx.stroke()
  ctx.lineCap = 'butt'
}
