// Unit symbols: the frame in the colour of its class, and the usual military symbols inside it.

import { COLOUR_CLASS } from './palette'

type Ctx = CanvasRenderingContext2D

interface Box {
  x: number
  y: number
  w: number
  h: number
  ink: string
}

export function paintSymbol(ctx: Ctx, symbol: string, colour: string, box: Box, line: number): void {
  const { x, y, w, h, ink } = box
  ctx.save()
  ctx.fillStyle = COLOUR_CLASS[colour] ?? '#f5f0e2'
  ctx.fillRect(x, y, w, h)
  ctx.strokeStyle = ctx.fillStyle = ink
  ctx.lineWidth = line
  ctx.lineJoin = ctx.lineCap = 'round'
  ctx.save()
  ctx.beginPath()
  ctx.rect(x, y, w, h)
  ctx.clip()
  for (const part of PARTS[symbol] ?? ['letters']) SIGNS[part]?.(ctx, box, symbol)
  ctx.restore()
  ctx.strokeRect(x, y, w, h)
  const wheels = WHEELS[symbol] ?? 0
  for (let i = 0; i < wheels; i++) ring(ctx, x + w * (0.25 + 0.5 * i), y + h + line * 1.6, line * 1.2)
  ctx.restore()
}

const PARTS: Record<string, readonly string[]> = {
  infantry: ['cross'],
  motorized_infantry: ['cross'],
  mech_infantry: ['cross', 'hull'],
  tank: ['hull'],
  tiger: ['hull', 'chevrons'],
  assault_gun: ['hull', 'gun'],
  recon: ['slash', 'hull'],
  motorcycle: ['slash'],
  cavalry: ['slash'],
  anti_tank: ['wedge'],
  anti_aircraft: ['dome'],
  artillery: ['shell'],
  rocket_artillery: ['shell', 'chevrons'],
  sp_artillery: ['hull', 'shell'],
  machine_gun: ['cross', 'arrow'],
  engineer: ['bridge'],
  pioneer: ['bridge', 'initial'],
  assault_engineer: ['bridge', 'hull'],
  para_engineer: ['bridge', 'wings'],
  glider_engineer: ['bridge', 'glider'],
  security: ['cross', 'initial'],
  militia: ['cross', 'initial'],
  mountain: ['cross', 'peak'],
  parachute: ['cross', 'wings'],
  commando: ['cross', 'initial'],
  marine: ['cross', 'waves'],
  coastal_artillery: ['shell', 'waves'],
  hq: ['flag'],
  rail_repair: ['rails'],
  pax: ['man'],
  eq: ['hull', 'initial'],
  truck: ['lorry'],
  wagon: ['cart'],
  extender_truck: ['lorry', 'link'],
  extender_wagon: ['cart', 'link']
}

const WHEELS: Record<string, number> = { motorized_infantry: 2, motorcycle: 2 }

export const SYMBOL_NAMES: Record<string, string> = {
  hq: 'headquarters', extender_truck: 'truck Extender', extender_wagon: 'wagon Extender', rail_repair: 'Rail Repair unit', para_engineer: 'parachute engineer', eq: 'equipment replacements', pax: 'personnel replacements', sp_artillery: 'self-propelled artillery'
}

export function symbolName(symbol: string): string {
  return SYMBOL_NAMES[symbol] ?? symbol.replaceAll('_', ' ')
}

function lines(ctx: Ctx, ...points: (readonly [number, number, number, number])[]): void {
  ctx.beginPath()
  for (const [a, b, c, d] of points) {
    ctx.moveTo(a, b)
    ctx.lineTo(c, d)
  }
  ctx.stroke()
}

function ring(ctx: Ctx, x: number, y: number, r: number): void {
  ctx.beginPath()
  ctx.arc(x, y, r, 0, 2 * Math.PI)
  ctx.stroke()
}

