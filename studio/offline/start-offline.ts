// Registers the service worker, after the page is ready: the files that it stores must not delay the first picture.

/** Makes the page work offline from the next load on. */
export function startOffline(): void {
  if (!('serviceWorker' in navigator)) return
  const register = () => void navigator.serviceWorker.register('./service-worker.js').catch(() => undefined)
  if (document.readyState === 'complete') register()
  else addEventListener('load', register)
}
