/**
 * Where a person arrives after signing in: the dashboard, told that its data is new and whose it is.
 * Source: specification, section 2, Auth.
 */
export function arrivalAddress(userId: string, now: number): string {
  return `/dashboard?${new URLSearchParams({ refresh: String(now), userId })}`;
}

/** Where a person arrives after signing out. Source: specification, section 2, Auth. */
export function departureAddress(now: number): string {
  return `/?${new URLSearchParams({ refresh: String(now) })}`;
}

/**
 * The page that was asked for before the sign-in, if it is one of ours: a path of this site, never another site's, and not the
 * sign-in itself. Else null.
 */
export function returnPath(asked: unknown): string | null {
  if (typeof asked !== 'string' || !/^\/(?![/\\])/.test(asked)) return null;
  const url = URL.parse(asked, 'https://here.invalid');
  if (url === null || url.origin !== 'https://here.invalid' || url.pathname === '/auth') return null;
  return url.pathname + url.search + url.hash;
}
