// From what a lesson wants done now to what the player should click: hexes of the map and buttons of the page, by their
// test ids. The first button of the list that is there is the one to press. No rule is decided here: the server says what
// to do, and this says where on the page it is done.

import { choiceKey } from '../choices/choices'
import { kindOf } from '../choices/kinds'
import type { Action, Hex, HintView } from '../types'

/** What the player has in hand, as far as it matters for where to click. */
export interface InHand {
  hex: Hex // of the selection
  units: readonly string[] // that are picked
  draft: boolean // an attack or a barrage is being declared
  rail: boolean // the railroads are shown, so that nothing walks
  cargo: 'units' | 'supply' // what would go by rail
  hexOf: (unit: string) => Hex
}

export interface Pointers {
  hexes: readonly Hex[]
  buttons: readonly string[]
}

const NOTHING: Pointers = { hexes: [], buttons: [] }

export function pointers(hint: HintView | null, hand: InHand): Pointers {
  if (!hint) return NOTHING
  if (hint.verb === 'train') return byTrain(hint, hand)
  if (hint.verb === 'rail') return hand.rail ? take(hint.units, hand) ?? { hexes: [hint.hex], buttons: [`rail-to-${hint.hex}`] } : { hexes: [], buttons: ['layer-rail', 'layers'] }
  if (hand.rail) return { hexes: [], buttons: ['layer-rail', 'layers'] }
  if (hint.verb === 'move') return take(hint.units, hand) ?? { hexes: [hint.hex], buttons: ['menu-move-here'] }
  return hint.action ? forAction(hint.action, hint, hand) : NOTHING
}

/** How to pick just these units; null if they are. */
function take(units: readonly string[], hand: InHand): Pointers | null {
  const wrong = [...units.filter((u) => !hand.units.includes(u)), ...hand.units.filter((u) => !units.includes(u))]
  if (!wrong.length) return null
  const hex = hand.hexOf(units[0]!)
  return hand.hex === hex ? { hexes: [], buttons: wrong.map((u) => `unit-${u}`) } : { hexes: [hex], buttons: ['menu-pick-here'] }
}

function byTrain(hint: HintView, hand: InHand): Pointers {
  if (!hand.rail) return { hexes: [], buttons: ['layer-rail', 'layers'] }
  if (hand.hex !== hint.start) return { hexes: [hint.start], buttons: [] }
  return hand.cargo === 'supply' ? { hexes: [hint.hex], buttons: [`rail-to-${hint.hex}`] } : { hexes: [], buttons: ['rail-supply'] }
}

/** Panels with buttons of their own: ships and craft of a hex, a landing, gunfire. */
const PANELS = ['ship', 'land', 'gun']

/** Buttons that stand for an action, the surest first. */
function buttonsOf(action: Action, hand: InHand): string[] {
  const key = choiceKey(action)
  const own = [`choice-${key}`, `unit-choice-${key}`, `hex-choice-${key}`, `menu-${key}`, ...PANELS.map((panel) => `${panel}-${key}`)]
  switch (action.type) {
    case 'done':
      return hand.draft ? ['combat-commit'] : ['give-up', 'end-anyway', 'end-segment', 'choice-done']
    case 'cancel':
      return ['combat-cancel', ...own]
    case 'pay':
    case 'use_internals':
      return ['pay-default', ...own]
    case 'add_unit':
      return [`add-${action.unit}`, ...own]
    default:
      return own
  }
}

function forAction(action: Action, hint: HintView, hand: InHand): Pointers {
  const buttons = buttonsOf(action, hand)
  const { place } = kindOf(action)
  if (hint.hex >= 0 && !hint.units.length && place === 'map') return { hexes: [hint.hex], buttons: [`menu-${choiceKey(action)}`] }
  const unit = hint.units[0]
  if (unit === undefined || !place?.startsWith('unit')) return { hexes: [], buttons }
  // what a unit does in its hex: its buttons come when it is picked
  if (action.type === 'add_unit' || action.type === 'release') return { hexes: [], buttons }
  return take([unit], hand) ?? { hexes: [], buttons }
}
