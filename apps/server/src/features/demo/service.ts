import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { sql, type Kysely } from 'kysely';
import { accountColumns, type Account } from '../../db/accounts.ts';
import type { Schema } from '../../db/schema.ts';
import { nextColor } from '../../domain/people.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Ids } from '../../platform/ids.ts';

/** Dependencies of demo users. */
export type DemoDeps = { db: Kysely<Schema>; clock: Clock; ids: Ids };

/** Lifetime of a demo workspace (ms). */
const lifetime = 24 * 60 * 60 * 1_000;

/**
 * True if a request is a fetch by our own script or by a program. False for images, frames,
 * navigations, prefetches and other sites, because the call signs in.
 */
export function isFetchOfOurs({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  const { 'sec-fetch-site': site, 'sec-fetch-mode': mode, 'sec-fetch-dest': dest } = headers;
  if (
    headers['purpose'] !== undefined ||
    headers['sec-purpose'] !== undefined ||
    headers['x-moz'] !== undefined
  )
    return false;
  if (site !== undefined && site !== 'same-origin') return false;
  if (mode !== undefined && mode !== 'cors' && mode !== 'same-origin') return false;
  return dest === undefined || dest === 'empty';
}

/** Creates a user for one day. Signing in is impossible, since no password has their hash. */
async function addPerson(
  { db, clock, ids }: DemoDeps,
  name: string,
  demo: { id: string; until: Date },
): Promise<Account> {
  const userId = ids.uuid();
  const username = `demo-${randomBytes(8).toString('hex')}`;
  const email = `${username}@demo.invalid`;
  return db
    .insertInto('users')
    .values({
      id: userId,
      username,
      username_key: username,
      name,
      email,
      email_key: email,
      password_hash: '!',
      avatar_color: await nextColor(db, sql<boolean>`demo_id = ${demo.id}`),
      created_at: new Date(clock.now()),
      demo_until: demo.until,
      demo_id: demo.id,
    })
    .returning(accountColumns)
    .executeTakeFirstOrThrow();
}

/**
 * Creates the two users of a demo workspace with a common end: the visitor, and a colleague who has
 * left some comments.
 */
export async function addDemoPeople(
  deps: DemoDeps,
): Promise<{ visitor: Account; colleague: Account }> {
  const demo = { id: deps.ids.uuid(), until: new Date(deps.clock.now() + lifetime) };
  return deps.db.transaction().execute(async (trx) => ({
    visitor: await addPerson({ ...deps, db: trx }, 'Demo Writer', demo),
    colleague: await addPerson({ ...deps, db: trx }, 'Robin Example', demo),
  }));
}

/**
 * Deletes expired demo workspaces: their projects, documents and users. Returns the deleted users,
 * whose sessions and sockets the caller must end. Idempotent.
 */
export async function wipeDemos({ db, clock }: Pick<DemoDeps, 'db' | 'clock'>): Promise<string[]> {
  return db.transaction().execute(async (trx) => {
    const people = await trx
      .selectFrom('users')
      .select('id')
      .where('demo_until', '<=', new Date(clock.now()))
      .orderBy('id')
      .limit(500)
      .forUpdate()
      .skipLocked()
      .execute();
    const ids = people.map(({ id }) => id);
    if (ids.length === 0) return [];
    const theirs = sql`any(${ids}::uuid[])`;
    await sql`delete from activities where actor_id = ${theirs}`.execute(trx);
    await sql`delete from documents where created_by = ${theirs}
      or project_id in (select id from projects where owner_id = ${theirs})`.execute(trx);
    await sql`delete from projects where owner_id = ${theirs}`.execute(trx);
    await sql`delete from users where id = ${theirs}`.execute(trx);
    return ids;
  });
}
