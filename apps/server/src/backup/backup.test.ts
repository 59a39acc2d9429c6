import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../db/testing.ts';
import { MigrationError } from '../db/migrate.ts';
import { openFolder } from '../files/folder.ts';
import { systemClock } from '../platform/clock.ts';
import { DataFolderError, openDataFolder } from '../platform/data-folder.ts';
import { createIds } from '../platform/ids.ts';
import { createLog } from '../platform/log.ts';
import { logUnderTest, openLogIn } from '../realtime/log.testing.ts';
import {
  backUp,
  dumpOf,
  openEmpty,
  openTestInstallation,
  type TestInstallation,
} from './backup.testing.ts';
import { loadBackup } from './load.ts';
import { readBackup } from './read.ts';
import { writeArchive } from './archive.ts';
import { beginRestore, endRestore, restoreBackup } from './restore.ts';
import { verifyBackup } from './verify.ts';

const ids = createIds(systemClock);
const silent = createLog('silent');
const anyRoom = { has: () => Promise.resolve(true) };

let database: TestDatabase;
let source: TestInstallation;
let folder: string;
let users: readonly [string, string];
let documentId: string;

/** Texts that a format of rows could change. */
const difficult = [
  'a\tb\nc\\d\\.\r\n\\N',
  '\\.',
  '\\N',
  '',
  ' ',
  '"quoted", \'quoted\' {a,"b"}',
  '💚 é 中文 \u202E\u0001',
];

beforeAll(async () => {
  database = await createTestDatabase();
  source = await openTestInstallation(database.poolConfig);
  folder = await mkdtemp(join(tmpdir(), 'longhand-backups-'));
  const log = await openLogIn(source.dataDir, database.pool, silent);
  const under = await logUnderTest(database, log.updates, (id) => log.settle(id));
  users = under.users;
  documentId = await under.createDocument();
  await log.updates.append([
    {
      documentId,
      seq: 1,
      updates: [Uint8Array.from({ length: 300 }, (_, byte) => byte % 256)],
      authorship: [{ user: users[0], session: 's', at: 1_700_000_000_000, inserted: [] }],
      decisions: [],
      clients: [{ client: 4_294_967_294, user: users[0] }],
    },
  ]);
  await log.close();
  for (const text of difficult)
    await database.pool.query(
      `insert into messages (id, kind, email, message) values ($1, 'contact', 'a@example.org', $2)`,
      [ids.uuid(), text],
    );
});

afterAll(async () => {
  await source.stop();
  await database.drop();
  await rm(folder, { recursive: true });
});

const newPath = (): string => join(folder, `${ids.uuid()}.tar`);

/** Creates an empty database and an empty data folder, which are removed after the test. */
async function openTarget() {
  const empty = await openEmpty();
  const dataDir = await mkdtemp(join(folder, 'restored-'));
  onTestFinished(() => empty.close());
  return { ...empty, dataDir, files: await openFolder(join(dataDir, 'files'), systemClock.now()) };
}

async function restoreTo(path: string, target: Awaited<ReturnType<typeof openTarget>>) {
  const { dataDir, connection, files } = target;
  const { header } = await readBackup(path);
  return restoreBackup(path, header, { dataDir, connection, files, log: silent });
}

/** Stores a file of the document, and its row. */
async function addFile(bytes: Uint8Array): Promise<string> {
  const id = ids.uuid();
  await source.files.put(
    id,
    (async function* () {
      yield bytes;
    })(),
  );
  await database.pool.query(
    'insert into files (id, document_id, size, stored_at) values ($1, $2, $3, now())',
    [id, documentId, bytes.length],
  );
  return id;
}

async function bytesOf(files: TestInstallation['files'], key: string): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of (await files.get(key)) ?? []) chunks.push(chunk);
  return Buffer.concat(chunks);
}

