import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Camera } from '../src/map/camera'
import { sheetOf } from '../src/map/sheet'
import { keyOf, LEVELS, levelFor, rectOf, type Square, squaresIn, standIns } from '../src/map/squares'
import { board } from './board'

describe('squares', () => {
  const covered = (squares: Square[]) => squares.reduce((sum, s) => sum + rectOf(s).w * rectOf(s).h, 0)

  it('of a window cover it, those in its middle first', () => {
    const found = squaresIn({ x: -100, y: 0, w: 1300, h: 500 }, 3)
    expect(found.map(keyOf).sort()).toEqual(['3:-1:0', '3:-1:1', '3:0:0', '3:0:1', '3:1:0', '3:1:1', '3:2:0', '3:2:1'])
    expect(keyOf(found[0]!)).toBe('3:1:0')
  })

  it('begin with the frame of the sheet', () => {
    expect(squaresIn({ x: -38, y: -38, w: 60, h: 60 }, 1).map(keyOf)).toEqual(['1:0:0'])
  })

  it('are sharp enough for the scale', () => {
    for (const scale of [0.05, 0.13, 0.5, 0.51, 0.9, 3]) expect(LEVELS[levelFor(scale)]!).toBeGreaterThanOrEqual(scale * 0.92)
    expect(levelFor(20)).toBe(LEVELS.length - 1)
  })

  it('have the sharpest coarser one for a stand-in, and the finer ones that are there on top', () => {
    const wanted = { level: 2, i: -1, j: 3 }
    const there = (...keys: string[]) => standIns(wanted, (s) => keys.includes(keyOf(s))).map(keyOf)
    expect(there()).toEqual([])
    expect(there('0:-1:0', '1:-1:1')).toEqual(['1:-1:1'])
    expect(there('0:-1:0', '3:-2:6', '3:-1:7')).toEqual(['0:-1:0', '3:-2:6', '3:-1:7'])
    expect(there('4:-4:12', '3:-1:6'), 'a finer one yet for a quarter that is missing').toEqual(['4:-4:12', '3:-1:6'])
    expect(there('3:0:6', '3:-2:5'), 'its neighbours do not help').toEqual([])
    expect(covered(standIns(wanted, (s) => s.level === 3))).toBe(rectOf(wanted).w ** 2)
  })
})

class Painter {
  static all: Painter[] = []
  told: unknown[] = []
  onmessage: (event: { data: unknown }) => void = () => {}
  terminate = vi.fn()
  constructor() {
    Painter.all.push(this)
  }
  postMessage(message: unknown): void {
    this.told.push(message)
  }
  get squares(): Square[] {
    return this.told.filter((m): m is Square => typeof m === 'object' && m !== null && 'level' in m)
  }
  paint(square: Square, gauges = 0): void {
    this.onmessage({ data: { ...square, gauges, bitmap: { close: vi.fn() } } })
  }
}

describe('the sheet', () => {
  beforeEach(() => {
    Painter.all = []
    vi.stubGlobal('Worker', Painter)
  })

  /** A sheet under a window in which 4 by 2 squares show, and how often something was drawn from a picture. */
  function begin() {
    const sheet = sheetOf(board({ columns: 40, rows: 40, terrain: Array<number>(1600).fill(0) }))
    const camera = new Camera()
    camera.over(sheet.layout.sheet)
    camera.resize(2000, 1000)
    camera.look({ x: 1000, y: 1000 }, 1)
    const ctx = { fillRect: vi.fn(), drawImage: vi.fn(), fillStyle: '' }
    const draw = () => sheet.draw(ctx as unknown as CanvasRenderingContext2D, camera, 1)
    return { sheet, painter: Painter.all.at(-1)!, ctx, draw }
  }

  it('lets its painter begin when it is first drawn, with the gauges of then', () => {
    const { sheet, painter, draw } = begin()
    sheet.setGauges(new Set([5]))
    expect(painter.told).toEqual([])
    draw()
    expect(painter.told.slice(0, 2)).toEqual([{ board: sheet.layout.board }, { gauges: new Set([5]), number: 1 }])
    draw()
    expect(painter.told.filter((m) => typeof m === 'object' && m !== null && 'board' in m)).toHaveLength(1)
  })

  it('asks for what shows, no more than two squares at once, until all is painted', () => {
    const { painter, draw } = begin()
    let drawn = 0
    for (; draw(); drawn++) {
      const open = painter.squares.length - drawn
      expect(open).toBeLessThanOrEqual(2)
      painter.paint(painter.squares[drawn]!)
      expect(drawn).toBeLessThan(50)
    }
    const asked = painter.squares.map(keyOf)
    expect(asked).toHaveLength(new Set(asked).size)
    expect(asked).toHaveLength(drawn)
    expect(asked.every((key) => key.startsWith('3:'))).toBe(true)
  })

  it('goes on showing squares whose gauges have changed until they are painted anew', () => {
    const { sheet, painter, ctx, draw } = begin()
    draw()
    const first = painter.squares[0]!
    painter.paint(first)
    const { x, y } = sheet.layout.grid.center(sheet.layout.grid.at(rectOf(first).x + 200, rectOf(first).y + 200))
    sheet.setGauges(new Set([sheet.layout.grid.at(x, y)]))
    ctx.drawImage.mockClear()
    painter.paint(painter.squares[1]!)
    draw()
    expect(ctx.drawImage).toHaveBeenCalledTimes(2)
    const again = () => painter.squares.filter((s) => keyOf(s) === keyOf(first)).length
    expect(again(), 'asked for once more').toBe(2)
    painter.paint(first, 0)
    draw()
    expect(again(), 'painted before the painter knew of the gauges').toBe(3)
    painter.paint(first, 1)
    draw()
    expect(again()).toBe(3)
  })

  it('is one at a time: the painter of the board before it is dismissed', () => {
    const first = begin()
    const same = sheetOf(first.sheet.layout.board)
    expect(same).toBe(first.sheet)
    begin()
    expect(first.painter.terminate).toHaveBeenCalledOnce()
  })
})
