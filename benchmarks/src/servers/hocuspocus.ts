import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import { freePort, type DatabaseAddress } from '@longhand/driver';
import { inspect } from '../measure/inspector.ts';
import { startProgram } from './program.ts';
import type { Server } from './server.ts';

/** Hocuspocus on a running database, with its own table. */
export type HocuspocusServer = Server & {
  /** Inserts whole documents into its table, as if they had been typed and stored earlier. */
  fill(documents: readonly string[], state: Uint8Array): Promise<void>;
};

/** Starts Hocuspocus on the database at `address`. */
export async function startHocuspocus(address: DatabaseAddress): Promise<HocuspocusServer> {
  await withDatabase((client) =>
    client.query(
      'create schema if not exists peer; create table if not exists peer.documents (name text primary key, data bytea not null)',
    ),
  );
  const inspectorPort = await freePort();
  const program = await startProgram(join(import.meta.dirname, 'hocuspocus.process.ts'), {
    DATABASE: JSON.stringify(address),
    NODE_OPTIONS: `--inspect=127.0.0.1:${inspectorPort}`,
  });

  async function withDatabase(use: (client: pg.Client) => Promise<unknown>): Promise<void> {
    const client = new pg.Client({ ...address });
    await client.connect();
    try {
      await use(client);
    } finally {
      await client.end();
    }
  }

  return {
    name: 'hocuspocus',
    get pid() {
      return program.pid;
    },
    documents: async (count) => Array.from({ length: count }, () => randomUUID()),
    url: () => `ws://127.0.0.1:${program.port}`,
    headers: () => ({}),
    inspect: () => inspect(inspectorPort),
    kill: () => program.kill('SIGKILL'),
    start: () => program.start(),
    close: () => program.kill('SIGTERM'),
    fill: (documents, state) =>
      withDatabase((client) =>
        client.query(
          'insert into peer.documents (name, data) select name, $2 from unnest($1::text[]) as name',
          [documents, Buffer.from(state)],
        ),
      ),
  };
}
