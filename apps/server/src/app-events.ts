import type { Kysely } from 'kysely';
import type { Schema } from './db/schema.ts';
import { publish, type Event } from './domain/events.ts';
import type { Journal } from './domain/journal.ts';
import type { Live } from './domain/live.ts';
import type { Log } from './platform/log.ts';

/** A journal whose entries open pages hear of, once they are committed. */
export function tellingJournal(journal: Journal): Journal {
  return async (trx, entry) => {
    await journal(trx, entry);
    const { type, actorId, projectId, documentId } = entry;
    await publish(trx, { name: 'activity', to: { projectId, documentId }, data: { type, actorId, projectId, documentId } });
  };
}

/** The live channel, whose news of rights and sessions other open pages of the same people hear too. */
export function tellingLive(live: Live, { db, log }: { db: Kysely<Schema>; log: Log }): Live {
  function tell(event: Event): void {
    publish(db, event).catch((error: unknown) => log.warn({ err: error }, 'pages could not be told of a change'));
  }
  return {
    ...live,
    rightsChanged(change) {
      live.rightsChanged(change);
      if ('documentIds' in change) return;
      const { userId, projectId = null, documentId = null } = change;
      tell({ name: 'rights', to: { userIds: [userId] }, data: { projectId, documentId } });
    },
    sessionEnded(change) {
      live.sessionEnded(change);
      const { exceptSessionId } = 'userId' in change ? change : {};
      const except = exceptSessionId === undefined ? {} : { exceptSessionId };
      const to = 'sessionId' in change ? { sessionId: change.sessionId } : { userIds: [change.userId], ...except };
      tell({ name: 'account', to, data: { kind: 'signed_out' } });
    },
  };
}
