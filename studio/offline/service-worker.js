// The service worker of the static build: after the first load, the studio works without a network. The build fills in the constants.

const CACHE = 'megabatt-studio-VERSION'
const FILES = ['FILES']

addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)))
})

addEventListener('activate', (event) => {
  event.waitUntil(removeOthers().then(() => clients.claim()))
})

addEventListener('fetch', (event) => {
  const { request } = event
  if (request.method === 'GET' && new URL(request.url).origin === location.origin) event.respondWith(answer(request))
})

/** Versions before this one; other caches of the origin belong to others. */
async function removeOthers() {
  const names = await caches.keys()
  const old = names.filter((name) => name.startsWith('megabatt-studio-') && name !== CACHE)
  await Promise.all(old.map((name) => caches.delete(name)))
}

/** From the cache, so that all files are of one version; a part that is loaded on demand is kept from then on. */
async function answer(request) {
  const cache = await caches.open(CACHE)
  const known = await cache.match(request, { ignoreSearch: true })
  if (known !== undefined) return known
  const response = await fetch(request)
  if (response.ok) await cache.put(request, response.clone())
  return response
}
