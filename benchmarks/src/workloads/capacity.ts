import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { collabUrl, databasePid, signUp, startProduct } from '@longhand/driver';
import { startLoadGenerator, type LoadGenerator } from '../load/load-generator.ts';
import type { Typed } from '../load/load-tasks.ts';
import { untilIdle, type MeasuredProcesses } from '../measure/idle.ts';
import { cpuOf, proportionalBytes } from '../measure/usage.ts';
import type { Measure } from '../report/figures.ts';
import { startCluster } from '../servers/cluster.ts';
import { newClient, type Bench } from './bench.ts';

/** Numbers of processes on an external database. */
const processCounts = [1, 2, 3, 4] as const;
/** Users of a document, who all type. With several processes, each uses another one. */
const usersOfDocument = 2;
/** Typing speed of each user, in characters per second. */
const perSecond = 2;
/** Duration of the ramp, during which deferred work begins, and of the measurement (ms). */
const rampMs = 10_000;
const typingMs = 8_000;
/** Numbers of users who type at once. The next one is tried while the last one was served. */
const steps: readonly number[] = [250, 500, 1_000, 1_500, 2_000, 3_000, 4_000, 6_000];
/** A number of users is served if this share is delivered and the p99 is not above this time. */
const served = { share: 0.999, ackP99: 1_000 } as const;
/** Number of accounts; the connections are distributed over them. */
const accounts = 50;

/** Processes on one machine, and what is needed to connect to their documents. */
type Machine = {
  readonly name: string;
  readonly processes: MeasuredProcesses;
  newDocument(): Promise<string>;
  url(user: number, document: string): string;
  headers(user: number): Readonly<Record<string, string>>;
  close(): Promise<void>;
};

/**
 * The number of users who can type at once on this machine: with the embedded database, and with
 * one to four processes on an external one. The load generator uses the same cores.
 */
export async function runCapacity(bench: Bench): Promise<void> {
  const machines = [
    () => startEmbedded(),
    ...processCounts.map((count) => () => startProcesses(bench, count)),
  ];
  for (const start of bench.isQuick ? machines.slice(0, 2) : machines) {
    const machine = await start();
    try {
      await findLimit(bench, machine);
    } finally {
      await machine.close();
    }
  }
}

