import { useEffect, useState } from 'react';

/** By these a browser tells that somebody is there. */
const signs = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin', 'scroll', 'wheel'] as const;

/** Whether anybody has moved, touched, typed or scrolled anything on the page yet. Until then nothing is fetched that only they would use. */
export function useInterest(): boolean {
  const [isThere, setThere] = useState(false);
  useEffect(() => {
    if (isThere) return;
    const seen = (): void => setThere(true);
    for (const sign of signs) window.addEventListener(sign, seen, { passive: true, once: true, capture: true });
    return () => {
      for (const sign of signs) window.removeEventListener(sign, seen, { capture: true });
    };
  }, [isThere]);
  return isThere;
}
