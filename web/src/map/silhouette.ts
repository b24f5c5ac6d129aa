// A counter from afar, where no value can be read: its side by the shape and the rim as well as the colour, what it is, and the states of its stack.

import type { Unit } from '../game/types'
import { COUNTER } from './counters'
import { type Livery, MODE_MARK } from './palette'
import { paintSymbol } from './symbols'

type Ctx = CanvasRenderingContext2D

const CUT = 14 // the corners that the second side's counters lack

/** The outline of a side's counters: a square for the first seat, one with its corners cut off for the second. */
export function silhouettePath(ctx: CanvasPath, seat: number, inset = 0): void {
  const [low, high] = [inset, COUNTER - inset]
  if (seat % 2 === 0) return ctx.roundRect(low, low, high - low, high - low, 5)
  const cut = CUT - inset * 0.6
  const at = [[low + cut, low], [high - cut, low], [high, low + cut], [high, high - cut], [high - cut, high], [low + cut, high], [low, high - cut], [low, low + cut]] as const
  at.forEach(([x, y], i) => (i ? ctx.lineTo(x, y) : ctx.moveTo(x, y)))
  ctx.closePath()
}

export function paintSilhouette(ctx: Ctx, unit: Unit, seat: number, colours: Livery, symbol: string): void {
  ctx.save()
  ctx.shadowColor = 'rgba(28, 22, 12, 0.55)'
  ctx.shadowBlur = 5
  ctx.shadowOffsetX = ctx.shadowOffsetY = 2
  ctx.beginPath()
  silhouettePath(ctx, seat)
  ctx.fillStyle = colours.base
  ctx.fill()
  ctx.restore()
  if (unit.moved) {
    ctx.fillStyle = 'rgba(40, 36, 28, 0.22)'
    ctx.fill()
  }
  // a pale rim inside a dark line for the first side, a broad dark rim for the second
  const [rim, width] = seat % 2 ? [colours.ink, 3.6] : ['#fffdf4', 4.4]
  ctx.lineJoin = 'round'
  ctx.beginPath()
  silhouettePath(ctx, seat, width / 2)
  ctx.strokeStyle = rim
  ctx.lineWidth = width
  ctx.stroke()
  ctx.beginPath()
  silhouettePath(ctx, seat)
  ctx.strokeStyle = 'rgba(30, 24, 14, 0.9)'
  ctx.lineWidth = 1.6
  ctx.stroke()
  paintSymbol(ctx, symbol, unit.counter.colour, { x: 9, y: 13, w: 36, h: 28, ink: colours.ink }, 3.6)
}

/** What is marked on the silhouette of a stack: a state that any of its units is in. */
export interface States {
  out: boolean
  reserve: boolean
  dg: boolean
}

export const statesOf = (units: readonly Unit[]): States => ({
  out: units.some((u) => u.out_of_supply),
  reserve: units.some((u) => u.marker === 'reserve'),
  dg: units.some((u) => u.marker === 'dg')
})

/** Out of Supply: a triangle; Reserve: a disc; DG: a slanting bar. Each has a shape and a place of its own. The upper left of the
 *  counter is at the origin. */
export function paintStates(ctx: Ctx, states: States): void {
  const mark = (fill: string, draw: () => void) => {
    ctx.beginPath()
    draw()
    ctx.closePath()
    ctx.fillStyle = fill
    ctx.strokeStyle = '#ffffff'
    ctx.lineWidth = 2.4
    ctx.fill()
    ctx.stroke()
  }
  const shape = (...points: (readonly [number, number])[]) => points.forEach(([x, y], i) => (i ? ctx.lineTo(x, y) : ctx.moveTo(x, y)))
  if (states.dg) mark(MODE_MARK.dg!.fill, () => shape([-7, 28], [2, 19], [36, 53], [27, 62]))
  if (states.out) {
    mark('#1d1a15', () => shape([-8, 24], [25, 24], [8.5, -9]))
    ctx.fillStyle = '#ffd84d'
    ctx.fillRect(6.2, 2, 4.6, 11)
    ctx.fillRect(6.2, 15.5, 4.6, 4.6)
  }
  if (states.reserve) mark(MODE_MARK.reserve!.fill, () => ctx.arc(46, 46, 12, 0, 2 * Math.PI))
}
