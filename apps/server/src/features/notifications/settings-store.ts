import type { Kysely } from 'kysely';
import { z } from 'zod';
import {
  defaultNotificationSettings,
  notificationSettings,
  type NotificationSettings,
} from '@longhand/contract';
import type { Schema } from '../../db/schema.ts';
import { visibleDocuments } from '../../domain/membership.ts';

type Db = Kysely<Schema>;

const storedSettings = z.looseObject({ mail: z.record(z.string(), z.unknown()) });

/** Returns a user's notification settings. */
export async function readSettings(db: Db, userId: string): Promise<NotificationSettings> {
  const row = await db
    .selectFrom('notification_settings')
    .select('settings')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return settingsOf(row?.settings);
}

/** Parses stored settings. Settings of an older version may lack a kind: its default is used. */
function settingsOf(given: unknown): NotificationSettings {
  const stored = storedSettings.safeParse(given).data;
  if (stored === undefined) return defaultNotificationSettings;
  const whole = { ...stored, mail: { ...defaultNotificationSettings.mail, ...stored.mail } };
  return notificationSettings.safeParse(whole).data ?? defaultNotificationSettings;
}

/** Stores a user's notification settings. */
export async function writeSettings(
  db: Db,
  userId: string,
  settings: NotificationSettings,
): Promise<void> {
  const row = { user_id: userId, settings: JSON.stringify(settings) };
  await db
    .insertInto('notification_settings')
    .values(row)
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ settings: row.settings }))
    .execute();
}

/** A user to notify. `settings`: null for demo users, who get no mail. */
export type Recipient = { readonly userId: string; readonly settings: NotificationSettings | null };

/**
 * Returns those of `userIds` that can be notified: active accounts without guests, which can read
 * the document. `documentId`: null if the notification is about no document.
 */
export async function recipientsAmong(
  db: Db,
  userIds: readonly string[],
  documentId: string | null,
): Promise<Recipient[]> {
  if (userIds.length === 0) return [];
  const rows = await db
    .selectFrom('users as u')
    .leftJoin('notification_settings as s', 's.user_id', 'u.id')
    .select(['u.id as userId', 'u.demo_until as demoUntil', 's.settings as settings'])
    .where('u.id', 'in', userIds)
    .where('u.is_guest', '=', false)
    .where('u.disabled_at', 'is', null)
    .where('u.deleted_at', 'is', null)
    .$if(documentId !== null, (query) =>
      query.where(({ exists, ref }) =>
        exists(
          visibleDocuments(db, ref('u.id'))
            .clearSelect()
            .select('d.id')
            .where('d.id', '=', documentId ?? ''),
        ),
      ),
    )
    .execute();
  return rows.map(({ userId, demoUntil, settings }) => ({
    userId,
    settings: demoUntil === null ? settingsOf(settings) : null,
  }));
}
