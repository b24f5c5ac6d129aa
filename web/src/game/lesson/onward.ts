// From one lesson to the next.

import { lobby } from '../api'
import type { GameInfo } from '../types'

/** Begins the next lesson: the learner plays, the lesson's own opponent answers. */
export async function beginNext(lesson: NonNullable<GameInfo['lesson']>): Promise<void> {
  if (!lesson.next) return
  const players = Object.fromEntries(lesson.next_sides.map((s) => [s, s === lesson.next_learner ? 'human' : 'lesson']))
  const { id } = await lobby.create({ scenario: lesson.next, players, switches: {}, edition: lesson.next_edition })
  location.hash = `#/game/${id}`
}
