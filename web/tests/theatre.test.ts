import { describe, expect, it } from 'vitest'
import { battleOf, beginsAt, courseOf, isDraftedAside, isNews, isQuiet, isToTell, lastBattle, resultsOf, throwsOf } from '../src/game/battle'
import { toldHeads } from '../src/game/words/odds'
import { over, theatreOverlay } from '../src/game/overlay/theatre'
import type { LogLine } from '../src/game/types'
import type { Forecast } from '../src/game/types-odds'
import { aftermathText, bars, chanceSentence, fireSentence, lossParts, skySentence, wholePercent } from '../src/game/words/chances'
import { oddsHeads } from '../src/game/words/odds'
import { Camera } from '../src/map/camera'
import { around, framed } from '../src/map/framing'
import { H } from '../src/map/geometry'

const line = (type: string, fields: Partial<LogLine> = {}): LogLine =>
  ({ n: 5, turn: 1, phasing: 'axis', phase: 'combat', segment: 'combat', phase_name: 'Combat Phase', type, kind: 'combat', text: type, case: '', side: 'axis', units: [], hexes: [], dice: [], sealed: false, details: {}, ...fields }) as LogLine

const ATTACK = [
  line('SegmentBegan', { kind: 'sequence', n: 3 }),
  line('AttackDeclared', { hexes: [12], n: 4 }),
  line('SupplySpent', { kind: 'supply', n: 5 }),
  line('DiceRolled', { kind: 'dice', dice: [3, 4], text: 'Axis rolls 3 + 4 = 7: surprise' }),
  line('SurpriseRolled', { text: 'Surprise for the attacker (9)', details: { who: 'attacker' } }),
  line('DiceRolled', { kind: 'dice', dice: [6], text: 'Axis rolls 6: surprise shift' }),
  line('DiceRolled', { kind: 'dice', dice: [6, 6], text: 'Axis rolls 6 + 6 = 12: combat' }),
  line('CombatResolved', { text: 'Regular combat: Ao1 Do1', details: { result: 'Ao1 Do1', meaning: 'The attacker loses a step or goes back 1.' } }),
  line('StepLost', { text: 'r1 loses a step' }),
  line('UnitMoved', { kind: 'movement', n: 9 }),
  line('StepLost', { text: 'of something else', n: 11 })
]

describe('the last battle of a log', () => {
  it('goes from its declaration to the first thing that is no part of it', () => {
    const battle = lastBattle(ATTACK)!
    expect([battle.n, battle.hex, battle.kind, battle.side]).toEqual([4, 12, 'attack', 'axis'])
    expect(battle.lines.at(-1)!.text).toBe('r1 loses a step')
    expect(lastBattle(ATTACK.slice(0, 1))).toBeNull()
  })

  it('is news to who has not looked at its end', () => {
    const battle = lastBattle(ATTACK)!
    expect([isNews(battle, 3), isNews(battle, 4), isNews(battle, 5), isNews(null, 0)]).toEqual([true, true, false, false])
    expect(isNews({ ...battle, kind: 'air', lines: [line('MissionFlown', { n: 9 })] }, 3)).toBe(false)
  })

  it('tells each throw with what came of it', () => {
    expect(throwsOf(lastBattle(ATTACK)!)).toEqual([
      { dice: [3, 4], text: 'Surprise for the attacker (9)' },
      { dice: [6], text: 'Surprise shift: 6' },
      { dice: [6, 6], text: 'Regular combat: Ao1 Do1' }
    ])
  })

  it('has the result in words beside the chart’s text, and what came of it', () => {
    const battle = lastBattle(ATTACK)!
    expect(resultsOf(battle).map((r) => [r.text, r.meaning])).toEqual([['Ao1 Do1', 'The attacker loses a step or goes back 1.']])
    expect(courseOf(battle).map((l) => l.text)).toEqual(['r1 loses a step'])
  })
})

