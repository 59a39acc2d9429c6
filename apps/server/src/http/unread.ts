import type { ServerResponse } from 'node:http';
import { refuse } from '../platform/refusal.ts';

/** Limits the memory used for responses that clients have not read yet. */
export type Unread = {
  /**
   * Counts a response of `bytes` until it is sent or aborted. Refuses `too_many` if too much is
   * unread for this caller.
   */
  keep(caller: string, bytes: number, response: ServerResponse): void;
};

/** Time after which a caller may retry (s). */
const retryAfterSeconds = 5;

/**
 * Creates the {@link Unread} of a server. A single response of any length is always sent. Further
 * ones are sent while the caller's unread total is at most `bytesMax`.
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
      // Nothing is queued for a client that has disconnected meanwhile.
      if (response.destroyed || response.closed) return;
      add(caller, bytes);
      response.once('close', () => add(caller, -bytes));
    },
  };
}
