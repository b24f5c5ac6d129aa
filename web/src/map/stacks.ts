// Draws the contents of hexes: works, supply and counters.

import { COUNTER, type CounterStyle, detailAt, tokens } from './counters'
import { type Grid, H, inRect, type Rect } from './geometry'
import { livery } from './palette'
import { counterPicture, type Haste } from './pictures'
import { paintStates, statesOf } from './silhouette'
import { counterSpot, DUMP_SPOT, type HexScene, type Scene, shownUnits, stackBox } from './scene'

export interface SideStyles {
  styleOf(side: string): CounterStyle
  nationOf(side: string): string
}

/** Over counters that somebody else of the side orders. */
const VEIL = 'rgba(120, 116, 104, 0.62)'

type Ctx = CanvasRenderingContext2D

/** `scale` is in CSS pixels per unit (what can be read), `device` in device pixels (how sharp it must be); `haste` limits the time for new pictures. */
export function paintStacks(ctx: Ctx, grid: Grid, scene: Scene, styles: SideStyles, window: Rect, scale: number, device: number, haste: Haste): void {
  const seen = [...scene.hexes.values()].filter((s) => {
    const c = grid.center(s.hex)
    return inRect({ x: window.x - 60, y: window.y - 60, w: window.w + 120, h: window.h + 120 }, c.x, c.y)
  })
  seen.sort((a, b) => grid.center(a.hex).y - grid.center(b.hex).y)
  for (const here of seen) if (here.works) paintWorks(ctx, grid, here, styles, scale)
  if (scene.hideCounters) return
  for (const here of seen) {
    if (here.dump) paintDump(ctx, grid, here, styles, scale)
    paintCounters(ctx, grid, here, styles, scale, device, haste, scene.grey)
  }
}

function paintCounters(ctx: Ctx, grid: Grid, here: HexScene, styles: SideStyles, scale: number, device: number, haste: Haste, grey: ReadonlySet<string>): void {
  const n = here.units.length
  if (!n) return
  const sharp = device >= 1 ? device : Math.max(scale, device)
  for (const { unit, index } of shownUnits(here)) {
    const p = counterSpot(grid, here.hex, index, n)
    // counters under the top one show only their rims
    const { canvas, pad } = counterPicture(unit, styles.styleOf(unit.side), sharp, haste)
    const size = COUNTER + 2 * pad
    ctx.drawImage(canvas, p.x - COUNTER / 2 - pad, p.y - COUNTER / 2 - pad, size, size)
    if (grey.has(unit.id)) {
      ctx.fillStyle = VEIL
      ctx.fillRect(p.x - COUNTER / 2, p.y - COUNTER / 2, COUNTER, COUNTER)
    }
  }
  if (detailAt(sharp) === 'shape') {
    const states = statesOf(here.units)
    const top = counterSpot(grid, here.hex, n - 1, n)
    ctx.save()
    ctx.translate(top.x - COUNTER / 2, top.y - COUNTER / 2)
    paintStates(ctx, states)
    ctx.restore()
  } else if (n > 1) {
    const box = stackBox(grid, here)!
    chip(ctx, String(n), box.x + box.w + 1, box.y - 1, 6.6)
  }
}

function chip(ctx: Ctx, text: string, x: number, y: number, r: number): void {
  ctx.fillStyle = '#2b2619'
  ctx.strokeStyle = '#f6efdc'
  ctx.lineWidth = 1.2
  ctx.beginPath()
  ctx.arc(x, y, r, 0, 2 * Math.PI)
  ctx.fill()
  ctx.stroke()
  ctx.fillStyle = '#f6efdc'
  ctx.font = `700 ${r * 1.5}px "Barlow Condensed", sans-serif`
  ctx.textAlign = 'center'
  ctx.textBaseline = 'middle'
  ctx.fillText(text, x, y + 0.5)
}

