import { startLoadGenerator, type LoadGenerator } from '../load/load-generator.ts';
import type { Participant, Typed } from '../load/load-tasks.ts';
import { untilQuiet } from '../measure/quiet.ts';
import { cpuOf } from '../measure/usage.ts';
import type { Side } from '../sides/side.ts';
import { interleave, measuredOf, newClient, type Bench } from './bench.ts';

/** Numbers of documents and of users per document, who all type at the same speed. */
export type Typing = {
  readonly documents: number;
  readonly people: number;
  readonly perSecond: number;
  /**
   * Duration of typing before the measurement, and of the measurement. Deferred storing must be in
   * progress when it starts.
   */
  readonly warmUpSeconds: number;
  readonly seconds: number;
};

/**
 * Result of one round on one side. CPU time of the server's process, and of PostgreSQL in the same
 * period (ms).
 */
export type TypingRound = Typed & {
  readonly side: Side;
  readonly serverCpu: number;
  readonly databaseCpu: number;
};

type Target = { readonly name: string; readonly side: Side; readonly generator: LoadGenerator };

/** Warm-up of the relay, which defers no work (ms). */
const relayWarmUp = 1_500;

/**
 * All users join on all sides, then type on one side after the other, round after round. Returns
 * the live bytes of each server per open document.
 */
export async function typeTogether(
  bench: Bench,
  typing: Typing,
  report: (round: TypingRound) => void,
): Promise<{ side: Side; bytesPerDocument: number }[]> {
  const targets: Target[] = [];
  const memory: { side: Side; bytesPerDocument: number }[] = [];
  try {
    for (const side of [bench.longhand, bench.hocuspocus, bench.relay]) {
      const documents = await side.documents(typing.documents);
      await untilQuiet(await measuredOf(bench));
      const before = await liveBytes(side);
      const generator = startLoadGenerator();
      targets.push({ name: side.name, side, generator });
      await generator.run({
        kind: 'join',
        participants: participantsOf(bench, side, documents, typing.people),
      });
      await untilQuiet(await measuredOf(bench));
      memory.push({
        side,
        bytesPerDocument: ((await liveBytes(side)) - before) / typing.documents,
      });
    }
    await interleave(bench, targets, async ({ side, generator }) =>
      report(await typeOnce(bench, side, generator, typing)),
    );
  } finally {
    for (const { generator } of targets) generator.close();
  }
  await untilQuiet(await measuredOf(bench));
  return memory;
}

async function typeOnce(
  bench: Bench,
  side: Side,
  generator: LoadGenerator,
  typing: Typing,
): Promise<TypingRound> {
  const { perSecond, seconds } = typing;
  const warmUp = side.name === 'relay' ? relayWarmUp : typing.warmUpSeconds * 1_000;
  await generator.run({ kind: 'type', perSecond, milliseconds: warmUp, ramp: warmUp });
  const { database } = await measuredOf(bench);
  const before = [await cpuOf(side.pid), await cpuOf(database)] as const;
  const typed = await generator.run({ kind: 'type', perSecond, milliseconds: seconds * 1_000 });
  const after = [await cpuOf(side.pid), await cpuOf(database)] as const;
  return { ...typed, side, serverCpu: after[0] - before[0], databaseCpu: after[1] - before[1] };
}

function participantsOf(
  bench: Bench,
  side: Side,
  documents: readonly string[],
  people: number,
): Participant[] {
  return documents.flatMap((document) =>
    Array.from({ length: people }, (_none, person) => ({
      side: side.name,
      url: side.url(document),
      headers: side.headers(person),
      document,
      client: newClient(bench.random),
    })),
  );
}

async function liveBytes(side: Side): Promise<number> {
  const inspector = await side.inspect();
  try {
    return await inspector.liveBytes();
  } finally {
    inspector.close();
  }
}
