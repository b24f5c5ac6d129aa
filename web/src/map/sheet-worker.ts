// The painter of the sheet, in a worker: it computes the board, sends the page what it needs to know, and paints squares on request.
// So the page is usable before its map is painted, and can move the map while squares arrive.

import lettersOfBoxes from '../../node_modules/@fontsource/alegreya/files/alegreya-latin-700-normal.woff2?url'
import lettersOfHexes from '../../node_modules/@fontsource/barlow-condensed/files/barlow-condensed-latin-500-normal.woff2?url'
import { buildMap, featuresOf } from './model'
import { NUMBERED, Painter } from './paint'
import { type FromPainter, LEVELS, rectOf, SIZE, type Square, type ToPainter } from './squares'

const page = self as unknown as {
  onmessage: (event: MessageEvent<ToPainter>) => void
  postMessage(message: FromPainter, give?: Transferable[]): void
  fonts: FontFaceSet
}

let painter: Painter | null = null
let gauges = 0
let fonts: Promise<unknown> | null = null

page.onmessage = ({ data }) => {
  if ('board' in data) {
    const map = buildMap(data.board)
    painter = new Painter(map)
    page.postMessage({ features: featuresOf(map) })
    if (map.grid.boxes.size) fonts = letters('Alegreya', '700', lettersOfBoxes)
  } else if ('gauges' in data) {
    painter!.setGauges(data.gauges)
    gauges = data.number
  } else void paint(data)
}

async function paint(square: Square): Promise<void> {
  const scale = LEVELS[square.level]!
  if (fonts) await fonts
  if (scale >= NUMBERED) await (numbers ??= letters('Barlow Condensed', '500', lettersOfHexes))
  const canvas = new OffscreenCanvas(SIZE, SIZE)
  const ctx = canvas.getContext('2d')!
  const rect = rectOf(square)
  ctx.setTransform(scale, 0, 0, scale, -rect.x * scale, -rect.y * scale)
  painter!.paint(ctx, rect, scale)
  const bitmap = canvas.transferToImageBitmap()
  page.postMessage({ ...square, gauges, bitmap }, [bitmap])
}

let numbers: Promise<unknown> | null = null

/** Loads a font for this worker, which does not share the page's fonts; if that fails, another font is used. */
async function letters(family: string, weight: string, address: string): Promise<void> {
  const font = new FontFace(family, `url(${address})`, { weight })
  page.fonts.add(font)
  await font.load().catch(() => page.fonts.delete(font))
}
