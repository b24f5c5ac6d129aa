// A page that works without network: after the build, a service worker is written that keeps the page and all that it
// loads. Its version is made of what it keeps, so a new build is noticed and an old one never mixed in.

import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const REFERENCE = /["'(]((?:\.\/|\/)?[\w./-]+\.(?:js|css|woff2|svg|webmanifest))["')]/g

/** What a built file refers to: `address` is its own, relative to the folder; so are those that come out. */
function references(folder, address, known) {
  const text = readFileSync(join(folder, address), 'utf-8')
  const base = address.includes('/') ? address.slice(0, address.lastIndexOf('/') + 1) : ''
  return [...text.matchAll(REFERENCE)]
    .flatMap(([, found]) => [new URL(found, `http://x/${base}`).pathname.slice(1), new URL(found, 'http://x/').pathname.slice(1)])
    .filter((one) => known.has(one))
}

/** Every file that the page needs, itself first. */
function reachable(folder, page, known) {
  const found = [page]
  for (const address of found) {
    if (!/\.(html|js|css)$/.test(address)) continue
    for (const next of references(folder, address, known)) if (!found.includes(next)) found.push(next)
  }
  return found
}

const worker = (version, files) => `// Written by the build: keeps the table companion for use without network.
const NAME = 'redball-companion-${version}'
const FILES = ${JSON.stringify(files, null, 2)}
const kept = new Set(FILES.map((file) => new URL(file, self.location).pathname))

self.addEventListener('install', (event) => {
  const fresh = FILES.map((file) => new Request(file, { cache: 'reload' }))
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(fresh)).then(() => self.skipWaiting()))
})

self.addEventListener('activate', (event) => {
  const old = (name) => name.startsWith('redball-companion-') && name !== NAME
  const dropped = caches.keys().then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name))))
  event.waitUntil(dropped.then(() => self.clients.claim()))
})

self.addEventListener('fetch', (event) => {
  const asked = new URL(event.request.url)
  if (event.request.method !== 'GET' || asked.origin !== self.location.origin || !kept.has(asked.pathname)) return
  const answer = caches.open(NAME).then((cache) => cache.match(event.request, { ignoreSearch: true }))
  event.respondWith(answer.then((found) => found ?? fetch(event.request)))
})
`

/** The plugin for one page; `also` are files that nothing in it names, as those of the public folder are to the build. */
export function offline(page, script, also = []) {
  return {
    name: 'offline',
    apply: 'build',
    writeBundle(options, bundle) {
      const folder = options.dir
      const files = reachable(folder, page, new Set([...Object.keys(bundle), ...also]))
      const hash = createHash('sha256')
      for (const file of files) hash.update(file).update(readFileSync(join(folder, file)))
      writeFileSync(join(folder, script), worker(hash.digest('hex').slice(0, 16), files.map((file) => `./${file}`)))
    }
  }
}
