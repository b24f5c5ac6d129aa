// What the player likes, kept in this browser.

import { choosePalette } from '../map/palette'

const PALETTE = 'redball.palette'

/** A browser may forbid keeping anything: then settings last as long as the page. */
function storage(): Storage | null {
  try {
    return localStorage
  } catch {
    return null
  }
}

class Settings {
  palette = $state(choosePalette(storage()?.getItem(PALETTE) ?? '').id)

  choose(id: string): void {
    this.palette = choosePalette(id).id
    storage()?.setItem(PALETTE, this.palette)
  }
}

export const settings = new Settings()
