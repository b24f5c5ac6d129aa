// The inks of the printed map and the colours of the counters. Overlays carry a pattern or a letter besides.

export const INK = {
  paper: '#ece4cb',
  margin: '#f2ecda',
  grid: 'rgba(78, 66, 46, 0.34)',
  number: 'rgba(78, 66, 46, 0.62)',
  frame: '#4a3f2c',
  water: '#9fc3d3',
  bank: '#4d7d96',
  minor: '#5f93ad',
  woods: '#c3cf9c',
  woodsEdge: '#8fa468',
  forest: '#9fb57c',
  forestEdge: '#6c8650',
  tree: '#7f9a5b',
  treeShade: '#556f3c',
  fir: '#56753f',
  firShade: '#3a5430',
  marsh: '#cfddc9',
  tuft: '#3f7d92',
  hill: '#d9bd8c',
  contour: '#a67843',
  rough: '#8d7f66',
  road: '#fbf3df',
  roadEdge: '#8a3d28',
  track: '#7a5a3c',
  rail: '#35322e',
  town: '#d9c3ac',
  townEdge: '#7d5c4b',
  house: '#6b3f33',
  label: '#2e2a22',
  halo: '#f4eedd',
  riverName: '#275a78',
  regionName: '#7a6a4c'
} as const

export interface Livery {
  base: string
  light: string
  dark: string
  ink: string
  map: string // lines and hatching of this side on the map
}

const LIVERY: Record<string, Livery> = {
  de: { base: '#9aa392', light: '#b7bfae', dark: '#6c7566', ink: '#1d211b', map: '#39503f' },
  su: { base: '#c99f6b', light: '#dfbd90', dark: '#94703f', ink: '#2a1c0c', map: '#a3271b' },
  it: { base: '#a8b98a', light: '#c3d0a9', dark: '#788a5c', ink: '#1c230f', map: '#4b6a20' },
  us: { base: '#a9ad80', light: '#c3c6a0', dark: '#7a7e54', ink: '#22240f', map: '#4c5a1b' },
  gb: { base: '#c8b48a', light: '#ddcdab', dark: '#94815a', ink: '#2b2310', map: '#7d5a1a' },
  jp: { base: '#d8cf8f', light: '#e8e2b4', dark: '#a39a5c', ink: '#2b2810', map: '#8c6d10' },
  fr: { base: '#9fb0c4', light: '#bac8d8', dark: '#6e8096', ink: '#141d28', map: '#2b4a78' }
}
const OTHERS: Livery[] = [
  { base: '#a3b0a8', light: '#bfcac3', dark: '#748179', ink: '#1a211d', map: '#2f5a49' },
  { base: '#c2a28c', light: '#d8bfad', dark: '#8f715c', ink: '#2a1b11', map: '#8a3c17' }
]

export function livery(nation: string, seat = 0): Livery {
  return LIVERY[nation] ?? OTHERS[seat % OTHERS.length]!
}

/** Stripes of multi-unit formations: told apart by neighbours in this list, and always with the name beside them. */
const STRIPES = ['#b23a2e', '#2f5fa3', '#d8a520', '#3f7d4e', '#7b4a9b', '#c8692a', '#2d8a91', '#8d8d8d', '#a84a76', '#5c4a32']

export function stripe(formation: string, order: readonly string[]): string {
  return STRIPES[Math.max(0, order.indexOf(formation)) % STRIPES.length]!
}

export const COLOUR_CLASS: Record<string, string> = { armor: '#f3d33c', mech: '#d9563f' }

export const MOBILITY_INK = { leg: '#ffffff', truck: '#16140f', track: '#c01f16' } as const

export const MODE_MARK: Record<string, { letter: string; fill: string; ink: string; name: string }> = {
  reserve: { letter: 'R', fill: '#2b56a0', ink: '#ffffff', name: 'Reserve' },
  strat: { letter: 'S', fill: '#2d7d46', ink: '#ffffff', name: 'Strat' },
  dg: { letter: 'DG', fill: '#b51f1f', ink: '#ffffff', name: 'Disorganized' },
  exploit: { letter: 'E', fill: '#e58a1f', ink: '#1a1208', name: 'Exploitation' }
}

export const OVERLAY = {
  reach: '#1f6f43',
  overrun: '#b3261e',
  choice: '#0f5fa8',
  draw: '#7a4fa0',
  throw: '#c76a12',
  path: '#5a2a8a',
  blocked: '#b3261e',
  select: '#0b3d91'
} as const
