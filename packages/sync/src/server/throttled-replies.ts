import type { Clock } from '../protocol/clock.ts';
import type { RequestKind, RoomSession } from './session.ts';

/**
 * Rate limit of responses: maximum number per window, and length of the window (ms). A request
 * costs five bytes and its response may be the whole document. A faster client gets a response to
 * its last request when the window ends.
 */
const repliesPerWindow = 8;
const replyWindow = 1_000;

type Limits = { readonly laggingBytes: number };

/**
 * Responds to a request at once, or as soon as this connection has read its earlier responses and
 * is within the rate limit. Of several waiting requests of a kind, only the last one counts.
 */
export function throttleReply(
  session: RoomSession,
  kind: RequestKind,
  limits: Limits,
  clock: Clock,
  reply: () => void,
): void {
  session.openRequests.set(kind, reply);
  sendThrottledReplies(session, limits, clock);
}

/** Responds to the waiting requests that are allowed now. */
export function sendThrottledReplies(session: RoomSession, limits: Limits, clock: Clock): void {
  for (const [kind, reply] of session.openRequests) {
    if (session.replies >= repliesPerWindow || session.socket.buffered > limits.laggingBytes)
      return;
    session.openRequests.delete(kind);
    session.replies += 1;
    session.endWindow ??= clock.after(replyWindow, () => {
      session.endWindow = null;
      session.replies = 0;
      if (session.state.kind !== 'closed') sendThrottledReplies(session, limits, clock);
    });
    reply();
  }
}
