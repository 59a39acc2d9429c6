import { awarenessFrame, stateFrame, syncFrame } from '../protocol/frame.ts';
import type { Room } from './room-types.ts';
import type { RoomSession } from './session.ts';
import { sendThrottledReplies, throttleReply } from './throttled-replies.ts';

/** Responses of a room to the requests of a connection. */
export type RoomReplies = Pick<Room, 'sendPresence' | 'answer' | 'drained'> & {
  resume(...request: Parameters<Room['resume']>): Promise<void>;
};

const emptyVector = new Uint8Array([0]);
const emptyUpdate = new Uint8Array([0, 0]);

/**
 * Creates the {@link RoomReplies} of a room. `limits`: see `RoomLimits`. `checkHead` ends the room
 * if it lacks entries of the log, and returns false then.
 */
export function createRoomReplies({
  log,
  presence,
  clock,
  limits,
  checkHead,
}: Pick<Room, 'log' | 'presence' | 'clock'> & {
  readonly limits: { readonly laggingBytes: number };
  readonly checkHead: () => Promise<boolean>;
}): RoomReplies {
  function sendPresence(session: RoomSession): void {
    throttleReply(session, 'presence', limits, clock, () => {
      const everyone = presence.everyone();
      if (everyone !== null) session.socket.send(awarenessFrame(everyone));
    });
  }

  function sendState(
    session: RoomSession,
    epoch: number,
    seq: number,
    stateVector: Uint8Array,
  ): void {
    const tail = epoch === log.epoch ? log.since(seq) : null;
    const updates = tail ?? log.missingFrom(stateVector);
    session.socket.send(stateFrame(log.epoch, tail === null ? 0 : seq, log.seq(), updates));
  }

  return {
    sendPresence,
    async resume(session, epoch, seq, stateVector) {
      // [ROOM22] The page has more: another process has stored it, or a backup was restored.
      const hasMore = epoch === log.epoch && seq > log.seq();
      if (hasMore && (!(await checkHead()) || session.state.kind === 'closed')) return;
      throttleReply(session, 'text', limits, clock, () =>
        sendState(session, epoch, seq, stateVector),
      );
    },
    answer(session, stateVector) {
      throttleReply(session, 'text', limits, clock, () => {
        const updates = log.missingFrom(stateVector);
        const last = updates[updates.length - 1] ?? emptyUpdate;
        for (const update of updates.slice(0, -1)) session.socket.send(syncFrame.update(update));
        session.socket.send(syncFrame.step2(last));
      });
    },
    drained(session) {
      if (session.state.kind === 'lagging') {
        const { seq } = session.state;
        session.state = { kind: 'live' };
        sendPresence(session);
        if (session.visitor.speaksLonghand) sendState(session, log.epoch, seq, emptyVector);
        else
          for (const update of log.since(seq) ?? log.whole().updates)
            session.socket.send(syncFrame.update(update));
      }
      sendThrottledReplies(session, limits, clock);
    },
  };
}
