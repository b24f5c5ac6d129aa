import { describe, expect, it } from 'vitest'
import source from '../src/game/api-types.ts?raw'
import { amounts, choiceKey, describe as describeAction, grouped, isFolded, isTwin, whereOf } from '../src/game/choices/choices'
import { rowOf } from '../src/companion/charts'
import { aftermathText, bars, losses } from '../src/game/words/chances'
import { HandOnMap } from '../src/game/choices/clicks'
import { KINDS } from '../src/game/choices/kind-table'
import { commandOf } from '../src/game/keys'
import { counterName, Namer, modeText, supplyText } from '../src/game/words/names'
import { mpValue, short } from '../src/game/words/mp'
import { stepCosts } from '../src/game/overlay/prepare'
import { summarizeStack } from '../src/game/words/summary'
import type { Action, ActionType, Counter, Face, GameInfo, Stack, StackSummary, Unit } from '../src/game/types'
import type { Aftermath, Forecast } from '../src/game/types-odds'
import { formationLabel, tokens } from '../src/map/counters'
import { Grid } from '../src/map/geometry'
import { stackOrder } from '../src/map/scene'
import { board } from './board'

const face = (strength: number, rating: number): Face => ({
  strength, parenthesized: false, action_rating: rating, ma: '3', mobility: 'leg', barrage: 0, barrage_range: 0, throw_range: '', throw_mobility: 'truck'
})
const counter = (changes: Partial<Counter> = {}): Counter => ({
  id: 'c', side: 'axis', name: '69', nation: 'de', formation: 'de-10pz', kind: 'combat', size: 'Rgt', symbol: 'infantry', colour: 'other', printed_re: 0,
  no_rebuild: false, combat: face(4, 3), move: null, points: 0, transport: '', divisional: false, ...changes
})
const unit = (changes: Partial<Unit> = {}): Unit => ({
  id: 'u', side: 'axis', hex: 5, counter: counter(), facing: 'combat', marker: '', dg_kind: '', tapped: false, mode: 'combat', steps: 1, steps_lost: 0, re: 1, internals: 0, out_of_supply: false, low_supply: false,
  engineer: false, extender: 0, worked: false, fueled: null, load: 0, points: 0, moved: false, attack_capable: true, zoc: true, strength: '4', ar: 3, ma: '3', ...changes
})
const stack = (summary: StackSummary | null): Stack => ({
  hex: 5, side: 'axis', top: 'u', zoc: true, combat: true, supply: null, transport: null, hidden: summary === null, summary
})
const info = { board: board({ places: [{ hex: 9, kind: 'village', name: 'Borki' }] }), sides: [{ id: 'axis', name: 'Axis' }] } as unknown as GameInfo
const units = new Map([['u', unit()]])
const namer = new Namer(new Grid(8, 8, 'even'), info, () => units)

