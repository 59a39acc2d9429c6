import { useEffect } from 'react';

/** Tells the page that it lives, from where what was pressed before is done again (`first-sign.js`). */
export function useAlive(): void {
  useEffect(() => {
    window.dispatchEvent(new Event('page-lives'));
  }, []);
}
