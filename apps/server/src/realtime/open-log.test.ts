import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { updateLogRules } from '@longhand/sync/testing/update-log.rules';
import type { Append } from '@longhand/sync/server';
import { createTestDatabase, type TestDatabase } from '../db/testing.ts';
import { createLog } from '../platform/log.ts';
import { logUnderTest, openLogIn } from './log.testing.ts';
import { openSharedLog, type OpenLog } from './open-log.ts';

let database: TestDatabase;
let dataDir: string;
const opened: OpenLog[] = [];
const logged: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'longhand-log-'));
});

afterAll(async () => {
  for (const each of opened) await each.close();
  await database.drop();
  await rm(dataDir, { recursive: true });
});

const logger = createLog('info', { write: (line) => void logged.push(line) });
const openIn = (folder: string): Promise<OpenLog> => openLogIn(folder, database.pool, logger);

const entry = (documentId: string, seq: number, user: string): Append => ({
  documentId,
  seq,
  updates: [Uint8Array.of(seq)],
  authorship: [{ user, session: 's', at: 1_700_000_000_000, inserted: [] }],
  decisions: [],
  clients: [],
});

updateLogRules('the journal in front of PostgreSQL', async () => {
  const log = await openIn(await mkdtemp(join(dataDir, 'rules-')));
  opened.push(log);
  return logUnderTest(database, log.updates, (documentId) => log.settle(documentId));
});

describe('the log of a process', () => {
  test('has its entries in the database after it is settled or closed, and leaves no journal', async () => {
    const folder = await mkdtemp(join(dataDir, 'closed-'));
    const log = await openIn(folder);
    const { createDocument, users } = await logUnderTest(database, log.updates);
    const documentId = await createDocument();
    const stored = async (): Promise<unknown[]> => {
      const { rows } = await database.pool.query<{ seq: string }>(
        'select seq::int from document_log where document_id = $1 order by seq',
        [documentId],
      );
      return rows.map(({ seq }) => seq);
    };
    await log.updates.append([entry(documentId, 1, users[0])]);
    expect(await stored()).toEqual([]);
    await log.settle(documentId);
    expect(await stored()).toEqual([1]);
    await log.updates.append([entry(documentId, 2, users[0])]);
    await log.close();
    expect(await stored()).toEqual([1, 2]);
    const shared = await openSharedLog(folder, database.pool, logger);
    expect(log.heads).toBeNull();
    expect(await shared.heads?.([documentId])).toEqual(new Map([[documentId, 2]]));
    await shared.close();
  });

  test('sets a journal of another timeline aside, and raises the epoch of all documents', async () => {
    const folder = await mkdtemp(join(dataDir, 'older-'));
    const log = await openIn(folder);
    const { createDocument, users } = await logUnderTest(database, log.updates);
    const documentId = await createDocument();
    const epoch = async (): Promise<number | undefined> => {
      const { rows } = await database.pool.query<{ epoch: number }>(
        'select epoch from documents where id = $1',
        [documentId],
      );
      return rows[0]?.epoch;
    };
    const before = await epoch();
    await log.updates.append([entry(documentId, 1, users[0])]);
    // Another process of the database begins a timeline, as one of a restored backup has.
    await (await openIn(await mkdtemp(join(dataDir, 'newer-')))).close();
    const copy = await mkdtemp(join(dataDir, 'copy-'));
    await cp(folder, copy, { recursive: true });
    await (await openIn(copy)).close();
    expect(
      (await readdir(join(copy, 'journal'))).filter((name) => name.startsWith('aside-')),
    ).toHaveLength(1);
    expect(before).toBe(1);
    expect(await epoch()).toBeGreaterThan(1);
    expect(logged.splice(0).join()).toContain('another timeline');
    await log.close();
  });

  test('refuses an external database while the journal has text', async () => {
    const folder = await mkdtemp(join(dataDir, 'used-'));
    const log = await openIn(folder);
    const { createDocument, users } = await logUnderTest(database, log.updates);
    await log.updates.append([entry(await createDocument(), 1, users[0])]);
    await expect(openSharedLog(folder, database.pool, logger)).rejects.toThrow(
      'without DATABASE_URL',
    );
    await log.close();
    await (await openSharedLog(folder, database.pool, logger)).close();
    expect(logged).toEqual([]);
  });
});