describe('choices', () => {
  it('are told in words, with the hex and the unit they mean', () => {
    const pay = describeAction({ type: 'pay', unit: 'u', source: 9, holder: '', via: 'u' }, namer)
    expect(pay.text).toBe('69 Rgt: the dump in 02.02 Borki, thrown by 69 Rgt')
    expect(pay.unit).toBe('u')
    const step = describeAction({ type: 'step_to', hex: 9 }, namer)
    expect([step.hex, step.text]).toEqual([9, 'To 02.02 Borki'])
  })

  it('of an unknown kind are shown all the same', () => {
    const odd = describeAction({ type: 'call_airstrike', hex: 3, wings: 2 } as unknown as Action, namer)
    expect(odd.text).toBe('Call airstrike hex 3 wings 2')
    expect(odd.group).toBe('Other')
  })

  it('have stable keys', () => {
    expect(choiceKey({ type: 'pay', unit: 'u', source: 9, holder: '', via: 'hq' })).toBe('pay-u-9-hq')
    expect(choiceKey({ type: 'choose_terrain', terrain: 'woods', against: -1 })).toBe('choose_terrain-woods')
  })

  it('are grouped, the urgent ones first', () => {
    const actions: Action[] = [{ type: 'halt' }, { type: 'step_to', hex: 9 }, { type: 'pay_fuel', method: 'single_unit', unit: 'u', source: 9 }]
    const list = actions.map((a) => describeAction(a, namer))
    expect(grouped(list).map((g) => g.name)).toEqual(['Fuel', 'Step to', 'Finish'])
  })

  it('of which all wait come last', () => {
    const actions: Action[] = [{ type: 'begin_move', unit: 'u' }, { type: 'begin_sail', ship: 's' }]
    const list = actions.map((a) => describeAction(a, namer))
    expect(grouped(list).map((g) => g.name)).toEqual(['Move', 'Ships'])
    expect(grouped(list, (c) => c.unit === 'u').map((g) => g.name)).toEqual(['Ships', 'Move'])
    expect(grouped([...list, describeAction({ type: 'begin_move', unit: 'v' }, namer)], (c) => c.unit === 'u').map((g) => g.name), 'some of them can act').toEqual(['Move', 'Ships'])
  })

  it('that fill the side or stand at the unit, too, are one line to open', () => {
    const group = (actions: Action[]) => grouped(actions.map((a) => describeAction(a, namer)))[0]!
    const steps = group([9, 10, 11].map((hex) => ({ type: 'step_to', hex })))
    expect([isFolded(steps, true, false), isFolded(steps, false, false)], 'a lit hex is clicked').toEqual([true, false])
    const fuel = group([{ type: 'pay_fuel', method: 'single_unit', unit: 'u', source: 9 }])
    expect(isFolded(fuel, true, false), 'what must be paid first is in sight').toBe(false)
    const detach = group([{ type: 'detach', unit: 'u', counter: 'bd' }])
    expect([isFolded(detach, true, false), isFolded(detach, false, false)], 'its unit offers it').toEqual([true, false])
    const begin = group(Array.from({ length: 7 }, (_, i) => ({ type: 'begin_move', unit: `u${i}` })))
    expect([isFolded(begin, false, false), whereOf(begin)]).toEqual([true, 'on the map'])
    const blow = group([{ type: 'blow_dump', hex: 9, tokens: 4 }])
    expect([isFolded(blow, false, false), whereOf(blow)], 'nobody burns his supply by mistake').toEqual([true, 'where the supply or the units are'])
    const divide = group([1, 2].map((points) => ({ type: 'divide_transport', unit: 'u', points, tokens: 2 * points - 2 })))
    expect([isFolded(divide, true, false), isFolded(divide, false, false), isFolded(divide, false, true)]).toEqual([true, false, true])
    expect(divide.choices.map((c) => c.text)).toEqual(['69 Rgt: split off 1 point', '69 Rgt: split off 2 points with 2T'])
  })

  it('of Landing Craft that divide name a pair of units once', () => {
    const divide = (unit: string, other: string): Action => ({ type: 'divide_craft', points: 2, tokens: 0, unit, other })
    expect([divide('u', 'v'), divide('v', 'u'), divide('u', ''), divide('', '')].map(isTwin)).toEqual([false, true, false, false])
  })

  it('tell a mode from a move', () => {
    const mode = (mode: string, facing: string) => describeAction({ type: 'set_mode', unit: 'u', mode, facing }, namer).text
    expect([mode('move', 'move'), mode('reserve', 'combat')]).toEqual(['69 Rgt: Move Mode', '69 Rgt: Reserve Mode (combat side)'])
  })

  it('that differ in their tokens only are one with an amount', () => {
    const load = (unit: string, tokens: number) => describeAction({ type: 'load_supply', unit, tokens }, namer)
    const halt = describeAction({ type: 'halt' }, namer)
    const many = [1, 2, 3, 4].map((tokens) => load('u', tokens))
    const few = [3, 2, 1].map((tokens) => load('v', tokens))
    const found = amounts([halt, ...many, ...few])
    expect(found.map((c) => (Array.isArray(c) ? c.map((one) => one.tokens) : c.text))).toEqual([halt.text, [4, 3, 2, 1], ...few.map((c) => c.text)])
  })
})

