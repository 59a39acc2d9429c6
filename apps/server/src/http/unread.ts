import type { ServerResponse } from 'node:http';
import { refuse } from '../platform/refusal.ts';

/** Bounds what is kept in memory of answers that their callers have not read yet. */
export type Unread = {
  /** Counts an answer of so many bytes until it is sent or given up; refuses `too_many` where too much waits for this caller already. */
  keep(caller: string, bytes: number, response: ServerResponse): void;
};

/** Seconds after which a caller may ask again. */
const retryAfterSeconds = 5;

/**
 * Makes the {@link Unread} of a server. A single answer of any length is always sent; a further one only as long as all that wait for this
 * caller have no more than `bytesMax` bytes.
 */
export function createUnread(bytesMax: number): Unread {
  const waiting = new Map<string, number>();

  function add(caller: string, bytes: number): void {
    const left = (waiting.get(caller) ?? 0) + bytes;
    if (left > 0) waiting.set(caller, left);
    else waiting.delete(caller);
  }

  return {
    keep(caller, bytes, response) {
      const before = waiting.get(caller) ?? 0;
      if (before > 0 && before + bytes > bytesMax) refuse('too_many', { retryAfterSeconds });
      // A caller who hung up while this was made gets nothing that could wait.
      if (response.destroyed || response.closed) return;
      add(caller, bytes);
      response.once('close', () => add(caller, -bytes));
    },
  };
}
