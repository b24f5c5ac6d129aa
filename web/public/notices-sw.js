// Shows notices of decisions, also while no page is open; a click leads to the game. It keeps nothing, and no page is in
// its scope, so it answers for none. `push` brings what the server has sealed, which the browser has opened.

const OWN = '/api/me/browsers'

async function show(told) {
  await self.registration.showNotification(told.title, { body: told.text, tag: told.game, renotify: true, lang: 'en', data: { game: told.game } })
}

/** The page of the game if there is one, or a new one, at the decision and with what happened since. */
async function open(game) {
  const path = `/g/${encodeURIComponent(game)}`
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const found = pages.find((one) => new URL(one.url).pathname === path)
  await (found ? found.focus() : self.clients.openWindow(`${path}#since`))
}

/** The browser has changed the address for notices by itself. Whoever has signed out here gets none. */
async function tell(fresh) {
  const known = await fetch(OWN)
  if (!known.ok) return
  const { key } = await known.json()
  const given = fresh ?? (await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }))
  const { endpoint, keys } = given.toJSON()
  await fetch(OWN, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ endpoint, p256dh: keys.p256dh, auth: keys.auth }) })
}

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('push', (event) => event.waitUntil(show(event.data.json())))
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data.game))
})
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(tell(event.newSubscription)))
