/** URL after signing in: the dashboard, with a marker for fresh data and the user's id. */
export function arrivalAddress(userId: string, now: number): string {
  return `/dashboard?${new URLSearchParams({ refresh: String(now), userId })}`;
}

/** URL after signing out. */
export function departureAddress(now: number): string {
  return `/?${new URLSearchParams({ refresh: String(now) })}`;
}

/**
 * Validates the page requested before the sign-in. Returns a path of this site, never of another
 * site, and not the sign-in page itself; otherwise null.
 */
export function returnPath(asked: unknown): string | null {
  if (typeof asked !== 'string' || !/^\/(?![/\\])/.test(asked)) return null;
  const url = URL.parse(asked, 'https://here.invalid');
  if (url === null || url.origin !== 'https://here.invalid' || url.pathname === '/auth')
    return null;
  return url.pathname + url.search + url.hash;
}