describe('a barrage of 1992 by aircraft over a hex', () => {
  const air = (type: string, fields: Partial<LogLine> = {}) => line(type, { kind: 'hex_flak', hexes: [12], ...fields })
  const FLAK = [
    line('PhaseBegan', { kind: 'sequence', n: 3 }),
    line('DiceRolled', { kind: 'dice', dice: [6, 6, 1, 2], side: 'soviet', text: 'Soviet rolls 6, 6, 1, 2: Flak Table' }),
    air('HexFlakFired', { side: 'soviet', text: 'Flak fires at b: 12, it loses a step and aborts', details: { result: '-1' } }),
    air('HexFlakFired', { side: 'soviet', text: 'Flak fires at c: 3, no effect', details: { result: '-' } }),
    air('AircraftAborted', { text: 'b aborts' })
  ]
  const STRIKE = [
    air('AircraftStruck', { text: 'c barrages the hex' }),
    line('SupplySpent', { kind: 'supply', n: 6 }),
    line('BarrageDeclared', { hexes: [12], n: 6 }),
    line('DiceRolled', { kind: 'dice', dice: [4, 4], n: 6, text: 'Axis rolls 4 + 4 = 8: Barrage Table' }),
    line('BarrageResolved', { n: 6, text: 'DG', hexes: [12], details: { result: 'DG' } })
  ]

  it('begins with its Flak, and its guns are part of it', () => {
    const battle = lastBattle([...FLAK, ...STRIKE])!
    expect([battle.n, battle.hex, battle.kind, battle.side]).toEqual([5, 12, 'barrage', 'axis'])
    expect(battle.lines).toHaveLength(FLAK.length + STRIKE.length - 1)
    expect(resultsOf(battle).map((r) => r.text)).toEqual(['DG'])
  })

  it('tells two dice for each aircraft, and whom Flak turned back', () => {
    const battle = lastBattle([...FLAK, ...STRIKE])!
    expect(throwsOf(battle)).toEqual([
      { dice: [6, 6], text: 'Flak fires at b: 12, it loses a step and aborts' },
      { dice: [1, 2], text: 'Flak fires at c: 3, no effect' },
      { dice: [4, 4], text: 'DG' }
    ])
    expect(courseOf(battle).map((l) => l.text)).toEqual(['b aborts'])
  })

  it('is told where all aborted, and where no Flak fired', () => {
    expect([lastBattle(FLAK)!.side, lastBattle(FLAK)!.hex]).toEqual(['axis', 12])
    expect(lastBattle(STRIKE)!.lines[0]!.type).toBe('AircraftStruck')
  })

  it('is another one after the first, and no Flak of a mission begins one', () => {
    const again = STRIKE.map((l) => ({ ...l, n: l.n + 5 }))
    expect(lastBattle([...FLAK, ...STRIKE, ...again])!.n).toBe(10)
    const flight = [air('MissionFlown', { n: 4 }), ...FLAK.slice(1)]
    expect([lastBattle(flight)!.n, lastBattle(flight)!.kind]).toEqual([4, 'air'])
  })
})

const outcome = (chance: number, fields: object = {}) => ({ attacker_losses: 0, defender_losses: 0, attacker_retreat: 0, defender_retreat: 0, disorganized: 0, exploiting: 0, taken: false, evaded: 0, results: [], p: '', chance, ...fields })
const forecast = { outcomes: [outcome(0.25, { attacker_losses: 1 }), outcome(0.5, { defender_losses: 1, taken: true }), outcome(0.2, { defender_losses: 3 }), outcome(0.05, { defender_losses: 4 })] } as unknown as Forecast

describe('chances in words', () => {
  it('are told to either side', () => {
    const means = { attacker_losses: 0.92, defender_losses: 1.04, taken: 0.576 }
    expect(chanceSentence(means)).toBe('You lose 0.9 steps on average, the defender 1.0. You take the hex: 58 %.')
    expect(chanceSentence(means, 'defender')).toBe('You lose 1.0 step on average, the attacker 0.9. You lose the hex: 58 %.')
    expect(bars(forecast, 'regular', 'defender').find((b) => b.name === 'You lose the hex')!.chance).toBe(0.5)
    expect(aftermathText(forecast.outcomes[1]!, 'defender')).toBe('you lose 1 step · hex lost')
    expect(aftermathText(forecast.outcomes[0]!, 'defender')).toBe('attacker loses 1 step')
  })

  it('never say 0 or 100 percent of what may be otherwise', () => {
    expect([0, 0.001, 0.5, 0.999, 1].map(wholePercent)).toEqual(['0 %', '1 %', '50 %', '99 %', '100 %'])
  })

  it('put many losses together', () => {
    expect(lossParts(forecast, 'defender_losses').map((p) => p.name)).toEqual(['0', '1', '3+'])
    expect(lossParts(forecast, 'attacker_losses').map((p) => p.chance)).toEqual([0.75, 0.25])
  })

  it('tell a barrage', () => {
    const prospects = [{ dg: false, steps: 0, ways: 54 }, { dg: true, steps: 0, ways: 54 }, { dg: true, steps: 1, ways: 108 }]
    expect(fireSentence(prospects)).toBe('The target loses 0.5 steps on average. It becomes DG: 75 %. No effect: 25 %.')
    expect(fireSentence(prospects, 'defender')).toContain('You lose 0.5 steps')
  })

  it('say whose column is whose on a table of two sides', () => {
    const odds = { attack: '4', defend: '2', odds: '2:1', line: 'open', column: 3, drm: 1, hedgehog: 0, attackers: { column: 2, label: '8', drm: -1 } } as never
    expect(oddsHeads(odds, '2:1', 'attacker')[1]![2]).toBe('column; yours: 8')
    expect(oddsHeads(odds, '2:1', 'defender')[2]!.slice(1)).toEqual(['+1', 'to the roll; attacker’s: −1'])
  })
})

