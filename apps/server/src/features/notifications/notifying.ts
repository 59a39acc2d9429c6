import { publish } from '../../domain/events.ts';
import { memberIdsOf } from '../../domain/groups.ts';
import type { ActivityEntry, RecordActivity } from '../../domain/record-activity.ts';
import type { Notify, NewNotification } from '../../domain/notify.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Ids } from '../../platform/ids.ts';
import type { Kysely } from 'kysely';
import type { ActivityType, NotificationKind } from '@longhand/contract';
import type { Schema } from '../../db/schema.ts';
import { recipientsAmong } from './settings-store.ts';
import * as store from './store.ts';
import { mailDueAt } from './times.ts';
import * as watches from './watches-store.ts';

type NotifyingDeps = { clock: Clock; ids: Ids };

/** Creates {@link Notify}. */
export function createNotify({ clock, ids }: NotifyingDeps): Notify {
  return async (trx, notification) => {
    const others = [...new Set(notification.userIds)].filter(
      (userId) => userId !== notification.actorId,
    );
    const recipients = await recipientsAmong(trx, others, notification.documentId);
    if (recipients.length === 0) return;
    const now = clock.now();
    const addressed = recipients.map(({ userId, settings }) => {
      const due = settings === null ? null : mailDueAt(settings, notification.kind, now);
      return { userId, newId: ids.uuid(), dueAt: due === null ? null : new Date(due) };
    });
    await store.addAll(trx, addressed, {
      notification: await store.withProjectName(trx, notification),
      at: new Date(now),
    });
    await publish(trx, {
      name: 'inbox',
      to: { userIds: recipients.map(({ userId }) => userId) },
      data: {},
    });
  };
}

/**
 * Types of activities sent to watchers. Changes of members and settings notify only the users
 * concerned.
 */
const watched: ReadonlySet<ActivityType> = new Set<ActivityType>([
  'document.created',
  'document.edited',
  'document.renamed',
  'document.status_changed',
  'document.moved',
  'document.archived',
  'document.restored',
  'document.deleted',
  'document.imported',
  'document.locked',
  'document.unlocked',
  'document.merged',
  'version.named',
  'version.restored',
  'comment.created',
  'comment.replied',
  'comment.resolved',
  'comment.reopened',
  'review.asked',
  'review.approved',
  'review.ended',
]);

type Concerned = { kind: NotificationKind; userIds: readonly string[] };

/**
 * Returns the users concerned by an entry with the reason. A user with several reasons is notified
 * once, for the first one.
 */
async function concernedBy(trx: Kysely<Schema>, entry: ActivityEntry): Promise<Concerned[]> {
  switch (entry.type) {
    case 'comment.created':
      return [{ kind: 'mention', userIds: entry.data.mentions }];
    case 'comment.replied': {
      const { mentions, threadId } = entry.data;
      return [
        { kind: 'mention', userIds: mentions },
        { kind: 'answer', userIds: await watches.speakersIn(trx, threadId) },
      ];
    }
    case 'comment.assigned':
      return [{ kind: 'mention', userIds: [entry.data.assigneeId] }];
    case 'review.asked':
    case 'review.changed':
    case 'review.reminded':
    case 'review.ended':
      return [{ kind: 'review', userIds: entry.data.reviewerIds }];
    case 'review.answered':
      return [{ kind: 'review', userIds: [entry.data.askedBy] }];
    case 'review.approved':
      return [{ kind: 'review', userIds: await watches.peopleOfReview(trx, entry.data.reviewId) }];
    case 'member.added':
      return [{ kind: 'invitation', userIds: [entry.data.userId] }];
    case 'group.shared':
      return [{ kind: 'invitation', userIds: await memberIdsOf(trx, entry.data.groupId) }];
    default:
      return [];
  }
}

/** Records activities and notifies the users concerned and the watchers. */
export function notifyingOfActivity(
  recordActivity: RecordActivity,
  notify: Notify,
): RecordActivity {
  return async (trx, entry) => {
    await recordActivity(trx, entry);
    const { type, actorId, projectId, documentId, data } = entry;
    const notification = { type, actorId, projectId, documentId, data };
    const known = new Set<string>();
    const notifyOnce = (
      kind: NewNotification['kind'],
      userIds: readonly string[],
    ): Promise<void> => {
      const fresh = userIds.filter((userId) => !known.has(userId));
      for (const userId of fresh) known.add(userId);
      return fresh.length === 0
        ? Promise.resolve()
        : notify(trx, { ...notification, kind, userIds: fresh });
    };
    for (const { kind, userIds } of await concernedBy(trx, entry)) await notifyOnce(kind, userIds);
    if (watched.has(type) && documentId !== null)
      await notifyOnce('watched', await watches.watchersOf(trx, { documentId, projectId }));
  };
}
