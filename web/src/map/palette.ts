// The inks of the printed map and the colours of the counters. Overlays also have a pattern or a letter.

export const INK = {
  paper: '#ece4cb',
  margin: '#f2ecda',
  grid: 'rgba(78, 66, 46, 0.34)',
  number: 'rgba(78, 66, 46, 0.62)',
  frame: '#4a3f2c',
  water: '#9fc3d3',
  sea: '#86b1c8',
  shore: '#f7f0d8',
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
  map: string // this side's lines and hatching on the map
}

const LIVERY: Record<string, Livery> = {
  de: { base: '#9aa392', light: '#b7bfae', dark: '#6c7566', ink: '#1d211b', map: '#39503f' },
  su: { base: '#c99f6b', light: '#dfbd90', dark: '#94703f', ink: '#2a1c0c', map: '#a3271b' },
  it: { base: '#a8b98a', light: '#c3d0a9', dark: '#788a5c', ink: '#1c230f', map: '#4b6a20' },
  us: { base: '#98934e', light: '#b8b37a', dark: '#6b672f', ink: '#16150a', map: '#4f4a12' },
  gb: { base: '#b79a74', light: '#d0b896', dark: '#836a47', ink: '#20160a', map: '#274b6d' },
  jp: { base: '#d8cf8f', light: '#e8e2b4', dark: '#a39a5c', ink: '#2b2810', map: '#9a2f14' },
  fr: { base: '#86aee4', light: '#b0ccf1', dark: '#557cb3', ink: '#0c1a2a', map: '#0d459c' }
}
/** Other names of nations. */
const ALSO: Record<string, string> = { br: 'gb' }
const OTHERS: Livery[] = [
  { base: '#a3b0a8', light: '#bfcac3', dark: '#748179', ink: '#1a211d', map: '#2f5a49' },
  { base: '#c2a28c', light: '#d8bfad', dark: '#8f715c', ink: '#2a1b11', map: '#8a3c17' }
]

/** A side's colours: its nation's, unless the chosen palette has its own. */
export function livery(nation: string, seat = 0): Livery {
  return current.sides?.[seat % 2] ?? nationLivery(nation, seat)
}

/** A nation's colours. */
export function nationLivery(nation: string, seat = 0): Livery {
  return LIVERY[ALSO[nation] ?? nation] ?? OTHERS[seat % OTHERS.length]!
}

/** Stripes of multi-unit formations: neighbours in this list differ clearly, and the name is always beside the stripe. */
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
  'dg fire': { letter: 'DG', fill: '#d9731a', ink: '#ffffff', name: 'Fire DG' },
  'dg combat': { letter: 'DG2', fill: '#b51f1f', ink: '#ffffff', name: 'Combat DG' },
  exploit: { letter: 'E', fill: '#e58a1f', ink: '#1a1208', name: 'Exploitation' }
}

/** Inks of the overlays. */
export interface OverlayInks {
  reach: string
  overrun: string
  barrage: string
  choice: string
  draw: string
  throw: string
  path: string
  blocked: string
  select: string
  pointed: string
  note: string
}

export interface Palette {
  id: string
  name: string
  sides: readonly [Livery, Livery] | null // by seat; null: use the nations' colours
  overlay: OverlayInks
}

export const PALETTES: readonly Palette[] = [
  {
    id: 'standard', name: 'Standard', sides: null,
    overlay: {
      reach: '#1a673e', overrun: '#ad231b', barrage: '#7a4e00', choice: '#0d5a9f', draw: '#6f4599', throw: '#8f4606', path: '#5a2a8a', blocked: '#ad231b',
      select: '#0b3d91', pointed: '#833a99', note: '#5a4a2a'
    }
  },
  {
    id: 'red-green', name: 'Without red against green (protanopia, deuteranopia)',
    sides: [
      { base: '#8db3dc', light: '#b4cfec', dark: '#577fab', ink: '#0c1a2a', map: '#0a4795' },
      { base: '#efc25f', light: '#f8dc96', dark: '#b0832a', ink: '#2a1c04', map: '#854000' }
    ],
    overlay: {
      reach: '#0a4795', overrun: '#8f3b00', barrage: '#5e4600', choice: '#123a6e', draw: '#3b2a86', throw: '#7a4a00', path: '#2a1f6b', blocked: '#7a2e00',
      select: '#00214f', pointed: '#43309a', note: '#4a3f2c'
    }
  },
  {
    id: 'blue-yellow', name: 'Without blue against yellow (tritanopia)',
    sides: [
      { base: '#e9a598', light: '#f4c7be', dark: '#b06a5d', ink: '#2b0f0a', map: '#9c1524' },
      { base: '#86c4bf', light: '#b1dcd8', dark: '#4d8d88', ink: '#06211f', map: '#00565a' }
    ],
    overlay: {
      reach: '#00565a', overrun: '#a0122b', barrage: '#6b1220', choice: '#004247', draw: '#74245c', throw: '#8a2b16', path: '#5b1a48', blocked: '#8c0f1f',
      select: '#06302f', pointed: '#7d2a66', note: '#3f3a36'
    }
  },
  {
    id: 'grey', name: 'Light against dark (greyscale, print)',
    sides: [
      { base: '#f1f1ec', light: '#ffffff', dark: '#b9b9b2', ink: '#101010', map: '#4a4a4a' },
      { base: '#9b9b95', light: '#b0b0aa', dark: '#6a6a64', ink: '#000000', map: '#111111' }
    ],
    overlay: {
      reach: '#444444', overrun: '#000000', barrage: '#1c1c1c', choice: '#2a2a2a', draw: '#4a4a4a', throw: '#222222', path: '#111111', blocked: '#000000',
      select: '#000000', pointed: '#333333', note: '#3a3a3a'
    }
  }
]

let current: Palette = PALETTES[0]!

/** The inks in use. */
export const OVERLAY: OverlayInks = { ...current.overlay }

/** Paint in this palette from now on (the standard one for an unknown id). What is already painted stays as it is. */
export function choosePalette(id: string): Palette {
  current = PALETTES.find((p) => p.id === id) ?? PALETTES[0]!
  Object.assign(OVERLAY, current.overlay)
  return current
}

export const paletteName = () => current.id
