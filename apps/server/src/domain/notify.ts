import type { Kysely } from 'kysely';
import type { Notification, NotificationKind } from '@longhand/contract';
import type { Schema } from '../db/schema.ts';

/**
 * A notification to send to `userIds`, because of `kind`. Users who cannot read the document now,
 * and the actor, are excluded.
 */
export type NewNotification = {
  readonly kind: NotificationKind;
  readonly type: Notification['type'];
  readonly actorId: string;
  readonly projectId: string | null;
  readonly documentId: string | null;
  readonly data: Readonly<Record<string, unknown>>;
  readonly userIds: readonly string[];
};

/**
 * Notifies users in the transaction that caused the notification. Open pages receive it after the
 * commit.
 */
export type Notify = (trx: Kysely<Schema>, notification: NewNotification) => Promise<void>;
