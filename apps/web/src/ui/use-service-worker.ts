import { useEffect } from 'react';

/** Maximum time to wait for the browser to be idle (ms). */
const latest = 5_000;

/**
 * Registers the service worker (`service-worker.js`), after the page has loaded and when the
 * browser is idle: no page waits for it. Not in development, and not in browsers without service
 * workers (plain HTTP to another machine). A failed registration is ignored: everything works
 * without it.
 */
export function useServiceWorker(): void {
  useEffect(() => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
    const register = (): void => {
      navigator.serviceWorker
        .register('/service-worker.js', { updateViaCache: 'none' })
        .catch(() => undefined);
    };
    const whenIdle = (): void => {
      if ('requestIdleCallback' in window)
        window.requestIdleCallback(register, { timeout: latest });
      else setTimeout(register, latest);
    };
    if (document.readyState === 'complete') whenIdle();
    else window.addEventListener('load', whenIdle, { once: true });
    return () => window.removeEventListener('load', whenIdle);
  }, []);
}

/**
 * Requests the service worker to cache the application's pages and assets, so that they open
 * offline.
 */
export function keepPages(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  void navigator.serviceWorker.ready.then(({ active }) => active?.postMessage('keep-pages'));
}

/**
 * True if the server has a newer version of the pages than this device: the displayed one may be
 * outdated.
 */
export async function arePagesOld(): Promise<boolean> {
  if (!('serviceWorker' in navigator)) return false;
  const registration = await navigator.serviceWorker.getRegistration();
  await registration?.update();
  return (registration?.installing ?? registration?.waiting ?? null) !== null;
}