/** Starts one process with its own database and its journal, as `npm start` does. */
async function startEmbedded(): Promise<Machine> {
  const folder = await mkdtemp(join(tmpdir(), 'longhand-capacity-'));
  const product = await startProduct({ dataDir: join(folder, 'data') });
  const owner = await signUp(product.url, 'owner');
  const { id } = await owner.call('createProject', { body: { name: 'Benchmark' } });
  const people = [owner];
  for (let i = 1; i < accounts; i += 1) {
    const person = await signUp(product.url, `writer-${i}`);
    const body = { usernameOrEmail: person.user.username, role: 'editor' } as const;
    await owner.call('addProjectCollaborator', { params: { id }, body });
    people.push(person);
  }
  return {
    name: 'embedded database, 1 process',
    processes: {
      servers: [product.pid],
      database: (await databasePid(product.dataDir)) ?? 0,
    },
    newDocument: async () =>
      (await owner.call('createProjectDocument', { params: { id }, body: { title: 'A' } })).id,
    url: (_user, document) => collabUrl(product.url, document),
    headers: (user) => ({ cookie: (people[user % accounts] ?? owner).cookie() }),
    async close() {
      await product.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Starts processes on an external database in the PostgreSQL of the bench's product. */
async function startProcesses({ longhand }: Bench, count: number): Promise<Machine> {
  const { dataDir } = longhand.product;
  const cluster = await startCluster(dataDir, `bench_capacity_${count}`, {
    count,
    peopleCount: accounts,
  });
  return {
    name: `external database, ${count} ${count === 1 ? 'process' : 'processes'}`,
    processes: {
      servers: cluster.nodes.map(({ pid }) => pid),
      database: (await databasePid(dataDir)) ?? 0,
    },
    newDocument: () => cluster.newDocument(),
    url: (user, document) => cluster.url(user % count, document),
    headers: (user) => cluster.headers(user),
    close: () => cluster.close(),
  };
}

/** Adds users until they are not served any more. */
async function findLimit(bench: Bench, machine: Machine): Promise<void> {
  const generator = startLoadGenerator();
  let joined = 0;
  let limit = 0;
  try {
    const before = await memoryOf(machine);
    for (const users of bench.isQuick ? steps.slice(0, 1) : steps) {
      await joinDocuments(bench, machine, generator, users - joined);
      joined = users;
      const result = await typeOnce(machine, generator);
      const isServed = report(bench, machine, { users, result, memoryBefore: before });
      if (!isServed) break;
      limit = users;
    }
  } finally {
    generator.close();
  }
  bench.figures.add(measureOf(machine, 'users served', ''), 'longhand', limit);
}

async function joinDocuments(
  bench: Bench,
  machine: Machine,
  generator: LoadGenerator,
  users: number,
): Promise<void> {
  const participants = [];
  for (let count = 0; count < users / usersOfDocument; count += 1) {
    const document = await machine.newDocument();
    for (let user = 0; user < usersOfDocument; user += 1)
      participants.push({
        server: 'longhand' as const,
        // The first users are distributed over the processes as well.
        url: machine.url(count + user, document),
        headers: machine.headers(count + user),
        document,
        client: newClient(bench.random),
      });
  }
  await generator.run({ kind: 'join', participants });
  await untilIdle(machine.processes);
}

type Round = {
  readonly typed: Typed;
  /** CPU time of the processes and of PostgreSQL (ms). */
  readonly app: number;
  readonly database: number;
  readonly memory: number;
};

async function typeOnce(machine: Machine, generator: LoadGenerator): Promise<Round> {
  await generator.run({ kind: 'type', perSecond, milliseconds: rampMs, ramp: rampMs });
  const before = await cpuUse(machine);
  const typed = await generator.run({ kind: 'type', perSecond, milliseconds: typingMs });
  const after = await cpuUse(machine);
  return {
    typed,
    app: after.app - before.app,
    database: after.database - before.database,
    memory: await memoryOf(machine),
  };
}

async function cpuUse({ processes }: Machine): Promise<{ app: number; database: number }> {
  const parts = await Promise.all(processes.servers.map(cpuOf));
  return {
    app: parts.reduce((sum, part) => sum + part, 0),
    database: await cpuOf(processes.database),
  };
}

/** Returns the memory of the processes and of PostgreSQL (bytes). */
async function memoryOf({ processes }: Machine): Promise<number> {
  const pids = [...processes.servers, processes.database];
  const parts = await Promise.all(pids.map(proportionalBytes));
  return parts.reduce((sum, part) => sum + part, 0);
}

const measureOf = ({ name }: Machine, what: string, unit: string): Measure => ({
  workload: 'capacity',
  size: name,
  what,
  unit,
  goal: null,
});

/** Records the figures of a number of users. Returns true if all were served. */
function report(
  bench: Bench,
  machine: Machine,
  measured: { users: number; result: Round; memoryBefore: number },
): boolean {
  const { users, result, memoryBefore } = measured;
  const { typed, app, database, memory } = result;
  const documents = users / usersOfDocument;
  const share = typed.seen.count / typed.sent;
  const add = (what: string, unit: string, value: number): void =>
    bench.figures.add(measureOf(machine, `${users} users: ${what}`, unit), 'longhand', value);
  const percent = (cpu: number): number => (cpu / typed.milliseconds) * 100;
  add('acknowledged, p50', 'ms', typed.acked.p50);
  add('acknowledged, p99', 'ms', typed.acked.p99);
  add('delivered', '% of typed', share * 100);
  add('CPU of the processes', '% of a core', percent(app));
  add('CPU of PostgreSQL', '% of a core', percent(database));
  add('CPU per active document', '% of a core', percent(app + database) / documents);
  add('memory per active document', 'KB', (memory - memoryBefore) / documents / 1_024);
  bench.say(
    `capacity ${machine.name}, ${users} users: acknowledged p50 ${typed.acked.p50.toFixed(1)}, ` +
      `p99 ${typed.acked.p99.toFixed(0)} ms, ${(share * 100).toFixed(1)} % delivered, CPU ` +
      `${percent(app).toFixed(0)} + ${percent(database).toFixed(0)} %, ` +
      `${((memory - memoryBefore) / documents / 1_024).toFixed(0)} KB per document`,
  );
  return share >= served.share && typed.acked.p99 <= served.ackP99;
}
