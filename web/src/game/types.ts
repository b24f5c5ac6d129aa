// What the server says, as docs/api.md writes it down. Hexes are indices; movement points and strengths are text as
// players write them ("1.5"); supply is in tokens (4T = 1 SP).

export type Hex = number
export type SideId = string

export interface Board {
  name: string
  columns: number
  rows: number
  raised: 'even' | 'odd'
  miles: string
  letter: string
  palette: string[][]
  terrain: number[]
  hexsides: { kind: string; name: string; sides: [Hex, number][] }[]
  paths: { kind: string; name: string; hexes: Hex[] }[]
  places: { hex: Hex; kind: string; name: string }[]
  labels: { hex: Hex; style: string; text: string }[]
  boxes: { id: string; hex: Hex | null; name: string }[]
}

export type Mobility = 'leg' | 'truck' | 'track'

/** One printed side of a counter. Numbers are text as printed; "" or null: not printed. */
export interface Face {
  strength: string | null
  parenthesized: boolean
  action_rating: number
  ma: string
  mobility: Mobility
  barrage?: number
  barrage_range?: number
  throw_range?: string
  throw_mobility?: Mobility
}

export interface Counter {
  id: string
  name: string
  nation: string
  formation: string
  kind: string
  size: string
  symbol: string
  colour: string
  printed_re: number
  no_rebuild?: boolean
  combat: Face | null
  move: Face | null
  points: number
  transport: string
  divisional: boolean
}

/** A unit as the viewer may know it: null where fog hides the value. */
export interface Unit {
  id: string
  side: SideId
  hex: Hex
  counter: Counter
  facing: 'combat' | 'move' | null
  marker: string | null
  mode: string | null
  steps: number | null
  steps_lost: number | null
  re: string | null
  internals: number | null
  out_of_supply: boolean | null
  fueled: boolean | null
  load: number | null
  points: number | null
  moved: boolean | null
  attack_capable: boolean | null
  zoc: boolean | null
  strength: string | null
  ar: number | null
  ma: string | null
}

export interface Stack {
  hex: Hex
  side: SideId
  zoc: boolean | null
  top: string | null
  combat: boolean
  hedgehog: number | boolean | null
  supply: boolean
  transport: boolean
  hidden: boolean
}

export interface Action {
  type: string
  [field: string]: unknown
}

export interface Refusal {
  code: string
  case: string
  text: string
  remedy?: string
  units?: string[]
  hexes?: Hex[]
  have?: string
  need?: string
}

export interface LedgerLine {
  amount: string
  reason: string
  case: string
  chart: string
  unit: string
}

export interface Ledger {
  title: string
  lines: LedgerLine[]
  total: string
}

export interface Decision {
  side: SideId
  procedure: string
  step: string
  prompt: string
  case: string
  yours: boolean
  data: Record<string, unknown> | null
}

export interface Warning {
  text: string
  units: string[]
  case: string
}

export interface View {
  seq: number
  turn: number
  turns: number
  date: string
  phase: string
  segment: string
  phasing: SideId
  acting: SideId
  first: SideId
  weather: string
  over: boolean
  outcome?: { winner: string; result: string; points: Record<SideId, number>; reason: string } | null
  side: SideId
  decision: Decision | null
  choices: Action[]
  units: Unit[]
  stacks: Stack[]
  dumps: { hex: Hex; side: SideId; tokens: number | null; fresh: number | null }[]
  hedgehogs: { hex: Hex; side: SideId; level: number }[]
  control: Record<string, SideId>
  score: {
    points: Record<SideId, number>
    lines: { reason: string; side: SideId; points: number }[]
    difference: number
    level: string
  }
  reserve_markers: Record<SideId, { used: number; limit: number }>
  losses: Record<SideId, { steps: number; units: { id: string; name: string }[] }>
  arrivals: { turn: number; side: SideId; units: { id: string; name: string }[] | string[]; tokens: number }[]
  lists: { unmoved: string[] }
  warnings: Warning[]
  undo: { possible: boolean; sealed_by: string | null; steps: number }
  guide: { text: string; done: boolean }[]
}

export interface Switch {
  name: string
  case: string
  default: unknown
  values: unknown[]
  text: string
}

export interface ScenarioInfo {
  id: string
  title: string
  summary: string
  turns: number
  sides: { id: SideId; name: string }[]
  teaching: boolean
  editions: string[]
  switches: Switch[]
}

export interface SavedGame {
  id: string
  scenario: string
  title: string
  turn: number
  turns: number
  date: string
  sides: Record<SideId, string>
  updated: string
  over: boolean
}

export interface GameInfo {
  id: string
  scenario: string
  title?: string
  turns?: number
  dates?: string[]
  sides?: { id: SideId; name: string }[]
  players: Record<SideId, string>
  switches: Record<string, unknown>
  board: Board
  charts: Record<string, unknown>
  guide: { text: string }[]
  notes: string
  reinforcements: unknown
  sources?: Record<SideId, Hex[]>
  victory?: { hexes: { hex: Hex; points: number; name: string }[] }
}

/** An event as it is sent: a fact of the log with its own fields. */
export interface GameEvent {
  type: string
  case: string
  side: SideId
  [field: string]: unknown
}

export interface LogLine {
  n: number
  turn: number
  phasing: SideId
  phase: string
  segment: string
  text: string
  case: string
  kind: string
  side: SideId
  hexes: Hex[]
  units: string[]
  dice: number[] | null
  ledger?: Ledger | null
  ledgers?: Ledger[] | null
  sealed?: string | boolean | null
  details?: string[] | null
}

export interface Taken {
  view: View
  events: GameEvent[]
  taken?: number
  refusal?: Refusal | null
  more?: boolean
}

export interface ReachHex {
  mp_left: string
  mp_spent: string
  path: Hex[]
  stop?: string | null
  overrun?: boolean
}

export interface Reach {
  hexes: Record<string, ReachHex>
  others?: Record<string, Record<string, ReachHex>>
  refusal?: Refusal | null
}

export interface Payer {
  source: Hex
  holder: string
  via: string
  tokens: number
  mp: string
  path: Hex[]
}

export interface UnitSupply {
  payers: Payer[]
  trace: {
    found: boolean
    via: string | null
    source: Hex | null
    path: Hex[]
    blocked: { hex: Hex; reason: string; case: string } | null
  }
}

export interface SourceSupply {
  draw: Record<string, string>
  throw: Record<string, string>
}

export interface Odds {
  ledgers: Ledger[]
  odds: string
  column: string
  line: string
  drm: number
  surprise: Record<string, unknown>
  cost: Record<string, unknown> | string | number
  assumptions: string[]
  distribution?: unknown
  refusal?: Refusal | null
}
