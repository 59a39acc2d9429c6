const key = 'longhand-invitation';

/** Keeps the secret of an invitation while its bearer signs in or up. Only in this tab, and only until it is used. */
export function keepInvitation(storage: Storage, token: string): void {
  storage.setItem(key, token);
}

/** The secret of the invitation that somebody came by, or null. */
export function keptInvitation(storage: Storage): string | null {
  return storage.getItem(key);
}

/** Forgets the invitation. */
export function dropInvitation(storage: Storage): void {
  storage.removeItem(key);
}
