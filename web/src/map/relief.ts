// Relief: hills lit from the north-west. The heights are made of the areas of hills, which alone would be flat inside, and of noise
// that makes ridges and valleys of them; flat ground stays flat. It is computed once for a board, at the grain of its fields, and drawn
// stretched over the squares of the sheet.

import type { Rect } from './geometry'
import type { Ctx } from './paint'
import { NoiseSheet } from './noise'
import type { Ground } from './terrain'

/** How high each kind of cover stands, in heights of a low hill; kinds lie one in another, so that their heights add up. */
const HEIGHTS: Record<string, number> = { low_hills: 1, hills: 1, mountain: 1.6 }
const RIDGES: readonly (readonly [number, number])[] = [[150, 1], [62, 0.5], [27, 0.2]] // width in world units, and height, of ridges
const LIGHT = [-0.62, -0.62, 0.48] as const
const STEEP = 26 // world units that a height of 1 counts for

export class Relief {
  private constructor(
    private readonly picture: OffscreenCanvas,
    private readonly rect: Rect
  ) {}

  /** null for a board without hills. */
  static of(ground: Ground): Relief | null {
    const kinds = Object.keys(HEIGHTS).flatMap((kind) => ground.covers.get(kind) ?? [])
    if (!kinds.length) return null
    const { x, y, nx, ny, step } = kinds[0]!.field
    const height = new Float32Array(nx * ny)
    const high = new Uint8Array(nx * ny)
    for (const { kind, field } of kinds) for (let i = 0; i < height.length; i++) {
      const share = field.values[i]!
      height[i]! += HEIGHTS[kind]! * Math.min(1, Math.max(0, (share - 0.3) / 0.6))
      if (share > 0.15) high[i] = 1
    }
    const whole = { x, y, w: nx * step, h: ny * step }
    const noise = RIDGES.map(([width, weight], i) => ({ sheet: new NoiseSheet(whole, width, 71 + i), weight }))
    for (let j = 0; j < ny; j++) for (let i = 0; i < nx; i++) {
      const at = j * nx + i
      if (!high[at]) continue
      let ridge = 0
      for (const { sheet, weight } of noise) ridge += weight * (1 - Math.abs(sheet.at(x + i * step, y + j * step)))
      height[at]! *= 0.35 + 0.65 * ridge
    }
    // a pixel stands for the ground round its sample
    return new Relief(shade(height, high, nx, ny, step), { ...whole, x: x - step / 2, y: y - step / 2 })
  }

  /** Shades the ground in a part of the sheet. */
  paint(ctx: Ctx, part: Rect): void {
    const { x, y, w, h } = this.rect
    const { width, height } = this.picture
    const [kx, ky] = [width / w, height / h]
    // whole samples, and one more on each side, so that neighbouring squares meet
    const left = Math.max(0, Math.floor((part.x - x) * kx) - 1)
    const top = Math.max(0, Math.floor((part.y - y) * ky) - 1)
    const wide = Math.min(width, Math.ceil((part.x + part.w - x) * kx) + 1) - left
    const high = Math.min(height, Math.ceil((part.y + part.h - y) * ky) + 1) - top
    if (wide > 0 && high > 0) ctx.drawImage(this.picture, left, top, wide, high, x + left / kx, y + top / ky, wide / kx, high / ky)
  }
}

/** Light and shadow as a picture with one pixel for each sample: black where it is turned away from the light, white where it faces it. */
function shade(height: Float32Array, high: Uint8Array, nx: number, ny: number, step: number): OffscreenCanvas {
  const canvas = new OffscreenCanvas(nx, ny)
  const ctx = canvas.getContext('2d')!
  const image = ctx.createImageData(nx, ny)
  for (let j = 1; j + 1 < ny; j++) for (let i = 1; i + 1 < nx; i++) {
    const at = j * nx + i
    if (!high[at] && !high[at - 1] && !high[at - nx]) continue
    const dx = ((height[at + 1]! - height[at - 1]!) * STEEP) / (2 * step)
    const dy = ((height[at + nx]! - height[at - nx]!) * STEEP) / (2 * step)
    const light = (-dx * LIGHT[0] - dy * LIGHT[1] + LIGHT[2]) / Math.hypot(dx, dy, 1)
    const lean = light - LIGHT[2]
    const p = 4 * at
    const bright = lean > 0
    image.data[p] = bright ? 255 : 58
    image.data[p + 1] = bright ? 250 : 40
    image.data[p + 2] = bright ? 226 : 16
    image.data[p + 3] = Math.min(bright ? 120 : 96, Math.abs(lean) * (bright ? 190 : 150))
  }
  ctx.putImageData(image, 0, 0)
  return canvas
}
