// What the page calls the records of what is foreseen of an attack or a barrage.

import type * as api from './api-types'

export type { AttackersOdds, BarrageAnswer as BarragePreview, BarrageBoundsReport as BarrageBounds, ChanceReport as Chance } from './api-types'
export type { CombatBoundsReport as CombatBounds, CombatReport as Forecast, OddsAnswer as OddsPreview, OtherReport as OtherOdds } from './api-types'
export type { OutcomeReport as Aftermath, PlanAnswer as PlanForecast, Strokes } from './api-types'

export type { AbortsReport as MeetingAborts, FlightReport as MissionFlight, MissionOdds } from './api-types'
export type { GunfireView, SeaOdds } from './api-types'

export type { TheatreAnswer, Party, ChoiceAnswer, FireAnswer, AirStage, AirSide, AirChoice } from './api-types'

/** The two ends between which a value lies: the least and the most, of odds the worst and the best. */
export type Ends<T> = [T, T]

/** How options are met (9.10a). */
export type Way = api.Policy['attacker']

/** What a preview is asked under. */
export type Policy = Pick<api.Policy, 'attacker' | 'defender'>
