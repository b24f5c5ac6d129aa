// A socket that is opened again whenever it is lost, each time a little later.

const NOT_ANY_MORE = 4403 // whoever was listening may no longer see the game
const CALLS_AGAIN = [1_000, 2_000, 5_000, 15_000, 30_000]

export interface Listener {
  /** Whether it is still wanted; asked before each call. */
  wanted: () => boolean
  opened?: () => void
  said: (message: unknown) => void
  lost?: () => void
}

/** Listens until the function that it returns is called. */
export function listen(address: () => string, to: Listener): () => void {
  let socket: WebSocket | null = null
  let calling = 0
  let failed = 0
  let ended = false
  const call = () => {
    if (ended || !to.wanted()) return
    socket = new WebSocket(address())
    socket.onopen = () => {
      failed = 0
      to.opened?.()
    }
    socket.onmessage = (e: MessageEvent<string>) => to.said(JSON.parse(e.data))
    socket.onclose = (e) => {
      to.lost?.()
      if (e.code === NOT_ANY_MORE) return
      const wait = CALLS_AGAIN[Math.min(failed++, CALLS_AGAIN.length - 1)]
      if (!ended) calling = window.setTimeout(call, wait)
    }
  }
  call()
  return () => {
    ended = true
    clearTimeout(calling)
    socket?.close()
  }
}

/** The address of the socket that says how far a game is. */
export const liveAddress = (id: string, side: string) => `${location.origin.replace(/^http/, 'ws')}/api/games/${encodeURIComponent(id)}/live?${new URLSearchParams({ side })}`
