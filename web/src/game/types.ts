// What the page calls the records of the server. Their shapes are in api-types.ts, which is written from the server's
// own description; only names are given here. Hexes are indices; MP and strengths are text; supply is in tokens.

import type * as api from './api-types'
import type { View } from './api-types'

export type { BrokenScenario, CounterView as Counter, DecisionView as Decision, Details, EditionInfo, Entry as LogLine, FaceView as Face } from './api-types'
export type { AirView, BaseView, CraftView, MissionView, PlaneView, PortView, SeaView, ShipView } from './api-types'
export type { Front, FrontPage, Score, Victory, VictoryLevel } from './api-types'
export type { GuideView, HintView, LessonInfo } from './api-types'
export type { FormationAnswer, FormationUnit, MarchAnswer, NotOrdered, Order, WayAnswer } from './api-types'
export type { Macro, Reach, ReachHex, ScenarioInfo, StackSummary, StackView as Stack, SwitchInfo as Switch, TablePage as ChartTable } from './api-types'
export type { ToldRefusal as Refusal, UnitView as Unit, View, WarningView as Warning } from './api-types'
export type { ShownBill as Bill, ShownBills as Bills, ShownCuts as Cuts, ShownHqObstacle as HqObstacle, ShownLine as SupplyLine, ShownLink as LinkExplained } from './api-types'
export type { ShownMark as Mark, ShownMoveCost as MoveCost, ShownObstacle as Obstacle, ShownPayer as Payer, ShownPayers as PayersExplained } from './api-types'
export type { ShownPlan as FuelPlan, ShownTrace as TraceExplained, SupplyArea as ReachMap } from './api-types'

/** An action. Fields can be read of any: the page shows kinds that it does not know, too. */
export type Action = api.Action & { [field: string]: unknown }
export type ActionType = api.Action['type']

/** The page notes at each holding box which hexes it is joined to in this game. */
export type Board = Omit<api.BoardPage, 'boxes'> & { boxes: (api.BoxPage & { exits?: Hex[] })[] }
export type GameInfo = Omit<api.GameInfo, 'board'> & { board: Board }

/** Ledgers of the companion name no units. */
export type LedgerLine = Omit<api.LedgerLine, 'unit'> & { unit?: string }
export type Ledger = Omit<api.Ledger, 'lines'> & { lines: LedgerLine[] }

export type Hex = number
export type SideId = string
export type Mobility = api.FaceView['mobility']

/** A game of the list, or a file that cannot be read. */
export type SavedGame = api.SavedGame | api.BrokenGame

/** The answer to an action, with the whole view. */
export type Taken = Omit<api.Taken, 'view' | 'changes'> & { view: View }

/** About the supply of a unit, or of a dump. */
export type SupplyAnswer = Partial<api.UnitSupply> & Partial<api.DumpSupply>

export type CutKind = api.ShownCut['by']
export type SupplyKind = 'trace' | 'supply'
export type BillKind = 'regular' | 'overrun' | 'barrage'
