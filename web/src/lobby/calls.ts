// The calls of the server with accounts. What goes wrong is an Error with a sentence for the player.

import { botName } from '../game/bots'
import type { Rewinds } from '../game/api-types'
import type { LogLine } from '../game/types'
import type { Browsers, Erasing, GameMade, Invited, Joining, Link, Listed, Lobby, Me, NewBrowser, NoticesShown, NoticesWanted, OfferShown, Portion, Problem, Proof, Settling, TableShown, TeamShown, Ways, Wish } from './api-types'

export class CallError extends Error {
  constructor(message: string, readonly status: number) {
    super(message)
  }
}

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  let answer: Response
  const file = body instanceof Blob
  try {
    answer = await fetch(path, {
      method,
      headers: body === undefined ? {} : { 'content-type': file ? 'application/x-ndjson' : 'application/json' },
      body: body === undefined ? undefined : file ? body : JSON.stringify(body)
    })
  } catch {
    throw new CallError('The server does not answer.', 0)
  }
  const text = await answer.text()
  const read = text ? (JSON.parse(text) as unknown) : null
  if (!answer.ok) throw new CallError((read as Problem | null)?.error ?? `The server answered ${answer.status}.`, answer.status)
  return read as T
}

const side = (one: string) => `side=${encodeURIComponent(one)}`
const of = (id: string) => `/api/games/${encodeURIComponent(id)}`

export const server = {
  me: () => call<Me>('GET', '/api/me'),
  signUp: (name: string, password: string) => call<Me>('POST', '/api/accounts', { name, password }),
  signIn: (name: string, password: string) => call<Me>('POST', '/api/session', { name, password }),
  signOut: () => call<null>('DELETE', '/api/session'),
  password: (password: string, proof: Proof) => call<null>('POST', '/api/me/password', { password, proof }),
  rename: (name: string) => call<Me>('POST', '/api/me/name', { name }),
  ways: () => call<Ways>('GET', '/api/me/ways'),
  endOthers: () => call<null>('DELETE', '/api/me/sessions'),
  erase: (erasing: Erasing) => call<null>('POST', '/api/me/erase', erasing),
  askProof: () => call<unknown>('POST', '/api/me/proof/begin', {}),
  notices: () => call<NoticesShown>('GET', '/api/me/notices'),
  wantNotices: (wanted: NoticesWanted) => call<NoticesShown>('POST', '/api/me/notices', wanted),
  browsers: () => call<Browsers>('GET', '/api/me/browsers'),
  addBrowser: (given: NewBrowser) => call<Browsers>('POST', '/api/me/browsers', given),
  dropBrowser: (id: string) => call<null>('DELETE', `/api/me/browsers/${encodeURIComponent(id)}`),
  setMail: (email: string, proof: Proof) => call<null>('POST', '/api/me/email', { email, proof }),
  confirmMail: (token: string) => call<null>('POST', '/api/email', { token }),
  forgotten: (name: string) => call<null>('POST', '/api/reset', { name }),
  reset: (token: string, password: string) => call<null>('POST', '/api/reset/finish', { token, password }),
  unsubscribe: (token: string) => call<null>('POST', '/api/unsubscribe', { token }),
  beginPasskey: (proof: Proof) => call<unknown>('POST', '/api/me/passkeys/begin', { proof }),
  addPasskey: (answer: object, label: string) => call<null>('POST', '/api/me/passkeys', { answer, label }),
  forgetPasskey: (id: string, proof: Proof) => call<null>('POST', `/api/me/passkeys/${encodeURIComponent(id)}/remove`, { proof }),
  askPasskey: () => call<unknown>('POST', '/api/session/passkey/begin', {}),
  signInByPasskey: (answer: object) => call<Me>('POST', '/api/session/passkey', { answer }),
  lobby: () => call<Lobby>('GET', '/api/lobby'),
  offer: (wish: Wish) => call<GameMade>('POST', '/api/games', wish),
  join: (id: string, joining: Joining) => call<null>('POST', `${of(id)}/join`, joining),
  invite: (id: string, role: string, side: string, seat = 0) => call<Link>('POST', `${of(id)}/invitations`, { role, side, seat }),
  team: (id: string, as: string) => call<TeamShown>('GET', `${of(id)}/team?${side(as)}`),
  shareOut: (id: string, side: string, shares: Portion[]) => call<TeamShown>('POST', `${of(id)}/team`, { side, shares }),
  resign: (id: string) => call<null>('POST', `${of(id)}/resign`, {}),
  claim: (id: string) => call<null>('POST', `${of(id)}/claim`, {}),
  withdraw: (id: string) => call<null>('DELETE', of(id)),
  takeIn: (file: Blob, as: string) => call<GameMade>('POST', `/api/games/import?${side(as)}`, file),
  table: (id: string) => call<TableShown>('GET', `${of(id)}/table`),
  invited: (invitation: string) => call<Invited>('POST', '/api/invitations', { invitation }),
  guest: (name: string, invitation: string) => call<Me>('POST', '/api/guests', { name, invitation }),
  takeBackLink: (id: string, link: string) => call<null>('DELETE', `${of(id)}/invitations/${encodeURIComponent(link)}`),
  offerTo: (id: string, kind: string) => call<OfferShown>('POST', `${of(id)}/offers`, { kind }),
  answer: (id: string, offer: number, agree: boolean) => call<OfferShown>('POST', `${of(id)}/offers/${offer}`, { agree }),
  settle: (id: string, what: Settling) => call<null>('POST', `${of(id)}/settle`, what),
  give: (id: string, to: string, name: string) => call<null>('POST', `${of(id)}/players`, { side: to, name }),
  log: (id: string, as: string) => call<LogLine[]>('GET', `${of(id)}/log?${side(as)}`),
  rewinds: (id: string, as: string) => call<Rewinds>('GET', `${of(id)}/rewind?${side(as)}`),
  propose: (id: string, as: string, seq: number, to: number, name: string) => call<Rewinds>('POST', `${of(id)}/rewind`, { side: as, seq, to, name }),
  agree: (id: string, as: string, seq: number, agrees: boolean) => call<Rewinds>('POST', `${of(id)}/agree`, { side: as, seq, agrees })
}