describe('a backup', () => {
  test('has all rows, files and keys, and gives every document another epoch when it is restored', async () => {
    const picture = crypto.getRandomValues(new Uint8Array(60_000));
    const key = await addFile(picture);
    const missing = ids.uuid();
    await database.pool.query(
      'insert into files (id, document_id, size, stored_at) values ($1, $2, 1, now())',
      [missing, documentId],
    );
    await writeFile(join(source.dataDir, 'csrf.key'), 'a secret');
    const path = newPath();
    const { manifest } = await backUp(path, source, { withKeys: true });
    expect(manifest.missingFiles).toEqual([missing]);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const before = await dumpOf(source.client);
    const target = await openTarget();
    await restoreTo(path, target);
    const after = await dumpOf(target.client);
    const epochs = 'select epoch from documents';
    const [was, is] = [source, target].map(({ client }) => client.query<{ epoch: number }>(epochs));
    expect((await is)?.rows[0]?.epoch).toBeGreaterThan((await was)?.rows[0]?.epoch ?? 0);
    for (const [table, rows] of before)
      if (!['documents', 'journal_timeline', 'database_lineage'].includes(table))
        expect(after.get(table), table).toBe(rows);
    expect(await bytesOf(target.files, key)).toEqual(Buffer.from(picture));
    expect(await readFile(join(target.dataDir, 'csrf.key'), 'utf8')).toBe('a secret');
    await database.pool.query('delete from files where id = $1', [missing]);
  });

  test('has what is in the journal only', async () => {
    const log = await openLogIn(source.dataDir, database.pool, silent);
    onTestFinished(() => log.close());
    const text = Uint8Array.of(7, 7, 7);
    const entry = { documentId, seq: 2, updates: [text], decisions: [], clients: [] };
    const authorship = [{ user: users[1], session: 's', at: 1_700_000_000_001, inserted: [] }];
    await log.updates.append([{ ...entry, authorship }]);
    const inDatabase = 'select seq from document_log where document_id = $1 and seq = 2';
    expect((await source.client.query(inDatabase, [documentId])).rows).toEqual([]);
    const path = newPath();
    await backUp(path, source);
    const target = await openTarget();
    await restoreTo(path, target);
    expect((await target.client.query(inDatabase, [documentId])).rows).toHaveLength(1);
    expect(await readdir(join(target.dataDir, 'journal'))).toEqual([]);
  });

  test('has the rows of one moment, while others are written and removed', async () => {
    const path = newPath();
    const expected = await dumpOf(source.client);
    let writes = 0;
    await backUp(path, source, {
      onProgress: async () => {
        writes += 1;
        await database.pool.query(
          `insert into messages (id, kind, email, message) values ($1, 'contact', 'b@example.org', 'late')`,
          [ids.uuid()],
        );
      },
    });
    await database.pool.query("delete from messages where message = 'late'");
    expect(writes).toBeGreaterThan(3);
    const target = await openTarget();
    await load(path, target.connection);
    expect(await dumpOf(target.client)).toEqual(expected);
  });

  test('is verified in a scratch database, which is empty afterwards', async () => {
    const path = newPath();
    await backUp(path, source);
    const { url, client } = await openTarget();
    const verify = () => verifyBackup(path, { log: silent, databaseUrl: url, room: anyRoom });
    const { header } = await verify();
    expect(header.tables.map(({ name }) => name)).toContain('document_log');
    expect((await verify()).header).toEqual(header);
    await client.query('create table others (a int)');
    await expect(verify()).rejects.toThrow('is not empty');
    expect((await client.query('select from others')).rows).toEqual([]);
  });

  test('does not replace a file, and leaves none if it fails', async () => {
    const path = newPath();
    await writeFile(path, 'precious');
    await expect(backUp(path, source)).rejects.toThrow('exists already');
    expect(await readFile(path, 'utf8')).toBe('precious');
    await expect(backUp(join(folder, 'none/a.tar'), source)).rejects.toThrow('does not exist');
    const other = newPath();
    const onProgress = (): never => {
      throw new Error('enough');
    };
    await expect(backUp(other, source, { onProgress })).rejects.toThrow('enough');
    expect(
      (await readdir(folder)).filter((name) => other.endsWith(name) || name.endsWith('.part')),
    ).toEqual([]);
  });
});

const readOnly = async (_: string, bytes: AsyncIterable<Uint8Array>): Promise<void> => {
  for await (const chunk of bytes) void chunk;
};

/** Reads a backup, and loads its rows. */
async function load(path: string, connection: pg.PoolConfig): Promise<void> {
  const { header } = await readBackup(path);
  await loadBackup(path, header, { connection: connection as pg.ClientConfig, onEntry: readOnly });
}

