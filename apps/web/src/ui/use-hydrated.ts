import { useEffect } from 'react';

/** Signals that the page is hydrated, so that earlier presses are replayed (`first-sign.js`). */
export function useHydrated(): void {
  useEffect(() => {
    window.dispatchEvent(new Event('page-lives'));
  }, []);
}
