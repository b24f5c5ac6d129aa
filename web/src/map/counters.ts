// Paints counters: a bevelled square in the side's colour, the symbol, three values, and one glyph for each state,
// always in the same place (mode beside the movement value).

import type { Face, Unit } from '../game/types'
import { type Livery, livery, MOBILITY_INK, MODE_MARK, stripe } from './palette'
import { paintSilhouette } from './silhouette'
import { paintSymbol } from './symbols'

export const COUNTER = 54 // side of a counter in world units

export type Detail = 'full' | 'plain' | 'shape'

/** How much of a counter can be read at a scale, in device pixels per world unit. */
export function detailAt(scale: number): Detail {
  return scale >= 0.72 ? 'full' : scale >= 0.36 ? 'plain' : 'shape'
}

export interface CounterStyle {
  seat: number // index of the side
  formations: readonly string[] // of that side, in order
}

export function faceOf(unit: Unit): Face | null {
  const { combat, move } = unit.counter
  return (unit.facing === 'combat' ? (combat ?? move) : (move ?? combat)) ?? null
}

export function paintCounter(ctx: CanvasRenderingContext2D, unit: Unit, style: CounterStyle, detail: Detail): void {
  const colours = livery(unit.counter.nation, style.seat)
  const symbol = symbolOf(unit)
  if (detail === 'shape') return paintSilhouette(ctx, unit, style.seat, colours, symbol)
  body(ctx, colours, unit, detail)
  if (unit.counter.kind === 'breakdown') stitched(ctx, colours)
  const full = detail === 'full'
  const box = full ? { x: 14, y: 12.5, w: 26, h: 17.5, ink: colours.ink } : { x: 11, y: 6, w: 32, h: 22, ink: colours.ink }
  paintSymbol(ctx, symbol, unit.counter.colour, box, full ? 1.5 : 2.2)
  if (full) lettering(ctx, unit, style, colours)
  values(ctx, unit, colours, full)
  glyphs(ctx, unit, full)
}

/** The symbol in the box: the counter's own, or that of its kind. */
export function symbolOf(unit: Unit): string {
  const c = unit.counter
  if (unit.extender) return `extender_${c.transport || 'truck'}`
  return c.symbol || (c.kind === 'transport' ? c.transport : c.kind)
}

/** The stitched rim of a Breakdown, which is part of another unit. */
function stitched(ctx: CanvasRenderingContext2D, colours: Livery): void {
  ctx.strokeStyle = colours.ink
  ctx.lineWidth = 1.6
  ctx.setLineDash([4, 3])
  ctx.beginPath()
  ctx.roundRect(2.6, 2.6, COUNTER - 5.2, COUNTER - 5.2, 4.5)
  ctx.stroke()
  ctx.setLineDash([])
}

function body(ctx: CanvasRenderingContext2D, c: Livery, unit: Unit, detail: Detail): void {
  const s = COUNTER
  ctx.save()
  ctx.shadowColor = 'rgba(28, 22, 12, 0.55)'
  ctx.shadowBlur = 5
  ctx.shadowOffsetX = ctx.shadowOffsetY = 2
  ctx.fillStyle = c.base
  ctx.beginPath()
  ctx.roundRect(0, 0, s, s, 6)
  ctx.fill()
  ctx.restore()
  const shade = ctx.createLinearGradient(0, 0, s, s)
  shade.addColorStop(0, c.light)
  shade.addColorStop(0.45, c.base)
  shade.addColorStop(1, c.base)
  ctx.fillStyle = shade
  ctx.fill()
  if (unit.facing === 'move') {
    ctx.save()
    ctx.clip()
    ctx.fillStyle = 'rgba(255, 255, 255, 0.86)'
    ctx.fillRect(0, 2.5, s, detail === 'full' ? 8.4 : 5)
    ctx.restore()
  }
  if (unit.moved) {
    ctx.fillStyle = 'rgba(40, 36, 28, 0.20)'
    ctx.fill()
  }
  ctx.lineWidth = 1.6
  ctx.strokeStyle = 'rgba(255, 255, 255, 0.55)'
  ctx.beginPath()
  ctx.moveTo(1.4, s - 6)
  ctx.lineTo(1.4, 6)
  ctx.arcTo(1.4, 1.4, 6, 1.4, 4.6)
  ctx.lineTo(s - 6, 1.4)
  ctx.stroke()
  ctx.strokeStyle = c.dark
  ctx.beginPath()
  ctx.moveTo(6, s - 1.2)
  ctx.lineTo(s - 6, s - 1.2)
  ctx.arcTo(s - 1.2, s - 1.2, s - 1.2, s - 6, 4.6)
  ctx.lineTo(s - 1.2, 6)
  ctx.stroke()
  ctx.lineWidth = 0.8
  ctx.strokeStyle = 'rgba(30, 24, 14, 0.7)'
  ctx.beginPath()
  ctx.roundRect(0, 0, s, s, 6)
  ctx.stroke()
}

