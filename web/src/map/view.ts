// The map on the page: one canvas, a camera, cached squares of the sheet, and over them overlays, stacks and names.

import { Camera } from './camera'
import { crowded, Film } from './film'
import { around, framed } from './framing'
import { grow, type Point, R, type Rect } from './geometry'
import { Lettering } from './labels'
import type { Layout } from './model'
import { NO_OVERLAY, type Overlay, paintAbove, paintRings, paintTints } from './paint-overlays'
import { paintAreas, paintFlags, paintGhosts, paintLabels, paintLines } from './paint-areas'
import { INK, OVERLAY, paletteName } from './palette'
import { Haste } from './pictures'
import { Pointers, type PointerTarget } from './pointers'
import { EMPTY_SCENE, sameScene, type Scene } from './scene'
import { paintAirBases, paintAloft } from './air-bases'
import { paintPorts } from './ports'
import { paintShips } from './ships'
import { paintSigns } from './signs'
import { paintStacks, type SideStyles } from './stacks'
import { same } from './same'
import { Still } from './still'
import type { Sheet } from './sheet'
import { MARGIN } from './terrain'

export interface MapEvents {
  hover(hex: number, at: Point): void
  click(hex: number, at: Point, event: PointerEvent): void
  double(hex: number, at: Point, event: MouseEvent): void
  menu(hex: number, at: Point): void
  /** A finger was held there. */
  held(hex: number, at: Point): void
  /** Whether the counter that lies there can be dragged; then it is grabbed, dragged over hexes and let go (-1: off the map). */
  canGrab(hex: number, at: Point): boolean
  grab(hex: number, at: Point): void
  drag(hex: number, at: Point): void
  letGo(hex: number): void
  moved(): void
}

const PICTURES_MS = 6 // for new counter pictures in one frame
const REST_MS = 120 // without movement before the picture is drawn at its best

/** Pixels at the left of the map over which the zoom buttons lie. */
const BUTTONS = 60

