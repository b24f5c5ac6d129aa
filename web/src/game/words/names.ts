// How things are called on the page.

import type { Grid } from '../../map/geometry'
import { symbolName } from '../../map/symbols'
import type { Counter, GameInfo, Unit } from '../types'
import { counted } from './amounts'

export const words = (id: string) => id.replaceAll('_', ' ')
export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

export function counterName(c: Counter): string {
  if (c.kind === 'transport' && !c.name) return c.transport === 'organic' ? 'Organic Truck' : capital(c.transport || 'transport')
  const size = c.size && !c.name.endsWith(c.size) && !c.name.split(' ').includes(c.size) && c.kind !== 'transport' ? ` ${c.size}` : ''
  return `${c.name}${size}`
}

/** What kind of unit it is, in words. */
export function counterKind(c: Counter): string {
  if (c.kind === 'transport') return `${c.transport || 'transport'} ${c.points ? `(${counted(c.points, 'point')})` : ''}`.trim()
  const part = c.kind === 'breakdown' ? 'Breakdown, ' : ''
  const kind = part + symbolName(c.symbol || c.kind)
  const colour = c.colour === 'armor' || c.colour === 'mech' ? `, ${c.colour}` : ''
  return `${kind}${colour}`
}

export { supplyText } from './amounts'

export const MODES: Record<string, string> = {
  combat: 'Combat', move: 'Move', reserve: 'Reserve', strat: 'Strat', dg: 'Disorganized', exploit: 'Exploitation'
}

const DG_KINDS: Record<string, string> = { fire: 'Fire DG', combat: 'Combat DG' }

/** The mode of a unit in words, with the kind of its DG. */
export function modeName(u: Unit): string {
  const mode = u.marker || u.mode || ''
  const name = DG_KINDS[u.dg_kind ?? ''] ?? MODES[mode] ?? mode
  return u.tapped ? `${name} · tapped` : name
}

/** The same as a phrase: "Combat Mode", "Fire DG", "Move Mode, tapped". */
export function modeText(u: Unit): string {
  const name = DG_KINDS[u.dg_kind ?? ''] ?? `${MODES[u.mode ?? ''] ?? u.mode} Mode`
  return u.tapped ? `${name}, tapped` : name
}

/** Names of the units, hexes and sides of one game. */
export class Namer {
  private readonly places = new Map<number, string>()
  private readonly boxes = new Map<number, string>()

  constructor(
    private readonly grid: Grid,
    private readonly info: GameInfo,
    private readonly units: () => ReadonlyMap<string, Unit>,
    private readonly counters: () => ReadonlyMap<string, Counter> = () => new Map(),
    private readonly armies: () => readonly { id: string; name: string }[] = () => [],
    private readonly said: () => Readonly<Record<string, string>> = () => ({}),
    private readonly planes: () => readonly { id: string; name: string }[] = () => [],
    private readonly ships: () => readonly { id: string; name: string }[] = () => []
  ) {
    for (const p of info.board.places) if (p.name && !this.places.has(p.hex)) this.places.set(p.hex, p.name)
    for (const b of info.board.boxes) if (b.hex !== null) this.boxes.set(b.hex, b.name)
  }

  unit(id: string): string {
    const unit = this.units().get(id)
    return unit ? (unit.extender ? `${counterName(unit.counter)} Extender` : counterName(unit.counter)) : (this.ships().find((s) => s.id === id)?.name ?? this.counter(id))
  }

  /** What the edition calls a value of an action of the open decision; an aircraft or a ship by its name, with its id where others have that name, too. */
  word(value: string): string {
    const all = [...this.planes(), ...this.ships()]
    const name = all.find((one) => one.id === value)?.name
    if (name !== undefined) return all.some((one) => one.name === name && one.id !== value) ? `${name} (${value})` : name
    return this.said()[value] ?? words(value)
  }

  /** An army by its id. */
  army(id: string): string {
    return this.armies().find((army) => army.id === id)?.name ?? `army ${id}`
  }

  /** What takes one slot of an HQ: a formation by its name, or a unit. */
  slot(name: string): string {
    return this.units().has(name) ? this.unit(name) : name
  }

  /** A printed counter, which may be nowhere on the map. */
  counter(id: string): string {
    const counter = this.counters().get(id)
    return counter ? counterName(counter) : id
  }

  /** Its name and what is printed on its Combat side: "bd3 Rgt (4-3-3)". */
  printed(id: string): string {
    const face = this.counters().get(id)?.combat
    return face ? `${this.counter(id)} (${face.strength ?? ''}-${face.action_rating}-${face.ma})` : this.counter(id)
  }

  list(ids: readonly string[]): string {
    return ids.map((id) => this.unit(id)).join(', ')
  }

  hex(h: number): string {
    if (h < 0) return 'off the map'
    const place = this.places.get(h)
    return place ? `${this.grid.name(h)} ${place}` : this.grid.name(h)
  }

  side(id: string): string {
    return this.info.sides.find((s) => s.id === id)?.name ?? capital(id)
  }
}
