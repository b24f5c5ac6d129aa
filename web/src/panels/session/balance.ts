import { botName } from '../../game/bots'
import type { Front, SideId } from '../../game/types'
import { counted } from '../../game/words/amounts'

type Games = Front['balance'][number]

export interface Share {
  id: SideId // '' for draws
  games: number
  text: string
}

/** Whose games they were, by which rules, and how many. */
export const whose = ({ bot, rules }: Games, games: number): string => [botName(bot), rules, counted(games, 'game')].filter(Boolean).join(', ')

/** What each side won of so many games, and what was drawn between them. */
export function percentages({ wins, draws }: Games, sides: readonly { id: SideId; name: string }[]): { games: number; shares: Share[] } {
  const [first, ...rest] = sides.map((s) => ({ id: s.id, games: wins[s.id] ?? 0, does: `${s.name} wins` }))
  const games = draws + Object.values(wins).reduce((sum, n) => sum + n, 0)
  const all = [...(first ? [first] : []), { id: '', games: draws, does: 'drawn' }, ...rest]
  return { games, shares: all.map((s) => ({ id: s.id, games: s.games, text: `${s.does} ${Math.round((100 * s.games) / games)} %` })) }
}
