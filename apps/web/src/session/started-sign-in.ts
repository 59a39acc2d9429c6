import type { Storing } from '../ui/storage.ts';
import { returnPath } from './addresses.ts';

const key = 'longhand-sign-in';

/** Pages to open after a sign-in with a provider: usually, and if an account was created. */
export type StartedSignIn = { readonly from: string | null; readonly afterSignUp: string | null };

/** Stores the pages while the browser is at the provider. Only in this tab. */
export function keepSignIn(storage: Storing, started: StartedSignIn): void {
  storage.setItem(key, JSON.stringify(started));
}

/** Returns the stored pages and removes them. Paths of other sites are left out. */
export function takeSignIn(storage: Storing): StartedSignIn {
  const stored = storage.getItem(key);
  dropSignIn(storage);
  const { from, afterSignUp } = parsed(stored);
  return { from: returnPath(from), afterSignUp: returnPath(afterSignUp) };
}

/** Removes the stored pages. */
export function dropSignIn(storage: Storing): void {
  storage.removeItem(key);
}

function parsed(stored: string | null): { from?: unknown; afterSignUp?: unknown } {
  try {
    return (JSON.parse(stored ?? '{}') ?? {}) as { from?: unknown; afterSignUp?: unknown };
  } catch {
    return {};
  }
}
