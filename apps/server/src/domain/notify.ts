import type { Kysely } from 'kysely';
import type { Notification, NotificationKind } from '@longhand/contract';
import type { Schema } from '../db/schema.ts';

/** Something that these people are to be told of, because of `kind`. Who cannot read the document now, and the actor, are left out. */
export type ToTell = {
  readonly kind: NotificationKind;
  readonly type: Notification['type'];
  readonly actorId: string;
  readonly projectId: string | null;
  readonly documentId: string | null;
  readonly data: Readonly<Record<string, unknown>>;
  readonly userIds: readonly string[];
};

/** Tells people of something, in the transaction that made it happen. Open pages hear of it after the commit. */
export type Notify = (trx: Kysely<Schema>, told: ToTell) => Promise<void>;