describe('a damaged backup', () => {
  const numRuns = 60;

  test(`is recognised with any byte changed or cut off, before anything is written (${numRuns} times)`, async () => {
    await addFile(crypto.getRandomValues(new Uint8Array(2_000)));
    const path = newPath();
    await backUp(path, source);
    const info = await readBackup(path);
    const whole = await readFile(path);
    const target = await openTarget();
    const tables = async (): Promise<number> => {
      const { rows } = await target.client.query<{ count: number }>(
        "select count(*) from pg_class where relkind = 'r' and relnamespace::regnamespace::text in ('public', 'jobs')",
      );
      return rows[0]?.count ?? 0;
    };
    const reset = () =>
      target.client.query(
        'drop schema if exists jobs cascade; drop schema public cascade; create schema public',
      );
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.boolean(), async (at, isCut) => {
        const damaged = isCut ? whole.subarray(0, at) : Buffer.from(whole);
        if (!isCut) damaged[at] = (damaged[at] ?? 0) ^ 0x10;
        const file = newPath();
        await writeFile(file, damaged);
        const loaded = await load(file, target.connection).catch((error: unknown) => error);
        if (loaded instanceof Error) expect(await tables()).toBe(0);
        // The changed or missing byte is one of the padding of an entry or of the end.
        else expect(await readBackup(file)).toEqual(info);
        await rm(file);
        await reset();
      }),
      { numRuns },
    );
  });

  test.each<[string, () => Promise<Uint8Array>, RegExp]>([
    ['an empty file', async () => Buffer.alloc(0), /no backup, or it is damaged/],
    ['a text', async () => Buffer.from('hello'.repeat(500)), /no backup, or it is damaged/],
    ['zeros', async () => Buffer.alloc(10_240), /not a backup of Longhand/],
  ])('a file that is none is refused: %s', async (_, bytesIn, sentence) => {
    const path = newPath();
    await writeFile(path, await bytesIn());
    const { connection } = await openTarget();
    await expect(load(path, connection)).rejects.toThrow(sentence);
  });

  test('a path without a file, and a folder, are refused', async () => {
    const { connection } = await openTarget();
    await expect(load(newPath(), connection)).rejects.toThrow('does not exist');
    await expect(load(folder, connection)).rejects.toThrow('it is a folder');
  });

  test('a backup of a newer version is refused', async () => {
    const path = newPath();
    await database.pool.query("insert into migrations (name, hash) values ('9999-later.sql', $1)", [
      'a'.repeat(64),
    ]);
    await backUp(path, source);
    await database.pool.query("delete from migrations where name = '9999-later.sql'");
    const { connection } = await openTarget();
    await expect(load(path, connection)).rejects.toThrow(MigrationError);
  });

  test('an entry with another name is refused, and so is a path out of the data folder', async () => {
    const whole = newPath();
    await backUp(whole, source);
    const { header } = await backUp(newPath(), source);
    for (const name of ['keys/../../evil', 'files/../evil', 'journal/x.journal', 'other/a']) {
      const path = newPath();
      const text = Buffer.from(JSON.stringify({ ...header, tables: [] }));
      await writeArchive(path, async (archive) => {
        await archive.add('backup.json', text.length, [text]);
        await archive.add(name, 1, [Buffer.from('x')]);
      });
      const target = await openTarget();
      await expect(restoreTo(path, target), name).rejects.toThrow(/./);
      expect(await readdir(target.dataDir)).toEqual(['files']);
    }
  });
});

describe('a restore', () => {
  test('refuses a database that is not empty', async () => {
    const path = newPath();
    await backUp(path, source);
    await expect(load(path, database.poolConfig)).rejects.toThrow(/not empty/);
  });

  test('refuses a folder that is not empty, and no process starts on a folder until it is done', async () => {
    const dataDir = join(folder, 'target');
    await beginRestore(dataDir);
    await expect(openDataFolder(dataDir)).rejects.toThrow(/was interrupted, or is still running/);
    await expect(beginRestore(dataDir)).rejects.toThrow(DataFolderError);
    await endRestore(dataDir);
    await openDataFolder(dataDir);
    await mkdir(join(dataDir, 'database'));
    await expect(beginRestore(dataDir)).rejects.toThrow(/is not empty/);
  });
});

test('the database has no sequences, whose values a backup would not contain', async () => {
  const { rows } = await database.pool.query("select from pg_class where relkind = 'S'");
  expect(rows).toEqual([]);
});
