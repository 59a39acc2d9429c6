import { startLoadGenerator, type LoadGenerator } from '../load/load-generator.ts';
import type { Typed } from '../load/load-tasks.ts';
import { untilIdle } from '../measure/idle.ts';
import type { Measure } from '../report/figures.ts';
import { startCluster, type Cluster } from '../servers/cluster.ts';
import { measuredProcesses, newClient, type Bench } from './bench.ts';

/** Number of nodes. */
const count = 3;

/** Typing speed of each user, in characters per second. */
const perSecond = 5;

/**
 * One document on three nodes with an external database, 10 and 50 users who type five characters
 * per second each: all over the node that serves the document, and over all three in turn.
 */
export async function runNodes(bench: Bench): Promise<void> {
  const sizes = bench.isQuick ? [6] : [10, 50];
  const { dataDir } = bench.longhand.product;
  const peopleCount = Math.max(...sizes);
  const cluster = await startCluster(dataDir, 'bench_nodes', { count, peopleCount });
  try {
    for (const people of sizes) await typeOverNodes(bench, cluster, people);
  } finally {
    await cluster.close();
  }
}

const spreads = { 'one node': 1, 'three nodes': count } as const;
type Spread = keyof typeof spreads;

async function typeOverNodes(bench: Bench, cluster: Cluster, people: number): Promise<void> {
  const generators = new Map<Spread, LoadGenerator>();
  try {
    for (const [name, used] of Object.entries(spreads) as [Spread, number][])
      generators.set(name, await join(bench, cluster, { people, used }));
    for (let round = 0; round < bench.rounds; round += 1) {
      const results = new Map<Spread, Typed>();
      const order = round % 2 === 0 ? [...generators] : [...generators].toReversed();
      for (const [name, generator] of order) {
        await untilIdle(await measuredProcesses(bench));
        results.set(name, await typeOnce(bench, generator));
      }
      addFigures(bench, people, results);
    }
  } finally {
    for (const generator of generators.values()) generator.close();
  }
}

/** All users open a new document. The first one connects to the first node, which serves it. */
async function join(
  { random }: Bench,
  cluster: Cluster,
  { people, used }: { people: number; used: number },
): Promise<LoadGenerator> {
  const document = await cluster.newDocument();
  const generator = startLoadGenerator();
  const participants = Array.from({ length: people }, (_, person) => ({
    server: 'longhand' as const,
    url: cluster.url(person % used, document),
    headers: cluster.headers(person),
    document,
    client: newClient(random),
  }));
  await generator.run({ kind: 'join', participants });
  return generator;
}

async function typeOnce({ isQuick }: Bench, generator: LoadGenerator): Promise<Typed> {
  const warmUp = 1_500;
  await generator.run({ kind: 'type', perSecond, milliseconds: warmUp, ramp: warmUp });
  return generator.run({ kind: 'type', perSecond, milliseconds: isQuick ? 3_000 : 8_000 });
}

function addFigures(bench: Bench, people: number, results: ReadonlyMap<Spread, Typed>): void {
  const measure = (what: string, atMost: number | null = null): Measure => ({
    workload: 'nodes',
    size: `${people} people`,
    what,
    unit: atMost === null ? 'ms' : '',
    goal: atMost === null ? null : { of: 'value', atMost },
  });
  const add = (what: string, value: number, atMost?: number): void =>
    bench.figures.add(measure(what, atMost), 'longhand', value);
  for (const [name, { seen, acked, slowest }] of results) {
    bench.say(
      `nodes ${people} people, ${name}: seen p50 ${seen.p50.toFixed(2)} ms, acknowledged p50 ${acked.p50.toFixed(2)} ms, of the slowest user ${slowest.p50.toFixed(2)} ms`,
    );
    add(`${name}: seen by another, p50`, seen.p50);
    add(`${name}: seen by another, p99`, seen.p99);
    add(`${name}: acknowledged, p50`, acked.p50);
    add(`${name}: acknowledged, p50 of the slowest user`, slowest.p50);
  }
  const [one, three] = [results.get('one node'), results.get('three nodes')];
  if (one === undefined || three === undefined) return;
  add('three nodes to one, seen by another, p50', three.seen.p50 / one.seen.p50, 2);
}
