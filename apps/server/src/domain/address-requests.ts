import type { Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { emailKey } from './people.ts';

/** What was asked for an address that somebody typed. `userId`: who was signed in. */
export type AddressRequest = { purpose: 'password' | 'newsletter'; email: string; userId: string | null };

/**
 * Notes what was asked for an address, to be looked up by a job: so that neither the answer nor its time tells who is known here.
 * Returns the id of the request: that of the one before, where one for this purpose and address still waits.
 */
export async function addAddressRequest(
  trx: Kysely<Schema>,
  request: AddressRequest & { id: string; at: Date },
): Promise<string> {
  const { id, purpose, email, userId, at } = request;
  const row = await trx
    .insertInto('address_requests')
    .values({ id, purpose, email_key: emailKey(email), email, user_id: userId, asked_at: at })
    .onConflict((conflict) => conflict.columns(['purpose', 'email_key']).doUpdateSet({ asked_at: at }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Takes a request away; null where it was taken before, as at the second run of its job. */
export async function takeAddressRequest(trx: Kysely<Schema>, requestId: string): Promise<AddressRequest | null> {
  const row = await trx
    .deleteFrom('address_requests')
    .where('id', '=', requestId)
    .returning(['purpose', 'email', 'user_id as userId'])
    .executeTakeFirst();
  return row ?? null;
}
