// Aircraft by other charts: air combat of 1992 with doubling up, of New OCS with one round for each attacker.

import { airBattle, airCombat, best, fit, fought, met, open, pairing, without, type Aircraft, type AirRules, type Battle } from './air'
import { AskError, type Throw } from './chances'
import { readBand, type Charts, type OtherAir } from './charts'
import type { Fields } from './kinds'

/** Whether attacker and defender abort, and the steps that they lose; the worst for the attacker first. */
const RESULTS: Record<string, readonly [readonly [boolean, number], readonly [boolean, number]]> = {
  attacker_loses_and_aborts: [[true, 1], [false, 0]],
  attacker_aborts: [[true, 0], [false, 0]],
  defender_aborts: [[false, 0], [true, 0]],
  defender_loses_and_aborts: [[false, 0], [true, 1]]
}
const WORTH = Object.keys(RESULTS)

/** How often each side may send two: its advantage in fighters, reduced ones counting a half, if that is enough (E92-air-doubling-availability). */
function doubled(charts: OtherAir, { sides }: Battle): [number, number] {
  const halves = sides.map((side) => side.filter((p) => !p.parenthesized).reduce((sum, p) => sum + (p.reduced ? 1 : 2), 0))
  const more = Math.abs(halves[0]! - halves[1]!)
  const allowed = more >= 2 * charts.doubling_up.needed_advantage ? Math.floor(more / 2) : 0
  return halves[0]! > halves[1]! ? [allowed, 0] : [0, allowed]
}

/** The aircraft at the place, and the best of the others that may fly beside it. */
function together(planes: readonly Aircraft[], place: number, attacks: boolean, doubles: boolean): number[] {
  const able = planes.flatMap((p, i) => (i === place || (attacks && p.parenthesized) ? [] : [i]))
  if (!doubles || !able.length) return [place]
  return [place, able.reduce((one, other) => (planes[other]!.rating > planes[one]!.rating ? other : one))]
}

const OF_1992: AirRules = {
  open,
  round(charts, battle, dice) {
    const { side, place } = pairing(battle)
    const [ours, theirs] = [battle.sides[side[0]], battle.sides[side[1]]]
    const attacking = together(ours, place[0], true, battle.doubling[side[0]] > 0)
    const defending = together(theirs, place[1], false, battle.doubling[side[1]] > 0)
    const against = defending.reduce((sum, i) => sum + theirs[i]!.rating, 0)
    const reads = attacking.map((i) => String(readBand(charts.air_to_air!.bands.main!, dice.two('dice') + ours[i]!.rating - against)))
    const used = reads.length > 1 && WORTH.indexOf(reads[1]!) > WORTH.indexOf(reads[0]!) ? 1 : 0
    const [attacker, defender] = RESULTS[reads[used]!]!
    const doubling: [number, number] = [...battle.doubling]
    if (attacking.length > 1) doubling[side[0]] -= 1
    if (defending.length > 1) doubling[side[1]] -= 1
    return without(battle, [...(attacker[0] ? [[side[0], [attacking[used]!], attacker[1]] as const] : []), ...(defender[0] ? [[side[1], defending, defender[1]] as const] : [])], { doubling })
  }
}

function ofNewOcs(sweep: boolean): AirRules {
  return {
    open: ({ sides: [a, b] }) => a.length > 0 && (sweep ? fit(b) : b.length > 0),
    round(charts, battle, dice: Throw) {
      const others = battle.sides[1]
      const place = best(others, fit(others))
      const { aborts, loss } = fought(charts, battle.sides[0][0]!, others[place]!, dice)
      return without(battle, [[0, [0], aborts[0] ? loss : 0], ...(aborts[1] ? [[1, [place], loss] as const] : [])], { home: battle.home + (aborts[0] ? 0 : 1) })
    }
  }
}

export function airCombatBy(charts: Charts, asked: Fields) {
  if (charts.air_to_air) {
    const battle = met(asked, true)
    if (asked.doubling) battle.doubling = doubled(charts as OtherAir & Charts, battle)
    const ready = airBattle(charts, battle, OF_1992, 'each side sends its best ratings and doubles up as often as it may, nobody aborts beforehand', ['E92-air-combat', 'air_to_air'])
    return { ...ready, head: { ...ready.head, doubled_combats: { attacker: battle.doubling[0], defender: battle.doubling[1] } } }
  }
  if (!charts.air_operations) return airCombat(charts, asked)
  const battle = met(asked)
  if (battle.sides[0].some((p) => p.parenthesized)) throw new AskError('only fighters intercept and sweep: ratings of attackers are not parenthesized')
  return airBattle(charts, battle, ofNewOcs(asked.sweep === true), 'attackers fight in their order, against the best fighter while there is one', ['N14.3-once', 'air_combat'])
}
