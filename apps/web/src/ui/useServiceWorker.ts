import { useEffect } from 'react';

/** Milliseconds after which the browser is not waited for any longer to have nothing else to do. */
const latest = 5_000;

/**
 * Registers the service worker (`service-worker.js`), after the page has loaded and when the browser has nothing else to do: no page
 * waits for it. Not while developing, and nowhere where browsers have none (plain http to another machine). That it cannot be
 * registered is nothing to tell anybody: everything works without it.
 */
export function useServiceWorker(): void {
  useEffect(() => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
    const register = (): void => {
      navigator.serviceWorker.register('/service-worker.js', { updateViaCache: 'none' }).catch(() => undefined);
    };
    const whenIdle = (): void => {
      if ('requestIdleCallback' in window) window.requestIdleCallback(register, { timeout: latest });
      else setTimeout(register, latest);
    };
    if (document.readyState === 'complete') whenIdle();
    else window.addEventListener('load', whenIdle, { once: true });
    return () => window.removeEventListener('load', whenIdle);
  }, []);
}

/** Asks the service worker to keep the application's own pages and parts on this device, so that they open without a connection. */
export function keepPages(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  void navigator.serviceWorker.ready.then(({ active }) => active?.postMessage('keep-pages'));
}

/** Whether the server has other pages by now than those this device keeps: then what is shown may be old. */
export async function arePagesOld(): Promise<boolean> {
  if (!('serviceWorker' in navigator)) return false;
  const registration = await navigator.serviceWorker.getRegistration();
  await registration?.update();
  return (registration?.installing ?? registration?.waiting ?? null) !== null;
}