export class MapView {
  readonly camera = new Camera()
  private readonly ctx: CanvasRenderingContext2D
  private readonly map: Layout
  private readonly lettering: Lettering
  private scene: Scene = EMPTY_SCENE
  private overlay: Overlay = NO_OVERLAY
  private heavy = false // the overlay
  private readonly films = { under: new Film(), rings: new Film() }
  private readonly stills = { ground: new Still(), stacks: new Still(), names: new Still() }
  private flight: { from: Point; to: Point; scale: [number, number]; start: number; ms: number } | null = null
  private frame = 0
  private rest = 0 // timer while the picture moves
  private ratio = 1
  private missing = true // squares of the sheet
  private waiting = false // counters, for pictures at this scale
  private readonly stop = new AbortController()
  private readonly observer: ResizeObserver

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly painted: Sheet,
    private readonly styles: SideStyles,
    private readonly events: MapEvents
  ) {
    this.ctx = canvas.getContext('2d')!
    const map = (this.map = painted.layout)
    this.lettering = new Lettering(map)
    painted.onchange = (what) => {
      if (what === 'features') this.lettering.reset()
      this.redraw()
    }
    this.camera.clear = map.grid.boxes.size ? BUTTONS : 0
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
    this.painted.onchange = () => {}
  }

  show(scene: Scene): void {
    if (sameScene(scene, this.scene)) return
    this.scene = scene
    this.painted.setGauges(scene.gauges)
    this.redraw()
  }

  /** The stacks on the map, for tests: unit ids from bottom to top, by hex. */
  shown(): Record<number, string[]> {
    return Object.fromEntries([...this.scene.hexes.values()].map((s) => [s.hex, s.units.map((u) => u.id)]))
  }

  /** What is laid over the map, for tests: hexes with their letters, areas, lines, flags and units of the past. */
  laid() {
    const { tints, trails, areas = [], lines = [], sides = [], flags = [], ghosts = [] } = this.overlay
    return {
      texts: tints.flatMap((t) => (t.text ? [[t.hex, t.text]] : [])), trails: trails.map((t) => t.hexes), areas: areas.map((a) => ({ label: a.label ?? '', pattern: a.pattern, hexes: a.hexes })),
      lines: lines.length, sides: sides.map((s) => ({ label: s.label, count: s.sides.length })), flags: flags.map(({ hex, shape, text, full, crossed }) => ({ hex, shape, text, full, crossed })),
      ghosts: ghosts.map((g) => [g.unit.id, g.hex])
    }
  }

  /** Whether the sheet in the window is fully painted, for tests. */
  whole(): boolean {
    return !this.missing && !this.frame && !this.rest
  }

  lay(overlay: Overlay): void {
    if (same(overlay, this.overlay)) return
    this.overlay = overlay
    this.heavy = crowded(overlay)
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
    this.travel(to, scale ?? this.camera.scale)
  }

  /** Smoothly to another place, or at once for whoever prefers reduced motion. */
  private travel(to: Point, scale: number): void {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
      this.camera.look(to, scale)
      this.changed()
      return
    }
    const from = { x: this.camera.x, y: this.camera.y }
    this.flight = { from, to, scale: [this.camera.scale, scale], start: performance.now(), ms: 320 }
    this.redraw()
  }

  /** Brings all of these hexes into view, with room round them; it keeps still if they are. */
  include(hexes: readonly number[]): void {
    const to = framed(this.camera, hexes.map((h) => this.map.grid.center(h)))
    if (to) this.travel(to, to.scale)
  }

  /** Begins with all of these hexes in the window, as near as that allows. */
  begin(hexes: readonly number[]): void {
    const to = around(this.camera, hexes.map((h) => this.map.grid.center(h)))
    if (!to) return
    this.flight = null
    this.camera.look(to, to.scale)
    this.changed()
  }

  /** From now on keys go to the map. */
  focus(): void {
    this.canvas.focus({ preventScroll: true })
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

  /** What the camera stays over. */
  get sheet(): Rect {
    return this.map.sheet
  }

  /** Puts a point of the picture in the middle of the window. */
  center(p: Point, scale?: number): void {
    this.flight = null
    this.camera.look(p, scale)
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
    ctx.imageSmoothingQuality = this.rest ? 'low' : 'high'
    ctx.setTransform(1, 0, 0, 1, 0, 0)
    this.still('ground', [this.painted.version], (to) => {
      to.fillStyle = INK.margin
      to.fillRect(0, 0, this.canvas.width, this.canvas.height)
      this.missing = this.painted.draw(to, camera, ratio)
      return !this.missing
    })
    const k = camera.scale * ratio
    ctx.setTransform(k, 0, 0, k, (camera.width / 2) * ratio - camera.x * k, (camera.height / 2) * ratio - camera.y * k)
    const { grid } = this.map
    const window = camera.window()
    const spot = (h: number) => this.map.railSpots.get(h) ?? grid.center(h)
    this.layer('under', window, (to, part) => {
      paintAreas(to, grid, this.overlay, camera.scale, part, spot)
      paintTints(to, grid, this.overlay, camera.scale, part)
      paintLines(to, this.overlay, camera.scale, spot)
    })
    const ghosts = this.overlay.ghosts ?? []
    this.still('stacks', [this.scene, ghosts.length ? ghosts : null, this.lettering.version], (to) => {
      const haste = new Haste(PICTURES_MS)
      paintSigns(to, this.map, this.scene, this.styles, window, camera.scale)
      paintGhosts(to, grid, ghosts, this.styles, camera.scale, k, haste, OVERLAY.note)
      paintStacks(to, grid, this.scene, this.styles, window, camera.scale, k, haste)
      if (!this.scene.hideCounters) {
        paintPorts(to, grid, this.scene.ports, this.styles, window, camera.scale)
        paintShips(to, grid, this.scene.ships, this.styles, window, camera.scale, ratio)
        paintAirBases(to, grid, this.scene.bases, this.styles, window, camera.scale)
        paintAloft(to, grid, this.scene.aloft, this.styles, window, camera.scale)
      }
      this.waiting = haste.short
      return !haste.short
    })
    const occupied = (h: number) => !this.scene.hideCounters && (this.scene.hexes.get(h)?.units.length ?? 0) > 0
    this.layer('rings', window, (to, part) => paintRings(to, grid, this.overlay, camera.scale, part))
    this.still('names', [this.scene, this.lettering.version], (to) => {
      this.names(to)
      return true
    })
    paintLabels(ctx, grid, this.overlay, camera.scale, window)
    paintFlags(ctx, grid, this.overlay, camera.scale, spot)
    paintAbove(ctx, grid, this.overlay, camera.scale, window, occupied)
    if (this.flight || this.waiting) this.redraw()
  }

  /** A layer of the overlay: from its picture while the camera moves over a large one, else itself. */
  private layer(name: 'under' | 'rings', window: Rect, paint: (ctx: CanvasRenderingContext2D, window: Rect) => void): void {
    if (this.rest && this.heavy) this.films[name].draw(this.ctx, this.overlay, window, grow(this.map.sheet, R), this.camera.scale, paint)
    else paint(this.ctx, window)
  }

  /** A layer that does not depend on what is laid over the map: while the camera is still, from its picture as long as its parts, the
   *  view and the colours are the same. */
  private still(name: 'ground' | 'stacks' | 'names', of: readonly unknown[], paint: (ctx: CanvasRenderingContext2D) => boolean): void {
    const { x, y, scale } = this.camera
    if (this.rest) paint(this.ctx)
    else this.stills[name].draw(this.ctx, [x, y, scale, this.ratio, paletteName(), ...of], paint)
  }

  private names(ctx: CanvasRenderingContext2D): void {
    const { camera, ratio } = this
    const place = ctx.getTransform()
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
    ctx.setTransform(place)
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
    const { events } = this
    const target: PointerTarget = {
      hover: (at) => events.hover(at ? this.hexAt(at) : -1, at ?? { x: 0, y: 0 }),
      click: (at, e) => events.click(this.hexAt(at), at, e),
      double: (at, e) => events.double(this.hexAt(at), at, e),
      menu: (at) => events.menu(this.hexAt(at), at),
      held: (at) => events.held(this.hexAt(at), at),
      canGrab: (at) => events.canGrab(this.hexAt(at), at),
      grab: (at) => events.grab(this.hexAt(at), at),
      drag: (at) => events.drag(this.hexAt(at), at),
      letGo: (at) => events.letGo(at ? this.hexAt(at) : -1),
      pan: (dx, dy) => this.panBy(dx, dy),
      zoom: (factor, at) => this.zoomBy(factor, at)
    }
    new Pointers(this.canvas, target, this.stop.signal)
  }
}
