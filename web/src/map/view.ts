// The map on the page: one canvas, a camera, cached squares of the sheet, and over them overlays, stacks and names.

import { Camera } from './camera'
import { grow, type Point } from './geometry'
import { Lettering } from './labels'
import type { Layout } from './model'
import { NO_OVERLAY, type Overlay, paintAbove, paintRings, paintTints } from './overlays'
import { INK } from './palette'
import { Haste } from './pictures'
import { EMPTY_SCENE, type Scene } from './scene'
import { paintSigns } from './signs'
import { paintStacks, type SideStyles } from './stacks'
import type { Sheet } from './sheet'
import { MARGIN } from './terrain'

export interface MapEvents {
  hover(hex: number, at: Point): void
  click(hex: number, at: Point, event: PointerEvent): void
  moved(): void
}

const DRAG = 5 // pixels before a press becomes a drag
const PICTURES_MS = 6 // for new counter pictures in one frame
const REST_MS = 120 // without movement before the picture is drawn at its best

export class MapView {
  readonly camera = new Camera()
  private readonly ctx: CanvasRenderingContext2D
  private readonly map: Layout
  private readonly lettering: Lettering
  private scene: Scene = EMPTY_SCENE
  private overlay: Overlay = NO_OVERLAY
  private flight: { from: Point; to: Point; scale: [number, number]; start: number; ms: number } | null = null
  private frame = 0
  private rest = 0 // timer while the picture moves
  private ratio = 1
  private missing = true // squares of the sheet
  private waiting = false // counters, for pictures at this scale
  private pressed = new Map<number, Point>()
  private dragged = false
  private readonly stop = new AbortController()
  private readonly observer: ResizeObserver

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly sheet: Sheet,
    private readonly styles: SideStyles,
    private readonly events: MapEvents
  ) {
    this.ctx = canvas.getContext('2d')!
    const map = (this.map = sheet.layout)
    this.lettering = new Lettering(map)
    sheet.onchange = (what) => {
      if (what === 'features') this.lettering.reset()
      this.redraw()
    }
    this.camera.over(map.grid.boxes.size ? grow(map.grid.extent, MARGIN) : map.sheet)
    this.observer = new ResizeObserver(() => this.resize())
    this.observer.observe(canvas)
    this.resize()
    this.camera.fit()
    this.listen()
    this.redraw()
  }

  destroy(): void {
    this.stop.abort()
    this.observer.disconnect()
    cancelAnimationFrame(this.frame)
    clearTimeout(this.rest)
    this.sheet.onchange = () => {}
  }

  show(scene: Scene): void {
    this.scene = scene
    this.sheet.setGauges(scene.gauges)
    this.redraw()
  }

  /** The stacks on the map, for tests: unit ids from bottom to top, by hex. */
  shown(): Record<number, string[]> {
    return Object.fromEntries([...this.scene.hexes.values()].map((s) => [s.hex, s.units.map((u) => u.id)]))
  }

  /** Whether the sheet in the window is fully painted, for tests. */
  whole(): boolean {
    return !this.missing && !this.frame && !this.rest
  }

  lay(overlay: Overlay): void {
    this.overlay = overlay
    this.redraw()
  }

  redraw(): void {
    if (!this.frame) this.frame = requestAnimationFrame((now) => this.draw(now))
  }

  hexToScreen(h: number): Point {
    const p = this.camera.toScreen(this.map.grid.center(h))
    const box = this.canvas.getBoundingClientRect()
    return { x: p.x + box.left, y: p.y + box.top }
  }

  hexAt(at: Point): number {
    const p = this.camera.toWorld(at)
    return this.map.grid.at(p.x, p.y)
  }

  /** The hex under a point of the window (-1 off the map), and that point on the canvas. */
  hexUnder(x: number, y: number): { hex: number; at: Point } {
    const box = this.canvas.getBoundingClientRect()
    const at = { x: x - box.left, y: y - box.top }
    const inside = at.x >= 0 && at.y >= 0 && at.x < box.width && at.y < box.height
    return { hex: inside ? this.hexAt(at) : -1, at }
  }

  /** Brings a hex into view, smoothly unless the user prefers reduced motion. */
  reveal(h: number, scale?: number, force = false): void {
    const to = this.map.grid.center(h)
    const at = this.camera.toScreen(to)
    const edge = Math.min(110, this.camera.width / 5, this.camera.height / 5)
    const inside = at.x > edge && at.y > edge && at.x < this.camera.width - edge && at.y < this.camera.height - edge
    if (inside && !force && (scale === undefined || Math.abs(scale - this.camera.scale) < 0.01)) return
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
      this.camera.look(to, scale ?? this.camera.scale)
      this.changed()
      return
    }
    const from = { x: this.camera.x, y: this.camera.y }
    this.flight = { from, to, scale: [this.camera.scale, scale ?? this.camera.scale], start: performance.now(), ms: 320 }
    this.redraw()
  }

  zoomBy(factor: number, at?: Point): void {
    this.flight = null
    this.camera.zoom(factor, at ?? { x: this.camera.width / 2, y: this.camera.height / 2 })
    this.changed()
  }

  panBy(dx: number, dy: number): void {
    this.flight = null
    this.camera.pan(dx, dy)
    this.changed()
  }

  fit(): void {
    this.flight = null
    this.camera.fit()
    this.changed()
  }

  /** The picture moves: draw it more roughly until it has been still for a moment. */
  private changed(): void {
    clearTimeout(this.rest)
    this.rest = window.setTimeout(() => {
      this.rest = 0
      this.redraw()
    }, REST_MS)
    this.events.moved()
    this.redraw()
  }

  private resize(): void {
    const box = this.canvas.getBoundingClientRect()
    this.ratio = Math.min(3, window.devicePixelRatio || 1)
    this.canvas.width = Math.max(1, Math.round(box.width * this.ratio))
    this.canvas.height = Math.max(1, Math.round(box.height * this.ratio))
    this.camera.resize(box.width, box.height)
    this.changed()
  }

  private draw(now: number): void {
    this.frame = 0
    if (this.flight) this.fly(now)
    const { ctx, camera, ratio } = this
    ctx.setTransform(1, 0, 0, 1, 0, 0)
    ctx.fillStyle = INK.margin
    ctx.fillRect(0, 0, this.canvas.width, this.canvas.height)
    ctx.imageSmoothingQuality = this.rest ? 'low' : 'high'
    this.missing = this.sheet.draw(ctx, camera, ratio)
    const k = camera.scale * ratio
    ctx.setTransform(k, 0, 0, k, (camera.width / 2) * ratio - camera.x * k, (camera.height / 2) * ratio - camera.y * k)
    const { grid } = this.map
    const window = camera.window()
    paintTints(ctx, grid, this.overlay, camera.scale)
    paintSigns(ctx, this.map, this.scene, this.styles, window, camera.scale)
    const haste = new Haste(PICTURES_MS)
    paintStacks(ctx, grid, this.scene, this.styles, window, camera.scale, k, haste)
    this.waiting = haste.short
    const occupied = (h: number) => !this.scene.hideCounters && (this.scene.hexes.get(h)?.units.length ?? 0) > 0
    paintRings(ctx, grid, this.overlay, camera.scale)
    this.names(k)
    paintAbove(ctx, grid, this.overlay, camera.scale, occupied)
    if (this.flight || this.waiting) this.redraw()
  }

  private names(k: number): void {
    const { ctx, camera, ratio } = this
    ctx.setTransform(ratio, 0, 0, ratio, 0, 0)
    ctx.textAlign = 'center'
    ctx.textBaseline = 'middle'
    ctx.lineJoin = 'round'
    for (const label of this.lettering.at(this.scene, camera.scale)) {
      ctx.font = label.font(label.size)
      for (const pass of [0, 1]) {
        ctx.strokeStyle = INK.halo
        ctx.fillStyle = label.ink
        ctx.globalAlpha = pass ? label.alpha : 0.86
        ctx.lineWidth = label.halo
        for (const g of label.glyphs) {
          const p = camera.toScreen(g)
          if (p.x < -200 || p.y < -40 || p.x > camera.width + 200 || p.y > camera.height + 40) continue
          if (g.angle) {
            ctx.save()
            ctx.translate(p.x, p.y)
            ctx.rotate(g.angle)
            if (pass) ctx.fillText(g.text, 0, 0)
            else ctx.strokeText(g.text, 0, 0)
            ctx.restore()
          } else if (pass) ctx.fillText(g.text, p.x, p.y)
          else ctx.strokeText(g.text, p.x, p.y)
        }
      }
    }
    ctx.globalAlpha = 1
    ctx.setTransform(k, 0, 0, k, (camera.width / 2) * ratio - camera.x * k, (camera.height / 2) * ratio - camera.y * k)
  }

  private fly(now: number): void {
    const f = this.flight!
    const t = Math.min(1, Math.max(0, (now - f.start) / f.ms))
    const e = t * t * (3 - 2 * t)
    const scale = f.scale[0] * (f.scale[1] / f.scale[0]) ** e
    this.camera.look({ x: f.from.x + (f.to.x - f.from.x) * e, y: f.from.y + (f.to.y - f.from.y) * e }, scale)
    if (t >= 1) this.flight = null
    this.changed()
  }

  // --- pointers ------------------------------------------------------------------------------------------------

  private listen(): void {
    const on = <K extends keyof HTMLElementEventMap>(type: K, take: (e: HTMLElementEventMap[K]) => void, passive = true) =>
      this.canvas.addEventListener(type, take, { signal: this.stop.signal, passive })
    on('pointerdown', (e) => {
      this.pressed.set(e.pointerId, this.local(e))
      this.dragged = this.pressed.size > 1
      this.canvas.setPointerCapture(e.pointerId)
    })
    on('pointermove', (e) => this.pointerMoved(e))
    on('pointerup', (e) => {
      const known = this.pressed.delete(e.pointerId)
      if (known && !this.dragged && e.button === 0) this.events.click(this.hexAt(this.local(e)), this.local(e), e)
    })
    on('pointercancel', (e) => void this.pressed.delete(e.pointerId))
    on('pointerleave', () => this.events.hover(-1, { x: 0, y: 0 }))
    on(
      'wheel',
      (e) => {
        e.preventDefault()
        this.zoomBy(Math.exp(-Math.max(-240, Math.min(240, e.deltaY * (e.deltaMode ? 30 : 1))) / 420), this.local(e))
      },
      false
    )
  }

  private local(e: { clientX: number; clientY: number }): Point {
    const box = this.canvas.getBoundingClientRect()
    return { x: e.clientX - box.left, y: e.clientY - box.top }
  }

  private pointerMoved(e: PointerEvent): void {
    const at = this.local(e)
    const before = this.pressed.get(e.pointerId)
    if (!before) {
      this.events.hover(this.hexAt(at), at)
      return
    }
    if (!this.dragged && Math.hypot(at.x - before.x, at.y - before.y) < DRAG) return
    this.dragged = true
    const other = [...this.pressed].find(([id]) => id !== e.pointerId)?.[1]
    if (other) {
      const far = (p: Point) => Math.hypot(p.x - other.x, p.y - other.y)
      this.zoomBy(far(at) / Math.max(1, far(before)), { x: (at.x + other.x) / 2, y: (at.y + other.y) / 2 })
      this.panBy((at.x - before.x) / 2, (at.y - before.y) / 2)
    } else this.panBy(at.x - before.x, at.y - before.y)
    this.pressed.set(e.pointerId, at)
  }
}
