// The map sheet on the page's side: squares of pixels that a worker paints on request. Until a square arrives, coarser and finer
// ones stand in for it, so that the map moves as fast as the page can draw pictures.

import type { Board } from '../game/types'
import type { Camera } from './camera'
import { overlaps, type Rect } from './geometry'
import { type Layout, layoutOf } from './model'
import { INK } from './palette'
import { type FromPainter, keyOf, levelFor, rectOf, SIZE, type Square, squaresIn, standIns, type ToPainter } from './squares'

const KEPT = 110
const AT_ONCE = 2 // squares requested from the painter: the one it is painting, and the next

interface Painted {
  bitmap: ImageBitmap
  used: number
  stale: boolean // shown until it is repainted
}

/** How long the sheet of a map that was left is kept: a picture of it for the list of games may still be taken. */
export const LINGER_MS = 12_000

let spare: Worker | null = null
let shown: Sheet | null = null
const left = new Map<Sheet, number>() // sheets of maps that were left, with the timers that discard them

/** Starts a painter before the board is known. */
export function makeReady(): void {
  spare ??= new Worker(new URL('./sheet-worker.ts', import.meta.url), { type: 'module' })
}

/** The sheet of the board that is shown from now on; the previous one is discarded after a while. */
export function sheetOf(board: Board): Sheet {
  if (shown?.layout.board === board) return shown
  if (shown) linger(shown)
  const back = keptSheet(board)
  if (back) {
    clearTimeout(left.get(back))
    left.delete(back)
    return (shown = back)
  }
  makeReady()
  shown = new Sheet(board, spare!)
  spare = null
  return shown
}

/** The sheet of a board that is shown, or was a moment ago. */
export function keptSheet(board: Board): Sheet | null {
  return [shown, ...left.keys()].find((sheet) => sheet?.layout.board === board) ?? null
}

function linger(sheet: Sheet): void {
  const discard = () => {
    left.delete(sheet)
    sheet.close()
  }
  left.set(sheet, Number(setTimeout(discard, LINGER_MS)))
}

export class Sheet {
  readonly layout: Layout
  /** Called when a square or the names have arrived. */
  onchange: (what: 'square' | 'features') => void = () => {}
  private readonly painted = new Map<string, Painted>()
  private readonly asked = new Set<string>()
  private gauges: ReadonlySet<number> = new Set()
  private changes = 0 // counts changes of gauges
  /** Counts what has changed of its squares. */
  version = 0
  private clock = 0

  constructor(
    board: Board,
    private readonly painter: Worker
  ) {
    this.layout = layoutOf(board)
    painter.onmessage = ({ data }: MessageEvent<FromPainter>) => this.take(data)
  }

  close(): void {
    this.painter.terminate()
    for (const { bitmap } of this.painted.values()) bitmap.close()
    this.painted.clear()
  }

  /** Sets the rail hexes that do not have the map's usual gauge. */
  setGauges(gauges: ReadonlySet<number>): void {
    const changed = [...gauges].filter((h) => !this.gauges.has(h)).concat([...this.gauges].filter((h) => !gauges.has(h)))
    if (!changed.length) return
    this.gauges = gauges
    this.changes++
    this.version++
    if (this.clock) this.tell({ gauges, number: this.changes })
    const parts = changed.map((h) => around(this.layout.grid.center(h)))
    for (const [key, square] of this.painted) {
      const rect = rectOf(squareOf(key))
      if (parts.some((part) => overlaps(part, rect))) square.stale = true
    }
  }

  /** Draws the sheet into the window (device pixels), and requests missing squares. Returns whether any were missing. */
  draw(ctx: CanvasRenderingContext2D, camera: Camera, ratio: number): boolean {
    if (!this.clock++) this.begin()
    this.fill(ctx, camera, ratio)
    const wanted: Square[] = []
    for (const square of squaresIn(camera.window(), levelFor(camera.scale * ratio))) {
      const rect = rectOf(square)
      if (!overlaps(rect, this.layout.paper)) continue
      const here = this.painted.get(keyOf(square))
      if (!here || here.stale) wanted.push(square)
      if (here) this.put(ctx, camera, ratio, square, rect)
      else for (const other of standIns(square, this.has)) this.put(ctx, camera, ratio, other, rect)
    }
    for (const square of wanted) if (this.asked.size < AT_ONCE) this.ask(square)
    this.forget()
    return wanted.length > 0
  }

  /** Starts the painter once the page is up; earlier it would only slow the page down. */
  private begin(): void {
    this.tell({ board: this.layout.board })
    if (this.changes) this.tell({ gauges: this.gauges, number: this.changes })
  }

  private readonly has = (square: Square) => this.painted.has(keyOf(square))

  /** Fills with bare paper where nothing is painted yet. */
  private fill(ctx: CanvasRenderingContext2D, camera: Camera, ratio: number): void {
    const { x, y, w, h } = onScreen(camera, ratio, this.layout.sheet)
    ctx.fillStyle = INK.paper
    ctx.fillRect(x, y, w, h)
  }

  private put(ctx: CanvasRenderingContext2D, camera: Camera, ratio: number, square: Square, part: Rect): void {
    const here = this.painted.get(keyOf(square))!
    here.used = this.clock
    const whole = rectOf(square)
    const shown = part.w < whole.w ? part : whole
    const f = SIZE / whole.w
    const { x, y, w, h } = onScreen(camera, ratio, shown)
    ctx.drawImage(here.bitmap, (shown.x - whole.x) * f, (shown.y - whole.y) * f, shown.w * f, shown.h * f, x, y, w, h)
  }

  private ask(square: Square): void {
    const key = keyOf(square)
    if (this.asked.has(key)) return
    this.asked.add(key)
    this.tell(square)
  }

  private tell(message: ToPainter): void {
    this.painter.postMessage(message)
  }

  private take(message: FromPainter): void {
    if ('features' in message) {
      Object.assign(this.layout, message.features)
      this.onchange('features')
      return
    }
    const key = keyOf(message)
    this.asked.delete(key)
    this.painted.get(key)?.bitmap.close()
    this.painted.set(key, { bitmap: message.bitmap, used: this.clock, stale: message.gauges !== this.changes })
    this.version++
    this.onchange('square')
  }

  private forget(): void {
    if (this.painted.size <= KEPT) return
    const old = [...this.painted].sort((a, b) => a[1].used - b[1].used)
    for (const [key, square] of old.slice(0, this.painted.size - KEPT)) {
      if (square.used >= this.clock || squareOf(key).level < 2) continue
      square.bitmap.close()
      this.painted.delete(key)
    }
  }
}

/** A world rectangle in whole device pixels, so that neighbouring squares meet without a seam. */
function onScreen(camera: Camera, ratio: number, rect: Rect): Rect {
  const a = camera.toScreen(rect)
  const b = camera.toScreen({ x: rect.x + rect.w, y: rect.y + rect.h })
  const [x, y, x2, y2] = [a.x, a.y, b.x, b.y].map((v) => Math.round(v * ratio)) as [number, number, number, number]
  return { x, y, w: x2 - x, h: y2 - y }
}

function squareOf(key: string): Square {
  const [level, i, j] = key.split(':').map(Number) as [number, number, number]
  return { level, i, j }
}

const around = ({ x, y }: { x: number; y: number }): Rect => ({ x: x - 70, y: y - 70, w: 140, h: 140 })
