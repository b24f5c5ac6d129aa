// The bot's turn as a film: one thing that the player can see after another, with a caption and a trail on the map. It can
// be stepped, slowed, hurried or skipped; a skip shows how far it is and can be stopped.

import type { BotThinks } from './api-types'
import type { Trail } from '../map/paint-overlays'
import type { GameStore } from './store.svelte'
import type { Hex, LogLine } from './types'

export type Speed = 'slow' | 'normal' | 'fast' | 'skip'

/** What the player has seen of the bot since it began to play on. `share`: of the steps of its Player Turn, 0 to 1. */
export interface Progress {
  where: string
  share: number
  moves: number
  fights: number
}

const PAUSE: Record<Speed, number> = { slow: 1900, normal: 850, fast: 240, skip: 0 }
const MARCHES = new Set(['UnitMoved', 'UnitRailed'])
const MOVES = new Set([...MARCHES, 'UnitRetreated', 'UnitAdvanced', 'TransportDisplaced'])
const FIGHTS = new Set(['CombatResolved', 'BarrageResolved'])
const SHORT = new Set(['ModeChanged', 'SupplySpent', 'FuelPaid'])
const LONG = 2.4 // dice fall, and their result is read
const KEPT_TRAILS = 6

/** The line tells of something that the viewer saw: not only that units out of sight went somewhere. */
export const isSeen = (l: LogLine): boolean => !MOVES.has(l.type) || l.units.length > 0

/** A line of a march that the viewer saw. */
export const isMarch = (l: LogLine): boolean => MARCHES.has(l.type) && l.units.length > 0

export const isFight = (l: LogLine): boolean => FIGHTS.has(l.type)

/** The moves of some lines of the log as trails, each through all its hexes; retreats are dashed. */
export function trailsOf(lines: readonly LogLine[]): Trail[] {
  return lines.filter((l) => MOVES.has(l.type) && isSeen(l) && l.hexes.length >= 2).map((l) => {
    const retreat = l.type === 'UnitRetreated'
    return { hexes: l.hexes, ink: retreat ? '#a31212' : '#1b1b1b', dash: retreat, width: 3.4 }
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
  progress = $state.raw<Progress | null>(null)
  thinks = $state.raw<BotThinks | null>(null) // the bot plans and has done nothing yet
  private turn = '' // the Player Turn that the progress counts
  private before: Speed = 'normal' // the speed before the skip
  private owed = false // the player wanted a step while the server was at work
  private wake: (() => void) | null = null

  constructor(
    private readonly game: GameStore,
    private readonly look: (hex: Hex) => void
  ) {
    game.listen((lines) => this.show(lines))
    game.hurries = () => this.speed === 'skip' && !this.paused && !this.stuck && this.inTurn
  }

  /** The Player Turn of a bot is on. */
  private get inTurn(): boolean {
    const { now, humans } = this.game
    return now.phasing !== '' && !humans.includes(now.phasing)
  }

  /** Lets the bot go on until a person must decide or the game is over. */
  async run(): Promise<void> {
    if (this.running || this.stuck) return
    this.running = true
    this.trails = []
    const { view } = this.game
    if (this.turn !== `${view.turn} ${view.phasing}`) this.progress = null
    this.turn = `${view.turn} ${view.phasing}`
    this.progress = this.count([], this.progress?.share ?? 0)
    try {
      while (this.game.botDecides && !this.game.view.over) {
        if (this.paused) await this.rest(Infinity)
        if (!this.game.botDecides) break // the player looks back meanwhile
        const { seq } = this.game.view
        this.lines = []
        const fine = await this.game.bot(this.speed === 'skip' ? 'decision' : 'step')
        this.thinks = (fine && this.game.thinks) || null
        if (!fine || (this.game.view.seq === seq && this.game.botDecides && !this.thinks)) {
          this.stuck = true
          break
        }
        const quick = this.lines.some(isFight) ? LONG : this.lines.every((l) => SHORT.has(l.type)) ? 0.45 : 1
        // while paused the wait for the player, above, is the only one: a step must not be spent on a shorter rest
        if (!this.paused) await this.rest(this.lines.length ? PAUSE[this.speed] * quick : 0)
      }
    } finally {
      this.running = false
      this.thinks = null
      this.caption = ''
    }
  }

  /** After a failure: try once more. */
  retry(): void {
    this.stuck = false
    void this.run()
  }

  /** No further until the player says so. A skip that is stopped goes on at the speed of before. */
  pause(): void {
    this.paused = true
    this.owed = false
    if (this.speed === 'skip') this.speed = this.before
    this.wake?.()
  }

  resume(): void {
    this.paused = false
    this.step()
  }

  /** One step while paused; while running, no more waiting for this one. */
  step(): void {
    if (this.wake) this.wake()
    else this.owed = this.running
  }

  skip(): void {
    if (this.speed !== 'skip') this.before = this.speed
    this.speed = 'skip'
    this.trails = []
    this.resume()
  }

  clearTrails(): void {
    this.trails = []
  }

  private rest(ms: number): Promise<void> {
    if (this.owed || !ms) {
      this.owed = false
      return Promise.resolve()
    }
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

  private count(lines: readonly LogLine[], share: number): Progress {
    const { moves, fights } = this.progress ?? { moves: 0, fights: 0 }
    const { view, namer } = this.game
    const where = view.phasing ? `Turn ${view.turn}, ${namer.side(view.phasing)}: ${view.phase_name}` : `Turn ${view.turn}`
    return { where, share, moves: moves + lines.filter(isMarch).length, fights: fights + lines.filter(isFight).length }
  }

  private show(lines: readonly LogLine[]): void {
    const seen = lines.filter(isSeen)
    this.lines = seen
    const { progress } = this.game
    if (!this.running && !progress) {
      this.trails = trailsOf(seen).filter((t) => t.dash)
      return
    }
    this.progress = this.count(lines, progress?.steps ? progress.step / progress.steps : 0)
    this.caption = seen.at(-1)?.text ?? this.caption
    if (this.speed === 'skip') return
    this.trails = [...this.trails, ...trailsOf(seen)].slice(-KEPT_TRAILS)
    const hex = seen.findLast((l) => l.hexes.length)?.hexes.at(-1)
    if (hex !== undefined && hex >= 0) this.look(hex)
  }
}
