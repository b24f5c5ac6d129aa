/** Does something to the scroll position with the next picture, for which the page is laid out anyway: in the middle of
 * a change it would have to be laid out for this alone. Returns what calls it off, as an effect wants it. */
export function withNextPicture(scroll: () => void): () => void {
  const frame = requestAnimationFrame(scroll)
  return () => cancelAnimationFrame(frame)
}