const outcome = (p: string, chance: number, more: Partial<Aftermath>): Aftermath => ({
  p, chance, results: ['x'], attacker_losses: 0, defender_losses: 0, attacker_retreat: 0, defender_retreat: 0, disorganized: 0, exploiting: 0, taken: false, evaded: 0, craft_lost: 0, ...more
})
const forecast: Forecast = {
  policy: { attacker: 'losses', defender: 'retreat', ignore: true, advance: true },
  outcomes: [
    outcome('1/2', 0.5, { attacker_losses: 2 }),
    outcome('1/4', 0.25, { defender_losses: 1, defender_retreat: 2, disorganized: 1, exploiting: 2, taken: true }),
    outcome('1/4', 0.25, {})
  ],
  columns: [], others: [], taken: { p: '1/4', chance: 0.25 },
  expected: { attacker_losses: 1, defender_losses: 0.25, attacker_retreat: 0, defender_retreat: 0.5, disorganized: 0.25, exploiting: 0.5 },
  expected_ledgers: {}
}

describe('every action of the engine', () => {
  // as the server describes them
  const union = new Set([...source.match(/^ {8}Action: (.*);$/m)![1]!.matchAll(/"(\w+)"\](?: \||$)/g)].map((m) => m[1]!))
  const records = [...source.matchAll(/^ {8}(\w+): \{\n(?: {12}\/\*\* @enum .*\n)? {12}type: "(\w+)";\n((?: {12}.*\n)*?) {8}\};/gm)].map(([, name, tag, body]) => ({ name: name!, tag: tag!, body: body! }))
  const tagged = records.filter((r) => union.has(r.name))
  const fieldsOf = (tag: string): string[] => [...tagged.find((r) => r.tag === tag)!.body.matchAll(/^ {12}(\w+)\??: /gm)].map((m) => m[1]!)
  const NUMBERS = new Set(['hex', 'tokens', 'points', 'source', 'against', 'group', 'ambush', 'surprise', 'start'])

  it('is read from the source', () => {
    expect(tagged.length).toBeGreaterThan(50)
    expect(tagged.length).toBe(union.size)
    expect(fieldsOf('pay')).toEqual(['unit', 'source', 'holder', 'via'])
  })

  it.each(tagged.map((r) => r.tag as ActionType))('%s has its words and its place', (tag) => {
    const kind = KINDS[tag]
    expect(kind, `no words for ${tag}`).toBeDefined()
    const fields = fieldsOf(tag)
    for (const field of [kind!.hex, kind!.spot, kind!.unit]) if (field) expect(fields).toContain(field)
    const action = { type: tag, ...Object.fromEntries(fields.map((f) => [f, NUMBERS.has(f) ? 9 : f === 'rear' ? 3 : f === 'first' || f === 'agree' ? true : 'u'])) }
    const choice = describeAction(action as Action, namer)
    expect(choice.group).not.toBe('Other')
    expect(choice.text).not.toMatch(/undefined|NaN|null/)
    // what names a hex or a unit lights up there
    if (fields.includes('hex')) expect(choice.spot).toBe(9)
    if (fields.includes('unit') && !['leave_out'].includes(tag)) expect(choice.unit).toBe('u')
  })
})

describe('the place of a kind', () => {
  it.each(Object.entries(KINDS))('%s names what it needs', (_, kind) => {
    const { place = 'list', click, mark, hex, spot, unit } = kind
    if (click) expect(hex ?? unit, 'a click falls on a hex or on a counter').toBeDefined()
    if (click === 'dialog' || place === 'reach' || kind.stepKey || typeof mark === 'object') expect(hex).toBeDefined()
    if (mark === 'ring') expect([hex, unit], 'the ring is about the counter').toEqual([undefined, 'unit'])
    if (place.startsWith('unit') || kind.takesUp || kind.inHand) expect(unit).toBeDefined()
    if (place === 'map') expect(hex ?? spot ?? unit).toBeDefined()
    if (place === 'hex') expect([hex, spot]).toEqual([undefined, 'hex'])
    if (mark && !click) expect(place, 'what is marked can be clicked').toBe('map')
  })
})

