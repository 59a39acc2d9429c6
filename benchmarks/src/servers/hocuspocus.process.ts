import { Database } from '@hocuspocus/extension-database';
import { Server } from '@hocuspocus/server';
import pg from 'pg';

/**
 * The peer as a separate process: Hocuspocus with its database extension, both with default
 * settings. It uses its own table in the PostgreSQL database that `DATABASE` names (options of `pg`
 * as JSON). Prints a line when it is ready.
 */
const pool = new pg.Pool(JSON.parse(process.env['DATABASE'] ?? '{}') as pg.PoolConfig);
// The database restarts together with Longhand; the pool replaces lost idle connections.
pool.on('error', (error) => process.stderr.write(`${error.message}\n`));
const port = Number(process.env['PORT']);

const server = new Server({
  port,
  address: '127.0.0.1',
  quiet: true,
  extensions: [
    new Database({
      async fetch({ documentName }) {
        const { rows } = await pool.query<{ data: Buffer }>(
          'select data from peer.documents where name = $1',
          [documentName],
        );
        return rows[0]?.data ?? null;
      },
      async store({ documentName, state }) {
        await pool.query(
          'insert into peer.documents (name, data) values ($1, $2) on conflict (name) do update set data = excluded.data',
          [documentName, state],
        );
      },
    }),
  ],
});
await server.listen();
process.stdout.write('ready\n');
