// What the page calls the records of railroads, Extenders, replacements, engineers, set-up and command.

export type { ArmyView, BreakdownsView as BreakdownPool, BreakoutView, BridgeView, CommandView, Cost, ExtenderView, HqView } from './api-types'
export type { RailHex as RailStop, RailReach, RailView, RebuildView, SetUpGroupView as SetUpGroup, SetUpView, ShippingReach, WhyNot as Why, Work, ZoneView } from './api-types'
