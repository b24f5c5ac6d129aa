// Draws towns: the built-up patch, its houses, and a port's anchor.

import { traceLoop } from './contour'
import { overlaps, type Rect } from './geometry'
import type { MapModel } from './model'
import type { Ctx } from './paint'
import { INK } from './palette'
import type { Town } from './places'

export function paintTowns(ctx: Ctx, map: MapModel, rect: Rect, scale: number): void {
  for (const town of map.towns) {
    if (!overlaps({ x: town.at.x - 48, y: town.at.y - 48, w: 96, h: 96 }, rect)) continue
    if (town.kind === 'port') anchorSign(ctx, town)
    else if (scale < 0.3) spot(ctx, town, scale)
    else shape(ctx, town, scale)
  }
}

function spot(ctx: Ctx, town: Town, scale: number): void {
  const size = (town.patch.length ? 4.2 : 2.4) / scale
  ctx.fillStyle = INK.house
  ctx.fillRect(town.at.x - size / 2, town.at.y - size / 2, size, size)
}

function shape(ctx: Ctx, town: Town, scale: number): void {
  if (town.patch.length) {
    ctx.beginPath()
    traceLoop(ctx, town.patch)
    ctx.fillStyle = INK.town
    ctx.fill()
    ctx.strokeStyle = INK.townEdge
    ctx.lineWidth = 1.4
    ctx.stroke()
  }
  for (const b of town.blocks) {
    ctx.save()
    ctx.translate(b.x, b.y)
    ctx.rotate(b.angle)
    if (scale > 0.8) {
      ctx.fillStyle = 'rgba(60, 40, 24, 0.28)'
      ctx.fillRect(-b.w / 2 + 0.9, -b.h / 2 + 0.9, b.w, b.h)
    }
    ctx.fillStyle = INK.house
    ctx.fillRect(-b.w / 2, -b.h / 2, b.w, b.h)
    ctx.restore()
  }
}

/** Where `ports` puts the sign of a port that is in play: it covers this one. */
function anchorSign(ctx: Ctx, town: Town): void {
  ctx.save()
  ctx.translate(town.at.x + 36, town.at.y - 14)
  ctx.strokeStyle = INK.bank
  ctx.lineWidth = 2
  ctx.beginPath()
  ctx.arc(0, -8, 2.2, 0, 2 * Math.PI)
  ctx.moveTo(0, -6)
  ctx.lineTo(0, 7)
  ctx.moveTo(-5, -2)
  ctx.lineTo(5, -2)
  ctx.moveTo(-7, 2)
  ctx.quadraticCurveTo(-5, 7, 0, 7)
  ctx.quadraticCurveTo(5, 7, 7, 2)
  ctx.stroke()
  ctx.restore()
}
