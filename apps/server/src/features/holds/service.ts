import type { Kysely } from 'kysely';
import type { Hold, NewHold } from '@longhand/contract';
import type { Schema } from '../../db/schema.ts';
import type { Audit } from '../../domain/audit.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Ids } from '../../platform/ids.ts';
import { refuse } from '../../platform/refusal.ts';
import * as store from './store.ts';

/** Dependencies of legal holds. */
export type HoldsDeps = { db: Kysely<Schema>; clock: Clock; ids: Ids; audit: Audit };

/**
 * Puts a user, a project or a document on hold. Refuses `hold_object_not_found`, `held_already`,
 * `demo_person`: demo workspaces are deleted after a day.
 */
export async function createHold(
  { db, clock, ids, audit }: HoldsDeps,
  callerId: string,
  { kind, object, reason }: NewHold,
): Promise<Hold> {
  const id = ids.uuid();
  await db.transaction().execute(async (trx) => {
    const found =
      (await store.findObject(trx, { kind, object })) ?? refuse('hold_object_not_found');
    if (found.isDemo) refuse('demo_person');
    const at = new Date(clock.now());
    await store.addHold(trx, { id, kind, objectId: found.id, reason, by: callerId, at });
    const data = { kind, objectId: found.id };
    await audit(trx, { action: 'hold.made', actorId: callerId, target: found.id, data });
  });
  return store.getHold(db, id);
}

/** Ends a hold. Refuses `not_found`. */
export async function endHold(
  { db, clock, audit }: HoldsDeps,
  callerId: string,
  holdId: string,
): Promise<Hold> {
  return db.transaction().execute(async (trx) => {
    const at = new Date(clock.now());
    if (!(await store.endHold(trx, holdId, { by: callerId, at }))) refuse('not_found');
    const hold = await store.getHold(trx, holdId);
    const data = { kind: hold.kind, objectId: hold.objectId };
    await audit(trx, { action: 'hold.ended', actorId: callerId, target: hold.objectId, data });
    return hold;
  });
}
