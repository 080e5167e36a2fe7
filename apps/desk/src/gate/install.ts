/**
 * Has the browser keep the files of the desk, so that the gate also starts without a network. Only a built desk over HTTPS, or on
 * this machine, has a service worker.
 */
export const installDesk = (): void => {
  if (import.meta.env.PROD && 'serviceWorker' in navigator)
    navigator.serviceWorker.register('service-worker.js').catch(() => undefined)
}
