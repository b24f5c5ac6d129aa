// What the page knows of each kind of action: its words, where it is offered, what a click means, how it is marked on the map,
// and how urgent it is. The table is written from Python, where each kind carries this beside its fields. A kind that is
// missing there, since the server is newer than the page, is still shown, by its name and fields.

import type { Pattern } from '../../map/paint-overlays'
import type { OverlayInks } from '../../map/palette'
import type { Action } from '../types'
import { capital, words } from '../words/names'
import { KINDS } from './kind-table'

/**
 * Where a choice is offered: `list`, among those of the decision; `map`, made by clicking, so that a long list of them is
 * folded; `reach`, the same, and lit by what the units can reach; `unit`, in the panel of the stack, and while the unit moves
 * only there; `unit+list`, in the panel of the stack and always in the list; `hex`, in the panel of the hex, and nobody should
 * come upon it before they look for it; `end`, below the list, as what ends it.
 */
export type Place = 'list' | 'map' | 'reach' | 'unit' | 'unit+list' | 'hex' | 'end'

/** How a hex is marked in which a kind can be chosen. */
export interface Mark {
  text: string
  ink: keyof OverlayInks
  pattern: Pattern
}

export interface Kind {
  group: string
  weight: number
  text: string // a template, see `template`
  by?: Readonly<Record<string, Readonly<Record<string, string>>>> // templates for single values of a field
  hex?: string // field of the hex on which a click means this
  spot?: string // field of a hex that it concerns, to be offered beside what stands there
  unit?: string // field of the unit at whose counter it is offered
  place?: Place // without: in the list
  /**
   * What a click on its hex, or on its unit's counter if it names no hex, means when nothing else can be meant: `do` it; `ask`,
   * since the stack may have been meant and what follows cannot be taken back or is not wanted; open its `dialog`. Without: offer
   * it in a menu if it names a hex, else nothing.
   */
  click?: 'do' | 'ask' | 'dialog'
  mark?: Mark | 'ring' // of its hex; a ring: of its unit's hex
  takesUp?: true // its unit may move
  stepKey?: true // the key of a direction means it, too
  inHand?: true // while a unit is picked only that unit's hexes are marked
  pays?: true // a price, for which there is a usual way
  arrives?: true // something comes onto the map in its hex
}

export const str = (a: Action, field: string) => String(a[field] ?? '')
export const num = (a: Action, field: string) => Number(a[field] ?? -1)

export const kindOf = (a: Action): Kind => KINDS[a.type] ?? unknownKind(a)

function unknownKind(a: Action): Kind {
  const fields = Object.keys(a).filter((field) => field !== 'type')
  return { group: 'Other', weight: 8, text: [capital(words(a.type)), ...fields.map((field) => `${words(field)} {${field}:word}`)].join(' ') }
}
