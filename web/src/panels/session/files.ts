// A game from a file, or from a position written by hand, on the start page or in a game, by button or by dropping it.

import { lobby } from '../../game/api'

const UNNAMED = /^[0-9a-f]{12}$/ // what the server itself calls a file

/** Takes a file in and opens the game. It gets the file's name, unless nobody chose that.
 *
 *  Throws ApiError with a sentence if the server cannot read it. */
export async function openFile(file: File): Promise<void> {
  const { id } = await lobby.takeIn(file)
  const name = file.name.replace(/\.(redball|position|txt)$/i, '').replace(/ ?\(\d+\)$/, '')
  if (name && !UNNAMED.test(name)) await lobby.rename(id, name.slice(0, 80))
  location.hash = `#/game/${id}`
}

export const sentence = (e: unknown) => (e instanceof Error ? e.message : String(e))
