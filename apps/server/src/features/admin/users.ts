import type { Kysely } from 'kysely';
import type { AdminUser, AdminUserChange } from '@longhand/contract';
import type { Schema } from '../../db/schema.ts';
import type { Audit } from '../../domain/audit.ts';
import { hasAdministrator, lockAdministrators, setDisabled } from '../../domain/disabling.ts';
import { publish } from '../../domain/events.ts';
import { endLinksWithoutRight } from '../../domain/guest-links.ts';
import type { Live } from '../../domain/live.ts';
import type { Clock } from '../../platform/clock.ts';
import { refuse } from '../../platform/refusal.ts';
import * as store from './users-store.ts';

/** Dependencies of changing administrators and disabling users. */
export type AdminUsersDeps = { db: Kysely<Schema>; clock: Clock; live: Live; audit: Audit };

type Change = { callerId: string; userId: string; change: AdminUserChange };

/** Checks the caller again, who may have lost the right while waiting for the lock. */
async function requireAdministrator(trx: Kysely<Schema>, callerId: string): Promise<void> {
  const caller = await store.findUser(trx, callerId);
  if (!caller?.isAdmin || caller.disabledAt !== null) refuse('administrators_only');
}

/** Applies the parts of a change that differ, and audits them. */
async function apply(
  { clock, audit }: AdminUsersDeps,
  trx: Kysely<Schema>,
  { callerId, userId, change }: Change,
) {
  const before = (await store.findUser(trx, userId)) ?? refuse('not_found');
  const by = { actorId: callerId, target: userId };
  const { isAdmin = before.isAdmin, disabled = before.disabledAt !== null } = change;
  const made = isAdmin && !before.isAdmin;
  const ended = disabled && before.disabledAt === null;
  if (made && before.demoUntil !== null) refuse('demo_person');
  if (isAdmin !== before.isAdmin) {
    await store.setAdministrator(trx, userId, isAdmin);
    await audit(trx, { action: made ? 'administrator.made' : 'administrator.unmade', ...by });
  }
  if (disabled !== (before.disabledAt !== null)) {
    await setDisabled(trx, userId, disabled ? new Date(clock.now()) : null);
    await audit(trx, { action: disabled ? 'user.disabled' : 'user.enabled', ...by });
  }
  if (!(await hasAdministrator(trx))) refuse('last_administrator');
  if (isAdmin !== before.isAdmin && !ended) {
    await publish(trx, { name: 'account', to: { userIds: [userId] }, data: { kind: 'changed' } });
  }
  const guests = ended
    ? await endLinksWithoutRight(trx, { clock, audit }, { makerId: userId, actorId: callerId })
    : [];
  return { ended, guests, user: (await store.findUser(trx, userId)) ?? refuse('not_found') };
}

/**
 * Appoints or removes an administrator, or disables or enables a user. Concurrent changes are
 * serialized.
 *
 * Disabling ends the user's sessions, tokens and guest links in the same transaction. Open pages
 * and connections of the user and of their guests are closed at once. Refuses `not_found`,
 * `last_administrator`, `demo_person`.
 */
export async function changeUser(deps: AdminUsersDeps, change: Change): Promise<AdminUser> {
  const { ended, guests, user } = await deps.db.transaction().execute(async (trx) => {
    await lockAdministrators(trx);
    await requireAdministrator(trx, change.callerId);
    return apply(deps, trx, change);
  });
  if (ended) deps.live.sessionEnded({ userId: change.userId });
  for (const guestId of guests) deps.live.sessionEnded({ userId: guestId });
  return store.presentUser(user);
}
