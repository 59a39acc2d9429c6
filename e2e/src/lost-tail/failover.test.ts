import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { startProduct } from '@longhand/driver';
import { openDatabaseLine } from '../nodes/server-line.ts';
import { writeLetter } from './letter.ts';
import { startPlainServer } from './plain-server.ts';

/** Returns the bytes of all documents as text. */
async function textIn(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ bytes: Buffer }>(
      'select updates as bytes from document_log union all select state from document_snapshots',
    );
    return rows.map(({ bytes }) => bytes.toString('latin1')).join('\n');
  } finally {
    await client.end();
  }
}

test('a replica that lacks the last entries takes over from the database of two nodes: open pages bring them back, also those of a closed page', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'longhand-failover-'));
  await chmod(folder, 0o711);
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const primary = await startPlainServer(folder);
  onTestFinished(() => primary.kill());
  const line = await openDatabaseLine(primary.url, join(folder, 'line'));
  onTestFinished(() => line.close());
  const start = async (name: string): Promise<string> => {
    const dataDir = join(folder, name);
    await mkdir(dataDir);
    const node = await startProduct({ dataDir, env: { DATABASE_URL: line.url } });
    onTestFinished(() => node.close());
    return node.url;
  };
  const letter = await writeLetter([await start('first'), await start('second')]);
  await letter.type('early');
  const copy = await primary.copy();
  await letter.typeAndClose('late');

  line.cut();
  await primary.kill();
  const replica = await copy.promote();
  onTestFinished(() => replica.kill());
  const stored = await textIn(replica.url);
  expect(stored).toContain('early');
  expect(stored, 'the replica lacks the last words').not.toContain('late');
  line.redirect(replica.url);
  line.heal();
  await letter.expectAll();
}, 300_000);