const font = (size: number, weight = 600) => `${weight} ${size}px "Barlow Condensed", "Arial Narrow", sans-serif`

const SIZE_MARKS: Record<string, string> = {
  Co: 'I', Bn: 'II', KG: 'KG', Rgt: 'III', Bde: 'X', Div: 'XX', Corps: 'XXX', Army: 'XXXX'
}

/** Size above the box, formation with its stripe on the left, designation on the right, RE of divisions in a dot. */
function lettering(ctx: CanvasRenderingContext2D, unit: Unit, style: CounterStyle, colours: Livery): void {
  const c = unit.counter
  ctx.fillStyle = colours.ink
  ctx.textAlign = 'center'
  ctx.textBaseline = 'alphabetic'
  ctx.font = font(9.5, 700)
  ctx.fillText(SIZE_MARKS[c.size] ?? '', 27, 10.4)
  if (c.formation) {
    ctx.fillStyle = stripe(c.formation, style.formations)
    ctx.fillRect(3, 12.5, 2.6, 24)
    ctx.fillStyle = colours.ink
    sideways(ctx, formationLabel(c.formation), 11.2, 21.5, 24)
  }
  sideways(ctx, c.name, 47.6, 21.5, 25)
  if (c.printed_re) {
    const left = unit.steps === null ? c.printed_re : unit.steps - (unit.steps_lost ?? 0)
    ctx.fillStyle = '#2b4d8c'
    ctx.beginPath()
    ctx.arc(44, 7, 5.2, 0, 2 * Math.PI)
    ctx.fill()
    ctx.fillStyle = '#ffffff'
    ctx.font = font(9, 700)
    ctx.fillText(String(left), 44, 10.2)
  }
  const face = faceOf(unit)
  if (face?.barrage_range) {
    ctx.strokeStyle = ctx.fillStyle = colours.ink
    ctx.lineWidth = 0.9
    ctx.beginPath()
    ctx.arc(7.4, 7, 2.6, 0, 2 * Math.PI)
    ctx.moveTo(3.4, 7)
    ctx.lineTo(11.4, 7)
    ctx.moveTo(7.4, 3)
    ctx.lineTo(7.4, 11)
    ctx.stroke()
    ctx.font = font(9, 700)
    ctx.fillText(String(face.barrage_range), 15, 10.2)
  }
}

/** "de-10pz" as the counter shows it: 10pz. */
export function formationLabel(formation: string): string {
  const tail = formation.replace(/^[a-z]{2}-/, '')
  return tail.replace(/^(\d+)([a-z]+)$/i, (_, n: string, word: string) => `${n} ${word.charAt(0).toUpperCase()}${word.slice(1)}`)
}

function sideways(ctx: CanvasRenderingContext2D, text: string, x: number, y: number, room: number): void {
  ctx.save()
  ctx.translate(x, y)
  ctx.rotate(-Math.PI / 2)
  ctx.textAlign = 'center'
  ctx.textBaseline = 'alphabetic'
  ctx.font = font(8.6, 600)
  ctx.fillText(text, 0, 0, room)
  ctx.restore()
}

interface Piece {
  text: string
  ink: string
  plate?: string
  ring?: string
}

/** The row of values below the symbol. */
function values(ctx: CanvasRenderingContext2D, unit: Unit, colours: Livery, full: boolean): void {
  const pieces = piecesOf(unit, colours)
  if (!pieces.length) return
  let size = full ? 17 : 22
  ctx.textAlign = 'left'
  ctx.textBaseline = 'alphabetic'
  const gap = full ? 3.6 : 4
  const widthOf = () => pieces.reduce((sum, p) => sum + ctx.measureText(p.text).width + (p.plate ? 3 : 0), gap * (pieces.length - 1))
  for (ctx.font = font(size, 700); widthOf() > COUNTER - 5 && size > 9; ctx.font = font(--size, 700));
  const base = full ? 50 : 50.5
  let x = (COUNTER - widthOf()) / 2
  pieces.forEach((p, i) => {
    if (i) {
      ctx.fillStyle = colours.ink
      ctx.fillRect(x - gap + 0.6, base - size * 0.3, 2.2, 1.3)
    }
    const w = ctx.measureText(p.text).width
    if (p.plate) {
      ctx.fillStyle = p.plate
      ctx.strokeStyle = colours.ink
      ctx.lineWidth = 0.7
      ctx.beginPath()
      ctx.roundRect(x, base - size * 0.8, w + 3, size * 0.93, 2)
      ctx.fill()
      ctx.stroke()
      x += 1.5
    }
    if (p.ink === '#ffffff') {
      ctx.strokeStyle = 'rgba(20, 18, 12, 0.85)'
      ctx.lineWidth = 2.4
      ctx.lineJoin = 'round'
      ctx.strokeText(p.text, x, base)
    }
    if (p.ring) {
      ctx.fillStyle = p.ring
      ctx.beginPath()
      ctx.arc(x + w / 2, base - size * 0.34, size * 0.42, 0, 2 * Math.PI)
      ctx.fill()
    }
    ctx.fillStyle = p.ink
    ctx.fillText(p.text, x, base)
    x += w + (p.plate ? 1.5 : 0) + gap
  })
}

