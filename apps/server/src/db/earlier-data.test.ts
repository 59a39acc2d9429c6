import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createKillPoints } from '../platform/kill-points.ts';
import { migrate, migrationsFolder, readMigrations } from './migrate.ts';
import { createEmptyDatabase } from './testing.ts';

const never = createKillPoints(null);

let database: Awaited<ReturnType<typeof createEmptyDatabase>>;
let client: pg.Client;

beforeEach(async () => {
  database = await createEmptyDatabase();
  client = new pg.Client(database.poolConfig);
  await client.connect();
});
afterEach(async () => {
  await client.end();
  await database.drop();
});

/** Migrates the database up to a migration, or entirely. */
async function migrateTo(last?: string): Promise<string[]> {
  const all = await readMigrations(migrationsFolder);
  const end = last === undefined ? all.length : all.findIndex(({ name }) => name === last) + 1;
  expect(end).toBeGreaterThan(0);
  return migrate(client, all.slice(0, end), never);
}

/** Returns an id that a test can read. */
const idOf = (number: number): string =>
  `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;

async function addUser(number: number, name: string, deletedAt: Date | null = null) {
  await client.query(
    `insert into users (id, username, username_key, name, email, email_key, password_hash, avatar_color, deleted_at)
     values ($1, $2, $2, $3, $2 || '@example.org', $2 || '@example.org', '!', '#000000', $4)`,
    [idOf(number), `user-${number}`, name, deletedAt],
  );
}

/** Adds a personal draft of a user, at a time in minutes. */
async function addDraft(number: number, user: number, { parent = 0, at = number, owner = 0 } = {}) {
  await client.query(
    `insert into documents (id, title, parent_id, created_by, owner_id, created_at)
     values ($1, $2, $3, $4, $5, timestamptz '2026-01-01' + $6 * interval '1 minute')`,
    [
      idOf(number),
      `Draft ${number}`,
      parent === 0 ? null : idOf(parent),
      idOf(user),
      owner === 0 ? null : idOf(owner),
      at,
    ],
  );
}

test('the migrations from 0018 on give earlier drafts positions in the order of their creation, by owner', async () => {
  await migrateTo('0017-factors.sql');
  await addUser(1, 'Ada');
  await addUser(2, 'Ben');
  await addUser(3, 'Deleted person', new Date());
  // More than a digit of a position can number.
  for (let number = 100; number < 170; number += 1) await addDraft(number, 1, { at: 300 - number });
  await addDraft(200, 2);
  await addDraft(201, 2, { parent: 200 });
  await addDraft(202, 2, { parent: 200 });
  // Handed over to Ben, but still created by Ada.
  await addDraft(203, 1, { owner: 2 });
  await client.query(
    `insert into document_tags (document_id, name_key, name) values ($1, 'old', 'Old')`,
    [idOf(200)],
  );
  const applied = await migrateTo();
  expect(applied.slice(0, 3)).toEqual([
    '0018-erasure.sql',
    '0019-scim.sql',
    '0020-drafts-and-logos.sql',
  ]);

  const draftsOf = async (owner: number): Promise<string[]> => {
    const { rows } = await client.query<{ title: string }>(
      `select title from documents where project_id is null and coalesce(owner_id, created_by) = $1
       order by position, id`,
      [idOf(owner)],
    );
    return rows.map(({ title }) => title);
  };
  const ofAda = Array.from({ length: 70 }, (_, index) => `Draft ${169 - index}`);
  expect(await draftsOf(1)).toEqual(ofAda);
  // Documents inside a draft follow it.
  expect(await draftsOf(2)).toEqual(['Draft 200', 'Draft 201', 'Draft 202', 'Draft 203']);
  const { rows: unplaced } = await client.query(
    `select from documents where project_id is null and position = ''`,
  );
  expect(unplaced).toEqual([]);
  const { rows: former } = await client.query<{ name: string }>(
    'select name from users where deleted_at is not null',
  );
  expect(former).toEqual([{ name: 'A former member' }]);
  const { rows: tags } = await client.query('select name, set_by from document_tags');
  expect(tags).toEqual([{ name: 'Old', set_by: null }]);
  // Links of the new kind fit, and those of no kind are still refused.
  const addLink = (kind: string) =>
    client.query(
      `insert into account_links (token_hash, kind, user_id, expires_at) values ($1, $2, $3, now())`,
      [Buffer.from(kind), kind, idOf(1)],
    );
  await addLink('data');
  await expect(addLink('nonsense')).rejects.toThrow('account_links_kind_check');
});
