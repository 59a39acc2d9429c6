import { useState } from 'react';

/**
 * Returns the token of the link that opened the page. It is in the fragment (`#`), which is not
 * sent to servers. It is removed from the URL as soon as it is read, so that it is not in the
 * history or in screenshots.
 */
export function useLinkToken(): string | null {
  const [token] = useState(() => {
    if (typeof window === 'undefined') return null;
    const found = new URLSearchParams(window.location.hash.slice(1)).get('token');
    if (found !== null)
      window.history.replaceState(
        window.history.state,
        '',
        window.location.pathname + window.location.search,
      );
    return found;
  });
  return token;
}
