// Marching squares: the lines where a field of numbers passes a level, as closed loops.

import type { Point } from './geometry'

export interface Field {
  x: number // world position of the first sample
  y: number
  step: number
  nx: number
  ny: number
  values: Float32Array
}

export function makeField(x: number, y: number, w: number, h: number, step: number): Field {
  const nx = Math.ceil(w / step) + 1
  const ny = Math.ceil(h / step) + 1
  return { x, y, step, nx, ny, values: new Float32Array(nx * ny) }
}

/** Value between the samples. */
export function sample(f: Field, x: number, y: number): number {
  const gx = Math.min(f.nx - 1.001, Math.max(0, (x - f.x) / f.step))
  const gy = Math.min(f.ny - 1.001, Math.max(0, (y - f.y) / f.step))
  const i = Math.floor(gx)
  const j = Math.floor(gy)
  const u = gx - i
  const v = gy - j
  const at = j * f.nx + i
  const top = f.values[at]! * (1 - u) + f.values[at + 1]! * u
  const low = f.values[at + f.nx]! * (1 - u) + f.values[at + f.nx + 1]! * u
  return top * (1 - v) + low * v
}

// For each of the 16 cases, the edges (0 top, 1 right, 2 bottom, 3 left) that a segment joins, with the inside on its left.
const SEGMENTS: readonly (readonly [number, number][])[] = [
  [], [[3, 0]], [[0, 1]], [[3, 1]], [[1, 2]], [[3, 0], [1, 2]], [[0, 2]], [[3, 2]],
  [[2, 3]], [[2, 0]], [[0, 1], [2, 3]], [[2, 1]], [[1, 3]], [[1, 0]], [[0, 3]], []
]

/** Closed loops around everything at or above `level`; areas that reach the border are closed along it. */
export function contours(field: Field, level: number): Point[][] {
  const { nx, ny } = field
  const value = (i: number, j: number) =>
    i < 0 || j < 0 || i >= nx || j >= ny ? -1e3 : field.values[j * nx + i]!
  const next = new Map<number, { to: number; point: Point }>()
  // an edge of the sample grid as a number: horizontal ones even, vertical ones odd
  const edge = (i: number, j: number, e: number) => {
    const [x, y, vertical] = e === 0 ? [i, j, 0] : e === 1 ? [i + 1, j, 1] : e === 2 ? [i, j + 1, 0] : [i, j, 1]
    return (((y + 1) * (nx + 2) + x + 1) << 1) | vertical!
  }
  const cross = (i: number, j: number, e: number): Point => {
    const [ax, ay] = e === 1 ? [i + 1, j] : e === 2 ? [i, j + 1] : [i, j]
    const [bx, by] = e === 0 ? [i + 1, j] : e === 3 ? [i, j + 1] : [i + 1, j + 1]
    const a = value(ax!, ay!)
    const b = value(bx!, by!)
    const t = Math.min(0.98, Math.max(0.02, (level - a) / (b - a)))
    return { x: field.x + (ax! + (bx! - ax!) * t) * field.step, y: field.y + (ay! + (by! - ay!) * t) * field.step }
  }
  // which samples are inside, one row at a time, with an outside sample at both ends
  let upper = new Uint8Array(nx + 2)
  let lower = new Uint8Array(nx + 2)
  for (let j = -1; j < ny; j++) {
    ;[upper, lower] = [lower, upper]
    if (j + 1 < ny) for (let i = 0, at = (j + 1) * nx; i < nx; i++, at++) lower[i + 1] = field.values[at]! >= level ? 1 : 0
    else lower.fill(0)
    for (let i = -1; i < nx; i++) {
      const mask = upper[i + 1]! | (upper[i + 2]! << 1) | (lower[i + 2]! << 2) | (lower[i + 1]! << 3)
      if (mask === 0 || mask === 15) continue
      for (const [from, to] of SEGMENTS[mask]!)
        next.set(edge(i, j, from), { to: edge(i, j, to), point: cross(i, j, from) })
    }
  }
  const loops: Point[][] = []
  while (next.size) {
    const loop: Point[] = []
    let at = next.keys().next().value as number
    for (let here = next.get(at); here; here = next.get(at)) {
      next.delete(at)
      loop.push(here.point)
      at = here.to
    }
    if (loop.length > 3) loops.push(loop)
  }
  return loops
}

/** A smooth closed path through the middles of a loop's segments. */
export function traceLoop(path: CanvasPath, loop: Point[]): void {
  const last = loop[loop.length - 1]!
  const first = loop[0]!
  path.moveTo((last.x + first.x) / 2, (last.y + first.y) / 2)
  for (let i = 0; i < loop.length; i++) {
    const a = loop[i]!
    const b = loop[(i + 1) % loop.length]!
    path.quadraticCurveTo(a.x, a.y, (a.x + b.x) / 2, (a.y + b.y) / 2)
  }
  path.closePath()
}
