import type { Kysely } from 'kysely';
import {
  wrongField,
  type Announcement,
  type AnnouncementChange,
  type AuditAction,
  type NewAnnouncement,
} from '@longhand/contract';
import type { Schema } from '../../db/schema.ts';
import type { Audit } from '../../domain/audit.ts';
import { publish } from '../../domain/events.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Ids } from '../../platform/ids.ts';
import { refuse } from '../../platform/refusal.ts';
import * as store from './store.ts';

type Db = Kysely<Schema>;

/** Dependencies of announcements. */
export type AnnouncementsDeps = { db: Db; clock: Clock; ids: Ids; audit: Audit };

/** An announcement and the caller. */
type Which = { callerId: string; announcementId: string };

function momentOf(given: string | null): Date | null {
  return given === null ? null : new Date(given);
}

function requireOrder(startsAt: Date, endsAt: Date | null): void {
  if (endsAt === null || endsAt > startsAt) return;
  refuse('invalid', { errors: [wrongField('endsAt', 'ends_before_start')] });
}

/** Audits the action and notifies all signed-in users, whose pages load the announcements again. */
async function auditAndPublish(
  { audit }: AnnouncementsDeps,
  trx: Db,
  action: AuditAction,
  { callerId, announcementId }: Which,
) {
  await audit(trx, { action, actorId: callerId, target: announcementId });
  await publish(trx, { name: 'announcement', to: { everyone: true }, data: { announcementId } });
}

async function get(trx: Db, announcementId: string): Promise<store.AnnouncementRow> {
  return (await store.lockAndRead(trx, announcementId)) ?? refuse('not_found');
}

/** Creates an announcement. Refuses `invalid` if it would end before it begins. */
export async function announce(
  deps: AnnouncementsDeps,
  callerId: string,
  given: NewAnnouncement,
): Promise<Announcement> {
  const at = new Date(deps.clock.now());
  const announcementId = deps.ids.uuid();
  const startsAt = given.startsAt === undefined ? at : new Date(given.startsAt);
  const endsAt = momentOf(given.endsAt ?? null);
  requireOrder(startsAt, endsAt);
  return deps.db.transaction().execute(async (trx) => {
    const row = {
      id: announcementId,
      text: given.text,
      starts_at: startsAt,
      ends_at: endsAt,
      created_by: callerId,
      at,
    };
    await store.add(trx, row);
    await auditAndPublish(deps, trx, 'announcement.made', { callerId, announcementId });
    return store.present(await get(trx, announcementId));
  });
}

/** Changes the text or the times of an announcement. Refuses `not_found`, `invalid`. */
export async function changeAnnouncement(
  deps: AnnouncementsDeps,
  which: Which,
  given: AnnouncementChange,
): Promise<Announcement> {
  return deps.db.transaction().execute(async (trx) => {
    const before = await get(trx, which.announcementId);
    const startsAt = given.startsAt === undefined ? before.startsAt : new Date(given.startsAt);
    const endsAt = given.endsAt === undefined ? before.endsAt : momentOf(given.endsAt);
    requireOrder(startsAt, endsAt);
    const row = { text: given.text ?? before.text, starts_at: startsAt, ends_at: endsAt };
    await store.change(trx, which.announcementId, {
      ...row,
      updated_at: new Date(deps.clock.now()),
    });
    await auditAndPublish(deps, trx, 'announcement.changed', which);
    return store.present(await get(trx, which.announcementId));
  });
}

/** Deletes an announcement. Refuses `not_found`. */
export async function takeBack(deps: AnnouncementsDeps, which: Which): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    if (!(await store.remove(trx, which.announcementId))) refuse('not_found');
    await auditAndPublish(deps, trx, 'announcement.deleted', which);
  });
}