/** The level of a hedgehog: battlements in its owner's ink, one more for each level up to four, and the number. No stack's count looks so. */
function fort(ctx: Ctx, level: number, x: number, y: number, ink: string, k: number): void {
  const teeth = Math.min(5, 1 + Math.max(1, level))
  const w = 4 + 4.5 * teeth
  const tooth = w / (2 * teeth - 1)
  ctx.save()
  ctx.translate(x - (w * k) / 2, y - 8 * k)
  ctx.scale(k, k)
  ctx.beginPath()
  ctx.moveTo(0, 16)
  for (let i = 0; i < 2 * teeth - 1; i++) {
    const top = i % 2 ? 5 : 0
    ctx.lineTo(i * tooth, top)
    ctx.lineTo((i + 1) * tooth, top)
  }
  ctx.lineTo(w, 16)
  ctx.closePath()
  ctx.fillStyle = ink
  ctx.strokeStyle = '#fffdf4'
  ctx.lineWidth = 3
  ctx.lineJoin = 'miter'
  ctx.stroke()
  ctx.fill()
  ctx.fillStyle = '#ffffff'
  ctx.font = '700 10px "Barlow Condensed", sans-serif'
  ctx.textAlign = 'center'
  ctx.textBaseline = 'middle'
  ctx.fillText(String(level), w / 2, 11)
  ctx.restore()
}

/** Supply on the ground: a marker with a crate and the number of SP. */
function paintDump(ctx: Ctx, grid: Grid, here: HexScene, styles: SideStyles, scale: number): void {
  const c = grid.center(here.hex)
  const alone = here.units.length === 0
  const at = alone ? DUMP_SPOT.alone : DUMP_SPOT.beside
  const x = c.x + at.x
  const y = c.y + at.y
  const w = alone ? 36 : 23
  const h = alone ? 32 : 21
  const colours = livery(styles.nationOf(here.dump!.side), styles.styleOf(here.dump!.side).seat)
  ctx.save()
  ctx.shadowColor = 'rgba(28, 22, 12, 0.5)'
  ctx.shadowBlur = 4
  ctx.shadowOffsetX = ctx.shadowOffsetY = 1.5
  ctx.fillStyle = colours.base
  ctx.beginPath()
  ctx.roundRect(x - w / 2, y - h / 2, w, h, 4)
  ctx.fill()
  ctx.restore()
  ctx.strokeStyle = 'rgba(30, 24, 14, 0.8)'
  ctx.lineWidth = 0.9
  ctx.stroke()
  crate(ctx, x, y - h * 0.2, w * 0.62, h * 0.38)
  const size = alone ? 15 : 11.5
  if (size * scale < 5) return
  ctx.font = `700 ${size}px "Barlow Condensed", sans-serif`
  ctx.textAlign = 'center'
  ctx.textBaseline = 'middle'
  ctx.fillStyle = colours.ink
  const amount = here.dump!.tokens
  ctx.fillText(amount === null ? '?' : tokens(amount), x, y + h * 0.27)
}

function crate(ctx: Ctx, x: number, y: number, w: number, h: number): void {
  ctx.fillStyle = '#efd9a2'
  ctx.strokeStyle = '#4a3419'
  ctx.lineWidth = 1
  ctx.fillRect(x - w / 2, y - h / 2, w, h)
  ctx.strokeRect(x - w / 2, y - h / 2, w, h)
  ctx.beginPath()
  ctx.moveTo(x - w / 6, y - h / 2)
  ctx.lineTo(x - w / 6, y + h / 2)
  ctx.moveTo(x + w / 6, y - h / 2)
  ctx.lineTo(x + w / 6, y + h / 2)
  ctx.stroke()
}

/** Field works: a ring of teeth just inside the hex, in the ink of the owner, with its level. */
function paintWorks(ctx: Ctx, grid: Grid, here: HexScene, styles: SideStyles, scale: number): void {
  const c = grid.center(here.hex)
  const ink = livery(styles.nationOf(here.works!.side), styles.styleOf(here.works!.side).seat).map
  const inner = 0.8 * H
  ctx.strokeStyle = ink
  ctx.lineWidth = Math.max(2.2, 1.4 / scale)
  ctx.lineJoin = 'round'
  ctx.beginPath()
  const teeth = 24
  for (let k = 0; k <= teeth * 2; k++) {
    const a = (k / (teeth * 2)) * 2 * Math.PI
    const r = inner + (k % 2 ? 5 : 0)
    const x = c.x + r * Math.cos(a) * 1.04
    const y = c.y + r * Math.sin(a)
    if (k) ctx.lineTo(x, y)
    else ctx.moveTo(x, y)
  }
  ctx.closePath()
  ctx.stroke()
  if (scale > 0.3) fort(ctx, here.works!.level, c.x + 34, c.y + 15, ink, Math.max(1, 0.6 / scale))
}
