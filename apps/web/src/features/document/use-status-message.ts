import { useEffect, useState } from 'react';

/** Duration of a message about a failed action (ms). */
const sayFor = 8_000;

/** Returns a message that disappears after a while; null for none. */
export function useStatusMessage(): {
  statusMessage: string | null;
  announce: (sentence: string) => void;
} {
  const [statusMessage, announce] = useState<string | null>(null);
  useEffect(() => {
    if (statusMessage === null) return;
    const timer = setTimeout(() => announce(null), sayFor);
    return () => clearTimeout(timer);
  }, [statusMessage]);
  return { statusMessage, announce };
}