const SIGNS: Record<string, (ctx: Ctx, b: Box, symbol: string) => void> = {
  cross: (c, { x, y, w, h }) => lines(c, [x, y, x + w, y + h], [x, y + h, x + w, y]),
  slash: (c, { x, y, w, h }) => lines(c, [x, y + h, x + w, y]),
  hull(c, { x, y, w, h }) {
    c.beginPath()
    c.ellipse(x + w / 2, y + h / 2, w * 0.34, h * 0.3, 0, 0, 2 * Math.PI)
    c.stroke()
  },
  gun: (c, { x, y, w, h }) => lines(c, [x + w / 2, y + h / 2, x + w, y + h / 2]),
  wedge: (c, { x, y, w, h }) => lines(c, [x, y + h, x + w / 2, y], [x + w / 2, y, x + w, y + h]),
  dome(c, { x, y, w, h }) {
    c.beginPath()
    c.ellipse(x + w / 2, y + h, w * 0.42, h * 0.7, 0, Math.PI, 2 * Math.PI)
    c.stroke()
  },
  shell(c, { x, y, w, h }) {
    c.beginPath()
    c.arc(x + w / 2, y + h / 2, h * 0.2, 0, 2 * Math.PI)
    c.fill()
  },
  chevrons(c, { x, y, w, h }) {
    for (const k of [0.06, 0.18]) lines(c, [x + w * 0.32, y + h * (k + 0.16), x + w / 2, y + h * k], [x + w / 2, y + h * k, x + w * 0.68, y + h * (k + 0.16)])
  },
  arrow: (c, { x, y, w, h }) => lines(c, [x + w / 2, y + h * 0.12, x + w / 2, y + h * 0.9], [x + w * 0.4, y + h * 0.32, x + w / 2, y + h * 0.12], [x + w * 0.6, y + h * 0.32, x + w / 2, y + h * 0.12]),
  bridge: (c, { x, y, w, h }) => lines(c, [x + w * 0.2, y + h * 0.3, x + w * 0.8, y + h * 0.3], [x + w * 0.2, y + h * 0.3, x + w * 0.2, y + h * 0.75], [x + w / 2, y + h * 0.3, x + w / 2, y + h * 0.75], [x + w * 0.8, y + h * 0.3, x + w * 0.8, y + h * 0.75]),
  waves(c, { x, y, w, h }) {
    c.beginPath()
    for (const k of [0, 1, 2, 3]) c.arc(x + w * (0.2 + 0.2 * k), y + h * 0.84, w * 0.1, Math.PI, 2 * Math.PI)
    c.stroke()
  },
  peak(c, { x, y, w, h }) {
    c.beginPath()
    c.moveTo(x + w / 2, y + h * 0.55)
    c.lineTo(x + w * 0.68, y + h)
    c.lineTo(x + w * 0.32, y + h)
    c.fill()
  },
  wings(c, { x, y, w, h }) {
    c.beginPath()
    c.arc(x + w * 0.38, y + h * 0.95, w * 0.12, Math.PI, 2 * Math.PI)
    c.arc(x + w * 0.62, y + h * 0.95, w * 0.12, Math.PI, 2 * Math.PI)
    c.stroke()
  },
  glider: (c, { x, y, w, h }) => lines(c, [x + w * 0.3, y + h * 0.95, x + w / 2, y + h * 0.8], [x + w / 2, y + h * 0.8, x + w * 0.7, y + h * 0.95]),
  // an Extender has a chain below the transport symbol
  link(c, { x, y, w, h }) {
    for (const k of [0.12, 0.88]) ring(c, x + w * k, y + h * 0.18, h * 0.11)
    lines(c, [x + w * 0.12 + h * 0.11, y + h * 0.18, x + w * 0.88 - h * 0.11, y + h * 0.18])
  },
  initial(c, { x, y, w, h, ink }, symbol) {
    c.font = `700 ${h * 0.72}px "Barlow Condensed", sans-serif`
    c.textAlign = 'center'
    c.textBaseline = 'middle'
    c.strokeStyle = '#f5f0e2'
    c.lineWidth *= 2.4
    const letter = symbol.charAt(0).toUpperCase()
    c.strokeText(letter, x + w / 2, y + h * 0.56)
    c.fillText(letter, x + w / 2, y + h * 0.56)
    c.strokeStyle = ink
    c.lineWidth /= 2.4
  },
  letters(c, { x, y, w, h }, symbol) {
    c.font = `700 ${h * 0.7}px "Barlow Condensed", sans-serif`
    c.textAlign = 'center'
    c.textBaseline = 'middle'
    c.fillText(symbol.slice(0, 3).toUpperCase(), x + w / 2, y + h * 0.56)
  },
  flag(c, { x, y, w, h, ink }) {
    c.fillStyle = ink
    c.fillRect(x, y, w, h * 0.3)
    c.font = `700 ${h * 0.68}px "Barlow Condensed", sans-serif`
    c.textAlign = 'center'
    c.textBaseline = 'middle'
    c.fillText('HQ', x + w / 2, y + h * 0.68)
  },
  rails: (c, { x, y, w, h }) => lines(c, [x, y + h * 0.35, x + w, y + h * 0.35], [x, y + h * 0.65, x + w, y + h * 0.65], ...[0.2, 0.4, 0.6, 0.8].map((k) => [x + w * k, y + h * 0.2, x + w * k, y + h * 0.8] as const)),
  man(c, { x, y, w, h }) {
    ring(c, x + w / 2, y + h * 0.28, h * 0.13)
    lines(c, [x + w / 2, y + h * 0.42, x + w / 2, y + h * 0.72], [x + w * 0.36, y + h * 0.52, x + w * 0.64, y + h * 0.52], [x + w / 2, y + h * 0.72, x + w * 0.4, y + h * 0.95], [x + w / 2, y + h * 0.72, x + w * 0.6, y + h * 0.95])
  },
  lorry(c, { x, y, w, h }) {
    c.fillRect(x + w * 0.12, y + h * 0.22, w * 0.46, h * 0.46)
    c.fillRect(x + w * 0.62, y + h * 0.36, w * 0.24, h * 0.32)
    for (const k of [0.26, 0.46, 0.74]) {
      c.beginPath()
      c.arc(x + w * k, y + h * 0.76, h * 0.13, 0, 2 * Math.PI)
      c.fill()
    }
  },
  cart(c, { x, y, w, h }) {
    lines(c, [x + w * 0.15, y + h * 0.4, x + w * 0.68, y + h * 0.4], [x + w * 0.68, y + h * 0.4, x + w * 0.92, y + h * 0.62])
    ring(c, x + w * 0.4, y + h * 0.64, h * 0.22)
    lines(c, [x + w * 0.4, y + h * 0.42, x + w * 0.4, y + h * 0.86], [x + w * 0.4 - h * 0.22, y + h * 0.64, x + w * 0.4 + h * 0.22, y + h * 0.64])
  }
}
