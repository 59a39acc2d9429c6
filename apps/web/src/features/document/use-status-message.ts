import { useEffect, useState } from 'react';

/** Duration of a message about a failed action (ms). */
const sayFor = 8_000;

/** Returns a message that disappears after a while; null for none. */
export function useStatusMessage(): { saying: string | null; say: (sentence: string) => void } {
  const [saying, say] = useState<string | null>(null);
  useEffect(() => {
    if (saying === null) return;
    const timer = setTimeout(() => say(null), sayFor);
    return () => clearTimeout(timer);
  }, [saying]);
  return { saying, say };
}
