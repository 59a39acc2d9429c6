import { useSyncExternalStore } from 'react';

/** By these a browser tells that somebody is there. */
const signs = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin', 'click', 'input', 'scroll', 'wheel'] as const;

/** A page that was built ahead has seen somebody before this came (`first-sign.js`). */
let isSomebodyThere = typeof document !== 'undefined' && document.documentElement.dataset['seen'] !== undefined;
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

/** Whether anybody has moved, touched, typed or scrolled anything on the page yet. Until then nothing is fetched that only they would use. */
export function useInterest(): boolean {
  return useSyncExternalStore(
    listen,
    () => isSomebodyThere,
    () => false,
  );
}
