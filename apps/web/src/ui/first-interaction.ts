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

let isSomebodyThere = false;
const waiting = new Set<() => void>();

function seen(event: Event): void {
  // Browsers dispatch a move after a layout although the pointer rests.
  if (event instanceof PointerEvent && event.type === 'pointermove')
    if (event.movementX === 0 && event.movementY === 0) return;
  for (const sign of signs) window.removeEventListener(sign, seen, { capture: true });
  isSomebodyThere = true;
  for (const tell of waiting) tell();
  waiting.clear();
}

/** True after the first interaction with the page, if an interaction was awaited before it. */
export function hadInteraction(): boolean {
  return isSomebodyThere;
}

/**
 * Calls `tell` at the first interaction with the page; not if that was before. Returns a function
 * that stops it.
 */
export function onFirstInteraction(tell: () => void): () => void {
  if (!isSomebodyThere && waiting.size === 0) {
    for (const sign of signs) window.addEventListener(sign, seen, { passive: true, capture: true });
  }
  waiting.add(tell);
  return () => void waiting.delete(tell);
}
