import type { Kysely } from 'kysely';
import type { ActivityType, AuditAction } from '@longhand/contract';
import type { Schema } from './db/schema.ts';
import type { Audit } from './domain/audit.ts';
import { publish, type Event } from './domain/events.ts';
import type { Noticed } from './domain/noticed.ts';
import { createJournal, type Journal } from './domain/journal.ts';
import type { Live } from './domain/live.ts';
import { createNoticed } from './features/notifications/noticing.ts';
import { createNotify, notifyingJournal } from './features/notifications/notifying.ts';
import type { Clock } from './platform/clock.ts';
import type { Ids } from './platform/ids.ts';
import type { Log } from './platform/log.ts';

/** A journal whose entries open pages hear of, once they are committed. */
function tellingJournal(journal: Journal): Journal {
  return async (trx, entry) => {
    await journal(trx, entry);
    const { type, actorId, projectId, documentId } = entry;
    await publish(trx, { name: 'activity', to: { projectId, documentId }, data: { type, actorId, projectId, documentId } });
  };
}

/** The journal of the product: what is written down is told to open pages, and to the people whom it concerns. */
export function composeJournal(deps: { clock: Clock; ids: Ids }): Journal {
  return notifyingJournal(tellingJournal(createJournal(deps)), createNotify(deps));
}

/** What is told of what was noticed in texts. */
export function composeNoticed(deps: { clock: Clock; ids: Ids }): Noticed {
  return createNoticed(createNotify(deps));
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

/** What of the journal matters to those who answer for the server as well: who may read and change what. */
const sharing: readonly (ActivityType & AuditAction)[] = [
  'member.added',
  'member.role_changed',
  'member.removed',
  'member.joined',
  'project.handed_over',
  'document.handed_over',
];

/** Titles and names are people's words, and no part of the audit log. */
const told = new Set(['userId', 'role', 'from', 'projectId', 'documentId']);

/** A journal whose entries on sharing stand in the audit log too, by ids and roles alone. */
export function auditingJournal(journal: Journal, audit: Audit): Journal {
  return async (trx, entry) => {
    await journal(trx, entry);
    const action = sharing.find((one) => one === entry.type);
    if (action === undefined) return;
    const { actorId, projectId, documentId, data } = entry;
    const named = Object.entries({ ...data, projectId, documentId }).filter(
      (pair): pair is [string, string] => told.has(pair[0]) && typeof pair[1] === 'string',
    );
    const { userId = documentId ?? projectId, ...rest } = Object.fromEntries(named);
    await audit(trx, { action, actorId, target: userId, data: rest });
  };
}
