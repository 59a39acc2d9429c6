import { startLoadGenerator, type LoadGenerator } from '../load/load-generator.ts';
import type { Participant, Typed } from '../load/load-tasks.ts';
import { untilIdle } from '../measure/idle.ts';
import { cpuOf } from '../measure/usage.ts';
import type { Server } from '../servers/server.ts';
import { interleave, measuredProcesses, newClient, type Bench } from './bench.ts';

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
 * Result of one round on one server. CPU time of the server's process, and of PostgreSQL in the
 * same period (ms).
 */
export type TypingRound = Typed & {
  readonly server: Server;
  readonly serverCpu: number;
  readonly databaseCpu: number;
};

type Target = { readonly name: string; readonly server: Server; readonly generator: LoadGenerator };

/** Warm-up of the relay, which defers no work (ms). */
const relayWarmUp = 1_500;

/**
 * All users join on all servers, then type on one server after the other, round after round.
 * Returns the live bytes of each server per open document.
 */
export async function typeTogether(
  bench: Bench,
  typing: Typing,
  report: (round: TypingRound) => void,
): Promise<{ server: Server; bytesPerDocument: number }[]> {
  const targets: Target[] = [];
  const memory: { server: Server; bytesPerDocument: number }[] = [];
  try {
    for (const server of [bench.longhand, bench.hocuspocus, bench.relay]) {
      const documents = await server.documents(typing.documents);
      await untilIdle(await measuredProcesses(bench));
      const before = await liveBytes(server);
      const generator = startLoadGenerator();
      targets.push({ name: server.name, server, generator });
      await generator.run({
        kind: 'join',
        participants: participantsOf(bench, server, documents, typing.people),
      });
      await untilIdle(await measuredProcesses(bench));
      memory.push({
        server,
        bytesPerDocument: ((await liveBytes(server)) - before) / typing.documents,
      });
    }
    await interleave(bench, targets, async ({ server, generator }) =>
      report(await typeOnce(bench, server, generator, typing)),
    );
  } finally {
    for (const { generator } of targets) generator.close();
  }
  await untilIdle(await measuredProcesses(bench));
  return memory;
}

async function typeOnce(
  bench: Bench,
  server: Server,
  generator: LoadGenerator,
  typing: Typing,
): Promise<TypingRound> {
  const { perSecond, seconds } = typing;
  const warmUp = server.name === 'relay' ? relayWarmUp : typing.warmUpSeconds * 1_000;
  await generator.run({ kind: 'type', perSecond, milliseconds: warmUp, ramp: warmUp });
  const { database } = await measuredProcesses(bench);
  const before = [await cpuOf(server.pid), await cpuOf(database)] as const;
  const typed = await generator.run({ kind: 'type', perSecond, milliseconds: seconds * 1_000 });
  const after = [await cpuOf(server.pid), await cpuOf(database)] as const;
  return { ...typed, server, serverCpu: after[0] - before[0], databaseCpu: after[1] - before[1] };
}

function participantsOf(
  bench: Bench,
  server: Server,
  documents: readonly string[],
  people: number,
): Participant[] {
  return documents.flatMap((document) =>
    Array.from({ length: people }, (_none, person) => ({
      server: server.name,
      url: server.url(document),
      headers: server.headers(person),
      document,
      client: newClient(bench.random),
    })),
  );
}

async function liveBytes(server: Server): Promise<number> {
  const inspector = await server.inspect();
  try {
    return await inspector.liveBytes();
  } finally {
    inspector.close();
  }
}
