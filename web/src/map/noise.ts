// Noise that is the same on every machine and every visit, so that a map always looks the same.

/** A number from 0 to 1 for integer coordinates. */
export function hash(x: number, y: number, seed = 0): number {
  let n = Math.imul(x | 0, 374761393) ^ Math.imul(y | 0, 668265263) ^ Math.imul(seed | 0, 2147483647)
  n = Math.imul(n ^ (n >>> 13), 1274126177)
  n ^= n >>> 16
  n = Math.imul(n, 2246822519)
  return ((n ^ (n >>> 15)) >>> 0) / 4294967296
}

const ease = (t: number) => t * t * (3 - 2 * t)

/** Smooth noise from -1 to 1 with features of about one unit. */
export function noise(x: number, y: number, seed = 0): number {
  const xi = Math.floor(x)
  const yi = Math.floor(y)
  const u = ease(x - xi)
  const v = ease(y - yi)
  const top = hash(xi, yi, seed) * (1 - u) + hash(xi + 1, yi, seed) * u
  const low = hash(xi, yi + 1, seed) * (1 - u) + hash(xi + 1, yi + 1, seed) * u
  return 2 * (top * (1 - v) + low * v) - 1
}

/** Three octaves of noise. */
export function fractal(x: number, y: number, seed = 0): number {
  return (noise(x, y, seed) + 0.5 * noise(2 * x, 2 * y, seed + 1) + 0.25 * noise(4 * x, 4 * y, seed + 2)) / 1.75
}

/** `noise` at x / size, y / size over a rectangle: the same numbers, with corners computed once. */
export class NoiseSheet {
  private readonly left: number
  private readonly top: number
  private readonly wide: number
  private readonly corners: Float64Array

  constructor(
    rect: { x: number; y: number; w: number; h: number },
    private readonly size: number,
    seed: number
  ) {
    this.left = Math.floor(rect.x / size)
    this.top = Math.floor(rect.y / size)
    this.wide = Math.floor((rect.x + rect.w) / size) - this.left + 2
    const high = Math.floor((rect.y + rect.h) / size) - this.top + 2
    this.corners = new Float64Array(this.wide * high)
    for (let j = 0, at = 0; j < high; j++) for (let i = 0; i < this.wide; i++, at++) this.corners[at] = hash(this.left + i, this.top + j, seed)
  }

  at(px: number, py: number): number {
    const x = px / this.size
    const y = py / this.size
    const xi = Math.floor(x)
    const yi = Math.floor(y)
    const u = ease(x - xi)
    const v = ease(y - yi)
    const at = (yi - this.top) * this.wide + xi - this.left
    const top = this.corners[at]! * (1 - u) + this.corners[at + 1]! * u
    const low = this.corners[at + this.wide]! * (1 - u) + this.corners[at + this.wide + 1]! * u
    return 2 * (top * (1 - v) + low * v) - 1
  }
}
