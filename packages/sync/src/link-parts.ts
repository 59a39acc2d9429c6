import type { LinkState, SavedMark } from './link-types.ts';

/** The state of a link that has heard nothing yet. */
export const atFirst: LinkState = {
  synced: false,
  held: false,
  connected: false,
  saved: { kind: 'saving' },
  role: null,
  right: null,
  ended: null,
};

/** Adds a listener; answers a function that takes it away. */
export function subscribe<T>(set: Set<T>, listener: T): () => void {
  set.add(listener);
  return () => set.delete(listener);
}

/** Whether two marks say the same. */
export function sameMark(a: SavedMark, b: SavedMark): boolean {
  return a.kind === b.kind && (a.kind !== 'not_saved' || b.kind !== 'not_saved' || a.reason === b.reason);
}

/** What an error says. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
