// Notices that this browser shows although no page of ours is open: whether it can, may and does, and how it begins to.

import type { Browsers, NewBrowser } from './api-types'

/** What a player can do about notices in this browser: nothing, as it has no such thing or as they have forbidden it;
 *  begin; end. */
export type Standing = 'unsupported' | 'denied' | 'off' | 'on'

const WORKER = '/notices-sw.js'
const SCOPE = '/notices/' // no page is there: the companion's worker has the others

/** This browser can show notices. */
export const can = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** The bytes of a key as it is told among browsers, in base64url. */
export const spelt = (raw: ArrayBuffer) => btoa(String.fromCharCode(...new Uint8Array(raw))).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')

async function registered(): Promise<ServiceWorkerRegistration | undefined> {
  const found = await navigator.serviceWorker.getRegistration(SCOPE)
  return found?.scope === new URL(SCOPE, location.href).href ? found : undefined
}

function active(found: ServiceWorkerRegistration): Promise<void> {
  const coming = found.installing ?? found.waiting
  if (found.active || !coming) return Promise.resolve()
  return new Promise((done, fail) => {
    coming.addEventListener('statechange', () => {
      if (coming.state === 'activated') done()
      else if (coming.state === 'redundant') fail(new Error('The browser refused what shows the notices: try again.'))
    })
  })
}

/** The subscription of this browser, if it is with the server's present key. */
async function subscription(key: string): Promise<PushSubscription | null> {
  const found = await (await registered())?.pushManager.getSubscription()
  const with_ = found?.options.applicationServerKey
  return found && with_ && spelt(with_) === key ? found : null
}

/** How it stands, by what the browser says and what the server knows of its session. */
export async function standing(found: Browsers): Promise<Standing> {
  if (!can()) return 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  const here = found.browsers.some((one) => one.here)
  return here && Notification.permission === 'granted' && (await subscription(found.key)) ? 'on' : 'off'
}

/** Asks the player for leave, and the browser for an address; null if they did not say yes. After a click only. */
export async function begin(key: string): Promise<NewBrowser | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null
  const found = await navigator.serviceWorker.register(WORKER, { scope: SCOPE })
  await active(found)
  if (!(await subscription(key))) await (await found.pushManager.getSubscription())?.unsubscribe()
  let made: PushSubscription
  try {
    made = await found.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  } catch (e) {
    if (e instanceof DOMException && e.name === 'AbortError') throw new Error('The service that brings notices to this browser does not answer. Private windows have none.')
    throw e
  }
  const { endpoint, keys } = made.toJSON()
  if (!endpoint || !keys?.p256dh || !keys.auth) throw new Error('The browser gave no keys for notices.')
  return { endpoint, p256dh: keys.p256dh, auth: keys.auth }
}

/** Ends it in this browser. */
export async function end(): Promise<void> {
  await (await (await registered())?.pushManager.getSubscription())?.unsubscribe()
}

/** Calls back whenever the player changes, in the browser's own settings, what this site may do. */
export async function watch(changed: () => void): Promise<() => void> {
  const found = await navigator.permissions.query({ name: 'notifications' })
  found.addEventListener('change', changed)
  return () => found.removeEventListener('change', changed)
}