describe('what an attack may bring', () => {
  it('is summed up by what players ask', () => {
    const asked = new Map(bars(forecast, 'regular').map((b) => [b.name, b.chance]))
    expect([asked.get('You take the hex'), asked.get('You lose steps'), asked.get('You retreat'), asked.get('Some of yours exploit')]).toEqual([0.25, 0.5, 0, 0.25])
    expect(bars(forecast, 'overrun').some((b) => b.name === 'Some of yours exploit')).toBe(false)
    expect(losses(forecast, 'attacker_losses').map((l) => l.chance)).toEqual([0.5, 0, 0.5])
  })

  it('is shown in words', () => {
    expect(forecast.outcomes.map((o) => aftermathText(o))).toEqual(['you lose 2 steps', 'defender loses 1 step, retreats 2, DG · 2 exploit · hex taken', 'nothing happens'])
    expect([1, 2].map((evaded) => aftermathText(outcome('1', 1, { evaded, defender_losses: evaded - 1 })))).toEqual(['an HQ escapes', 'defender loses 1 step · 2 HQs escape'])
  })

  it('reads the ends of a table for rolls beyond it', () => {
    expect([rowOf([2, 3, 4], 1), rowOf([2, 3, 4], 3), rowOf([2, 3, 4], 9)]).toEqual([0, 1, 2])
  })
})

describe('words and numbers', () => {
  it('write supply as players do', () => {
    expect([supplyText(9), supplyText(3), supplyText(8), supplyText(0)]).toEqual(['2 SP 1T', '3T', '2 SP', '0T'])
    expect([tokens(9), tokens(2), tokens(0), tokens(8)]).toEqual(['2¼', '½', '0', '2'])
  })

  it('write movement points short, and read them', () => {
    expect([short('2.5'), short('1/2'), short('7'), short('0.5')]).toEqual(['2½', '½', '7', '½'])
    expect([mpValue('2.5'), mpValue('1/3'), mpValue('4')]).toEqual([2.5, 1 / 3, 4])
  })

  it('tell what each step of a path costs', () => {
    const reach = { hexes: { 2: { mp_left: '5.5', path: [1, 2], stop: '', slowed: '' }, 3: { mp_left: '3', path: [1, 2, 3], stop: '', slowed: '' } }, overruns: [], unfueled: [], acts: [] }
    expect(stepCosts(reach, [1, 2, 3])).toEqual(['', '2½'])
  })

  it('name units and formations', () => {
    expect(counterName(counter())).toBe('69 Rgt')
    expect(counterName(counter({ name: '', kind: 'transport', transport: 'wagon' }))).toBe('Wagon')
    expect(counterName(counter({ name: '', kind: 'transport', transport: 'organic' }))).toBe('Organic Truck')
    expect(formationLabel('de-10pz')).toBe('10 Pz')
  })

  it('sum up a stack of one\'s own in the words of the server', () => {
    const summary: StackSummary = {
      re: 1.5, steps: 2, attack: '13', attackers: 2, defence: '8.5', terrain: 'low_hills', leader: { unit: 'v', ar: 4 }, tokens: 9,
      fueled: ['u'], unfueled: [], dg: ['v'], reserve: [], out_of_supply: ['u', 'v']
    }
    const lines = summarizeStack([unit(), unit({ id: 'v' })], stack(summary), (id) => id)
    expect(lines).toEqual([
      '1.5 RE · 2 steps · best AR 4 (v)',
      'attack 13 in the open · defence 8.5 here (low hills)',
      '1 Disorganized · all Out of Supply · 1 fueled · 2 SP 1T in the hex · has a ZOC'
    ])
    expect(summarizeStack([unit(), unit({ id: 'v' })], stack(summary), (id) => id, true), 'in a box nobody fights').toEqual([
      lines[0],
      '1 Disorganized · all Out of Supply · 1 fueled · 2 SP 1T in the hex'
    ])
    expect(summarizeStack([unit()], stack({ ...summary, attackers: 0 }), (id) => id)[1]).toContain('cannot attack')
  })

  it('tell of a hidden stack only what its top unit shows', () => {
    const hidden = unit({ marker: 'dg', strength: null, re: null, steps: null, fueled: null })
    expect(summarizeStack([hidden], stack(null), (id) => id)).toEqual(['AR 3 · Disorganized · has a ZOC'])
    const fired = unit({ marker: 'dg', mode: 'dg', dg_kind: 'fire', tapped: true, strength: null, re: null, steps: null, fueled: null })
    expect(summarizeStack([fired], stack(null), (id) => id)).toEqual(['AR 3 · Fire DG · tapped · has a ZOC'])
    expect([modeText(fired), modeText(unit({ tapped: true })), modeText(unit())]).toEqual(['Fire DG, tapped', 'Combat Mode, tapped', 'Combat Mode'])
    expect(summarizeStack([], undefined, (id) => id)).toEqual([])
  })

  it('put the strongest fighting unit on top', () => {
    const truck = unit({ id: 't', counter: counter({ kind: 'transport' }) })
    const weak = unit({ id: 'w', counter: counter({ combat: face(1, 1) }) })
    expect([unit(), weak, truck].sort(stackOrder).map((u) => u.id)).toEqual(['t', 'w', 'u'])
  })
})

