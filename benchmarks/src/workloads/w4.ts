import { startLoadGenerator, type LoadGenerator } from '../load/load-generator.ts';
import type { Opened, Participant } from '../load/load-tasks.ts';
import { untilIdle } from '../measure/idle.ts';
import { percentile } from '../measure/statistics.ts';
import { cpuOf } from '../measure/usage.ts';
import { generateHistory, seededRandom, stateAfter } from '../prepare/generated-history.ts';
import type { Measure } from '../report/figures.ts';
import type { Server } from '../servers/server.ts';
import { initialPosition, type Position } from '../wire/wire.ts';
import { interleave, measuredProcesses, type Bench } from './bench.ts';

/** Number of edits in the recorded history of a whole paper. */
const wholePaper = 259_778;
const seed = 4;

type Target = { readonly name: string; readonly server: Server; readonly participant: Participant };

/**
 * W4: opens a closed document of many edits, with a client that has nothing and with one that has
 * everything. The client builds no document, so this measures the server alone. Source: smaller
 * parts of it for the curve.
 */
export async function runW4(bench: Bench): Promise<void> {
  const history = bench.trace ?? generateHistory(wholePaper, seededRandom(seed));
  const whole = history.edits.length;
  const generator = startLoadGenerator();
  try {
    for (const part of bench.isQuick ? [0.05] : [0.25, 0.5, 1])
      await measureSize(Math.round(whole * part), part === 1);
  } finally {
    generator.close();
  }

  async function measureSize(edits: number, isWhole: boolean): Promise<void> {
    const state = stateAfter(history, edits);
    const measure = (who: string, what: string, unit: string, atMost: number | null): Measure => ({
      workload: 'W4',
      size: `${edits.toLocaleString('en')} edits`,
      what: `${who}: ${what}`,
      unit,
      goal:
        atMost === null || !isWhole
          ? null
          : { of: what === 'bytes of updates' ? 'value' : 'ratio', atMost },
    });
    const add = (
      who: string,
      server: Server,
      round: OpeningRound,
      goals: Readonly<Record<'time' | 'cpu', number>>,
    ): void => {
      bench.say(
        `W4 ${edits} edits ${server.name} ${who}: ${round.time.toFixed(1)} ms, ${round.serverCpu.toFixed(1)} ms CPU`,
      );
      bench.figures.add(
        measure(who, 'until it is there', 'ms', goals.time),
        server.name,
        round.time,
      );
      bench.figures.add(measure(who, 'server CPU', 'ms', goals.cpu), server.name, round.serverCpu);
      bench.figures.add(measure(who, 'PostgreSQL CPU', 'ms', null), server.name, round.databaseCpu);
      bench.figures.add(
        measure(who, 'bytes of updates', 'bytes', who === 'up to date' ? 0 : null),
        server.name,
        round.opened.bytes,
      );
    };
    const targets = await prepare(bench, generator, state);
    await interleave(bench, targets, async ({ server, participant }) => {
      const fresh = await openOften(bench, generator, server, participant, initialPosition);
      add('fresh', server, fresh, { time: 0.3, cpu: 0.2 });
      await untilIdle(await measuredProcesses(bench));
      const known = await openOften(bench, generator, server, participant, fresh.opened.position);
      add('up to date', server, known, { time: 0.15, cpu: 0.15 });
    });
  }
}

/** Creates the same document on both servers, stored and closed. */
async function prepare(
  bench: Bench,
  generator: LoadGenerator,
  state: Uint8Array,
): Promise<Target[]> {
  const targets: Target[] = [];
  for (const server of [bench.longhand, bench.hocuspocus]) {
    const [document] = (await server.documents(1)) as [string];
    const participant: Participant = {
      server: server.name,
      url: server.url(document),
      headers: server.headers(0),
      document,
      client: null,
    };
    targets.push({ name: server.name, server, participant });
    if (server === bench.hocuspocus) await bench.hocuspocus.fill([document], state);
    else {
      await generator.run({ kind: 'join', participants: [participant] });
      await generator.run({ kind: 'put', update: state });
      await generator.run({ kind: 'leave' });
    }
  }
  await untilIdle(await measuredProcesses(bench));
  const ends: string[] = [];
  for (const { participant } of targets) {
    const { clocks } = await generator.run({
      kind: 'open',
      participant,
      position: initialPosition,
      times: 1,
    });
    ends.push(JSON.stringify([...clocks].sort(([a], [b]) => a - b)));
  }
  if (ends[0] !== ends[1]) throw new Error('the two servers do not hold the same document');
  return targets;
}

type OpeningRound = {
  readonly opened: Opened;
  readonly time: number;
  readonly serverCpu: number;
  readonly databaseCpu: number;
};

/**
 * Opens the document several times, because one opening is shorter than the resolution of CPU time.
 * Returns the values per opening.
 */
async function openOften(
  bench: Bench,
  generator: LoadGenerator,
  server: Server,
  participant: Participant,
  position: Position,
): Promise<OpeningRound> {
  const times = bench.isQuick ? 3 : 6;
  const { database } = await measuredProcesses(bench);
  const before = [await cpuOf(server.pid), await cpuOf(database)] as const;
  const opened = await generator.run({ kind: 'open', participant, position, times });
  const after = [await cpuOf(server.pid), await cpuOf(database)] as const;
  return {
    opened,
    time: percentile(opened.milliseconds, 0.5),
    serverCpu: (after[0] - before[0]) / times,
    databaseCpu: (after[1] - before[1]) / times,
  };
}
