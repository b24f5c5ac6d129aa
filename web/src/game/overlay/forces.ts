// Where the sides stand, as the viewer sees it: the front line, victory places, and what has moved since a moment of the past.

import { frontLines } from '../../map/front'
import type { Grid } from '../../map/geometry'
import { beside } from '../../map/outline'
import type { Flag, Ghost, Line, Trail } from '../../map/paint-overlays'
import { OVERLAY } from '../../map/palette'
import type { GameInfo, Hex, LogLine, SideId, Unit, View } from '../types'

/** The ink of a side's lines on the map. */
export type InkOf = (side: SideId) => string

/** The front, as a solid line for the first side and a dashed one for the second, each on its own side. */
export function frontLaid(view: View, grid: Grid, sides: readonly SideId[], ink: InkOf): Line[] {
  const [first, second] = sides
  if (first === undefined || second === undefined) return []
  const stacks = (side: SideId) => view.stacks.filter((s) => s.side === side && s.combat).map((s) => s.hex)
  return frontLines(grid, stacks(first), stacks(second)).flatMap((points): Line[] => [
    { points: beside(points, 3.4), ink: ink(first), width: 4.4 },
    { points: beside(points, -3.4), ink: ink(second), width: 4.4, dash: [11, 4] }
  ])
}

/** Victory places: a full flag for the first side, a hollow one for the second, a crossed one where nobody is. */
export function victoryFlags(view: View, info: GameInfo, ink: InkOf): Flag[] {
  return info.victory.hexes.map(({ hex, points, name }) => {
    const holder = view.control[hex]
    return { hex, shape: 'victory', name, text: String(points), ink: holder === undefined ? OVERLAY.note : ink(holder), full: holder === info.sides[0]?.id, crossed: holder === undefined }
  })
}

// --- what has moved ----------------------------------------------------------------------------------------------

export interface Since {
  ghosts: Ghost[]
  trails: Trail[]
  moved: { unit: Unit; from: Hex; to: Hex }[]
  appeared: Unit[]
  gone: { unit: Unit; from: Hex }[]
}

const MOVES = new Set(['UnitMoved', 'UnitRetreated', 'UnitAdvanced', 'TransportDisplaced'])

/** What is elsewhere now than it was then. Trails follow the log where it tells the whole way, else they are straight. */
export function sinceThen(then: View, now: View, log: readonly LogLine[]): Since {
  const before = new Map(then.units.map((u) => [u.id, u] as const))
  const after = new Map(now.units.map((u) => [u.id, u] as const))
  const since: Since = { ghosts: [], trails: [], moved: [], appeared: [], gone: [] }
  const ways = waysOf(log.filter((l) => l.n > then.seq))
  for (const unit of now.units) {
    const was = before.get(unit.id)
    if (unit.hex < 0 || was?.hex === unit.hex) continue
    if (!was || was.hex < 0) since.appeared.push(unit)
    else {
      since.moved.push({ unit, from: was.hex, to: unit.hex })
      since.ghosts.push({ unit: was, hex: was.hex })
      since.trails.push({ hexes: way(ways.get(unit.id), was.hex, unit.hex), ink: OVERLAY.note, dash: true, width: 2.8 })
    }
  }
  for (const was of then.units) {
    if (was.hex < 0 || (after.get(was.id)?.hex ?? -1) >= 0) continue
    since.gone.push({ unit: was, from: was.hex })
    since.ghosts.push({ unit: was, hex: was.hex })
  }
  since.trails = alike(since.trails)
  return since
}

/** The hexes that the log tells of each unit's moves, in order. */
function waysOf(log: readonly LogLine[]): Map<string, Hex[]> {
  const ways = new Map<string, Hex[]>()
  for (const line of log) {
    if (!MOVES.has(line.type) || line.hexes.length < 2) continue
    for (const id of line.units) {
      const way = ways.get(id) ?? []
      ways.set(id, way)
      if (way.at(-1) !== line.hexes[0]) way.push(line.hexes[0]!)
      way.push(line.hexes[1]!)
    }
  }
  return ways
}

const way = (told: readonly Hex[] | undefined, from: Hex, to: Hex): Hex[] => (told && told[0] === from && told.at(-1) === to ? [...told] : [from, to])

/** Units that went the same way share a trail. */
function alike(trails: readonly Trail[]): Trail[] {
  return [...new Map(trails.map((t) => [t.hexes.join(), t] as const)).values()]
}