describe('on the map', () => {
  it('an arrow comes from each hex that attacks, once', () => {
    const laid = theatreOverlay({ target: 7, from: [3, 3, 7, -1, 4], afar: false })
    expect(laid.trails.map((t) => t.hexes)).toEqual([[3, 7], [4, 7]])
    expect(laid.tints.map((t) => t.hex)).toEqual([7])
    expect(over({ tints: [], trails: [] }, laid).trails).toHaveLength(2)
    expect(over(laid, null)).toBe(laid)
    const whole = { tints: [], trails: [], areas: [], lines: [{ points: [], ink: 'red', width: 1 }], flags: [], ghosts: [] }
    expect(over(whole, laid)).toEqual({ ...whole, ...laid }) // the other layers stay while a combat is on stage
  })

  function camera(): Camera {
    const made = new Camera()
    made.resize(600, 400)
    made.over({ x: 0, y: 0, w: 4000, h: 3000 })
    made.look({ x: 1000, y: 1000 }, 1)
    return made
  }

  it('the camera keeps still while all hexes are whole in the window', () => {
    expect(framed(camera(), [{ x: 1000, y: 1000 }, { x: 1100, y: 1050 }])).toBeNull()
    expect(framed(camera(), [])).toBeNull()
  })

  it('it moves for one at the edge, and steps back for those that do not fit', () => {
    const edge = framed(camera(), [{ x: 1000 + 300 - H, y: 1000 }])!
    expect(edge.scale).toBe(1)
    const wide = framed(camera(), [{ x: 500, y: 1000 }, { x: 1900, y: 1000 }])!
    expect(wide.x).toBe(1200)
    expect(wide.scale).toBeLessThan(600 / 1400)
  })

  it('it comes nearer where counters could not be read', () => {
    const far = camera()
    far.look({ x: 1000, y: 1000 }, 0.3)
    expect(framed(far, [{ x: 1000, y: 1000 }])!.scale).toBeGreaterThan(0.8)
  })

  it('begins with all hexes of the first view in the window, counters no larger than on a table, and none of them under the buttons', () => {
    const wide = around(camera(), [{ x: 500, y: 1000 }, { x: 1900, y: 1000 }])!
    expect([wide.x, wide.y]).toEqual([1200, 1000])
    expect(wide.scale).toBeLessThan(0.85)
    expect(around(camera(), [{ x: 1000, y: 1000 }])!.scale).toBe(0.85)
    expect(around(camera(), [])).toBeNull()
    const beside = camera()
    beside.clear = 60
    const moved = around(beside, [{ x: 500, y: 1000 }, { x: 1900, y: 1000 }])!
    expect(moved.x).toBeLessThan(1200)
    expect(moved.scale).toBeLessThan(wide.scale)
  })
})

describe('battles of the past', () => {
  const told = (type: string, n: number, kind = 'combat') => ({ ...ATTACK[0]!, type, n, kind, dice: [], units: [], hexes: [5], details: {} })
  const LOG = [told('AttackDeclared', 1), told('CombatResolved', 2), told('AttackDeclared', 3), told('StepLost', 4), told('PhaseBegan', 5, 'sequence'), told('MarkerRemoved', 6)]

  it('are found by the action that declared them, each with its own lines', () => {
    expect(battleOf(LOG, 1)!.lines.map((l) => l.n)).toEqual([1, 2])
    expect(battleOf(LOG, 3)!.lines.map((l) => l.n)).toEqual([3, 4])
    expect([battleOf(LOG, 2), battleOf([], 1)]).toEqual([null, null])
  })

  it('are past once somebody has moved in a later phase', () => {
    expect(lastBattle(LOG)!.past).toBe(false)
    expect(lastBattle([...LOG, told('UnitMoved', 7, 'movement')])!.past).toBe(true)
    expect(lastBattle([LOG[0]!, told('UnitMoved', 2, 'movement')])!.past).toBe(false)
  })

  it('have the odds that the log told', () => {
    expect(toldHeads({ odds: '3:1', attack: '12', defend: '4', column: '3:1', line: 'open', drm: -2 }).map((h) => h.slice(1))).toEqual([['3:1', '12 against 4'], ['3:1', 'column, open line'], ['−2', 'to the roll, hedgehogs aside']])
    expect(toldHeads({})).toEqual([])
  })
})

