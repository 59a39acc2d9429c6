import type { Kysely } from 'kysely';
import {
  limits,
  scope,
  type AccessToken,
  type NewAccessToken,
  wrongField,
} from '@longhand/contract';
import type { Schema } from '../../db/schema.ts';
import type { Audit } from '../../domain/audit.ts';
import { momentKeyOf, newestFirst, pageOf, type Page, type PageAsked } from '../../domain/pages.ts';
import { tokenPrefix } from '../../http/bearer.ts';
import { hashOf, newToken } from '../../platform/secrets.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Ids } from '../../platform/ids.ts';
import { refuse } from '../../platform/refusal.ts';

/** Dependencies of access tokens. */
export type TokensDeps = { db: Kysely<Schema>; clock: Clock; ids: Ids; audit: Audit };

function tokensOf(db: Kysely<Schema>, userId: string) {
  return db
    .selectFrom('access_tokens as t')
    .select([
      't.id',
      't.name',
      't.scopes',
      't.created_at as createdAt',
      't.expires_at as expiresAt',
    ])
    .select(['t.last_used_at as lastUsedAt', momentKeyOf('t.created_at').as('createdKey')])
    .where('t.user_id', '=', userId);
}

type Row = Awaited<ReturnType<ReturnType<typeof tokensOf>['executeTakeFirstOrThrow']>>;

function present({ createdKey: _, ...row }: Row): AccessToken {
  return {
    ...row,
    scopes: row.scopes.map((one) => scope.parse(one)),
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt?.toISOString() ?? null,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  };
}

/** Returns a user's access tokens, newest first. */
export async function listTokens(
  { db }: TokensDeps,
  userId: string,
  { limit, cursor }: PageAsked,
): Promise<Page<AccessToken>> {
  const query = tokensOf(db, userId);
  const rows = await newestFirst(query, { limit, cursor }, ['t.created_at', 't.id']).execute();
  return pageOf(rows, { limit, keysOf: (row) => [row.createdKey, row.id], present });
}

/**
 * Creates an access token and returns it with its secret, of which only the hash is stored. Refuses
 * `invalid` (an end in the past), `too_many_tokens`.
 */
export async function createToken(
  { db, clock, ids, audit }: TokensDeps,
  userId: string,
  { name, scopes, expiresAt }: NewAccessToken,
): Promise<AccessToken & { token: string }> {
  const now = new Date(clock.now());
  const ends = expiresAt ? new Date(expiresAt) : null;
  if (ends !== null && ends <= now) {
    refuse('invalid', { errors: [wrongField('expiresAt', 'not_future')] });
  }
  const [tokenId, token] = [ids.uuid(), `${tokenPrefix}${newToken()}`];
  return db.transaction().execute(async (trx) => {
    await trx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
    const existing = await trx
      .selectFrom('access_tokens')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    if (existing.count >= limits.tokensMax) refuse('too_many_tokens');
    const row = {
      id: tokenId,
      user_id: userId,
      name,
      token_hash: hashOf(token),
      scopes: [...new Set(scopes)],
    };
    await trx
      .insertInto('access_tokens')
      .values({ ...row, created_at: now, expires_at: ends })
      .execute();
    await audit(trx, {
      action: 'token.made',
      actorId: userId,
      target: tokenId,
      data: { scopes: row.scopes.join(' ') },
    });
    const made = await tokensOf(trx, userId).where('t.id', '=', tokenId).executeTakeFirstOrThrow();
    return { ...present(made), token };
  });
}

/** Deletes a token. Its connections end too. Refuses `not_found`. */
export async function deleteToken(
  { db, audit }: TokensDeps,
  userId: string,
  tokenId: string,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const deleted = await trx
      .deleteFrom('access_tokens')
      .where('id', '=', tokenId)
      .where('user_id', '=', userId)
      .returning('id')
      .executeTakeFirst();
    if (!deleted) refuse('not_found');
    await audit(trx, { action: 'token.deleted', actorId: userId, target: tokenId });
  });
}
