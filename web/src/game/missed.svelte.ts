// The other side's turn, while a bot plays it: what the player saw before, so that a digest can say what has changed.

import { digestOf, type Digest } from './digest'
import type { GameStore } from './store.svelte'
import type { LogLine, View } from './types'

export class Missed {
  /** The digest that is open. */
  shown = $state.raw<Digest | null>(null)
  private last: Digest | null = null
  private before: View | null = null

  constructor(private readonly game: GameStore) {}

  /** To be told of every state: notes where a bot's Player Turn begins, and opens the digest when a person may go on. */
  watch(): void {
    const { game } = this
    const { now } = game
    if (game.at !== null || game.curtain !== null) return
    if (this.shown && now.seq > this.shown.to) this.shown = null // the player goes on
    const mine = game.humans.includes(now.phasing)
    if (game.humans.length && !mine && game.botDecides && now.phase !== 'set_up') this.before ??= now
    else if (this.before && (now.over || (game.mine && (mine || now.phasing === '')))) {
      const digest = this.from(this.before, now)
      this.before = null
      this.last = digest
      if (!now.simulcast && hasNews(digest)) this.shown = digest
    }
  }

  /** The digest of the last Player Turn of a bot, of this one so far if it goes on; from the log, if the page was opened since. */
  async recall(): Promise<void> {
    const { game } = this
    if (this.before) this.shown = this.from(this.before, game.now)
    else if (this.last) this.shown = this.last
    else {
      const span = lastTurnOf(game.log, (side) => !game.humans.includes(side))
      if (!span) return
      const [before, after] = await Promise.all([game.api.replay(game.eyes, span.from), game.api.replay(game.eyes, span.to)])
      this.shown = this.last = this.from(before, after)
    }
  }

  close(): void {
    this.shown = null
  }

  /** There is a Player Turn of a bot to tell of. */
  get any(): boolean {
    return this.game.log.some((l) => l.phasing !== '' && !this.game.humans.includes(l.phasing))
  }

  private from(before: View, after: View): Digest {
    const { game } = this
    return digestOf(game.log, before, after, game.me, game.grid, game.namer)
  }
}

/** Numbers of the actions before the last Player Turn of such a side, and of its last. */
export function lastTurnOf(log: readonly LogLine[], theirs: (side: string) => boolean): { from: number; to: number } | null {
  const end = log.findLastIndex((l) => l.phasing !== '' && theirs(l.phasing))
  if (end < 0) return null
  const { phasing } = log[end]!
  let begin = end
  while (begin > 0 && log[begin - 1]!.phasing === phasing) begin--
  return { from: Math.max(0, log[begin]!.first - 1), to: log[end]!.n }
}

const hasNews = (d: Digest): boolean => d.moved + d.unknown + d.fights.length + d.lost.length + d.threats.length > 0
