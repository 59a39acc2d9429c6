import { startLoadGenerator, type LoadGenerator } from '../load/load-generator.ts';
import type { Participant, Typed } from '../load/load-tasks.ts';
import { cpuOf } from '../measure/usage.ts';
import type { Server } from '../servers/server.ts';
import { interleave, newClient, type Bench } from './bench.ts';

/** Maximum number of unacknowledged characters of the user who floods. */
const window = 256;
/** Number of deliveries per round, for each number of readers. */
const deliveries = 500_000;
/** Speed of steady typing (characters per second), and its duration (ms). */
const perSecond = 50;
const seconds = 8;

/** Goals of the ratio by number of readers. Source: measurements of prototypes. */
const goals: Readonly<Record<string, Readonly<Record<number, number>>>> = {
  W2: { 50: 0.12, 200: 0.35 },
  W2p: { 50: 0.8, 200: 0.8 },
};

type Target = { readonly name: string; readonly server: Server; readonly generator: LoadGenerator };

/**
 * W2: one user writes as fast as the server acknowledges, and 10, 50 or 200 users read. W2p: the
 * same with 50 characters per second. Both measure the CPU time of the server per delivery.
 */
export async function runW2(bench: Bench): Promise<void> {
  for (const readers of bench.isQuick ? [5, 20] : [10, 50, 200]) {
    const targets = await openTargets(bench, readers);
    const characters = Math.round((bench.isQuick ? deliveries / 50 : deliveries) / readers);
    try {
      await interleave(bench, targets, async ({ server, generator }) => {
        await measure(bench, 'W2', readers, server, () =>
          generator.run({ kind: 'flood', characters, window }),
        );
        await measure(bench, 'W2p', readers, server, () =>
          generator.run({
            kind: 'type',
            perSecond,
            milliseconds: bench.isQuick ? 2_000 : seconds * 1_000,
          }),
        );
      });
    } finally {
      for (const { generator } of targets) generator.close();
    }
  }
}

/** Opens one document for a writer and readers on both servers. */
async function openTargets(bench: Bench, readers: number): Promise<Target[]> {
  const targets: Target[] = [];
  for (const server of [bench.longhand, bench.hocuspocus]) {
    const [document] = (await server.documents(1)) as [string];
    const generator = startLoadGenerator();
    targets.push({ name: server.name, server, generator });
    const participants = Array.from({ length: readers + 1 }, (_none, person): Participant => ({
      server: server.name,
      url: server.url(document),
      headers: server.headers(person),
      document,
      client: person === 0 ? newClient(bench.random) : null,
    }));
    await generator.run({ kind: 'join', participants });
  }
  return targets;
}

async function measure(
  bench: Bench,
  workload: string,
  readers: number,
  server: Server,
  write: () => Promise<Typed>,
): Promise<void> {
  const before = await cpuOf(server.pid);
  const { sent, seen, milliseconds } = await write();
  const cpu = (await cpuOf(server.pid)) - before;
  const add = (what: string, unit: string, value: number, atMost: number | null): void =>
    bench.figures.add(
      {
        workload,
        size: `${readers} readers`,
        what,
        unit,
        goal: atMost === null ? null : { of: 'ratio', atMost },
      },
      server.name,
      value,
    );
  const goal = goals[workload]?.[readers] ?? null;
  add('server CPU per 100,000 delivered', 'ms', (cpu / seen.count) * 100_000, goal);
  add('seen by a reader, p50', 'ms', seen.p50, null);
  add('seen by a reader, p99', 'ms', seen.p99, null);
  add('delivered', '% of typed', (seen.count / (sent * readers)) * 100, null);
  if (workload === 'W2')
    add('time per 1,000 characters', 'ms', (milliseconds / sent) * 1_000, null);
  bench.say(
    `${workload} ${readers} readers ${server.name}: ${((cpu / seen.count) * 100_000).toFixed(0)} ms CPU per 100,000`,
  );
}
