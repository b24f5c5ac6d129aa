// Small pictures of games for the list of saved games, kept in this browser: each shows what the player saw last.

import type { GameStore } from '../../game/store.svelte'
import { keptSheet } from '../../map/sheet'
import { drawSmall, sizeOf } from './small-map'
import { standsOf } from './stands'

const KEY = 'redball.picture.'
const ORDER = 'redball.pictures'
const KEPT = 24
const SIZE = { width: 176, height: 132 }

function storage(): Storage | null {
  try {
    return localStorage
  } catch {
    return null
  }
}

/** Changes when a picture does. */
export const shelf = $state({ changes: 0 })

/** The picture of a game as a JPEG; null if there is none. */
export function pictureOf(id: string): Blob | null {
  const kept = storage()?.getItem(KEY + id)
  if (!kept) return null
  try {
    const bytes = Uint8Array.from(atob(kept), (c) => c.charCodeAt(0))
    return new Blob([bytes], { type: 'image/jpeg' })
  } catch {
    return null
  }
}

export function forgetPicture(id: string): void {
  storage()?.removeItem(KEY + id)
  keepOrder(order().filter((one) => one !== id))
  shelf.changes++
}

const order = (): string[] => (storage()?.getItem(ORDER) ?? '').split(' ').filter(Boolean)
const keepOrder = (ids: readonly string[]) => storage()?.setItem(ORDER, ids.join(' '))

/** Keeps a picture; the oldest give way. A full storage keeps none: the list then shows the game without one. */
function keep(id: string, picture: string): void {
  const ids = [...order().filter((one) => one !== id), id]
  while (ids.length > KEPT) storage()?.removeItem(KEY + ids.shift()!)
  try {
    storage()?.setItem(KEY + id, picture)
    keepOrder(ids)
  } catch {
    forgetPicture(ids[0]!)
  }
  shelf.changes++
}

/** Takes a picture of the game as its viewer sees it. Where two people share the screen under fog, whoever opens the list
 *  would see what the other saw: then it shows the map alone. Returns whether the map was painted; without it no picture is kept. */
export function takePicture(game: GameStore): boolean {
  const canvas = document.createElement('canvas')
  const sheet = keptSheet(game.info.board)
  if (!sheet) return true // other maps have been opened since
  const size = sizeOf(sheet, SIZE.width, SIZE.height)
  Object.assign(canvas, size)
  const ctx = canvas.getContext('2d')
  if (!ctx) return true
  const shared = game.humans.length > 1 && !game.open
  const missing = drawSmall(ctx, sheet, size, 1, shared ? [] : standsOf(game, game.now), [])
  // parts of the map are not painted yet: the picture before stays, and the next try finds the squares that this one has requested
  if (missing) return false
  keep(game.info.id, canvas.toDataURL('image/jpeg', 0.82).split(',')[1] ?? '')
  return true
}

const AGAIN_MS = 250
const TRIES = 40

/** Takes a picture as soon as the map is painted small, though the player has left the game. */
export function takePictureSoon(game: GameStore, tries = TRIES): void {
  if (!takePicture(game) && tries > 1) setTimeout(() => takePictureSoon(game, tries - 1), AGAIN_MS)
}
