// The menu of a hex: what can be done there with the units in hand or with those that stand there, and why the rest cannot.

import { amounts, type Choice, describe } from './choices'
import type { HandOnMap } from './clicks'
import type { FormationMode } from '../formation.svelte'
import { short } from '../words/mp'
import type { RouteMode } from '../route.svelte'
import type { GameStore } from '../store.svelte'
import type { MenuItem, Refused, Table } from '../table.svelte'
import type { Hex, Refusal } from '../types'

const MOST_PICKS = 3 // more are behind one line: what can be done here is read first
const MOST_ACTS = 14

export interface Menu {
  title: string
  items: (MenuItem | MenuItem[])[]
  refused: Refused[]
}

export async function menuOf(game: GameStore, table: Table, route: RouteMode, formation: FormationMode, hand: HandOnMap, hex: Hex): Promise<Menu> {
  const title = game.namer.hex(hex)
  if (!game.mine) return { title, items: [{ key: 'look', text: 'Look at this hex', run: () => table.choose(hex, []) }], refused: [] }
  const items = [...goHere(game, table, route, formation, hand, hex), ...here(game, table, hand, hex), ...picks(game, table, formation, hex)]
  return { title, items, refused: await whyNot(game, table, route, hex) }
}

/** Ways to the hex for what is in hand. */
function goHere(game: GameStore, table: Table, route: RouteMode, formation: FormationMode, hand: HandOnMap, hex: Hex): MenuItem[] {
  const { selected } = table
  const items: MenuItem[] = []
  const reach = table.reach?.hexes[hex]
  if (selected?.units.length && (reach ?? (route.via.length > 0 && hex !== selected.hex))) {
    const left = reach && !route.via.length ? ` (${short(reach.mp_left)} MP left)` : ''
    items.push({ key: 'move-here', text: `Move ${game.namer.list(selected.units)} here${left}`, run: () => hand.goTo(hex) })
    items.push({ key: 'via-here', text: 'Go through here: a waypoint', run: () => hand.through(hex) })
  }
  if (selected?.units.length && game.view.stacks.some((s) => s.hex === hex && s.combat && s.side !== game.actor))
    items.push({ key: 'what-if-here', text: 'What if they attacked here…', run: () => Object.assign(table, { target: hex }) && (table.layers.study = true) })
  if (table.reach?.overruns.includes(hex) && selected) items.push({ key: 'overrun-here', text: `Overrun ${game.namer.hex(hex)}…`, run: () => hand.prepareOverrun(selected, hex) })
  if (formation.name && formation.usable && !table.moving) items.push({ key: 'march-here', text: `March ${formation.name} here in column`, run: () => formation.march(hex) })
  return items
}

/** Choices of the hex, and of the picked units that stand in it. */
function here(game: GameStore, table: Table, hand: HandOnMap, hex: Hex): (MenuItem | MenuItem[])[] {
  const item = (c: Choice): MenuItem => ({ key: c.key, text: c.text, run: () => hand.take(c) })
  const inHand = table.selected?.hex === hex ? table.selected.units : []
  const onHex = (table.byHex.get(hex) ?? []).filter((c) => c.kind.place !== 'reach')
  const ofUnits = inHand.flatMap((id) => (table.byUnit.get(id) ?? []).filter((c) => c.hex === null && (c.kind.place === 'unit' || c.kind.place === 'unit+list')))
  const ahead: MenuItem[] = table.ahead.filter((c) => c.unit !== null && inHand.includes(c.unit)).map((c) => ({ ...item(c), run: () => table.begin(c) }))
  const halt: MenuItem[] = table.moving?.hex === hex ? game.choices.filter((c) => c.action.type === 'halt').map(item) : []
  const now = amounts([...onHex, ...ofUnits]).map((c) => (Array.isArray(c) ? c.map(item) : item(c)))
  return [...halt, ...[...now, ...ahead].slice(0, MOST_ACTS)]
}

function picks(game: GameStore, table: Table, formation: FormationMode, hex: Hex): MenuItem[] {
  if (table.moving) return []
  const units = table.ownAt(hex)
  const picked = table.selection?.hex === hex ? table.selection.units : []
  const able = units.filter((u) => table.canMove(u.id)).map((u) => u.id)
  const items: MenuItem[] = []
  if (able.length > 1) items.push({ key: 'pick-all-here', text: `Take all that can move (${able.length})`, run: () => table.choose(hex, able) })
  const names = [...new Set(units.map((u) => u.counter.formation).filter(Boolean))]
  if (formation.usable) for (const name of names) items.push({ key: `formation-${name}`, text: `Formation ${name}…`, run: () => formation.open(name) })
  const single = units
    .filter((u) => !(picked.length === 1 && picked[0] === u.id))
    .map((u) => ({ key: `pick-${u.id}`, text: `Pick ${game.namer.unit(u.id)}`, run: () => table.choose(hex, [u.id]) }))
  if (single.length > MOST_PICKS) items.push({ key: 'pick-one', text: `Pick one of ${single.length} units…`, run: () => {}, more: single })
  else items.push(...single)
  if (!units.length) items.push({ key: 'look', text: 'Look at this hex', run: () => table.choose(hex, []) })
  return items
}

/** What the server says against other orders, each reason once. */
async function whyNot(game: GameStore, table: Table, route: RouteMode, hex: Hex): Promise<Refused[]> {
  const { selected } = table
  const units = selected?.units ?? []
  const reachable = !units.length || selected?.hex === hex || table.reach?.hexes[hex] !== undefined || (game.view.segment !== 'movement' && !table.moving)
  const [orders, way] = await Promise.all([
    game.api.orders(game.eyes, hex, units).catch(() => []),
    reachable ? null : game.api.way(game.eyes, units, hex, route.via).catch(() => null)
  ])
  const found = new Map<string, Refused>()
  const tell = (text: string, refusal: Refusal | null) => {
    if (refusal && !found.has(`${text} ${refusal.text}`)) found.set(`${text} ${refusal.text}`, { text, refusal })
  }
  for (const refusal of way?.refusals ?? []) tell(`Move ${game.namer.list(units)} here`, refusal)
  for (const order of orders) tell(describe(order.action as never, game.namer).text, order.refusal)
  return [...found.values()]
}
