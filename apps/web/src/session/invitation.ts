import type { Storing } from '../ui/storage.ts';

const key = 'longhand-invitation';

/**
 * Stores the token of an invitation during sign-in or sign-up. Only in this tab, and only until it
 * is used.
 */
export function keepInvitation(storage: Storing, token: string): void {
  storage.setItem(key, token);
}

/** Returns the token of the stored invitation, or null. */
export function storedInvitation(storage: Storing): string | null {
  return storage.getItem(key);
}

/** Removes the invitation. */
export function dropInvitation(storage: Storing): void {
  storage.removeItem(key);
}
