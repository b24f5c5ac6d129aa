// The fonts that the map and its counters are painted with. A canvas does not paint itself anew when a font comes, so the map
// waits for them.

const FACES = ['700 12px "Barlow Condensed"', '600 12px "Barlow Condensed"', '500 12px "Barlow Condensed"', '700 12px Alegreya', 'italic 700 12px Alegreya', '500 12px Alegreya', 'italic 500 12px Alegreya', '800 12px Alegreya']

/** Until they are there; one that cannot be had is done without. */
export async function fontsCome(): Promise<void> {
  await Promise.all(FACES.map((face) => document.fonts.load(face).catch(() => [])))
}
