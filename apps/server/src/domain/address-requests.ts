import { type Language, languageOf } from '@longhand/contract';
import type { Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { emailKey } from './people.ts';

/**
 * A request for an address that was typed in. `userId`: the signed-in user, if any. `language`: of
 * the page with the form, if it is known.
 */
export type AddressRequest = {
  purpose: 'password' | 'newsletter';
  email: string;
  userId: string | null;
  language: Language | null;
};

/**
 * Stores a request for an address, which a job handles later. So neither the response nor its time
 * reveals which addresses have accounts. Returns the request id: that of a pending request for the
 * same purpose and address, if there is one.
 */
export async function addAddressRequest(
  trx: Kysely<Schema>,
  request: AddressRequest & { id: string; at: Date },
): Promise<string> {
  const { id, purpose, email, userId, language, at } = request;
  const row = await trx
    .insertInto('address_requests')
    .values({
      id,
      purpose,
      email_key: emailKey(email),
      email,
      user_id: userId,
      language,
      asked_at: at,
    })
    .onConflict((conflict) =>
      conflict.columns(['purpose', 'email_key']).doUpdateSet({ asked_at: at, language }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/**
 * Deletes a request and returns it. Returns null if it was taken before, for example by an earlier
 * run of the job.
 */
export async function takeAddressRequest(
  trx: Kysely<Schema>,
  requestId: string,
): Promise<AddressRequest | null> {
  const row = await trx
    .deleteFrom('address_requests')
    .where('id', '=', requestId)
    .returning(['purpose', 'email', 'user_id as userId', 'language'])
    .executeTakeFirst();
  return row ? { ...row, language: languageOf(row.language ?? '') } : null;
}
