// What the panels of one game share.

import { getContext, setContext } from 'svelte'
import type { CounterStyle } from '../map/counters'
import type { Entries } from './entries.svelte'
import type { Missed } from './missed.svelte'
import type { Lit } from './lesson/lit.svelte'
import type { HandOnMap } from './choices/clicks'
import type { FormationMode } from './formation.svelte'
import type { Prepared } from './prepared.svelte'
import type { Playback } from './playback.svelte'
import type { RailMode } from './rail.svelte'
import type { RouteMode } from './route.svelte'
import type { GameStore } from './store.svelte'
import type { Table } from './table.svelte'
import type { Theatre } from './theatre.svelte'
import type { Hex } from './types'

export interface Desk {
  game: GameStore
  table: Table
  rail: RailMode
  lit: Lit
  route: RouteMode
  formation: FormationMode
  hand: HandOnMap
  prepared: Prepared
  playback: Playback
  theatre: Theatre
  missed: Missed
  entries: Entries
  styleOf(side: string): CounterStyle
  /** Shows a hex on the map and, with `pick`, selects what stands there. */
  go(hex: Hex, pick?: boolean): void
  undo(): void
  /** A click on the map at a place of the window: what was dragged there is let go. */
  dropAt(x: number, y: number): void
  /** Ends the segment, or asks first when something was forgotten. */
  finish(): void
}

const KEY = Symbol('desk')

export const putDesk = (desk: Desk) => setContext(KEY, desk)
export const useDesk = () => getContext<Desk>(KEY)
