// Counters as pictures, cached by appearance and scale. Each frame paints new ones only for a moment: when a zoom passes the scale
// at which values can be read, hundreds are needed at once, and pictures of another scale stand in until there is time.

import type { Unit } from '../game/types'
import { COUNTER, type CounterStyle, type Detail, detailAt, paintCounter, symbolOf } from './counters'
import { paletteName } from './palette'

const PAD = 7
const KEPT = 16e6 // cached pixels: all counters of the largest games at the sizes that fit the window
const cache = new Map<string, HTMLCanvasElement>()
const latest = new Map<string, HTMLCanvasElement>() // by appearance, at any scale
let kept = 0

/** Time for new pictures; `short` says that some had to wait. */
export class Haste {
  short = false
  private readonly until: number

  constructor(ms: number) {
    this.until = performance.now() + ms
  }

  over(): boolean {
    return performance.now() > this.until
  }
}

/** A unit's picture, and how far it reaches beyond the counter (in world units). */
export function counterPicture(unit: Unit, style: CounterStyle, scale: number, haste?: Haste): { canvas: HTMLCanvasElement; pad: number } {
  const step = scale <= 0.25 ? 0.25 : scale <= 1 ? 1 : scale <= 2 ? 2 : 4
  const detail = detailAt(scale)
  const look = `${paletteName()}|${style.seat}|${lookOf(unit)}`
  const key = `${step}|${detail}|${detail === 'shape' ? `${paletteName()}|${style.seat}|${shapeOf(unit)}` : look}`
  let canvas = cache.get(key)
  if (!canvas) {
    if (haste?.over() && detail !== 'shape') {
      haste.short = true
      return { canvas: latest.get(look) ?? counterPicture(unit, style, FAR).canvas, pad: PAD }
    }
    cache.set(key, (canvas = paint(unit, style, step, detail)))
  }
  latest.set(look, canvas)
  return { canvas, pad: PAD }
}

const FAR = 0.25 // the scale at which units of one kind share a picture

function paint(unit: Unit, style: CounterStyle, step: number, detail: Detail): HTMLCanvasElement {
  const size = Math.ceil((COUNTER + 2 * PAD) * step)
  if (kept > KEPT) {
    cache.clear()
    latest.clear()
    kept = 0
  }
  kept += size * size
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = size
  const ctx = canvas.getContext('2d')!
  ctx.setTransform(step, 0, 0, step, PAD * step, PAD * step)
  paintCounter(ctx, unit, style, detail)
  return canvas
}

function lookOf(u: Unit): string {
  const c = u.counter
  return [c.id, u.facing, u.marker, u.dg_kind, u.tapped, u.steps_lost, u.internals, u.out_of_supply, u.fueled, u.points, u.extender, u.load, u.moved].join(' ')
}

/** What shows of a unit from afar: the key of the shared picture. */
function shapeOf(u: Unit): string {
  const c = u.counter
  return [c.nation, symbolOf(u), c.colour, u.moved].join(' ')
}
