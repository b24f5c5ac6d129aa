// What the player likes, kept in this browser.

import { choosePalette } from '../map/palette'
import type { Bindings } from './keys'
import type { Hex } from './types'

const PALETTE = 'redball.palette'
const SCHEME = 'redball.scheme'
const KEYS = 'redball.keys'
const PLACES = 'redball.places.'
const MINIMAP = 'redball.minimap'
const SEEN = 'redball.seen.'

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

/** Light or dark; `auto` is what the system has. */
export const SCHEMES = ['auto', 'light', 'dark'] as const
export type Scheme = (typeof SCHEMES)[number]

class Settings {
  scheme = $state<Scheme>(SCHEMES.find((s) => s === storage()?.getItem(SCHEME)) ?? 'auto')
  palette = $state(choosePalette(storage()?.getItem(PALETTE) ?? '').id)
  keys = $state.raw<Bindings>(kept(KEYS, {}, isKeys))

  /** Whether the small map is shown; until the player says so, only where there is room. */
  get minimap(): boolean {
    return kept(MINIMAP, matchMedia('(width >= 800px)').matches, (found): found is boolean => typeof found === 'boolean')
  }

  /** The player has said whether they want the small map. */
  get minimapAsked(): boolean {
    return storage()?.getItem(MINIMAP) != null
  }

  keepMinimap(on: boolean): void {
    storage()?.setItem(MINIMAP, JSON.stringify(on))
  }

  /** The number of the state of a game up to which a side has looked at it; null: never. */
  seen(game: string, side: string): number | null {
    return kept<number | null>(`${SEEN}${game}.${side}`, null, (found): found is number => Number.isInteger(found))
  }

  keepSeen(game: string, side: string, seq: number): void {
    storage()?.setItem(`${SEEN}${game}.${side}`, JSON.stringify(seq))
  }

  choose(id: string): void {
    this.palette = choosePalette(id).id
    storage()?.setItem(PALETTE, this.palette)
  }

  light(scheme: Scheme): void {
    this.scheme = scheme
    storage()?.setItem(SCHEME, scheme)
    this.showScheme()
  }

  /** Says on the page itself which scheme it has; `app.css` reads it. */
  showScheme(): void {
    if (this.scheme === 'auto') delete document.documentElement.dataset.scheme
    else document.documentElement.dataset.scheme = this.scheme
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
