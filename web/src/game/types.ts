// What the server says, as docs/api.md writes it down. Hexes are indices; movement points and strengths are text as
// players write them ("1.5"); supply is in tokens (4T = 1 SP).

import type { BreakdownPool, BreakoutView, BridgeView, CommandView, ExtenderView, RailView, RebuildView, SetUpView } from './types-ground'

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
  paths: { kind: string; name: string; hexes: Hex[]; multi?: boolean }[]
  places: { hex: Hex; kind: string; name: string }[]
  labels: { hex: Hex; style: string; text: string }[]
  boxes: { id: string; hex: Hex | null; name: string; index?: Hex; exits?: Hex[] }[] // without a hex: beside the map
  unplayable?: Hex[]
}

export type Mobility = 'leg' | 'truck' | 'track'

/** One printed side of a counter. Numbers are text as printed; "" or null: not printed. */
export interface Face {
  strength: number | string | null
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
  /** Where there are two kinds of DG: fire or combat. */
  dg_kind?: string
  /** Artillery that has fired and is not ready again. */
  tapped?: boolean
  steps: number | null
  steps_lost: number | null
  re: number | null
  internals: number | null
  out_of_supply: boolean | null
  low_supply?: boolean | null // where supply has such a level
  fueled: boolean | null
  load: number | null
  points: number | null
  moved: boolean | null
  attack_capable: boolean | null
  zoc: boolean | null
  strength: string | null
  ar: number | null
  ma: string | null
  engineer?: boolean
  extender?: number | null // Transport Points that are locked in it
  worked?: boolean | null
}

export interface Stack {
  hex: Hex
  side: SideId
  zoc: boolean | null
  top: string | null
  combat: boolean
  supply: boolean | null
  transport: boolean | null
  hidden: boolean
  summary: StackSummary | null
}

/** What the owner of a stack reads at a glance; supply in tokens, the lists hold unit ids. */
export interface StackSummary {
  re: number
  steps: number
  attack: string
  attackers: number
  defence: string
  terrain: string
  leader: { unit: string; ar: number } | null
  tokens: number
  fueled: string[]
  unfueled: string[]
  dg: string[]
  reserve: string[]
  out_of_supply: string[]
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
  unit?: string
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
  /** What the edition calls values that the actions of the decision have. */
  words?: Record<string, string>
  yours: boolean
  data: Record<string, unknown> | null
  breakouts?: BreakoutView[]
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
  bridges: BridgeView[]
  blown: Hex[]
  rail: RailView
  extenders?: ExtenderView[]
  rebuild?: Record<SideId, RebuildView>
  breakdowns?: BreakdownPool[]
  command?: CommandView | null
  set_up: SetUpView | null
  simulcast?: boolean
  control: Record<string, SideId>
  score: {
    points: Record<SideId, number>
    lines: { reason: string; side: SideId; points: number }[]
    difference: number
    level: { winner: string; result: string } | null
  }
  reserve_markers: Record<SideId, { used: number; limit: number }>
  losses: Record<SideId, { steps: number; units: { id: string; name: string }[]; removed?: { id: string; name: string }[] }>
  arrivals: { turn: number; side: SideId; units: { id: string; counter: Counter }[]; tokens: number; entry: Hex[] }[]
  lists: { unmoved: string[]; without_trace: string[] }
  warnings: Warning[]
  undo: { possible: boolean; sealed_by: string | null; steps: number; redo: number }
  guide: { text: string; done: boolean }[]
}

export interface Switch {
  name: string
  case: string
  group: string
  default: unknown
  /** What the server was told to propose. */
  preset: unknown
  values: unknown[]
  text: string
  excludes: string[]
}

/** A set of rules that can be played. */
export interface EditionInfo {
  id: string
  text: string
  switches: Switch[]
}

export interface ScenarioInfo {
  id: string
  title: string
  summary: string
  turns: number
  sides: { id: SideId; name: string }[]
  teaching: boolean
  /** The edition that it is made for. */
  edition: string
}

export interface SavedGame {
  id: string
  scenario: string
  players: Record<SideId, string>
  turn: number
  actions: number
  updated: number
  over: boolean
  error?: string
}

export interface ChartTable {
  title: string
  rule: string
  confidence: string
  table: Record<string, unknown>
}

export interface GameInfo {
  id: string
  scenario: string
  title: string
  edition: string
  players: Record<SideId, string>
  switches: Record<string, unknown>
  sides: { id: SideId; name: string }[]
  dates: string[]
  board: Board
  charts: { tables: Record<string, ChartTable> }
  notes: string
  sources: Record<SideId, Hex[]>
  weather?: Record<string, { chance: number; effects: string[] }>
  tables?: { side: SideId; name: string; dice: number; entry: Hex[]; bands: { roll: string; result: string }[] }[]
  boxes?: { hex: Hex; side: SideId; exits: Hex[]; mp: string }[]
  victory: {
    hexes: { hex: Hex; points: number; name: string }[]
    levels: { winner: string; result: string; min: number | null; max: number | null }[]
    for_side: SideId
  }
}

