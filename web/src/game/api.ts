// The server's calls. A refusal is an answer, not an error; everything else that goes wrong is an ApiError with a
// sentence for the player.

import { applied } from './changes'
import { liveAddress } from './live-socket'
import type { Taken as Answer, AdviceView, Approaches, BotCall, Budget, CutMapView, DiceSheet, EntryAnswer, ExtenderRange, GameMade, HexCost, ModeView, NewGame, PlanTurns, PreparedCall, PreparedMoves, Problem, Rewinds, WhyAnswer, GroundView, RailNetView, ReviewView, SupplyNet, StandingCall, StandingForm, Trial, WarningView } from './api-types'
import type { At, BotPlans, TeamShown } from '../lobby/api-types'
import type { Action, BillKind, Bills, BrokenScenario, Cuts, GameInfo, LogLine, Macro, MoveCost, Reach, Refusal, SavedGame, EditionInfo, ScenarioInfo, SupplyAnswer, SupplyKind, Taken, View, FrontPage, FormationAnswer, MarchAnswer, Order, WayAnswer } from './types'
import type { BarragePreview, MissionOdds, OddsPreview, PlanForecast, Policy, SeaOdds, Strokes, TheatreAnswer } from './types-odds'
import type { RailReach, ShippingReach, Work } from './types-ground'

export class ApiError extends Error {
  constructor(
    message: string,
    readonly status: number,
    readonly stale = false
  ) {
    super(message)
  }
}

export type BotUntil = BotCall['until']

interface Held {
  view: View
  mark: string
}

let open = 0

/** Whether something was asked of the server that it has not answered yet. */
export const asking = () => open > 0

export async function call<T>(method: string, path: string, body?: unknown, raw?: Blob): Promise<T> {
  return (await marked<T>(method, path, body, raw)).read
}

/** An answer with the mark that its `ETag` gives it. */
async function marked<T>(method: string, path: string, body?: unknown, raw?: Blob): Promise<{ read: T; mark: string }> {
  open++
  try {
    return await ask<T>(method, path, body, raw)
  } finally {
    open--
  }
}

async function ask<T>(method: string, path: string, body?: unknown, raw?: Blob): Promise<{ read: T; mark: string }> {
  let answer: Response
  try {
    answer = await fetch(path, {
      method,
      headers: raw ? { 'content-type': 'application/x-ndjson' } : body === undefined ? {} : { 'content-type': 'application/json' },
      body: raw ?? (body === undefined ? undefined : JSON.stringify(body))
    })
  } catch {
    throw new ApiError('The server does not answer. Is redball still running?', 0)
  }
  const text = await answer.text()
  let read: unknown
  try {
    read = text ? JSON.parse(text) : null
  } catch {
    throw new ApiError(`The server answered with something that is not JSON (${answer.status}).`, answer.status)
  }
  const fields = (read ?? {}) as Partial<Problem> & { refusal?: Refusal }
  if (answer.ok || (answer.status === 409 && fields.refusal)) return { read: read as T, mark: answer.headers.get('etag')?.replaceAll('"', '') ?? '' }
  throw new ApiError(fields.error ?? `The server answered ${answer.status}.`, answer.status, fields.stale ?? false)
}

const query = (fields: Record<string, string | number>) => new URLSearchParams(Object.entries(fields).map(([k, v]) => [k, String(v)]))

export type { WhyAnswer as Why } from './api-types'

export const lobby = {
  editions: () => call<EditionInfo[]>('GET', '/api/editions'),
  scenarios: () => call<(ScenarioInfo | BrokenScenario)[]>('GET', '/api/scenarios'),
  front: (name: string, edition = '') => call<FrontPage>('GET', `/api/scenarios/${encodeURIComponent(name)}?${query({ edition })}`),
  games: () => call<SavedGame[]>('GET', '/api/games'),
  create: (wish: NewGame) => call<GameMade>('POST', '/api/games', wish),
  takeIn: (file: Blob) => call<GameMade>('POST', '/api/games/import', undefined, file),
  rename: (id: string, name: string) => call<null>('POST', `/api/games/${encodeURIComponent(id)}/name`, { name }),
  forget: (id: string) => call<null>('DELETE', `/api/games/${encodeURIComponent(id)}`)
}

/** One game on the server. */
export class GameApi {
  private readonly base: string
  /** The last view of each side, so that the server need only say what has changed. */
  private readonly held = new Map<string, Held>()
  constructor(readonly id: string) {
    this.base = `/api/games/${encodeURIComponent(id)}`
  }

  async view(side: string): Promise<View> {
    const { read, mark } = await marked<View>('GET', `${this.base}/view?${query({ side })}`)
    this.held.set(side, { view: read, mark })
    return read
  }

