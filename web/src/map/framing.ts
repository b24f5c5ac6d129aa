// Where the camera must look so that some hexes are in the window, each whole and with room round it.

import type { Camera } from './camera'
import { H, type Point } from './geometry'

/** World units round the middle of a hex that should be in sight: the hex, and a rim. */
const ROOM = H * 1.35

/** Below this scale counters cannot be read: then the camera comes nearer. */
const FAR = 0.55
const NEAR = 0.85

/** The place and the scale at which all hexes with these middles are in the window; null if they are already. */
export function framed(camera: Camera, middles: readonly Point[]): (Point & { scale: number }) | null {
  if (!middles.length) return null
  const [xs, ys] = [middles.map((p) => p.x), middles.map((p) => p.y)]
  const [left, right, top, bottom] = [Math.min(...xs) - ROOM, Math.max(...xs) + ROOM, Math.min(...ys) - ROOM, Math.max(...ys) + ROOM]
  const seen = camera.window()
  const far = camera.scale < FAR && camera.scale < fitting(camera, right - left, bottom - top)
  if (!far && left >= seen.x && right <= seen.x + seen.w && top >= seen.y && bottom <= seen.y + seen.h) return null
  const fits = fitting(camera, right - left, bottom - top)
  return { x: (left + right) / 2, y: (top + bottom) / 2, scale: Math.min(camera.scale < FAR ? NEAR : camera.scale, fits) }
}

/** The place and the scale at which these hexes fill the window, counters no larger than on a table; null without any. */
export function around(camera: Camera, middles: readonly Point[]): (Point & { scale: number }) | null {
  if (!middles.length) return null
  const [xs, ys] = [middles.map((p) => p.x), middles.map((p) => p.y)]
  const [left, right, top, bottom] = [Math.min(...xs) - ROOM, Math.max(...xs) + ROOM, Math.min(...ys) - ROOM, Math.max(...ys) + ROOM]
  const scale = Math.min(NEAR, (camera.width - camera.clear) / (right - left), camera.height / (bottom - top))
  return { x: (left + right) / 2 - camera.clear / scale / 2, y: (top + bottom) / 2, scale }
}

const fitting = (camera: Camera, w: number, h: number) => Math.min(camera.width / w, camera.height / h)
