// What the lobby says of games and of those at them, in sentences.

import { botName } from '../game/bots'
import type { Invited, LinkShown, Listed, OfferShown, SeatShown } from './api-types'
import { clock, nameOf } from './calls'

export type Pace = Listed['pace']

const counted = (n: number, one: string) => `${n} ${one}${n === 1 ? '' : 's'}`

/** How long players may think. */
export function paceTold(pace: Pace): string {
  if (pace.kind === 'live') return `a clock of ${counted(pace.minutes ?? 0, 'minute')} each${pace.increment ? `, with ${counted(pace.increment, 'second')} more for each decision` : ''}`
  if (pace.kind === 'days') return `${counted(pace.days ?? 0, 'day')} for an action${pace.holidays ? `, and ${counted(pace.holidays, 'day')} of holidays each` : ''}`
  return 'as long as you like'
}

/** How late spectators see a game; "" for at once. */
export function lateTold(late: Listed['late']): string {
  if (late.actions) return `${counted(late.actions, 'action')} late`
  if (late.turns) return `${counted(late.turns, 'Game Turn')} late`
  const hours = late.hours ?? 0
  if (!hours) return ''
  return hours % 24 ? `${counted(hours, 'hour')} late` : `${counted(hours / 24, 'day')} late`
}

/** What spectators see, and how late. */
export function watchedTold(game: Listed): string {
  if (game.spectators === 'nothing') return 'nothing until the end'
  const late = lateTold(game.late)
  return `${game.spectators ? `what ${nameOf(game, game.spectators)} sees` : 'everything'}${late && `, ${late}`}`
}

/** The sides but one, by name. */
const others = (game: Listed, side: string) => game.sides.filter((one) => one.id !== side).map((one) => one.name).join(' and ')

/** How a game ended, in a sentence; "" while it goes on. */
export function outcomeTold(game: Listed): string {
  if (game.state !== 'over') return ''
  const told = (game.outcome ?? {}) as { resigned?: string; time_up?: string; agreed?: boolean; settled?: boolean; winner?: string; result?: string; reason?: string }
  if (told.resigned) return `${nameOf(game, told.resigned)} has resigned: ${others(game, told.resigned)} has won.`
  if (told.time_up) return `${nameOf(game, told.time_up)} ran out of time: ${others(game, told.time_up)} has won.`
  if (told.agreed) return 'The players have agreed to end it.'
  if (told.settled) return 'The umpire has ended it.'
  const won = told.winner && told.winner !== 'draw' ? `${nameOf(game, told.winner)} has won.` : ''
  return [told.result && `${told.result}.`, won, told.reason].filter(Boolean).join(' ') || 'The game is over.'
}

/** What somebody at a game is there. */
export function roleTold(game: Listed, seat: SeatShown): string {
  if (seat.role === 'player') return `plays ${nameOf(game, seat.side)}`
  if (seat.role === 'member') return `plays part of ${nameOf(game, seat.side)}${seat.army ? `: ${seat.army}` : ''}`
  return seat.role === 'umpire' ? 'umpire: sees everything, plays no side' : 'looks on'
}

/** Who has a seat: a name, a bot, or nobody. */
export function heldBy(seat: SeatShown): string {
  if (seat.bot) return botName(seat.bot)
  if (seat.name) return seat.you ? `${seat.name} (you)` : seat.name
  return seat.role === 'member' ? 'Nobody yet' : 'Somebody who has left'
}

/** What is on the clock of a seat, with the holidays in it; "" for none. */
export function clockTold(seat: SeatShown): string {
  if (seat.left === null) return ''
  if (!seat.holidays || seat.left < 0) return clock(seat.left)
  const days = Math.floor(seat.holidays / 86_400)
  return `${clock(seat.left)}, ${counted(days, 'day')} of them holidays`
}

/** What whoever takes a link will do. */
export function invitedTold({ game, role, side, by, army }: Invited): string {
  const of = nameOf(game, side)
  if (role === 'player') return `You would play ${of}.`
  if (role === 'member') return `You would play part of ${of}${army ? `: ${army}` : ''}. ${by || 'The chief'} leads the side.`
  if (role === 'substitute') return `You would take over from ${by}, who plays ${of} now and gives you the seat.`
  if (role === 'umpire') return 'You would be the umpire: you see everything, settle what is in doubt, and play no side.'
  return `You would watch. Spectators see ${watchedTold(game)}.`
}

/** What a link is for, in a line. */
export function linkTold(game: Listed, link: Pick<LinkShown, 'role' | 'side'>): string {
  const of = nameOf(game, link.side)
  if (link.role === 'player') return `to play ${of}`
  if (link.role === 'member') return `to play part of ${of}`
  if (link.role === 'substitute') return `to go on for the player of ${of}`
  return link.role === 'umpire' ? 'to be the umpire' : 'to look on'
}

const OFFERED: Readonly<Record<string, string>> = {
  end: 'to end the game here, by agreement',
  adjourn: 'to adjourn the game: no clock runs until all agree to go on',
  resume: 'to go on with the game'
}

/** What is offered, and by whom. */
export const offerTold = (game: Listed, offer: OfferShown) => `${nameOf(game, offer.side)} offers ${OFFERED[offer.kind] ?? offer.kind}.`

/** The sides whose answer an offer waits for: bots agree to everything, and nobody waits for a player who has left. */
export const awaited = (game: Listed, offer: OfferShown) =>
  game.sides.filter((side) => !offer.agreed.includes(side.id) && game.seats.some((seat) => seat.role === 'player' && seat.side === side.id && seat.name !== '')).map((side) => side.id)
