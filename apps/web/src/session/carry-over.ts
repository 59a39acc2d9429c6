import type { Storing } from '../ui/storage.ts';
import type { Toast } from '../ui/toast-provider.tsx';

const toastKey = 'longhand-toast';
const pathKey = 'longhand-return';

/** Stores a toast across the reload that would remove it. */
export function carryToast(storage: Storing, toast: Toast): void {
  storage.setItem(toastKey, JSON.stringify(toast));
}

/** True if a toast is stored. */
export function hasToast(storage: Storing): boolean {
  return storage.getItem(toastKey) !== null;
}

/** Returns the stored toast and removes it. */
export function takeToast(storage: Storing): Toast | null {
  const stored = storage.getItem(toastKey);
  storage.removeItem(toastKey);
  return stored === null ? null : (JSON.parse(stored) as Toast);
}

/** Stores the requested page across the sign-in. */
export function carryPath(storage: Storing, path: string): void {
  storage.setItem(pathKey, path);
}

/**
 * Returns the requested page. It is stored until {@link dropPath}, because a page may render more
 * than once.
 */
export function carriedPath(storage: Storing): string | null {
  return storage.getItem(pathKey);
}

/** Removes the requested page. */
export function dropPath(storage: Storing): void {
  storage.removeItem(pathKey);
}
