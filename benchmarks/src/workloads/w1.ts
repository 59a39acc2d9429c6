import type { Measure } from '../report/figures.ts';
import type { Bench } from './bench.ts';
import { typeTogether } from './typing.ts';

/**
 * W1: one document; 2, 10 and 50 users who type five characters per second each. Text seen by
 * others is on disk in Longhand, but only in memory with the peer and the relay. W1a: from the key
 * press to its acknowledgement.
 */
export async function runW1(bench: Bench): Promise<void> {
  for (const people of bench.isQuick ? [2, 10] : [2, 10, 50]) {
    const measure = (
      workload: string,
      what: string,
      unit: string,
      atMost: number | null,
    ): Measure => ({
      workload,
      size: `${people} people`,
      what,
      unit,
      goal: atMost === null ? null : { of: 'ratio', atMost },
    });
    await typeTogether(
      bench,
      { documents: 1, people, perSecond: 5, warmUpSeconds: 1.5, seconds: bench.isQuick ? 3 : 8 },
      (round) => {
        const { server, seen, acked, serverCpu, databaseCpu } = round;
        bench.say(
          `W1 ${people} people ${server.name}: seen p50 ${seen.p50.toFixed(2)} ms, p99 ${seen.p99.toFixed(2)} ms`,
        );
        bench.figures.add(measure('W1', 'seen by another, p50', 'ms', 1.2), server.name, seen.p50);
        bench.figures.add(measure('W1', 'seen by another, p99', 'ms', 1), server.name, seen.p99);
        bench.figures.add(measure('W1a', 'acknowledged, p50', 'ms', 1.5), server.name, acked.p50);
        bench.figures.add(
          measure('W1', 'server CPU per 1,000 delivered', 'ms', null),
          server.name,
          (serverCpu / seen.count) * 1_000,
        );
        if (server.name === 'relay') return;
        bench.figures.add(
          measure('W1', 'PostgreSQL CPU per 1,000 delivered', 'ms', null),
          server.name,
          (databaseCpu / seen.count) * 1_000,
        );
      },
    );
  }
}
