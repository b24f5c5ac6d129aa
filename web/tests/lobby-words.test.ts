import { expect, test } from 'vitest'
import type { Listed, OfferShown, SeatShown } from '../src/lobby/api-types'
import { lacksPlayers, seenLate, standing } from '../src/lobby/calls'
import { awaited, clockTold, heldBy, invitedTold, lateTold, linkTold, outcomeTold, paceTold, roleTold, watchedTold } from '../src/lobby/words'

const seat = (over: Partial<SeatShown>): SeatShown => ({ role: 'player', side: 'axis', name: 'Anna', bot: '', you: false, left: null, holidays: null, number: 1, army: '', ...over })
const other = seat({ side: 'soviet', name: 'Boris', number: 2 })
const game = (over: object = {}): Listed => ({
  id: 'a1', name: '', state: 'playing', scenario: 'crossing', edition: 'v4.2', title: 'Crossing', fog: true, private: false, turn: 1, actions: 3, decides: 'axis', about: '', waits: [],
  sides: [{ id: 'axis', name: 'Axis' }, { id: 'soviet', name: 'Soviet' }], moved: '2026-01-01T00:00:00Z', seats: [seat({}), other], outcome: null, commitment: '', switches: {}, pace: { kind: 'free' }, spectators: 'nothing', late: {}, ...over
})
const over = (outcome: object) => outcomeTold(game({ state: 'over', outcome }))

test('an end is told by how it came', () => {
  expect(outcomeTold(game())).toBe('')
  expect(over({ resigned: 'axis' })).toBe('Axis has resigned: Soviet has won.')
  expect(over({ time_up: 'soviet' })).toBe('Soviet ran out of time: Axis has won.')
  expect(over({ agreed: true })).toBe('The players have agreed to end it.')
  expect(over({ settled: true })).toBe('The umpire has ended it.')
  expect(over({ winner: 'axis', result: 'Axis victory', points: {}, reason: '' })).toBe('Axis victory. Axis has won.')
  expect(over({ winner: 'draw', result: 'Draw', points: {}, reason: 'Nobody holds the bridge.' })).toBe('Draw. Nobody holds the bridge.')
  expect(outcomeTold(game({ state: 'over' }))).toBe('The game is over.')
})

test('who looks on late reads how late, and not whose turn it is', () => {
  expect([{}, { actions: 1 }, { actions: 50 }, { turns: 1 }, { turns: 2 }, { hours: 1 }, { hours: 30 }, { hours: 72 }].map(lateTold)).toEqual(['', '1 action late', '50 actions late', '1 Game Turn late', '2 Game Turns late', '1 hour late', '30 hours late', '3 days late'])
  const late = { late: { hours: 6 }, spectators: '', decides: '', seats: [other] }
  expect(watchedTold(game(late))).toBe('everything, 6 hours late')
  expect(standing(game(late))).toBe('is being played')
  expect(seenLate(game({ ...late, seats: [other, seat({ role: 'spectator', you: true })] }))).toBe(true)
  expect(seenLate(game({ ...late, seats: [seat({ you: true })] }))).toBe(false)
  expect(seenLate(game({ ...late, state: 'over' }))).toBe(false)
  expect([{ turns: 1 }, { actions: 0, hours: 0, turns: 0 }].map((how) => seenLate(game({ late: how, seats: [other] })))).toEqual([true, false])
})

test('paces are told in words', () => {
  expect(paceTold({ kind: 'free' })).toBe('as long as you like')
  expect(paceTold({ kind: 'live', minutes: 1, increment: 0 })).toBe('a clock of 1 minute each')
  expect(paceTold({ kind: 'days', days: 3, holidays: 1 })).toBe('3 days for an action, and 1 day of holidays each')
})

test('clocks name the holidays in them', () => {
  const day = 86_400
  expect(clockTold(seat({}))).toBe('')
  expect(clockTold(seat({ left: 600 }))).toBe('10 min left')
  expect(clockTold(seat({ left: 13 * day, holidays: 10 * day }))).toBe('13 days left, 10 days of them holidays')
  expect(clockTold(seat({ left: -1, holidays: day }))).toBe('time is up')
})

test('seats: people, bots, who has left, and who is still to come', () => {
  expect(heldBy(seat({ you: true }))).toBe('Anna (you)')
  expect(heldBy(seat({ name: '', bot: 'steady' }))).toBe('Steady bot')
  expect(heldBy(seat({ name: '' }))).toBe('Somebody who has left')
  expect(heldBy(seat({ name: '', role: 'member' }))).toBe('Nobody yet')
  expect(roleTold(game(), seat({ role: 'member', army: 'XX Corps' }))).toBe('plays part of Axis: XX Corps')
})

test('an invitation says what one would be', () => {
  const told = (role: string, side = '', army = '') => invitedTold({ game: game({ spectators: 'axis' }), role, side, by: 'Anna', ends: '', army })
  expect(told('player', 'soviet')).toBe('You would play Soviet.')
  expect(told('member', 'axis', 'XX Corps')).toBe('You would play part of Axis: XX Corps. Anna leads the side.')
  expect(told('substitute', 'axis')).toContain('take over from Anna, who plays Axis now')
  expect(told('spectator')).toBe('You would watch. Spectators see what Axis sees.')
  expect(watchedTold(game({ spectators: '' }))).toBe('everything')
  expect(linkTold(game(), { role: 'umpire', side: '' })).toBe('to be the umpire')
})

test('an offer waits for people, not for bots or for who has left', () => {
  const offer: OfferShown = { number: 1, kind: 'end', side: 'axis', agreed: ['axis'], state: 'open' }
  expect(awaited(game(), offer)).toEqual(['soviet'])
  for (const gone of [{ name: '', bot: 'steady' }, { name: '' }]) expect(awaited(game({ seats: [seat({}), { ...other, ...gone }] }), offer)).toEqual([])
})

test('a game from a save waits for players, an adjourned one rests', () => {
  expect(lacksPlayers(game({ state: 'adjourned', seats: [seat({})] }))).toBe(true)
  expect(standing(game({ state: 'adjourned', seats: [seat({})] }))).toBe('waits for players')
  expect(standing(game({ state: 'adjourned' }))).toBe('adjourned')
})