/** A line of the log; what an action brings comes as such lines too. `type` is the kind of fact, `details` its fields. */
export interface LogLine {
  n: number
  turn: number
  phasing: SideId
  phase: string
  segment: string
  type: string
  kind: string
  text: string
  case: string
  side: SideId
  units: string[]
  hexes: Hex[]
  dice: number[]
  sealed: boolean
  details: Details
}

export interface Details {
  ledger?: Ledger
  ledgers?: Ledger[]
  odds?: string
  column?: string
  line?: string
  drm?: number
  roll?: number
  result?: string
  kind?: string
  tokens?: number
  steps?: number
  [field: string]: unknown
}

export interface Taken {
  view: View
  events: LogLine[]
  taken?: number
  refusal?: Refusal | null
  more?: boolean
}

export interface ReachHex {
  mp_left: string
  path: Hex[]
  stop?: string
}

export interface Reach {
  hexes: Record<string, ReachHex>
  overruns: Hex[]
  unfueled: string[]
  acts: Action[] // what they could do where they stand, once they have begun to move
  refusal?: Refusal | null
}

export interface Payer {
  source: Hex
  holder: string
  via: string
  tokens: number
  mp: string
  path: Hex[]
  text: string
}

/** A hex of a path and the MP spent there; own units without which an enemy ZOC would stop it. */
export interface Mark {
  hex: Hex
  mp: string
  negators: string[]
}

/** One leg of a way of supply; `beside`: the hex served next to its end, -1 none. */
export interface SupplyLine {
  kind: 'draw' | 'throw' | 'link' | 'rail'
  user: string
  mobility: string
  limit: string
  marks: Mark[]
  beside: Hex
  text: string
}

/** What keeps a supply path from its target; "" where a number of MP has no meaning. `cause`: why the Extender there links nothing. */
export interface Obstacle {
  reason: string
  hex: Hex
  have: string
  need: string
  target: Hex
  place: 'path' | 'rail' | 'source' | 'extender' | 'ahead'
  units: string[]
  path: Mark[]
  around: string
  terrain: string
  cause: Obstacle | null
  text: string
}

export interface HqObstacle {
  hq: string
  side_of_path: string
  obstacle: Obstacle
  hex: Hex
  text: string
}

export interface PayersExplained {
  payers: Payer[]
  lines: SupplyLine[][]
  nearest: Hex
  obstacle: Obstacle | null
  hqs: HqObstacle[]
}

export interface TraceExplained {
  result: { found: boolean; via: string; source: Hex; mp: string; path: Hex[]; rail: Hex[]; dropped: boolean }
  lines: SupplyLine[]
  nearest: Hex
  obstacle: Obstacle | null
  hqs: HqObstacle[]
}

/** How an Extender links, back to the map edge, or why it links nothing. */
export interface LinkExplained {
  unit: string
  source: boolean
  lines: SupplyLine[]
  obstacle: Obstacle | null
}

export type SupplyKind = 'trace' | 'supply'
export type CutKind = 'zoc' | 'unit' | 'unit_with_zoc'

/** The single hexes that would cut a line off, and the enemies in sight that could be there in one move. */
export interface Cuts {
  unit: string
  line: SupplyKind
  lines: SupplyLine[]
  cuts: { hex: Hex; by: CutKind; threats: string[]; text: string }[]
  text: string[]
}

export type BillKind = 'regular' | 'overrun' | 'barrage'

export interface Bill {
  units: string[]
  tokens: number
  case: string
  common: boolean
  payers: Payer[]
  have: number
  internals: boolean
  supply: PayersExplained[]
  text: string
}

export interface Bills {
  bills: Bill[]
  tokens: number
  short: number
  text: string
}

export interface FuelPlan {
  tokens: number
  parts: {
    method: string
    unit: string
    tokens: number
    case: string
    payments: { payer: Payer; tokens: number }[]
    covers: string[]
    others: string[]
    formation: string
    text: string
  }[]
}

/** What it costs to move a stack; `plans` cheapest first. */
export interface MoveCost {
  units: string[]
  hex: Hex
  fuel: { ready: { unit: string; why: string; by: string; text: string }[]; plans: FuelPlan[]; dry: { unit: string; supply: PayersExplained }[] }
  path: Mark[]
  refusal: Refusal | null
  text: string[]
}

export interface ReachMap {
  draw: Record<string, string>
  throw: Record<string, string>
  draw_beside?: Hex[]
  throw_beside?: Hex[]
}

export interface SupplyAnswer {
  unit?: string
  marked?: boolean
  payers?: PayersExplained
  trace?: TraceExplained
  link?: LinkExplained | null
  hq?: ReachMap
  dump?: ReachMap
}
