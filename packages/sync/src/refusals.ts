import { closeCodes, noRoom } from './frame.ts';
import { notify, refuse, type Session } from './session.ts';

/** Refuses a change of somebody who may not make any. */
export function refuseChange(session: Session, id: number | null): void {
  refuse(session, id, 'not_allowed', 'your role does not allow changes');
}

/** Refuses for want of disk space: a page of ours tries again after a while, a stock client when it comes back. */
export function refuseForNow(session: Session, id: number | null): void {
  const detail = 'the server is almost out of disk space; it is kept on this device and sent again';
  notify(session, { kind: 'refused', id, reason: noRoom, detail });
  if (!session.visitor.speaksLonghand) session.socket.close(closeCodes.tryAgain, 'the server is almost out of disk space');
}

/** Refuses words under the client id of another person. */
export function refuseForeign(session: Session, id: number | null): void {
  refuse(session, id, 'foreign_client', 'these words belong to somebody else');
}

/** Refuses what goes beyond the right to suggest, or beyond what anybody may say of suggestions (`detail`). */
export function refuseSuggestion(session: Session, id: number | null, detail: string): void {
  refuse(session, id, 'not_a_suggestion', session.right === 'suggest' ? 'a reviewer may only suggest changes' : detail);
}

/** Refuses for a gap: a page of ours sends everything it has when it hears of it; a stock client does so when it comes back. */
export function refuseGap(session: Session, id: number | null): void {
  refuse(session, id, 'gap', 'something before this change is missing');
  if (!session.visitor.speaksLonghand) session.socket.close(closeCodes.forbidden, 'gap: something before this change is missing');
}
