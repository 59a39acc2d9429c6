import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import { hashOf } from '../../platform/secrets.ts';

type Db = Kysely<Schema>;

/** Number of recovery codes of a user. */
const codesPerUser = 10;

/** Digits of a recovery code, without those that look alike. Source: Crockford's Base32. */
const digits = '0123456789abcdefghjkmnpqrstvwxyz';

/** Groups of a code, and digits of a group: 120 bits, for which a plain hash is sufficient. */
const [groups, groupDigits] = [4, 6];

function newCode(): string {
  const text = [...randomBytes(groups * groupDigits)].map((byte) => digits[byte & 31]).join('');
  return text.match(/.{6}/gu)?.join('-') ?? text;
}

/** Returns a typed code in the form that is hashed. */
function formOf(code: string): string {
  return code
    .toLowerCase()
    .replaceAll(/[^a-z\d]/gu, '')
    .replaceAll('o', '0')
    .replaceAll(/[il]/gu, '1');
}

/** Replaces the recovery codes of a user. Returns the new ones, of which only hashes are stored. */
export async function renewRecoveryCodes(trx: Db, userId: string): Promise<string[]> {
  const codes = Array.from({ length: codesPerUser }, newCode);
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await trx
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id: userId, code_hash: hashOf(formOf(code)) })))
    .execute();
  return codes;
}

/** Returns the number of unused recovery codes. */
export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Uses a recovery code. Returns false if the user has no such code. */
export async function takeRecoveryCode(trx: Db, userId: string, code: string): Promise<boolean> {
  const taken = await trx
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashOf(formOf(code)))
    .returning('user_id')
    .executeTakeFirst();
  return taken !== undefined;
}
