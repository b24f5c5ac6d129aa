// The fonts of the map and its counters. A canvas does not repaint itself when a font arrives, so the map waits for them.

const FACES = ['700 12px "Barlow Condensed"', '600 12px "Barlow Condensed"', '500 12px "Barlow Condensed"', '700 12px Alegreya', 'italic 700 12px Alegreya', '500 12px Alegreya', 'italic 500 12px Alegreya', '800 12px Alegreya']

/** Resolves when the fonts are loaded; does without any that fail to load. */
export async function fontsCome(): Promise<void> {
  await Promise.all(FACES.map((face) => document.fonts.load(face).catch(() => [])))
}
