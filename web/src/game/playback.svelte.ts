// The bot's turn as a film: one visible step after another, with a caption and a trail on the map. It can be stepped,
// slowed, hurried or skipped.

import type { Trail } from '../map/overlays'
import type { GameStore } from './store.svelte'
import type { Hex, LogLine } from './types'

export type Speed = 'slow' | 'normal' | 'fast' | 'skip'

const PAUSE: Record<Speed, number> = { slow: 1700, normal: 750, fast: 220, skip: 0 }
const MOVES = new Set(['UnitMoved', 'UnitRetreated', 'UnitAdvanced', 'TransportDisplaced'])
const KEPT_TRAILS = 12
const SHORT = new Set(['UnitMoved', 'ModeChanged', 'SupplySpent', 'FuelPaid'])

/** The moves of some lines of the log as trails; retreats are dashed. */
export function trailsOf(lines: readonly LogLine[]): Trail[] {
  const moves = lines.filter((l) => MOVES.has(l.type) && l.hexes.length >= 2)
  return moves.map((l) => {
    const retreat = l.type === 'UnitRetreated'
    return { hexes: l.hexes.slice(0, 2), ink: retreat ? '#a31212' : '#1b1b1b', dash: retreat, width: 3.4 }
  })
}

export class Playback {
  running = $state(false)
  paused = $state(false)
  stuck = $state(false) // the server failed: wait for the player to try again
  speed = $state<Speed>('normal')
  caption = $state('')
  lines = $state.raw<readonly LogLine[]>([]) // of the last step
  trails = $state.raw<readonly Trail[]>([])
  private wake: (() => void) | null = null

  constructor(
    private readonly game: GameStore,
    private readonly look: (hex: Hex) => void
  ) {
    game.listen((lines) => this.show(lines))
  }

  /** Lets the bot go on until a person must decide or the game is over. */
  async run(): Promise<void> {
    if (this.running || this.stuck) return
    this.running = true
    this.trails = []
    try {
      while (this.game.botDecides && !this.game.view.over) {
        if (this.paused) await this.rest(Infinity)
        if (!this.game.botDecides) break // the player looks back meanwhile
        const seq = this.game.view.seq
        const fine = await this.game.bot()
        if (!fine || (this.game.view.seq === seq && this.game.botDecides)) {
          this.stuck = true
          break
        }
        const quick = this.lines.every((l) => SHORT.has(l.type)) ? 0.45 : 1
        await this.rest(this.lines.length ? PAUSE[this.speed] * quick : 0)
      }
    } finally {
      this.running = false
      this.caption = ''
    }
  }

  /** After a failure: try once more. */
  retry(): void {
    this.stuck = false
    void this.run()
  }

  pause(): void {
    this.paused = true
  }

  resume(): void {
    this.paused = false
    this.step()
  }

  /** One step while paused; while running, no more waiting for this one. */
  step(): void {
    this.wake?.()
  }

  skip(): void {
    this.speed = 'skip'
    this.resume()
  }

  clearTrails(): void {
    this.trails = []
  }

  private rest(ms: number): Promise<void> {
    return new Promise((done) => {
      const timer = ms === Infinity ? undefined : setTimeout(end, ms)
      const self = this
      function end(): void {
        clearTimeout(timer)
        self.wake = null
        done()
      }
      this.wake = end
    })
  }

  private show(lines: readonly LogLine[]): void {
    this.lines = lines
    const added = trailsOf(lines)
    if (this.running) {
      this.trails = [...this.trails, ...added].slice(-KEPT_TRAILS)
      this.caption = lines.at(-1)?.text ?? this.caption
      const hex = [...lines].reverse().find((l) => l.hexes.length)?.hexes.at(-1)
      if (hex !== undefined && this.speed !== 'skip') this.look(hex)
    } else this.trails = added.filter((t) => t.dash)
  }
}