/** Words for the dice of somebody who has none: made here, so that the server has no say in them. */
export const byLot = () => Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** The sentence of something that went wrong. */
export const sentence = (e: unknown) => (e instanceof Error ? e.message : String(e))

/** The sides of a game that nobody plays yet. */
export const freeSides = (game: Listed) => game.sides.filter((side) => !game.seats.some((seat) => seat.role === 'player' && seat.side === side.id))

/** The side that the player plays, alone or with others; "" for none. */
export const ownSide = (game: Listed) => game.seats.find((seat) => seat.you && (seat.role === 'player' || seat.role === 'member'))?.side ?? ''

/** The side whose player, or chief, this is; "" for none. */
export const ledSide = (game: Listed) => game.seats.find((seat) => seat.you && seat.role === 'player')?.side ?? ''

/** The player must decide: it is their side's turn, and the decision is about their units or everybody's. */
export const yourTurn = (game: Listed) => {
  const own = ownSide(game)
  const you = game.seats.find((seat) => seat.you)?.name ?? ''
  return own !== '' && game.decides === own && game.state === 'playing' && (!game.waits.length || game.waits.includes(you))
}

/** The player looks on, and sees the game late: neither how far it is nor whose turn it is. */
export const seenLate = (game: Listed) =>
  (game.state === 'playing' || game.state === 'adjourned') && Object.values(game.late).some(Boolean) && !game.seats.some((seat) => seat.you && seat.role !== 'spectator')

/** The name of a side. */
export const nameOf = (game: Listed, side: string) => game.sides.find((one) => one.id === side)?.name ?? side

/** Who plays a side: "you", a name, a bot, or nobody yet. */
export function playedBy(game: Listed, side: string): string {
  const seat = game.seats.find((one) => one.role === 'player' && one.side === side)
  const chief = !seat ? 'free' : seat.you ? 'you' : seat.bot ? botName(seat.bot) : seat.name || 'gone'
  const members = game.seats.filter((one) => one.role === 'member' && one.side === side)
  return [chief, ...members.map((one) => `${one.you ? 'you' : one.name || 'a free seat'} (${one.army})`)].join(', ')
}

/** A game that has not all its players yet, a new one or one from a save. */
export const lacksPlayers = (game: Listed) => game.state === 'open' || (game.state === 'adjourned' && freeSides(game).length > 0)

/** The link of an invitation, as this browser reaches the server. */
export const linkOf = (id: string, token: string) => new URL(`/#/join/${id}/${token}`, location.href).href

/** How a game stands, in a line. */
export function standing(game: Listed): string {
  if (lacksPlayers(game)) return 'waits for players'
  if (game.state === 'over') return 'over'
  if (game.state === 'adjourned') return 'adjourned'
  if (seenLate(game)) return 'is being played'
  const own = ownSide(game)
  if (game.decides === own && own && game.waits.length && !yourTurn(game)) return `${game.waits.join(' or ')} decides`
  return game.decides === own && own ? 'your turn' : `${nameOf(game, game.decides)} decides`
}

/** How long ago something was, in a word or two. */
export function ago(moment: string, now: number): string {
  const minutes = Math.max(0, Math.round((now - Date.parse(moment)) / 60_000))
  if (minutes < 1) return 'just now'
  if (minutes < 60) return `${minutes} min ago`
  return minutes < 48 * 60 ? `${Math.round(minutes / 60)} h ago` : `${Math.round(minutes / 1440)} days ago`
}

/** What is left on a clock. */
export function clock(seconds: number): string {
  if (seconds < 0) return 'time is up'
  const minutes = Math.floor(seconds / 60)
  return minutes < 180 ? `${minutes} min left` : minutes < 48 * 60 ? `${Math.floor(minutes / 60)} h left` : `${Math.floor(minutes / 1440)} days left`
}