describe('keys', () => {
  const press = (key: string, code = '', mods: Partial<Record<'ctrlKey' | 'shiftKey' | 'altKey' | 'metaKey', boolean>> = {}) =>
    commandOf({ key, code, ctrlKey: false, shiftKey: false, altKey: false, metaKey: false, ...mods })

  it('mean what the list says', () => {
    expect(press('u')).toBe('undo')
    expect(press('y')).toBe('redo')
    expect(press('z', 'KeyY', { ctrlKey: true })).toBe('undo')
    expect(press('z', 'KeyY')).toBe('zoc')
    expect(press('?')).toBe('help')
    expect(press('3')).toEqual({ zoom: 0.8 })
  })

  it('step by place, not by letter', () => {
    expect(press('9', 'Numpad9')).toEqual({ step: 1 })
    expect(press('Z', 'KeyW', { shiftKey: true })).toEqual({ step: 0 })
    expect(press('Home', 'Numpad7')).toEqual({ travel: 'first' })
  })

  it('travel in time', () => {
    expect([press('PageUp'), press('PageDown'), press('Home'), press('End')].map((c) => c && (c as { travel: string }).travel)).toEqual(['back', 'forward', 'first', 'last'])
    expect(press('End', '', { ctrlKey: true })).toBeNull()
  })

  it('leave the browser its own', () => {
    expect(press('r', 'KeyR', { ctrlKey: true })).toBeNull()
    expect(press('ä', 'KeyW')).toBeNull()
  })
})

describe('what it costs to enter the hexes round a unit', () => {
  const asked: number[] = []
  const api = { cost: (_: string, __: string, from: number) => (asked.push(from), Promise.resolve({ lines: [{ reason: 'open', mp: '1' }] })) }
  const game = { eyes: '', grid: new Grid(4, 4, 'even', '', []), api }
  const hand = new HandOnMap(game as never, {} as never, {} as never, {} as never, {} as never)

  it('is asked for each of them', async () => {
    expect((await hand.entryCosts({ hex: 5, units: ['u'] })).size).toBe(6)
    expect(new Set(asked)).toEqual(new Set([5]))
  })

  it('is nothing where the unit is yet to come', async () => {
    asked.length = 0
    expect((await hand.entryCosts({ hex: -1, units: ['u'] })).size).toBe(0)
    expect(asked).toEqual([])
  })
})
