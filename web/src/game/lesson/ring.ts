// Rings a button of the page for a lesson: the first of the named ones that is there and can be pressed. Panels come and go,
// so the page is watched, and the ring moves.

const RING = 'lesson-ring'

const visible = (at: HTMLElement) => at.getClientRects().length > 0

/** The element to press for these test ids. In a folded list it is the line that opens the list. */
export function toPress(ids: readonly string[], root: ParentNode = document): HTMLElement | null {
  for (const id of ids) {
    for (const at of root.querySelectorAll<HTMLElement>(`[data-testid="${CSS.escape(id)}"]`)) {
      if (at.matches(':disabled')) continue
      if (visible(at)) return at
      const folded = at.closest('details:not([open])')?.querySelector<HTMLElement>(':scope > summary')
      if (folded && visible(folded)) return folded
    }
  }
  return null
}

export class Ring {
  private ids: readonly string[] = []
  private at: HTMLElement | null = null
  private due = 0
  private readonly watch = new MutationObserver(() => this.soon())

  constructor(private readonly moved: (at: HTMLElement | null) => void) {
    this.watch.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled', 'hidden', 'open', 'data-testid'] })
  }

  /** Rings the first of these from now on, wherever it comes up. */
  name(ids: readonly string[]): void {
    this.ids = ids
    this.soon()
  }

  end(): void {
    this.watch.disconnect()
    cancelAnimationFrame(this.due)
    this.at?.classList.remove(RING)
  }

  private soon(): void {
    cancelAnimationFrame(this.due)
    this.due = requestAnimationFrame(() => this.look())
  }

  private look(): void {
    const at = toPress(this.ids)
    if (at === this.at && (!at || at.classList.contains(RING))) return
    this.at?.classList.remove(RING)
    at?.classList.add(RING)
    const fresh = at !== this.at
    this.at = at
    if (fresh) this.moved(at)
  }
}