function piecesOf(unit: Unit, colours: Livery): Piece[] {
  const face = faceOf(unit)
  const { kind, points } = unit.counter
  if (!face) return []
  const pieces: Piece[] = []
  const mobility = (text: string, how: Face['mobility']): Piece =>
    how === 'track' ? { text, ink: MOBILITY_INK.track, plate: '#f7dc4b' } : { text, ink: MOBILITY_INK[how] }
  if (kind === 'transport') pieces.push({ text: unit.extender ? `EX${unit.extender}` : `${unit.points ?? points}`, ink: colours.ink })
  if (face.throw_range && face.throw_range !== '0') {
    const thrown = mobility(`»${face.throw_range}`, face.throw_mobility ?? 'truck')
    pieces.push({ ...thrown, plate: thrown.plate ?? 'rgba(255, 255, 255, 0.35)' })
  }
  if (face.barrage) pieces.push({ text: String(face.barrage), ink: '#16140f', plate: '#f7dc4b' })
  else if (face.strength !== null && kind !== 'transport' && kind !== 'hq')
    pieces.push({ text: face.parenthesized ? `(${face.strength})` : String(face.strength), ink: colours.ink })
  if (kind !== 'transport' && kind !== 'hq')
    pieces.push({ text: String(face.action_rating), ink: colours.ink, ring: unit.counter.no_rebuild ? '#f7dc4b' : undefined })
  pieces.push(mobility(face.ma, face.mobility))
  return pieces
}

/** Marks of mode and state, each in its own place on the rim. */
function glyphs(ctx: CanvasRenderingContext2D, unit: Unit, full: boolean): void {
  const k = full ? 1 : 1.35
  const mode = unit.marker ? (MODE_MARK[`${unit.marker} ${unit.dg_kind ?? ''}`] ?? MODE_MARK[unit.marker]) : undefined
  if (mode) badge(ctx, mode.letter, COUNTER - 3, 34, mode.fill, mode.ink, k)
  if (unit.steps_lost) badge(ctx, `−${unit.steps_lost}`, 4, 34, '#1d1a15', '#ff8a73', k)
  if (unit.out_of_supply) badge(ctx, 'OoS', 5, 4, '#1d1a15', '#ffd84d', k)
  else if (unit.internals) badge(ctx, unit.internals === 1 ? 'Low' : 'Exh', 5, 4, unit.internals === 1 ? '#f0b429' : '#c8401f', unit.internals === 1 ? '#241a04' : '#ffffff', k)
  if (unit.fueled) badge(ctx, 'F', COUNTER - 3, 20, '#3b7d2a', '#ffffff', k * 0.85)
  if (unit.tapped) badge(ctx, 'Tap', 27, 34, '#1d1a15', '#ffd84d', k * 0.85)
  if (unit.load) badge(ctx, tokens(unit.load), 27, 4, '#f6efdc', '#2e2a22', k)
}

/** Tokens as a counter shows them: 9 is "2¼". */
export function tokens(n: number): string {
  const part = ['', '¼', '½', '¾'][n % 4]!
  return `${n >= 4 ? Math.floor(n / 4) : ''}${part}` || '0'
}

function badge(ctx: CanvasRenderingContext2D, text: string, x: number, y: number, fill: string, ink: string, k: number): void {
  ctx.font = font(9.5 * k, 700)
  const w = Math.max(11 * k, ctx.measureText(text).width + 5 * k)
  const h = 11.5 * k
  const left = Math.min(COUNTER + 4 - w, Math.max(-4, x - w / 2))
  ctx.fillStyle = fill
  ctx.strokeStyle = 'rgba(255, 255, 255, 0.9)'
  ctx.lineWidth = 1
  ctx.beginPath()
  ctx.roundRect(left, y - h / 2, w, h, 3 * k)
  ctx.fill()
  ctx.stroke()
  ctx.fillStyle = ink
  ctx.textAlign = 'center'
  ctx.textBaseline = 'middle'
  ctx.fillText(text, left + w / 2, y + 0.6 * k)
}
