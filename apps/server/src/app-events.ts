import type { Kysely } from 'kysely';
import type { ActivityType, AuditAction } from '@longhand/contract';
import type { Schema } from './db/schema.ts';
import type { Audit } from './domain/audit.ts';
import { publish, type Event } from './domain/events.ts';
import type { SendTextNotifications } from './domain/text-notifications.ts';
import { createActivityRecorder, type RecordActivity } from './domain/record-activity.ts';
import type { Live } from './domain/live.ts';
import { createSendTextNotifications } from './features/notifications/text-notifications.ts';
import { createNotify, notifyingOfActivity } from './features/notifications/notifying.ts';
import type { Clock } from './platform/clock.ts';
import type { Ids } from './platform/ids.ts';
import type { Logger } from './platform/log.ts';

/** Records activities and sends them to open pages after the commit. */
function publishingActivity(recordActivity: RecordActivity): RecordActivity {
  return async (trx, entry) => {
    await recordActivity(trx, entry);
    const { type, actorId, projectId, documentId } = entry;
    await publish(trx, {
      name: 'activity',
      to: { projectId, documentId },
      data: { type, actorId, projectId, documentId },
    });
  };
}

/** Returns the recorder of activities that informs open pages and causes notifications. */
export function composeActivityRecorder(deps: { clock: Clock; ids: Ids }): RecordActivity {
  return notifyingOfActivity(publishingActivity(createActivityRecorder(deps)), createNotify(deps));
}

/** Returns the function that sends the notifications found in texts. */
export function composeSendTextNotifications(deps: {
  clock: Clock;
  ids: Ids;
}): SendTextNotifications {
  return createSendTextNotifications(createNotify(deps));
}

/**
 * Returns a live channel that also sends changes of rights and sessions to the user's other open
 * pages.
 */
export function publishingLive(live: Live, { db, log }: { db: Kysely<Schema>; log: Logger }): Live {
  function publishEvent(event: Event): void {
    publish(db, event).catch((error: unknown) =>
      log.warn({ err: error }, 'a change could not be announced to open pages'),
    );
  }
  return {
    ...live,
    rightsChanged(change) {
      live.rightsChanged(change);
      if ('documentIds' in change) return;
      const { projectId = null, documentId = null } = 'userId' in change ? change : {};
      const userIds = 'userId' in change ? [change.userId] : [...change.userIds];
      if (userIds.length === 0) return;
      publishEvent({ name: 'rights', to: { userIds }, data: { projectId, documentId } });
    },
    sessionEnded(change) {
      live.sessionEnded(change);
      const { exceptSessionId } = 'userId' in change ? change : {};
      const except = exceptSessionId === undefined ? {} : { exceptSessionId };
      const to =
        'sessionId' in change
          ? { sessionId: change.sessionId }
          : { userIds: [change.userId], ...except };
      publishEvent({ name: 'account', to, data: { kind: 'signed_out' } });
    },
  };
}

/** Activities that are also relevant to the operators: changes of read and write access. */
const sharing: readonly (ActivityType & AuditAction)[] = [
  'member.added',
  'member.role_changed',
  'member.removed',
  'member.joined',
  'group.shared',
  'group.role_changed',
  'group.unshared',
  'project.handed_over',
  'document.handed_over',
];

/** Fields copied to the audit log. Titles and names are user text and are not copied. */
const auditedFields = new Set(['userId', 'groupId', 'role', 'from', 'projectId', 'documentId']);

/**
 * Records activities, and writes those about sharing to the audit log, with ids and roles only.
 */
export function auditingActivity(recordActivity: RecordActivity, audit: Audit): RecordActivity {
  return async (trx, entry) => {
    await recordActivity(trx, entry);
    const action = sharing.find((one) => one === entry.type);
    if (action === undefined) return;
    const { actorId, projectId, documentId, data } = entry;
    const named = Object.entries({ ...data, projectId, documentId }).filter(
      (pair): pair is [string, string] => auditedFields.has(pair[0]) && typeof pair[1] === 'string',
    );
    const { userId = documentId ?? projectId, ...rest } = Object.fromEntries(named);
    await audit(trx, { action, actorId, target: userId, data: rest });
  };
}
