// What the player likes, kept in this browser.

import { choosePalette } from '../map/palette'
import type { Bindings } from './keys'
import type { Hex } from './types'

const PALETTE = 'redball.palette'
const KEYS = 'redball.keys'
const PLACES = 'redball.places.'

/** A browser may forbid keeping anything: then settings last as long as the page. */
function storage(): Storage | null {
  try {
    return localStorage
  } catch {
    return null
  }
}

/** What was kept under a name; nothing if it cannot be read (an older page may have written it). */
function kept<T>(name: string, nothing: T, fits: (found: unknown) => found is T): T {
  try {
    const found: unknown = JSON.parse(storage()?.getItem(name) ?? 'null')
    return fits(found) ? found : nothing
  } catch {
    return nothing
  }
}

const isKeys = (found: unknown): found is Bindings =>
  typeof found === 'object' && found !== null && !Array.isArray(found) && Object.values(found).every((key) => typeof key === 'string')
const isPlaces = (found: unknown): found is Hex[] => Array.isArray(found) && found.every((hex) => Number.isInteger(hex) && hex >= 0)

class Settings {
  palette = $state(choosePalette(storage()?.getItem(PALETTE) ?? '').id)
  keys = $state.raw<Bindings>(kept(KEYS, {}, isKeys))

  choose(id: string): void {
    this.palette = choosePalette(id).id
    storage()?.setItem(PALETTE, this.palette)
  }

  bind(keys: Bindings): void {
    this.keys = keys
    storage()?.setItem(KEYS, JSON.stringify(keys))
  }

  /** Bookmarked hexes of a board. */
  places(board: string): readonly Hex[] {
    return kept(PLACES + board, [], isPlaces)
  }

  keepPlaces(board: string, places: readonly Hex[]): void {
    storage()?.setItem(PLACES + board, JSON.stringify(places))
  }
}

export const settings = new Settings()