describe('gunfire of ships', () => {
  const sea = (type: string, fields: Partial<LogLine> = {}) => line(type, { kind: 'naval', n: 3, hexes: [5], text: type, ...fields })
  const FIRED = [
    sea('GunfireOpened'),
    line('DiceRolled', { kind: 'dice', n: 3, dice: [6, 5], text: 'Axis rolls 6 + 5 = 11: Barrage Table' }),
    sea('GunfireResolved', { text: 'Gunfire at Aurora: 1', details: { roll: 11, result: '1' } }),
    sea('ShipStruck', { text: 'Aurora is damaged and DG' })
  ]

  it('is a barrage with its dice, its result and what became of the ship, drafted on stage', () => {
    const battle = lastBattle([line('PhaseBegan', { kind: 'sequence', n: 1 }), ...FIRED])!
    expect([battle.kind, battle.hex, battle.n, isDraftedAside(battle)]).toEqual(['barrage', 5, 3, false])
    expect(throwsOf(battle).map((t) => t.text)).toEqual(['Gunfire at Aurora: 1'])
    expect(resultsOf(battle).map((r) => r.text)).toEqual(['1'])
    expect(courseOf(battle).map((l) => l.text)).toEqual(['Aurora is damaged and DG'])
    expect(isDraftedAside({ ...battle, lines: [line('BarrageDeclared')] })).toBe(false)
  })
})

describe('missions in the air', () => {
  const air = (type: string, n: number, fields: Partial<LogLine> = {}) => line(type, { kind: 'air', n, hexes: [5], text: type, ...fields })
  const dice = (n: number) => line('DiceRolled', { kind: 'dice', n, dice: [4, 5, 1], text: 'Axis rolls 4 5 1 = 10: Air Combat' })
  const FLOWN = [
    air('MissionFlown', 1),
    air('AircraftDisclosed', 1),
    air('AircraftDisclosed', 1, { side: 'soviet' }),
    dice(2),
    air('AirRound', 2, { hexes: [], text: 'a attacks b: 9, b aborts', details: { roll: 9, result: 'defender_aborts' } }),
    air('AirCombatEnded', 3),
    dice(3),
    air('FlakFired', 3, { text: 'Flak: 4, no effect', details: { roll: 4 } }),
    air('AircraftHit', 3, { text: 'a loses a step' }),
    air('StrikeMade', 4),
    line('BarrageResolved', { n: 4, text: 'Barrage: DG', details: { result: 'DG', meaning: 'The target is DG.' } })
  ]

  it('are one course from the flight to what it did: Air Combat, Flak, barrage', () => {
    const battle = lastBattle(FLOWN)!
    expect([battle.n, battle.kind, battle.hex, battle.lines.length]).toEqual([1, 'air', 5, FLOWN.length])
    expect(throwsOf(battle).map((t) => t.text)).toEqual(['a attacks b: 9, b aborts', 'Flak: 4, no effect'])
    expect(resultsOf(battle).map((r) => r.text)).toEqual(['DG'])
    expect(courseOf(battle).map((l) => l.text)).toEqual(['a loses a step'])
    expect(FLOWN.filter((l) => isToTell(FLOWN, l)).map((l) => l.type)).toEqual(['MissionFlown'])
  })

  it('of which nobody met any are quiet', () => {
    expect(isQuiet(lastBattle(FLOWN.slice(0, 1))!)).toBe(true)
    expect(isToTell(FLOWN.slice(0, 1), FLOWN[0]!)).toBe(false)
    expect(isQuiet(lastBattle(FLOWN)!)).toBe(false)
  })

  it('that fly after all have been assigned have their Air Combats and strikes as acts of their own', () => {
    const log = [air('MissionFlown', 1), air('MissionFlown', 2, { hexes: [6] }), ...FLOWN.slice(1, 6), air('AircraftLanded', 3), air('StrikeMade', 4, { hexes: [6] }), air('StrikeMade', 5)]
    expect(log.flatMap((l, i) => (beginsAt(log, i) ? [[l.type, l.n]] : []))).toEqual([['MissionFlown', 1], ['MissionFlown', 2], ['AircraftDisclosed', 1], ['StrikeMade', 4], ['StrikeMade', 5]])
    expect(battleOf(log.slice(2), 1)!.lines.at(-1)!.type).toBe('AirCombatEnded')
  })

  it('are told to either side', () => {
    const means = { attacker_losses: 0.2, defender_losses: 1, attacker_wins: 0.86, defender_wins: 0.1 }
    expect(skySentence(means, 'attacker')).toBe('You lose 0.2 steps on average, they lose 1.0. Only yours are left: 86 %; only theirs: 10 %.')
    expect(skySentence(means, 'defender')).toBe('You lose 1.0 step on average, they lose 0.2. Only yours are left: 10 %; only theirs: 86 %.')
  })
})
