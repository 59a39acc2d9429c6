import { awarenessFrame, stateFrame, syncFrame } from '../protocol/frame.ts';
import type { Room } from './room-types.ts';
import type { RoomSession } from './session.ts';
import { sendThrottledReplies, throttleReply } from './throttled-replies.ts';

/** Responses of a room to the requests of a connection. */
export type RoomReplies = Pick<Room, 'introduce' | 'resume' | 'answer' | 'drained'>;

const emptyVector = new Uint8Array([0]);
const emptyUpdate = new Uint8Array([0, 0]);

/** Creates the {@link RoomReplies} of a room. `limits`: see `RoomLimits`. */
export function createRoomReplies({
  history,
  presence,
  clock,
  limits,
}: Pick<Room, 'history' | 'presence' | 'clock'> & {
  readonly limits: { readonly laggingBytes: number };
}): RoomReplies {
  function introduce(session: RoomSession): void {
    throttleReply(session, 'people', limits, clock, () => {
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
    const tail = epoch === history.epoch ? history.since(seq) : null;
    const updates = tail ?? history.missingFrom(stateVector);
    session.socket.send(stateFrame(history.epoch, tail === null ? 0 : seq, history.seq(), updates));
  }

  return {
    introduce,
    resume(session, epoch, seq, stateVector) {
      throttleReply(session, 'text', limits, clock, () =>
        sendState(session, epoch, seq, stateVector),
      );
    },
    answer(session, stateVector) {
      throttleReply(session, 'text', limits, clock, () => {
        const updates = history.missingFrom(stateVector);
        const last = updates[updates.length - 1] ?? emptyUpdate;
        for (const update of updates.slice(0, -1)) session.socket.send(syncFrame.update(update));
        session.socket.send(syncFrame.step2(last));
      });
    },
    drained(session) {
      if (session.state.kind === 'lagging') {
        const { seq } = session.state;
        session.state = { kind: 'live' };
        introduce(session);
        if (session.visitor.speaksLonghand) sendState(session, history.epoch, seq, emptyVector);
        else
          for (const update of history.since(seq) ?? history.whole().updates)
            session.socket.send(syncFrame.update(update));
      }
      sendThrottledReplies(session, limits, clock);
    },
  };
}
