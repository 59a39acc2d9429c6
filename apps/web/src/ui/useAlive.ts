import { useEffect } from 'react';

/** Signals that the page is hydrated, so that earlier presses are replayed (`first-sign.js`). */
export function useAlive(): void {
  useEffect(() => {
    window.dispatchEvent(new Event('page-lives'));
  }, []);
}
