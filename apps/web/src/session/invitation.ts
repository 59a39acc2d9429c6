import type { Storing } from '../ui/storage.ts';

const key = 'longhand-invitation';

/** Keeps the secret of an invitation while its bearer signs in or up. Only in this tab, and only until it is used. */
export function keepInvitation(storage: Storing, token: string): void {
  storage.setItem(key, token);
}

/** The secret of the invitation that somebody came by, or null. */
export function keptInvitation(storage: Storing): string | null {
  return storage.getItem(key);
}

/** Forgets the invitation. */
export function dropInvitation(storage: Storing): void {
  storage.removeItem(key);
}
