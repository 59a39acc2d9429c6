import { useState } from 'react';

/**
 * The secret of the link by which a page was opened. It stands behind `#`, where no server sees it, and is taken out of the address as
 * soon as it is read, so that it is in no history and in no picture of the screen.
 */
export function useLinkToken(): string | null {
  const [token] = useState(() => {
    if (typeof window === 'undefined') return null;
    const found = new URLSearchParams(window.location.hash.slice(1)).get('token');
    if (found !== null) window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search);
    return found;
  });
  return token;
}
