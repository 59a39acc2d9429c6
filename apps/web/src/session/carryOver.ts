import type { Storing } from '../ui/storage.ts';
import type { Toast } from '../ui/ToastProvider.tsx';

const toastKey = 'longhand-toast';
const pathKey = 'longhand-return';

/** Keeps a toast over the reload that would cut it off. */
export function carryToast(storage: Storing, toast: Toast): void {
  storage.setItem(toastKey, JSON.stringify(toast));
}

/** The toast that was carried over, once. */
export function takeToast(storage: Storing): Toast | null {
  const kept = storage.getItem(toastKey);
  storage.removeItem(toastKey);
  return kept === null ? null : (JSON.parse(kept) as Toast);
}

/** Keeps the page that was asked for over the sign-in. */
export function carryPath(storage: Storing, path: string): void {
  storage.setItem(pathKey, path);
}

/** The page that was asked for. It stays until {@link dropPath}, because a page may be rendered more than once. */
export function carriedPath(storage: Storing): string | null {
  return storage.getItem(pathKey);
}

/** Forgets the page that was asked for. */
export function dropPath(storage: Storing): void {
  storage.removeItem(pathKey);
}
