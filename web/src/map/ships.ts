// Ships and Landing Craft: one counter for the top one of a hex, with a longer hull for a heavier type, its guns and their range, or
// its points, and how many lie there. In a port and on the coast they stand beside the troops.

import type { CraftView, ShipView, View } from '../game/types'
import { COUNTER, detailAt } from './counters'
import { type Grid, inRect, type Rect } from './geometry'
import { type Livery, livery } from './palette'
import type { SideStyles } from './stacks'

export type Vessel = ShipView | CraftView

export interface ShipStack {
  hex: number
  side: string
  top: Vessel
  /** How many are seen there; of the enemy's, under fog, only the one on top. */
  count: number
  /** Troops stand in the same hex. */
  beside: boolean
}

/** The ships and Landing Craft of each hex and side, the top one first. */
export function shipStacks(view: Pick<View, 'sea' | 'units'>): ShipStack[] {
  const found = new Map<string, ShipStack>()
  const troops = new Set(view.units.map((u) => u.hex))
  const all: Vessel[] = [...(view.sea?.ships ?? []), ...(view.sea?.craft ?? [])]
  for (const ship of all) {
    if (ship.hex < 0) continue
    const key = `${ship.hex} ${ship.side}`
    const stack = found.get(key)
    if (stack) stack.count++
    else found.set(key, { hex: ship.hex, side: ship.side, top: ship, count: 1, beside: troops.has(ship.hex) })
  }
  return [...found.values()]
}

/** Half the length of the hull and the number of its turrets. */
const HULLS: Readonly<Record<string, readonly [number, number]>> = { battleship: [21, 3], carrier: [21, 0], cruiser: [18, 2], monitor: [13, 1], destroyer: [14, 1], landing_craft: [12, 0], dukw: [9, 0], lst: [17, 0] }

export function paintShips(ctx: CanvasRenderingContext2D, grid: Grid, ships: readonly ShipStack[], styles: SideStyles, window: Rect, scale: number, ratio: number): void {
  const wide = { x: window.x - 60, y: window.y - 60, w: window.w + 120, h: window.h + 120 }
  const detail = detailAt(scale * ratio)
  for (const stack of ships) {
    const c = grid.center(stack.hex)
    if (!inRect(wide, c.x, c.y)) continue
    const colours = livery(stack.top.nation || styles.nationOf(stack.side), styles.styleOf(stack.side).seat)
    ctx.save()
    ctx.translate(c.x - COUNTER / 2 + (stack.beside ? 17 : 0), c.y - COUNTER / 2 - (stack.beside ? 20 : 2))
    if (stack.beside) ctx.scale(0.7, 0.7)
    body(ctx, colours)
    hull(ctx, stack.top, colours, detail === 'full' ? 19 : 27)
    if (detail === 'full') words(ctx, stack.top, colours)
    marks(ctx, stack, colours)
    ctx.restore()
  }
}

function body(ctx: CanvasRenderingContext2D, c: Livery): void {
  ctx.save()
  ctx.shadowColor = 'rgba(28, 22, 12, 0.55)'
  ctx.shadowBlur = 5
  ctx.shadowOffsetX = ctx.shadowOffsetY = 2
  const shade = ctx.createLinearGradient(0, 0, COUNTER, COUNTER)
  shade.addColorStop(0, c.light)
  shade.addColorStop(0.45, c.base)
  ctx.fillStyle = shade
  ctx.beginPath()
  ctx.roundRect(0, 0, COUNTER, COUNTER, 6)
  ctx.fill()
  ctx.restore()
  ctx.lineWidth = 1
  ctx.strokeStyle = c.dark
  ctx.stroke()
}

