import { useEffect, useState } from 'react';

/** Milliseconds for which a sentence about what could not be done stands. */
const sayFor = 8_000;

/** A sentence that stands for a while; null for none. */
export function useSaying(): { saying: string | null; say: (sentence: string) => void } {
  const [saying, say] = useState<string | null>(null);
  useEffect(() => {
    if (saying === null) return;
    const timer = setTimeout(() => say(null), sayFor);
    return () => clearTimeout(timer);
  }, [saying]);
  return { saying, say };
}
