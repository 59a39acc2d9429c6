import { useEffect, useLayoutEffect } from 'react';
import { NavigationType, useLocation, useNavigationType, type Location } from 'react-router';
import { tabStorage } from '../ui/storage.ts';

const storageKey = 'scroll-positions';

/** Maximum number of positions that are kept; the oldest are dropped. */
const positionsMax = 50;

/** Returns the key of a history entry. The first entry of a visit has none of its own. */
const keyOf = ({ key, pathname, search }: Location): string =>
  key === 'default' ? `${pathname}${search}` : key;

/** Returns the positions of a visit that this page continues: it was reloaded, or returned to. */
function readPositions(): Map<string, number> {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (visit?.type !== 'reload' && visit?.type !== 'back_forward') return new Map();
  try {
    return new Map(JSON.parse(tabStorage.getItem(storageKey) ?? '[]') as [string, number][]);
  } catch {
    return new Map();
  }
}

/** Events that keep the position: the last `scroll` may come when the page has changed. */
const leaving = ['scroll', 'click', 'popstate'] as const;

/** Scroll positions by key of the history entry (pixels). */
const positions = readPositions();

function storePositions(): void {
  tabStorage.setItem(storageKey, JSON.stringify([...positions].slice(-positionsMax)));
  // The browser restores the position of a page that it keeps, or of another site.
  history.scrollRestoration = 'auto';
}

/**
 * Restores the scroll position of a history entry when it is shown again, also after a reload. A
 * new entry is shown from its top, or from the element that its URL names. An entry that replaces
 * another one keeps the position.
 */
export function useScrollRestoration(): void {
  const location = useLocation();
  const type = useNavigationType();
  const key = keyOf(location);
  useEffect(() => {
    const manual = (): void => void (history.scrollRestoration = 'manual');
    manual();
    addEventListener('pageshow', manual);
    addEventListener('pagehide', storePositions);
    return () => {
      removeEventListener('pageshow', manual);
      removeEventListener('pagehide', storePositions);
    };
  }, []);
  // A layout effect: the scroll event of the next entry must not change this position.
  useLayoutEffect(() => {
    const keep = (): void => void positions.set(key, scrollY);
    for (const type of leaving) addEventListener(type, keep, { capture: true, passive: true });
    return () => {
      for (const type of leaving) removeEventListener(type, keep, { capture: true });
    };
  }, [key]);
  useLayoutEffect(() => {
    const kept = type === NavigationType.Pop ? positions.get(key) : undefined;
    const named = location.hash === '' ? null : document.getElementById(fragmentOf(location.hash));
    if (kept !== undefined) return restore(kept);
    if (named !== null) named.scrollIntoView();
    else if (type === NavigationType.Push) scrollTo(0, 0);
    return undefined;
  }, [key, type, location.hash]);
}

/** Input with which a user scrolls, or begins to act. */
const inputs = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** Time in which the data of a page change its length (ms). */
const settledAfter = 5_000;

/**
 * Scrolls to a position whenever the length of the page changes: its data may still be loading.
 * Ends after a time, at the first input of the user, and when another part of the page scrolls.
 * Returns a function that ends it.
 */
function restore(position: number): () => void {
  const observer = new ResizeObserver(attempt);
  const timer = setTimeout(end, settledAfter);
  let reached = scrollY;
  function end(): void {
    clearTimeout(timer);
    observer.disconnect();
    for (const type of inputs) removeEventListener(type, end);
  }
  function attempt(): void {
    // A page that becomes shorter moves to its new end, or to its top.
    const last = document.documentElement.scrollHeight - innerHeight;
    if (scrollY !== reached && scrollY !== 0 && scrollY < last - 1) return end();
    scrollTo(0, position);
    reached = scrollY;
  }
  for (const type of inputs) addEventListener(type, end, { passive: true });
  observer.observe(document.body);
  attempt();
  return end;
}

function fragmentOf(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return hash.slice(1);
  }
}
