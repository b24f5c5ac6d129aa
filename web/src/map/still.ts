// A layer of the map as a picture of the window, kept while nothing in it changes: after a click mostly only
// the overlay has changed. While the camera moves, layers are painted straight away.

type Ctx = CanvasRenderingContext2D

/** Whether all parts are the same as before. */
export const alike = (before: readonly unknown[] | null, now: readonly unknown[]): boolean => before?.length === now.length && now.every((part, i) => Object.is(part, before[i]))

export class Still {
  private picture: HTMLCanvasElement | null = null
  private of: readonly unknown[] | null = null

  /** Draws the layer over the whole canvas: as it was, if all that it shows is the same, or as `paint` paints it, which says whether it
   *  is complete. `ctx` keeps its transform. */
  draw(ctx: Ctx, of: readonly unknown[], paint: (ctx: Ctx) => boolean): void {
    const { width, height } = ctx.canvas
    const now = [width, height, ...of]
    if (!alike(this.of, now) || !this.picture) {
      this.picture ??= document.createElement('canvas')
      const { picture } = this
      if (picture.width !== width) picture.width = width
      if (picture.height !== height) picture.height = height
      const own = picture.getContext('2d')!
      own.setTransform(1, 0, 0, 1, 0, 0)
      own.clearRect(0, 0, width, height)
      own.imageSmoothingQuality = ctx.imageSmoothingQuality
      own.setTransform(ctx.getTransform())
      this.of = paint(own) ? now : null
    }
    const place = ctx.getTransform()
    ctx.setTransform(1, 0, 0, 1, 0, 0)
    ctx.drawImage(this.picture, 0, 0)
    ctx.setTransform(place)
  }
}
