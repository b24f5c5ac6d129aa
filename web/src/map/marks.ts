// The small marks scattered over cover: trees, firs, tufts of marsh grass, stones.

import type { Ctx } from './paint'
import { INK } from './palette'
import type { Mark } from './terrain'

export function paintMark(ctx: Ctx, mark: Mark, scale: number): void {
  const paint = PAINT[mark.kind]
  if (paint) paint(ctx, mark.x, mark.y, mark.size, scale)
}

type Paint = (ctx: Ctx, x: number, y: number, s: number, scale: number) => void

const dot = (ctx: Ctx, x: number, y: number, r: number, ink: string) => {
  ctx.fillStyle = ink
  ctx.beginPath()
  ctx.arc(x, y, r, 0, 2 * Math.PI)
  ctx.fill()
}

const PAINT: Record<string, Paint> = {
  tree(ctx, x, y, s, scale) {
    if (scale > 0.7) dot(ctx, x + 1, y + 1.2, 3 * s, INK.treeShade)
    dot(ctx, x, y, 3 * s, INK.tree)
    if (scale > 0.7) dot(ctx, x - 0.8 * s, y - 0.9 * s, 1.3 * s, '#a3b97c')
  },
  fir(ctx, x, y, s, scale) {
    ctx.fillStyle = scale > 0.7 ? INK.firShade : INK.fir
    ctx.beginPath()
    ctx.moveTo(x, y - 6 * s)
    ctx.lineTo(x + 3.3 * s, y + 2.6 * s)
    ctx.lineTo(x - 3.3 * s, y + 2.6 * s)
    ctx.fill()
    if (scale <= 0.7) return
    ctx.fillStyle = INK.fir
    ctx.beginPath()
    ctx.moveTo(x, y - 6 * s)
    ctx.lineTo(x + 0.4 * s, y + 2.6 * s)
    ctx.lineTo(x - 3.3 * s, y + 2.6 * s)
    ctx.fill()
  },
  tuft(ctx, x, y, s) {
    ctx.strokeStyle = INK.tuft
    ctx.lineWidth = 1
    ctx.lineCap = 'round'
    ctx.beginPath()
    ctx.moveTo(x - 5.5 * s, y)
    ctx.lineTo(x + 5.5 * s, y)
    ctx.moveTo(x - 2.5 * s, y + 2.6)
    ctx.lineTo(x + 3 * s, y + 2.6)
    for (const lean of [-2.6, 0, 2.6]) {
      ctx.moveTo(x + lean * 0.5, y)
      ctx.lineTo(x + lean, y - 4.6 * s + Math.abs(lean) * 0.5)
    }
    ctx.stroke()
  },
  stone(ctx, x, y, s) {
    ctx.strokeStyle = INK.rough
    ctx.lineWidth = 1.1
    ctx.beginPath()
    ctx.moveTo(x - 2.6 * s, y + 1.8 * s)
    ctx.lineTo(x, y - 2 * s)
    ctx.lineTo(x + 2.6 * s, y + 1.8 * s)
    ctx.stroke()
  }
}
