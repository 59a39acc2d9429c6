import type { Kysely } from 'kysely';
import type { Account } from '../../db/accounts.ts';
import type { Schema } from '../../db/schema.ts';
import type { Audit } from '../../domain/audit.ts';
import { beginRemoval, findOnlyOwned, removePerson } from '../../domain/person-removal.ts';
import { requireOwner, type ReauthenticationDeps } from '../../domain/reauthentication.ts';
import { refuse } from '../../platform/refusal.ts';

/** Dependencies of deleting an account. */
export type RemovalDeps = ReauthenticationDeps & { db: Kysely<Schema>; audit: Audit };

/**
 * Deletes a user's account and returns the guests removed with the user's links. The caller must
 * close their sockets.
 *
 * Contributions in projects remain and refer to an anonymized author. Personal drafts go to the
 * trash. Username and address become available again. Refuses `wrong_password`, `sign_in_again`,
 * `on_hold`, `last_owner_somewhere`, `last_administrator`.
 */
export async function removeAccount(
  deps: RemovalDeps,
  session: { sessionId: string; user: Account },
  password: string,
): Promise<string[]> {
  const { id: userId } = session.user;
  await requireOwner(deps, session, password);
  return deps.db.transaction().execute(async (trx) => {
    await beginRemoval(trx, userId);
    if ((await findOnlyOwned(trx, userId)).length > 0) refuse('last_owner_somewhere');
    await deps.audit(trx, { action: 'account.deleted', actorId: userId, target: userId });
    return removePerson(trx, deps, { userId, actorId: userId });
  });
}
