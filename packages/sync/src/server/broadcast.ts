import { closeCodes, entryFrame, syncFrame } from '../protocol/frame.ts';
import type { RoomSession } from './session.ts';

/** A stored update with its origin: the connection that has it already, or a server write. */
type Stored = { readonly bytes: Uint8Array; readonly from: unknown };

/**
 * Sends the updates of a commit to all connections, without each author's own. A frame is built
 * once for all that receive the same.
 */
export function broadcast(
  batch: readonly Stored[],
  {
    sessions,
    seq,
    laggingBytes,
  }: { sessions: Iterable<RoomSession>; seq: number; laggingBytes: number },
): void {
  const authors = new Set(batch.map(({ from }) => from));
  let forAll: Frames | null = null;
  for (const session of sessions) {
    if (!canReceive(session, seq - 1, laggingBytes)) continue;
    const isAuthor = authors.has(session);
    if (!isAuthor) forAll ??= framesOf(seq, batch);
    const frames = isAuthor || forAll === null ? framesOf(seq, batch, session) : forAll;
    if (session.visitor.speaksLonghand) session.socket.send(frames.entry());
    else for (const frame of frames.updates()) session.socket.send(frame);
  }
}

/** Frames for pages and for stock clients. Each copies the updates, so it is built when needed. */
type Frames = { entry(): Uint8Array; updates(): readonly Uint8Array[] };

function framesOf(seq: number, batch: readonly Stored[], reader?: RoomSession): Frames {
  const updates = batch
    .filter(({ from }) => reader === undefined || from !== reader)
    .map(({ bytes }) => bytes);
  let entry: Uint8Array | null = null;
  let frames: readonly Uint8Array[] | null = null;
  return {
    entry: () => (entry ??= entryFrame(seq, updates)),
    updates: () => (frames ??= updates.map(syncFrame.update)),
  };
}

/**
 * True if a session should be sent what is new after `seq`. A client that does not read is marked
 * with that `seq`, and sent the rest when it has drained.
 */
export function canReceive(session: RoomSession, seq: number, laggingBytes: number): boolean {
  if (session.state.kind === 'lagging' || session.state.kind === 'closed') return false;
  if (session.socket.buffered <= laggingBytes) return true;
  if (session.state.kind === 'handshake') session.socket.close(closeCodes.tryAgain, 'too slow');
  else session.state = { kind: 'lagging', seq };
  return false;
}
