// What the people at a game say to each other, and their own notes: what the server has told, what is new, where it points.

import type { Listeners, PostShown, Posts } from '../lobby/api-types'
import { call } from './api'
import { settings } from './settings.svelte'
import type { Hex } from './types'

const NO_HEX = -1
const MOST_MARKS = 12

export class Talk {
  /** What may be read, in order; words that were taken back are empty. */
  posts = $state.raw<readonly PostShown[]>([])
  /** To whom the player may speak; empty without a seat. */
  may = $state.raw<readonly Listeners[]>([])
  /** The number of the last post that the player has seen. */
  private seen = $state(0)
  /** What was said since the page was opened, or looked at, and has not been seen. */
  fresh: readonly PostShown[] = $derived.by(() => this.posts.filter((p) => p.number > this.seen && !p.you && hasWords(p)))
  /** Whether marks are drawn on the map. */
  drawn = $state(true)
  /** The last hexes that somebody points at, each with the last post about it. */
  marks: readonly PostShown[] = $derived.by(() => (this.drawn ? [...new Map(this.posts.filter((p) => p.hex !== NO_HEX).map((p) => [p.hex, p] as const)).values()].slice(-MOST_MARKS) : []))
  private asking = false
  private wanted = 0
  private readonly base: string

  private constructor(private readonly id: string) {
    this.base = `/api/games/${encodeURIComponent(id)}/posts`
    this.seen = settings.seen(id, TALK) ?? 0
  }

  /** What is said in a game; null without a seat there. */
  static async of(id: string): Promise<Talk | null> {
    const talk = new Talk(id)
    try {
      await talk.ask()
    } catch {
      return null // 401, 403: nobody speaks to who only looks on
    }
    return talk
  }

  /** There may be posts up to this number. */
  async hear(last: number): Promise<void> {
    this.wanted = Math.max(this.wanted, last)
    if (this.asking) return
    while (this.wanted > this.last) {
      const before = this.last
      await this.ask()
      if (this.last === before) this.wanted = before // said by somebody whose words are gone meanwhile
    }
  }

  /** All anew, where more may be read than before. */
  async again(): Promise<void> {
    this.posts = []
    await this.ask()
  }

  async say(to: Listeners, text: string, hex: Hex): Promise<void> {
    await call<null>('POST', this.base, { to: to.to, side: to.side, text, hex })
    await this.ask()
    this.look()
  }

  async takeBack(post: PostShown): Promise<void> {
    await call<null>('DELETE', `${this.base}/${post.post}`)
    await this.ask()
    this.look()
  }

  /** The player has seen all that was said. */
  look(): void {
    if (this.seen >= this.last) return
    this.seen = this.last
    settings.keepSeen(this.id, TALK, this.last)
  }

  private get last(): number {
    return this.posts.at(-1)?.number ?? 0
  }

  private async ask(): Promise<void> {
    this.asking = true
    try {
      for (;;) {
        const answer = await call<Posts>('GET', `${this.base}?since=${this.last}`)
        this.may = answer.may
        this.posts = merged(this.posts, answer.posts)
        if (!answer.posts.length || this.last >= answer.last) return
      }
    } finally {
      this.asking = false
    }
  }
}

/** No side has this name, under which it is kept how far a player has read. */
const TALK = ' talk'

export const hasWords = (post: PostShown): boolean => (post.text !== '' || post.hex !== NO_HEX) && post.takes_back === ''

/** Posts with those that came after them, which may have taken words away. */
export function merged(before: readonly PostShown[], fresh: readonly PostShown[]): readonly PostShown[] {
  if (!fresh.length) return before
  const gone = new Set(fresh.map((p) => p.takes_back).filter(Boolean))
  const known = new Set(before.map((p) => p.post))
  return [...before.map((p) => (gone.has(p.post) ? { ...p, text: '', hex: NO_HEX } : p)), ...fresh.filter((p) => !known.has(p.post))]
}
