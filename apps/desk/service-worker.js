// The service worker of the desk. Before this line, the build writes `version`, `files`, which are all files of the desk, and
// `nameBelowPath`, the function of `src/shell/name-below-path.ts`.
/* global version, files, nameBelowPath */

/**
 * The cache of one build. The one before stays until the next build: a page of it that is still open may load parts of it.
 */
const prefix = nameBelowPath('desk-', self.location.href)
const cacheName = prefix + version
/** How long a page waits for the server, in milliseconds, before it starts from the cache. */
const pageTimeout = 3_000

const install = async () => {
  const cache = await caches.open(cacheName)
  await cache.addAll(files.map((file) => new Request(file, { cache: 'no-cache', credentials: 'omit' })))
  await self.skipWaiting()
}
const activate = async () => {
  const names = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== cacheName)
  for (const name of names.slice(0, -1)) await caches.delete(name)
  await self.clients.claim()
}

/** The page of the server, so that a new version is shown at once; without an answer, that of the cache. */
const respondWithPage = async (request) => {
  try {
    const response = await fetch(request, { signal: AbortSignal.timeout(pageTimeout) })
    if (response.status < 500) return response
  } catch {
    // There is no network.
  }
  return (await (await caches.open(cacheName)).match('./')) ?? Response.error()
}
const respondWithFile = async (request) => (await caches.match(request)) ?? fetch(request)

self.addEventListener('install', (event) => event.waitUntil(install()))
self.addEventListener('activate', (event) => event.waitUntil(activate()))
self.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.method !== 'GET' || !request.url.startsWith(self.registration.scope)) return
  if (request.mode === 'navigate') event.respondWith(respondWithPage(request))
  else event.respondWith(respondWithFile(request))
})
