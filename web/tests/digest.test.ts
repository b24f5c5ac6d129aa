import { describe, expect, it } from 'vitest'
import { digestOf, fightsOf } from '../src/game/digest'
import { lastTurnOf } from '../src/game/missed.svelte'
import { isSeen, Playback, trailsOf } from '../src/game/playback.svelte'
import type { GameStore } from '../src/game/store.svelte'
import type { LogLine, View } from '../src/game/types'
import type { Namer } from '../src/game/words/names'
import { Grid } from '../src/map/geometry'

const line = (changes: Partial<LogLine> = {}): LogLine => ({
  n: 1, first: 1, turn: 1, phasing: 'axis', phase: 'movement', segment: 'movement', phase_name: 'Movement Phase', type: 'UnitMoved', kind: 'movement', text: '', case: '', side: 'axis',
  units: ['a'], hexes: [1, 2], dice: [], sealed: false, details: {}, ...changes
})
const unseen = line({ units: [], text: 'Enemy units move' })

describe('what is played back', () => {
  it('of a way is one trail through all its hexes; of units out of sight none', () => {
    const lines = [line({ hexes: [1, 2, 3, 4] }), unseen, line({ type: 'UnitRetreated', hexes: [5, 6] })]
    expect(trailsOf(lines).map((t) => [t.hexes, t.dash])).toEqual([[[1, 2, 3, 4], false], [[5, 6], true]])
    expect([isSeen(unseen), isSeen(lines[0]!)]).toEqual([false, true])
  })

  it('takes no time where nothing was seen, and whole calls are made while it is skipped', async () => {
    const asked: string[] = []
    let tell: (lines: readonly LogLine[]) => void = () => {}
    const answers = [[unseen], [unseen], [line({ type: 'CombatResolved', units: [], hexes: [7] })], [line()]]
    const game = {
      botDecides: true, progress: { step: 1, steps: 4 }, namer: { side: (s: string) => s },
      view: { seq: 0, turn: 1, phasing: 'axis', phase_name: 'Movement Phase', over: false },
      listen: (listener: typeof tell) => (tell = listener),
      bot: async (until: string) => {
        asked.push(until)
        game.view.seq++
        tell(answers.shift()!)
        if (asked.length === 3) film.skip()
        game.botDecides = answers.length > 0
        return true
      }
    }
    const looked: number[] = []
    const film = new Playback(game as unknown as GameStore, (hex) => looked.push(hex))
    film.speed = 'fast'
    const began = performance.now()
    await film.run()
    expect(performance.now() - began).toBeLessThan(200)
    expect(asked).toEqual(['step', 'step', 'step', 'decision'])
    expect(looked).toEqual([7])
    expect(film.progress).toEqual({ where: 'Turn 1, axis: Movement Phase', share: 0.25, moves: 1, fights: 1 })
  })
})

describe('a bot that is paused', () => {
  it('takes one step for each press, however fast they come', async () => {
    let steps = 0
    let tell: (lines: readonly LogLine[]) => void = () => {}
    const game = {
      botDecides: true, progress: null, namer: { side: (s: string) => s },
      view: { seq: 0, turn: 1, phasing: 'axis', phase_name: 'Movement Phase', over: false },
      listen: (listener: typeof tell) => (tell = listener),
      bot: async () => {
        steps++
        game.view.seq++
        tell([line()])
        game.botDecides = steps < 4
        return true
      }
    }
    const film = new Playback(game as unknown as GameStore, () => {})
    const settled = () => new Promise((done) => setTimeout(done))
    film.pause()
    const run = film.run()
    for (const taken of [1, 2, 3, 4]) {
      film.step()
      await settled()
      expect(steps).toBe(taken)
    }
    await run
  })
})

