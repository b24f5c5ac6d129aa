// What can be laid over the map: one list for the menu, the legends and the keys.

import type { Bindable } from '../keys'

export type Highlight = 'unmoved' | 'out' | 'dg' | 'reserve' | 'moved' | 'hq'

export interface Layers {
  supply: boolean
  reach: boolean
  extenders: boolean
  rail: boolean
  costs: boolean
  zoc: boolean
  front: boolean
  victory: boolean
  since: boolean
  zones: boolean
  patrols: boolean
  slowed: boolean
  study: boolean
  hidden: boolean
  minimap: boolean
  highlight: Highlight | null
}

export type Layer = Exclude<keyof Layers, 'highlight'>

export const NO_LAYERS: Layers = {
  supply: false, reach: false, extenders: false, rail: false, costs: false, zoc: false, front: false, victory: false, since: false, zones: false, patrols: false, slowed: false, study: false, hidden: false, minimap: false, highlight: null
}

interface Entry {
  layer: Layer
  name: string
  text: string
  key?: Bindable
}

/** The menu: groups of layers, each with its name, what it shows and its key. */
export const LAYER_GROUPS: readonly { group: string; entries: readonly Entry[] }[] = [
  {
    group: 'Supply',
    entries: [
      { layer: 'supply', name: 'Supply', text: 'the supply of what is picked: how it traces, who could pay', key: 'supply' },
      { layer: 'reach', name: 'All sources', text: 'what all dumps and HQs reach, and who is out and why', key: 'reach' },
      { layer: 'extenders', name: 'Extenders', text: 'Extenders, their links and their range', key: 'extenders' }
    ]
  },
  {
    group: 'Ground',
    entries: [
      { layer: 'rail', name: 'Rail', text: 'the rail net, stations and entries; going by rail', key: 'rail' },
      { layer: 'costs', name: 'Terrain costs', text: 'what each hex costs to enter', key: 'costs' },
      { layer: 'victory', name: 'Victory places', text: 'what each is worth, and who holds it', key: 'victory' }
    ]
  },
  {
    group: 'Forces',
    entries: [
      { layer: 'front', name: 'Front line', text: 'between the two sides, as far as you see them', key: 'front' },
      { layer: 'zoc', name: 'ZOC', text: 'zones of control', key: 'zoc' },
      { layer: 'since', name: 'Moved since', text: 'what has moved since you last looked', key: 'since' },
      { layer: 'zones', name: 'Zones of operations', text: 'and who commands whom' },
      { layer: 'patrols', name: 'Patrol Zones', text: 'where Active fighters help Flak and may intercept' },
      { layer: 'study', name: 'Think ahead', text: 'attacks from where a stack could stand, what a ZOC would cut, what there is to spend, reach by mode', key: 'study' },
      { layer: 'slowed', name: 'Slowed by aircraft', text: 'where markers make moves and rails dearer', key: 'slowed' }
    ]
  },
  {
    group: 'View',
    entries: [
      { layer: 'minimap', name: 'Small map', text: 'the whole board in a corner', key: 'minimap' },
      { layer: 'hidden', name: 'Hide counters', text: 'only the ground', key: 'hide' }
    ]
  }
]

/** Units that a ring can pick out: one kind at a time. */
export const HIGHLIGHT_NAMES: readonly { which: Highlight; name: string; key: Bindable }[] = [
  { which: 'unmoved', name: 'Still to move', key: 'unmoved' },
  { which: 'moved', name: 'Moved', key: 'moved' },
  { which: 'out', name: 'Out of Supply', key: 'out' },
  { which: 'dg', name: 'DG', key: 'dg' },
  { which: 'reserve', name: 'Reserve', key: 'reserve' },
  { which: 'hq', name: 'HQs', key: 'hq' }
]

const ALL = LAYER_GROUPS.flatMap((g) => g.entries)

/** What is on and is not part of the picture itself. */
export const shownLayers = (layers: Layers): Layer[] => ALL.map((e) => e.layer).filter((layer) => layers[layer] && layer !== 'minimap')

/** How many entries of the menu are on. */
export const countOn = (layers: Layers): number => shownLayers(layers).length + (layers.highlight ? 1 : 0)

/** Takes everything off the map; the small map stays. */
export function clearLayers(layers: Layers): void {
  Object.assign(layers, { ...NO_LAYERS, minimap: layers.minimap })
}
