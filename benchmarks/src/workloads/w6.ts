import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { databaseAddress } from '@longhand/driver';
import { startLoadGenerator, type LoadGenerator } from '../load/load-generator.ts';
import type { Participant } from '../load/load-tasks.ts';
import { untilIdle } from '../measure/idle.ts';
import { cpuOf } from '../measure/usage.ts';
import { generateHistory, seededRandom, updatesOf } from '../prepare/generated-history.ts';
import type { Goal } from '../report/figures.ts';
import type { Server } from '../servers/server.ts';
import { interleave, measuredProcesses, newClient, type Bench } from './bench.ts';

/** Number of edits in the recorded history of a whole paper. */
const wholePaper = 259_778;
const seed = 6;
/** Maximum number of unacknowledged edits. */
const window = 256;
/** Number of edits per task: they are copied to another process. */
const perTask = 10_000;
/** Typing after the history: characters per second, and duration (ms). */
const perSecond = 5;
const typingMs = 8_000;
/** Time after which both servers have stored a closed document (ms). */
const storedAfter = 12_000;

type Cost = {
  readonly serverCpu: number;
  readonly database: number;
  /** Bytes of PostgreSQL's write-ahead log. */
  readonly log: number;
};

/**
 * W6: a whole history is typed into one document through the server, then a user types steadily in
 * it. CPU time, bytes written to the log of PostgreSQL per edit, and bytes of the stored document.
 */
export async function runW6(bench: Bench): Promise<void> {
  const history = bench.trace ?? generateHistory(wholePaper, seededRandom(seed));
  const whole = history.edits.length;
  const client = new pg.Client(await databaseAddress(bench.longhand.product.dataDir));
  await client.connect();
  try {
    for (const part of bench.isQuick ? [0.01] : [0.1, 0.3, 1]) {
      const updates = updatesOf(history, Math.round(whole * part));
      const servers = [bench.longhand, bench.hocuspocus];
      await interleave(bench, servers, (server) =>
        typeHistory(bench, server, client, { updates, isWhole: part === 1 }),
      );
    }
  } finally {
    await client.end();
  }
}

async function typeHistory(
  bench: Bench,
  server: Server,
  client: pg.Client,
  { updates, isWhole }: { updates: readonly Uint8Array[]; isWhole: boolean },
): Promise<void> {
  const size = `${updates.length.toLocaleString('en')} edits`;
  const add = (what: string, unit: string, value: number, goal: Goal | null): void =>
    bench.figures.add(
      { workload: 'W6', size, what, unit, goal: isWhole ? goal : null },
      server.name,
      value,
    );
  const [document] = (await server.documents(1)) as [string];
  const generator = startLoadGenerator();
  try {
    await generator.run({ kind: 'join', participants: participantsOf(bench, server, document) });
    const typed = await costOf(bench, server, client, () => writeAll(generator, updates));
    const per1000 = (cpu: number): number => (cpu / updates.length) * 1_000;
    const atMost = (ratio: number): Goal => ({ of: 'ratio', atMost: ratio });
    add('server CPU per 1,000 edits', 'ms', per1000(typed.serverCpu), atMost(0.12));
    add('PostgreSQL CPU per 1,000 edits', 'ms', per1000(typed.database), null);
    add('log of PostgreSQL per edit', 'bytes', typed.log / updates.length, {
      of: 'value',
      atMost: 12,
    });
    const milliseconds = bench.isQuick ? 2_000 : typingMs;
    const steady = await costOf(bench, server, client, () =>
      generator.run({ kind: 'type', perSecond, milliseconds }),
    );
    const letters = (perSecond * milliseconds) / 1_000;
    add('typing after it: server CPU per 1,000', 'ms', (steady.serverCpu / letters) * 1_000, null);
    await generator.run({ kind: 'leave' });
    await sleep(storedAfter);
    add('bytes at rest', 'bytes', await storedBytes(client, server, document), atMost(0.35));
    bench.say(`W6 ${size} ${server.name}: ${per1000(typed.serverCpu).toFixed(1)} ms CPU per 1,000`);
  } finally {
    generator.close();
  }
}

/** Returns the connection that writes, and one that types. */
function participantsOf(bench: Bench, server: Server, document: string): Participant[] {
  return [null, newClient(bench.random)].map((client) => ({
    server: server.name,
    url: server.url(document),
    headers: server.headers(0),
    document,
    client,
  }));
}

async function writeAll(generator: LoadGenerator, updates: readonly Uint8Array[]): Promise<void> {
  for (let i = 0; i < updates.length; i += perTask)
    await generator.run({ kind: 'write', updates: updates.slice(i, i + perTask), window });
}

/** Measures what work costs, until all servers are idle again. */
async function costOf(
  bench: Bench,
  server: Server,
  client: pg.Client,
  work: () => Promise<unknown>,
): Promise<Cost> {
  const { database } = await measuredProcesses(bench);
  const look = async () => [await cpuOf(server.pid), await cpuOf(database), await logBytes(client)];
  const before = await look();
  await work();
  await untilIdle(await measuredProcesses(bench));
  const after = await look();
  const [serverCpu = 0, databaseCpu = 0, log = 0] = after.map(
    (value, i) => value - (before[i] ?? 0),
  );
  return { serverCpu, database: databaseCpu, log };
}

async function logBytes(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(
    "select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as bytes",
  );
  return Number(rows[0]?.bytes);
}

/** Returns the size of a stored document with its authorship (bytes). */
async function storedBytes(client: pg.Client, server: Server, document: string): Promise<number> {
  const text =
    server.name === 'hocuspocus'
      ? 'select pg_column_size(data) as bytes from peer.documents where name = $1'
      : `select coalesce((select sum(pg_column_size(updates) + pg_column_size(authorship))
           from document_log where document_id = $1::uuid), 0)
         + coalesce((select pg_column_size(state) + pg_column_size(struct_index) + pg_column_size(authorship)
           from document_snapshots where document_id = $1::uuid), 0) as bytes`;
  const { rows } = await client.query<{ bytes: string | null }>(text, [document]);
  const bytes = Number(rows[0]?.bytes ?? 0);
  if (bytes === 0) throw new Error(`${server.name} has not stored the document`);
  return bytes;
}
