import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '../platform/log.ts';
import { warnOfLostWrites } from './durability.ts';
import { createTestDatabase, type TestDatabase } from './testing.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function warnedWith(setting: 'on' | 'off'): Promise<{ off: string[]; lines: string[] }> {
  const lines: string[] = [];
  const client = new pg.Client(database.poolConfig);
  await client.connect();
  try {
    await client.query(`set synchronous_commit = ${setting}`);
    return {
      off: await warnOfLostWrites(
        client,
        createLog('error', { write: (line) => void lines.push(line) }),
      ),
      lines,
    };
  } finally {
    await client.end();
  }
}

test('warns if the database confirms commits before they are durable, with the setting and the risk', async () => {
  const { off, lines } = await warnedWith('off');
  expect([off, lines.length]).toEqual([['synchronous_commit'], 1]);
  expect(lines[0]).toContain(
    'synchronous_commit = off: a crash or power failure loses text that was already shown as saved',
  );
});

test('does not warn if the database confirms only durable commits', async () => {
  expect(await warnedWith('on')).toEqual({ off: [], lines: [] });
});

test('warns about every setting that makes commits undurable', async () => {
  const lines: string[] = [];
  const rows = ['fsync', 'full_page_writes', 'synchronous_commit'].map((name) => ({ name }));
  const client = { query: () => Promise.resolve({ rows }) } as unknown as pg.Client;
  const log = createLog('error', { write: (line) => void lines.push(line) });
  expect(await warnOfLostWrites(client, log)).toEqual(rows.map(({ name }) => name));
  expect(lines).toEqual(rows.map(({ name }) => expect.stringContaining(`${name} = off: a `)));
});