  private async play(what: string, side: string, seq: number, fields: object): Promise<Taken> {
    const held = this.held.get(side)
    const answer = await call<Answer>('POST', `${this.base}/${what}`, { side, seq, holds: held?.mark ?? '', ...fields })
    const view = answer.changes && held ? applied(held.view, answer.changes) : answer.view
    if (!view) throw new ApiError('The server answered without a view.', 0, true)
    this.held.set(side, { view, mark: answer.mark })
    return { ...answer, view }
  }

  info = () => call<GameInfo>('GET', this.base)
  /** How far the game is, where others play it from elsewhere. */
  far = () => call<At>('GET', `${this.base}/at`)
  /** The address of the socket that says so. */
  live = (side: string) => liveAddress(this.id, side)
  replay = (side: string, at: number) => call<View>('GET', `${this.base}/replay?${query({ side, at })}`)
  dice = (side: string) => call<DiceSheet>('GET', `${this.base}/dice?${query({ side })}`)
  log = (side: string, since = 0) => call<LogLine[]>('GET', `${this.base}/log?${query({ side, since })}`)
  /** `bot`: a bot that must decide then plays on in the same call. */
  act = (side: string, seq: number, actions: Action[], bot: boolean) => this.play('act', side, seq, { actions, bot })
  macro = (side: string, seq: number, macro: Macro, bot: boolean) => this.play('macro', side, seq, { macro, bot })
  bot = (side: string, seq: number, until: BotUntil) => this.play('bot', side, seq, { until })
  undo = (side: string, seq: number, steps: number) => this.play('undo', side, seq, { steps })
  rewind = (side: string, seq: number, to: number, name: string) => this.play('undo', side, seq, { to, name, consent: true })
  rewinds = (side: string) => call<Rewinds>('GET', `${this.base}/rewind?${query({ side })}`)
  propose = (side: string, seq: number, to: number, name: string) => call<Rewinds>('POST', `${this.base}/rewind`, { side, seq, to, name })
  agree = (side: string, seq: number, agrees: boolean) => call<Rewinds>('POST', `${this.base}/agree`, { side, seq, agrees })
  openBranch = (line: number) => call<GameMade>('POST', `${this.base}/branches`, { line })
  redo = (side: string, seq: number, steps = 1) => this.play('redo', side, seq, { steps })
  standing = (side: string) => call<StandingForm>('GET', `${this.base}/standing?${query({ side })}`)
  trial = (side: string, changes: Omit<StandingCall, 'side'>) => call<Trial>('POST', `${this.base}/trial`, { side, ...changes })
  stand = (side: string, changes: Omit<StandingCall, 'side'>) => call<StandingForm>('POST', `${this.base}/standing`, { side, ...changes })
  prepared = (side: string) => call<PreparedMoves>('GET', `${this.base}/prepared?${query({ side })}`)
  prepare = (side: string, segment: string, moves: PreparedCall['moves'], sends: boolean, mark: string) => call<PreparedMoves>('POST', `${this.base}/prepared`, { side, segment, moves, sends, mark })
  send = (side: string, seq: number, bot: boolean) => this.play('send', side, seq, { bot })
  reach = (side: string, units: readonly string[]) => call<Reach>('GET', `${this.base}/reach?${query({ side, units: units.join(',') })}`)
  formation = (side: string, name: string) => call<FormationAnswer>('GET', `${this.base}/formation?${query({ side, name })}`)
  way = (side: string, units: readonly string[], hex: number, via: readonly number[] = []) =>
    call<WayAnswer>('GET', `${this.base}/way?${query({ side, units: units.join(','), hex, via: via.join(',') })}`)
  march = (side: string, units: readonly string[], hex: number) => call<MarchAnswer>('GET', `${this.base}/march?${query({ side, units: units.join(','), hex })}`)
  orders = (side: string, hex: number, units: readonly string[]) => call<Order[]>('GET', `${this.base}/orders?${query({ side, hex, units: units.join(',') })}`)
  railUnits = (side: string, units: readonly string[]) => call<RailReach>('GET', `${this.base}/rail?${query({ side, units: units.join(',') })}`)
  railSupply = (side: string, hex: number) => call<RailReach>('GET', `${this.base}/rail?${query({ side, hex })}`)
  shippingUnits = (side: string, units: readonly string[]) => call<ShippingReach>('GET', `${this.base}/shipping?${query({ side, units: units.join(',') })}`)
  shippingSupply = (side: string, hex: number) => call<ShippingReach>('GET', `${this.base}/shipping?${query({ side, hex })}`)
  range = (side: string, unit: string) => call<ExtenderRange>('GET', `${this.base}/range?${query({ side, unit })}`)
  works = (side: string, unit: string) => call<Work[]>('GET', `${this.base}/construction?${query({ side, unit })}`)
  /** Of each action, whether it is legal or why it is not, in one call. */
  why = (side: string, actions: readonly Action[]) => (actions.length ? call<WhyAnswer[]>('GET', `${this.base}/why?${query({ side })}${actions.map((a) => `&action=${encodeURIComponent(JSON.stringify(a))}`).join('')}`) : Promise.resolve([]))
  cost = (side: string, unit: string, start: number, hex: number) =>
    call<HexCost>('GET', `${this.base}/cost?${query({ side, unit, start, hex })}`)
  supply = (side: string, of: { unit: string } | { hex: number }) => call<SupplyAnswer>('GET', `${this.base}/supply?${query({ side, ...of })}`)
  cuts = (side: string, unit: string, line: SupplyKind) => call<Cuts>('GET', `${this.base}/cuts?${query({ side, unit, line })}`)
  entries = (side: string, hexes: readonly number[]) => call<EntryAnswer[]>('GET', `${this.base}/entries?${query({ side, hexes: hexes.slice(0, 64).join(',') })}`)
  bills = (side: string, kind: BillKind, hex: number, units: readonly string[], special = '') =>
    call<Bills>('GET', `${this.base}/bills?${query({ side, kind, hex, units: units.join(','), special })}`)
  fuel = (side: string, units: readonly string[], hex = -1) => call<MoveCost>('GET', `${this.base}/fuel?${query({ side, units: units.join(','), hex })}`)
  supplyNet = (side: string) => call<SupplyNet>('GET', `${this.base}/supply-net?${query({ side })}`)
  railNet = (side: string) => call<RailNetView>('GET', `${this.base}/rail-net?${query({ side })}`)
  ground = (side: string, of: { mobility: string } | { unit: string }) => call<GroundView>('GET', `${this.base}/ground?${query({ side, ...of })}`)
  approaches = (side: string, hex: number, units: readonly string[], at: Readonly<Record<string, number>>, alone: boolean, policy: Policy) =>
    call<Approaches>('GET', `${this.base}/approaches?${query({ side, hex, units: units.join(','), at: Object.keys(at).length ? JSON.stringify(at) : '', alone: String(alone), ...policy })}`)
  cutMap = (side: string, of: string) => call<CutMapView>('GET', `${this.base}/cut-map?${query({ side, of })}`)
  budget = (side: string) => call<Budget>('GET', `${this.base}/budget?${query({ side })}`)
  modes = (side: string, units: readonly string[]) => call<ModeView[]>('GET', `${this.base}/modes?${query({ side, units: units.join(',') })}`)
  warnings = (side: string) => call<WarningView[]>('GET', `${this.base}/warnings?${query({ side })}`)
  odds = (side: string, hex: number, units: readonly string[], kind: 'regular' | 'overrun', policy: Policy, terrain: Readonly<Record<string, string>>, special = '') =>
    call<OddsPreview>(
      'GET',
      `${this.base}/odds?${query({ side, hex, units: units.join(','), kind, ...policy, terrain: Object.keys(terrain).length ? JSON.stringify(terrain) : '', special })}`
    )
  plan = (side: string, hex: number, units: readonly string[], guns: readonly string[], then: number, policy: Policy, special = '') =>
    call<PlanForecast>('GET', `${this.base}/plan?${query({ side, hex, units: units.join(','), guns: guns.join(','), then, ...policy, special })}`)
  strokes = (side: string, hex: number) => call<Strokes>('GET', `${this.base}/strokes?${query({ side, hex })}`)
  barrage = (side: string, hex: number, units: readonly string[]) =>
    call<BarragePreview>('GET', `${this.base}/barrage?${query({ side, hex, units: units.join(',') })}`)
  mission = (side: string) => call<MissionOdds>('GET', `${this.base}/mission?${query({ side })}`)
  sea = (side: string) => call<SeaOdds>('GET', `${this.base}/sea?${query({ side })}`)
  theatre = (side: string, policy: Policy) => call<TheatreAnswer | null>('GET', `${this.base}/theatre?${query({ side, ...policy })}`)
  /** Who plays what of a side. */
  team = (side: string) => call<TeamShown>('GET', `${this.base}/team?${query({ side })}`)
  ready = (side: string, seq: number, ready: boolean) => call<TeamShown>('POST', `${this.base}/ready`, { side, seq, ready })
  lend = (side: string, lends: boolean) => call<TeamShown>('POST', `${this.base}/lend`, { side, lends })
  /** What bots planned in a game on a server with accounts, once it is over. */
  botPlans = () => call<BotPlans>('GET', `${this.base}/bot-plans`)
  /** For which Player Turns a plan can be asked for, and what the planning bot thinks of one so far. */
  plans = (side: string) => call<PlanTurns>('GET', `${this.base}/plans?${query({ side })}`)
  advice = (side: string, of: string, at: number | null, level: string) => call<AdviceView>('POST', `${this.base}/advice`, { side, of, level, ...(at === null ? {} : { at }) })
  /** What the decisions of a Player Turn that began after `at` actions cost, as far as that has been looked at. */
  coach = (side: string, of: string, at: number) => call<ReviewView>('POST', `${this.base}/coach`, { side, of, at })
  saveAddress = () => `${this.base}/save`
}
