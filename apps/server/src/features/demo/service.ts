import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { sql, type Kysely } from 'kysely';
import { accountColumns, type Account } from '../../db/accounts.ts';
import type { Schema } from '../../db/schema.ts';
import { nextColor } from '../../domain/people.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Ids } from '../../platform/ids.ts';

/** What demo people stand on. */
export type DemoDeps = { db: Kysely<Schema>; clock: Clock; ids: Ids };

/** Milliseconds for which a demo workspace lives. Source: API, Calls. */
const lifetime = 24 * 60 * 60 * 1_000;

/**
 * Whether a request is a fetch by a script of ours, or by a program that is no browser: never an image, a frame, a navigation or a
 * prefetch, and never from another site, since it signs in. Source: reliability, Traps.
 */
export function isFetchOfOurs({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  const { 'sec-fetch-site': site, 'sec-fetch-mode': mode, 'sec-fetch-dest': dest } = headers;
  if (headers['purpose'] !== undefined || headers['sec-purpose'] !== undefined || headers['x-moz'] !== undefined) return false;
  if (site !== undefined && site !== 'same-origin') return false;
  if (mode !== undefined && mode !== 'cors' && mode !== 'same-origin') return false;
  return dest === undefined || dest === 'empty';
}

/** Makes a person for a day. Nobody can sign in as them, since no password has the hash that they get. */
async function addPerson({ db, clock, ids }: DemoDeps, name: string, demo: { id: string; until: Date }): Promise<Account> {
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

/** The two people of a demo workspace, who end together: the visitor, and a colleague who has left some remarks. */
export async function addDemoPeople(deps: DemoDeps): Promise<{ visitor: Account; colleague: Account }> {
  const demo = { id: deps.ids.uuid(), until: new Date(deps.clock.now() + lifetime) };
  return deps.db.transaction().execute(async (trx) => ({
    visitor: await addPerson({ ...deps, db: trx }, 'Demo Writer', demo),
    colleague: await addPerson({ ...deps, db: trx }, 'Robin Example', demo),
  }));
}

/**
 * Wipes the demo workspaces whose day is over: their projects, documents and people. Returns whom it wiped, for their sessions and
 * sockets to be ended. Running it twice wipes nothing twice.
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
