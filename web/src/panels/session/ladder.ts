// The ladder of victory in words: which difference of points means which result.

import type { Score, SideId, Victory, VictoryLevel } from '../../game/types'

type Named = (side: SideId) => string

/** A level's range as players say it: who is ahead, by how much. */
export function ahead({ min = null, max = null }: Pick<VictoryLevel, 'min' | 'max'>, one: string, other: string): string {
  if (min === null && max === null) return 'any difference'
  if (min !== null && max !== null && min === max) return min === 0 ? 'level on points' : `${min > 0 ? one : other} ahead by ${Math.abs(min)}`
  if (max === null) return min! > 0 ? `${one} ahead by ${min} or more` : min === 0 ? `level, or ${one} ahead` : `${one} ahead, or ${other} ahead by at most ${-min!}`
  if (min === null) return max < 0 ? `${other} ahead by ${-max} or more` : max === 0 ? `level, or ${other} ahead` : `${other} ahead, or ${one} ahead by at most ${max}`
  if (min > 0) return `${one} ahead by ${min} to ${max}`
  if (max < 0) return `${other} ahead by ${-max} to ${-min}`
  if (min === 0) return `level, or ${one} ahead by at most ${max}`
  if (max === 0) return `level, or ${other} ahead by at most ${-min}`
  return -min === max ? `neither ahead by more than ${max}` : `between ${other} ahead by ${-min} and ${one} ahead by ${max}`
}

/** The standing in words. */
export function standing(score: Score, victory: Victory, name: Named): string {
  const other = Object.keys(score.points).find((side) => side !== victory.for_side) ?? ''
  if (!score.difference) return 'Level on points'
  return `${name(score.difference > 0 ? victory.for_side : other)} ahead by ${Math.abs(score.difference)}`
}

/** The next better level for a side, and how many points are missing; null at the top. */
export function next(score: Score, victory: Victory, side: SideId): { result: string; points: number } | null {
  const up = side === victory.for_side
  const steps = victory.levels.flatMap((level) => {
    const edge = up ? (level.min ?? null) : (level.max ?? null)
    const points = edge === null ? 0 : up ? edge - score.difference : score.difference - edge
    return points > 0 ? [{ result: level.result, points }] : []
  })
  return steps.sort((a, b) => a.points - b.points)[0] ?? null
}

const hoursOf = (minutes: number) => {
  const halves = Math.round(minutes / 30)
  return `${Math.floor(halves / 2) || ''}${halves % 2 ? '½' : ''}`
}

/** How long a game takes: "15 to 30 minutes", "3 to 5 hours". */
export function howLong([from, to]: readonly [number, number]): string {
  if (to < 90) return from === to ? `${to} minutes` : `${from} to ${to} minutes`
  const [a, b] = [hoursOf(from), hoursOf(to)]
  return a === b ? `${a} hours` : `${a} to ${b} hours`
}
