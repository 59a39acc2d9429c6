import { closeCodes } from '../protocol/frame.ts';
import { notifyOfRefusal, refuse, type RoomSession } from './session.ts';

/** Refuses a change of a read-only user. */
export function refuseChange(session: RoomSession, id: number | null): void {
  refuse(session, id, 'not_allowed', 'your role does not allow changes');
}

/**
 * Refuses for lack of disk space. A Longhand page retries after a delay, a stock client when it
 * reconnects.
 */
export function refuseForDiskSpace(session: RoomSession, id: number | null): void {
  const detail = 'the server is almost out of disk space; it is kept on this device and sent again';
  notifyOfRefusal(session, id, 'disk_full', detail);
  if (!session.visitor.speaksLonghand)
    session.socket.close(closeCodes.tryAgain, 'the server is almost out of disk space');
}

/** Refuses units under the client id of another user. */
export function refuseForeign(session: RoomSession, id: number | null): void {
  refuse(session, id, 'foreign_client', 'this text belongs to another user');
}

/**
 * Refuses, for the time being, units of other users that were lost when a backup was restored:
 * their own pages bring them back, or those of users who may edit.
 */
export function refuseRecovery(session: RoomSession, id: number | null): void {
  const detail = 'the server has lost text, which other pages have to send first';
  refuse(session, id, 'recovery', detail);
}

/** Refuses an update beyond the right to suggest, or an entry that no user may write (`detail`). */
export function refuseSuggestion(session: RoomSession, id: number | null, detail: string): void {
  refuse(
    session,
    id,
    'not_a_suggestion',
    session.right === 'suggest' ? 'a reviewer may only suggest changes' : detail,
  );
}

/**
 * Refuses for a gap. A Longhand page then sends everything it has; a stock client does so when it
 * reconnects.
 */
export function refuseGap(session: RoomSession, id: number | null): void {
  refuse(session, id, 'gap', 'something before this change is missing');
  if (!session.visitor.speaksLonghand)
    session.socket.close(closeCodes.forbidden, 'gap: something before this change is missing');
}