describe('the digest', () => {
  it('gives each fight the steps that were lost in it', () => {
    const lost = (side: string) => line({ type: 'StepLost', side, units: [], hexes: [] })
    const lines = [
      line({ type: 'AttackDeclared', hexes: [9] }), line({ type: 'CombatResolved', side: '', hexes: [9], details: { kind: 'regular', result: 'Ao1 DL1o1' } }), lost('soviet'), lost('soviet'), lost('axis'),
      line({ type: 'BarrageDeclared', side: 'soviet' }), line({ type: 'BarrageResolved', side: '', hexes: [4] }), line({ type: 'UnitEliminated', side: 'axis', details: { steps: 2 } }),
      line({ type: 'PhaseBegan' }), line({ type: 'UnitEliminated', side: 'axis', details: { steps: 1 } })
    ]
    expect(fightsOf(lines).map((f) => [f.hex, f.kind, f.by, f.lost])).toEqual([
      [9, 'attack', 'axis', { soviet: 2, axis: 1 }],
      [4, 'barrage', 'soviet', { axis: 2 }]
    ])
  })

  const grid = new Grid(10, 10, 'even', 'a', [])
  const hex = grid.index(5, 5)
  const view = (changes: object): View => ({ seq: 0, units: [], stacks: [], dumps: [], lists: { unmoved: [], without_trace: [] }, ...changes }) as unknown as View
  const namer = { unit: (id: string) => id, list: (ids: readonly string[]) => ids.join(', '), hex: (h: number) => grid.name(h) } as unknown as Namer
  const me = { id: 'u', side: 'soviet', hex, out_of_supply: false, counter: { kind: 'combat' } }
  const enemy = { hex: grid.neighbour(hex, 0), side: 'axis', combat: true, hidden: true }

  it('counts only what was seen since, and tells of new neighbours, dumps first', () => {
    const dump = { hex: grid.index(2, 2), side: 'soviet', tokens: 8 }
    const before = view({ seq: 4, units: [me], dumps: [dump] })
    const after = view({ seq: 9, units: [me], dumps: [dump], stacks: [enemy, { ...enemy, hex: grid.neighbour(dump.hex, 1) }] })
    const log = [line({ n: 3, units: ['old'] }), line({ n: 5 }), line({ n: 6 }), line({ n: 7, units: ['b'] }), { ...unseen, n: 8 }, line({ n: 8, side: 'soviet', units: ['u'] })]
    const digest = digestOf(log, before, after, 'soviet', grid, namer)
    expect([digest.moved, digest.unknown, digest.marches.length]).toEqual([2, 1, 3])
    expect(digest.threats.map((t) => t.text)).toEqual([`The enemy is next to 2 SP at ${grid.name(dump.hex)}`, `The enemy is next to u at ${grid.name(hex)}`])
    expect(digestOf([], after, after, 'soviet', grid, namer).threats).toEqual([])
  })

  it('tells who is newly out of supply or without trace, once', () => {
    const out = { ...me, id: 'o', out_of_supply: true }
    const before = view({ units: [me, { ...out, out_of_supply: false }], lists: { unmoved: [], without_trace: [] } })
    const after = view({ seq: 1, units: [me, out], lists: { unmoved: [], without_trace: ['u', 'o'] } })
    const at = grid.name(hex)
    expect(digestOf([], before, after, 'soviet', grid, namer).threats.map((t) => t.text)).toEqual([`o at ${at}: now Out of Supply`, `u at ${at}: can no longer trace supply`])
  })

  it('finds the last Player Turn of the other side in the log', () => {
    const log = [line({ n: 2, first: 2 }), line({ n: 5, first: 4, phasing: 'soviet' }), line({ n: 7, first: 6 }), line({ n: 9, first: 8 }), line({ n: 11, first: 11, phasing: 'soviet' })]
    expect(lastTurnOf(log, (side) => side === 'axis')).toEqual({ from: 5, to: 9 })
    expect(lastTurnOf(log.slice(1, 2), (side) => side === 'axis')).toBeNull()
  })
})