/** Seen from above, bow to the right. */
function hull(ctx: CanvasRenderingContext2D, ship: Vessel, c: Livery, y: number): void {
  const type = 'kind' in ship ? ship.kind : ship.type
  const [half, turrets] = HULLS[type] ?? HULLS.cruiser!
  ctx.save()
  ctx.translate(COUNTER / 2, y)
  ctx.fillStyle = c.ink
  ctx.beginPath()
  if (type === 'carrier') ctx.rect(-half, -5, 2 * half, 10)
  else if ('kind' in ship) ramp(ctx, half)
  else {
    ctx.moveTo(-half, -4)
    ctx.lineTo(half * 0.45, -5)
    ctx.quadraticCurveTo(half * 0.85, -3.5, half, 0)
    ctx.quadraticCurveTo(half * 0.85, 3.5, half * 0.45, 5)
    ctx.lineTo(-half, 4)
    ctx.quadraticCurveTo(-half - 2, 0, -half, -4)
  }
  ctx.fill()
  ctx.fillStyle = ctx.strokeStyle = c.light
  ctx.lineWidth = 1.4
  for (let i = 0; i < turrets; i++) {
    const x = turrets === 1 ? 0 : -half * 0.55 + (i * half * 1.1) / (turrets - 1)
    ctx.beginPath()
    ctx.arc(x, 0, 2.5, 0, 2 * Math.PI)
    ctx.fill()
    ctx.beginPath()
    ctx.moveTo(x, 0)
    ctx.lineTo(x + 5.5, 0)
    ctx.stroke()
  }
  if (type === 'carrier') ctx.fillRect(-half + 3, -0.8, 2 * half - 6, 1.6)
  ctx.restore()
}

/** A flat bow that lets down. */
function ramp(ctx: CanvasRenderingContext2D, half: number): void {
  ctx.moveTo(-half, -4)
  ctx.lineTo(half - 3, -5)
  ctx.lineTo(half, -3)
  ctx.lineTo(half, 3)
  ctx.lineTo(half - 3, 5)
  ctx.lineTo(-half, 4)
  ctx.closePath()
}

const font = (size: number, weight = 600) => `${weight} ${size}px "Barlow Condensed", "Arial Narrow", sans-serif`

function words(ctx: CanvasRenderingContext2D, ship: Vessel, c: Livery): void {
  ctx.fillStyle = c.ink
  ctx.textAlign = 'center'
  ctx.textBaseline = 'alphabetic'
  ctx.font = font(9)
  ctx.fillText(ship.name, COUNTER / 2, 9.5, COUNTER - 6)
  ctx.font = font(14, 700)
  ctx.fillText('kind' in ship ? String(ship.points) : `${ship.face.barrage}-${ship.face.range}`, COUNTER / 2, 41)
  if ('kind' in ship) return
  ctx.font = font(9.5)
  const { flak, protection } = ship.face
  ctx.fillText([flak ? `F${flak}` : '', protection ? `P${protection}` : ''].filter(Boolean).join(' '), COUNTER / 2, 51)
}

/** The damage and DG of the one on top, and how many lie there. */
function marks(ctx: CanvasRenderingContext2D, { top, count }: ShipStack, c: Livery): void {
  ctx.textAlign = 'center'
  ctx.textBaseline = 'middle'
  if ('damaged' in top && top.damaged) {
    ctx.strokeStyle = '#a0231b'
    ctx.lineWidth = 3
    ctx.beginPath()
    ctx.moveTo(4, COUNTER - 4)
    ctx.lineTo(COUNTER - 4, 4)
    ctx.stroke()
  }
  if (top.dg) badge(ctx, 'DG', 4, COUNTER - 4, '#a0231b', '#fffdf4')
  if (count > 1) badge(ctx, String(count), COUNTER - 3, 4, c.ink, '#fffdf4')
}

function badge(ctx: CanvasRenderingContext2D, text: string, x: number, y: number, ground: string, ink: string): void {
  ctx.fillStyle = ground
  ctx.beginPath()
  ctx.arc(x, y, 8, 0, 2 * Math.PI)
  ctx.fill()
  ctx.fillStyle = ink
  ctx.font = font(10.5, 700)
  ctx.fillText(text, x, y + 0.5)
}
