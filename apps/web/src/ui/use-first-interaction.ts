import { useSyncExternalStore } from 'react';

/** Browser events that indicate a user. */
const signs = [
  'pointermove',
  'pointerdown',
  'touchstart',
  'keydown',
  'focusin',
  'click',
  'input',
  'scroll',
  'wheel',
] as const;

/**
 * On a prerendered page, `first-sign.js` may have detected an event before this code was loaded.
 */
let isSomebodyThere =
  typeof document !== 'undefined' && document.documentElement.dataset['seen'] !== undefined;
const waiting = new Set<() => void>();

function seen(): void {
  for (const sign of signs) window.removeEventListener(sign, seen, { capture: true });
  isSomebodyThere = true;
  for (const tell of waiting) tell();
}

function listen(tell: () => void): () => void {
  if (!isSomebodyThere && waiting.size === 0) {
    for (const sign of signs) window.addEventListener(sign, seen, { passive: true, capture: true });
  }
  waiting.add(tell);
  return () => waiting.delete(tell);
}

/**
 * True after the first user interaction with the page. Until then no code is fetched that only an
 * interacting user needs.
 */
export function useFirstInteraction(): boolean {
  return useSyncExternalStore(
    listen,
    () => isSomebodyThere,
    () => false,
  );
}
