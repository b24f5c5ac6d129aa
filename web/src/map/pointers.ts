// Mouse, pen and fingers on the map: clicks, panning, pinching, a counter that is dragged, and a press that is held.

import type { Point } from './geometry'

export interface PointerTarget {
  hover(at: Point | null): void
  click(at: Point, event: PointerEvent): void
  double(at: Point, event: MouseEvent): void
  /** The menu: a right click. */
  menu(at: Point): void
  /** A finger was held and let go. */
  held(at: Point): void
  /** Whether what lies there can be taken up and dragged. */
  canGrab(at: Point): boolean
  grab(at: Point): void
  drag(at: Point): void
  letGo(at: Point | null): void
  pan(dx: number, dy: number): void
  zoom(factor: number, at: Point): void
}

const DRAG = 5 // pixels before a press becomes a drag
const HOLD_MS = 500

export class Pointers {
  private readonly pressed = new Map<number, Point>()
  private dragged = false
  /** The pointer that has a counter in hand, or may take it up. */
  private grabbing: { id: number; at: Point; begun: boolean } | null = null
  private holding = 0
  private held = false

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly on: PointerTarget,
    signal: AbortSignal
  ) {
    const listen = <K extends keyof HTMLElementEventMap>(type: K, take: (e: HTMLElementEventMap[K]) => void, passive = true) =>
      canvas.addEventListener(type, take, { signal, passive })
    listen('pointerdown', (e) => this.down(e))
    listen('pointermove', (e) => this.moved(e))
    listen('pointerup', (e) => this.up(e))
    listen('pointercancel', (e) => this.lost(e))
    listen('pointerleave', () => on.hover(null))
    listen('dblclick', (e) => on.double(this.local(e), e))
    listen(
      'contextmenu',
      (e) => {
        e.preventDefault() // a held finger has its own timer, the keyboard its own handler
        if ((e as PointerEvent).pointerType === 'mouse' || e.button === 2) this.menuAt(this.local(e))
      },
      false
    )
    listen(
      'wheel',
      (e) => {
        e.preventDefault()
        on.zoom(Math.exp(-Math.max(-240, Math.min(240, e.deltaY * (e.deltaMode ? 30 : 1))) / 420), this.local(e))
      },
      false
    )
    signal.addEventListener('abort', () => clearTimeout(this.holding))
  }

  private menuAt(at: Point): void {
    if (!this.held) this.on.menu(at)
  }

  private down(e: PointerEvent): void {
    const at = this.local(e)
    this.pressed.set(e.pointerId, at)
    this.dragged = this.pressed.size > 1
    this.held = false
    this.grabbing = null
    clearTimeout(this.holding)
    this.canvas.setPointerCapture(e.pointerId)
    if (this.dragged || e.button !== 0) return
    // a mouse drags a counter at once; a finger pans, unless it was held on the counter first
    if (e.pointerType !== 'touch') this.grabbing = this.on.canGrab(at) ? { id: e.pointerId, at, begun: false } : null
    else this.holding = window.setTimeout(() => this.hold(e.pointerId, at), HOLD_MS)
  }

  private hold(id: number, at: Point): void {
    if (!this.pressed.has(id) || this.dragged) return
    this.held = true
    navigator.vibrate?.(15)
    if (this.on.canGrab(at)) this.grabbing = { id, at, begun: false }
  }

  private moved(e: PointerEvent): void {
    const at = this.local(e)
    const before = this.pressed.get(e.pointerId)
    if (!before) {
      this.on.hover(at)
      return
    }
    if (!this.dragged && Math.hypot(at.x - before.x, at.y - before.y) < DRAG) return
    this.dragged = true
    clearTimeout(this.holding)
    if (this.grabbing?.id === e.pointerId) {
      if (!this.grabbing.begun) this.on.grab(this.grabbing.at)
      this.grabbing.begun = true
      this.on.drag(at)
      return
    }
    const other = [...this.pressed].find(([id]) => id !== e.pointerId)?.[1]
    if (other) {
      const far = (p: Point) => Math.hypot(p.x - other.x, p.y - other.y)
      this.on.zoom(far(at) / Math.max(1, far(before)), { x: (at.x + other.x) / 2, y: (at.y + other.y) / 2 })
      this.on.pan((at.x - before.x) / 2, (at.y - before.y) / 2)
    } else this.on.pan(at.x - before.x, at.y - before.y)
    this.pressed.set(e.pointerId, at)
  }

  private up(e: PointerEvent): void {
    clearTimeout(this.holding)
    const known = this.pressed.delete(e.pointerId)
    const at = this.local(e)
    const grabbed = this.grabbing?.id === e.pointerId && this.grabbing.begun
    this.grabbing = null
    if (grabbed) this.on.letGo(at)
    else if (known && this.held && !this.dragged) this.on.held(at)
    else if (known && !this.dragged && e.button === 0) this.on.click(at, e)
  }

  private lost(e: PointerEvent): void {
    clearTimeout(this.holding)
    this.pressed.delete(e.pointerId)
    if (this.grabbing?.begun) this.on.letGo(null)
    this.grabbing = null
  }

  private local(e: { clientX: number; clientY: number }): Point {
    const box = this.canvas.getBoundingClientRect()
    return { x: e.clientX - box.left, y: e.clientY - box.top }
  }
}
