import { startLoadGenerator } from '../load/load-generator.ts';
import type { Participant } from '../load/load-tasks.ts';
import { untilIdle } from '../measure/idle.ts';
import { residentBytes } from '../measure/usage.ts';
import { generateHistory, seededRandom, stateAfter } from '../prepare/generated-history.ts';
import type { Measure } from '../report/figures.ts';
import type { Server } from '../servers/server.ts';
import { interleave, measuredProcesses, type Bench } from './bench.ts';

/** Size of each document's state (bytes). */
const documentBytes = 28 * 1_024;
/**
 * Number of documents that are opened before measuring, so that one-time allocations of a server
 * are not counted.
 */
const warmUp = 10;
const seed = 5;

/**
 * M: many open, idle documents of 28 KB. The cost of a document is the growth of live memory after
 * garbage collection, from a few open documents to all, in a restarted server.
 */
export async function runM(bench: Bench): Promise<void> {
  const count = bench.isQuick ? 50 : 300;
  const state = documentOf(documentBytes);
  const measure = (what: string, atMost: number | null): Measure => ({
    workload: 'M',
    size: `${count} documents of ${Math.round(state.length / 1_024)} KB`,
    what,
    unit: 'KB',
    goal: atMost === null ? null : { of: 'ratio', atMost },
  });
  const targets = [
    {
      name: 'longhand',
      server: bench.longhand,
      participants: await fillLonghand(bench, count + warmUp, state),
    },
    {
      name: 'hocuspocus',
      server: bench.hocuspocus,
      participants: await fillHocuspocus(bench, count + warmUp, state),
    },
  ];
  await interleave(bench, targets, async ({ server, participants }) => {
    const { live, resident } = await measureOpen(bench, server, participants);
    bench.say(`M ${server.name}: ${(live / count / 1_024).toFixed(1)} KB alive per document`);
    bench.figures.add(measure('alive per document', 0.1), server.name, live / count / 1_024);
    bench.figures.add(
      measure('resident set per document', null),
      server.name,
      resident / count / 1_024,
    );
  });
}

async function measureOpen(
  bench: Bench,
  server: Server,
  participants: readonly Participant[],
): Promise<{ live: number; resident: number }> {
  await server.kill();
  await server.start();
  const generator = startLoadGenerator();
  const inspector = await server.inspect();
  const look = async () => {
    await untilIdle(await measuredProcesses(bench));
    const live = await inspector.liveBytes();
    return { live, resident: await residentBytes(server.pid) };
  };
  try {
    await generator.run({ kind: 'join', participants: participants.slice(0, warmUp) });
    const few = await look();
    await generator.run({ kind: 'join', participants: participants.slice(warmUp) });
    const all = await look();
    return { live: all.live - few.live, resident: all.resident - few.resident };
  } finally {
    inspector.close();
    generator.close();
  }
}

function participantOf(server: Server, document: string): Participant {
  return {
    server: server.name,
    url: server.url(document),
    headers: server.headers(0),
    document,
    client: null,
  };
}

async function fillLonghand(
  bench: Bench,
  count: number,
  state: Uint8Array,
): Promise<Participant[]> {
  const participants = (await bench.longhand.documents(count)).map((document) =>
    participantOf(bench.longhand, document),
  );
  const generator = startLoadGenerator();
  try {
    await generator.run({ kind: 'join', participants });
    await generator.run({ kind: 'put', update: state });
    await generator.run({ kind: 'leave' });
  } finally {
    generator.close();
  }
  await untilIdle(await measuredProcesses(bench));
  return participants;
}

async function fillHocuspocus(
  bench: Bench,
  count: number,
  state: Uint8Array,
): Promise<Participant[]> {
  const documents = await bench.hocuspocus.documents(count);
  await bench.hocuspocus.fill(documents, state);
  return documents.map((document) => participantOf(bench.hocuspocus, document));
}

/**
 * Creates a document whose state has about `bytes` bytes. Size is proportional to edits, so one
 * probe is sufficient.
 */
function documentOf(bytes: number): Uint8Array {
  const history = generateHistory(60_000, seededRandom(seed));
  const probe = 10_000;
  return stateAfter(history, Math.round((probe * bytes) / stateAfter(history, probe).length));
}
