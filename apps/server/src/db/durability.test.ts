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

async function told(setting: 'on' | 'off'): Promise<{ off: string[]; lines: string[] }> {
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

test('a database that answers before it has stored is told of, with the setting and what it costs', async () => {
  const { off, lines } = await told('off');
  expect([off, lines.length]).toEqual([['synchronous_commit'], 1]);
  expect(lines[0]).toContain(
    'synchronous_commit = off: a crash or power failure loses text that was already shown as saved',
  );
});

test('of a database that stores first nothing is said', async () => {
  expect(await told('on')).toEqual({ off: [], lines: [] });
});
