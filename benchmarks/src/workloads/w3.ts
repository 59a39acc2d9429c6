import type { Measure } from '../report/figures.ts';
import type { Bench } from './bench.ts';
import { typeTogether } from './typing.ts';

/**
 * Maximum time by which both servers defer work while users type (s): Hocuspocus storing, Longhand
 * counting words.
 */
const deferralMax = 10;

type Size = { readonly documents: number; readonly cpuAtMost: number | null };

/**
 * W3: many documents in parallel, with two users each, who type two characters per second. CPU time
 * is counted per delivered character, so that a server does not gain by falling behind. Source: the
 * smallest size is for the curve.
 */
export async function runW3(bench: Bench): Promise<void> {
  const sizes: readonly Size[] = bench.isQuick
    ? [{ documents: 50, cpuAtMost: null }]
    : [
        { documents: 125, cpuAtMost: null },
        { documents: 500, cpuAtMost: 0.5 },
        { documents: 2_000, cpuAtMost: 0.45 },
      ];
  for (const { documents, cpuAtMost } of sizes) {
    const measure = (what: string, unit: string, atMost: number | null): Measure => ({
      workload: 'W3',
      size: `${documents.toLocaleString('en')} documents`,
      what,
      unit,
      goal: atMost === null || cpuAtMost === null ? null : { of: 'ratio', atMost },
    });
    const memory = await typeTogether(
      bench,
      {
        documents,
        people: 2,
        perSecond: 2,
        warmUpSeconds: bench.isQuick ? 2 : deferralMax,
        seconds: bench.isQuick ? 3 : 5,
      },
      (round) => {
        const { server, sent, seen, serverCpu, databaseCpu } = round;
        bench.say(
          `W3 ${documents} documents ${server.name}: p99 ${seen.p99.toFixed(1)} ms, ${((serverCpu / seen.count) * 1_000).toFixed(1)} ms CPU ` +
            `per 1,000, ${seen.count} of ${sent} in ${(round.milliseconds / 1_000).toFixed(1)} s`,
        );
        const perThousand = (milliseconds: number): number => (milliseconds / seen.count) * 1_000;
        bench.figures.add(
          measure('server CPU per 1,000 delivered', 'ms', cpuAtMost),
          server.name,
          perThousand(serverCpu),
        );
        bench.figures.add(measure('seen by the other, p99', 'ms', 0.2), server.name, seen.p99);
        bench.figures.add(measure('seen by the other, p50', 'ms', null), server.name, seen.p50);
        bench.figures.add(
          measure('delivered', '% of typed', null),
          server.name,
          (seen.count / sent) * 100,
        );
        if (server.name === 'relay') return;
        bench.figures.add(
          measure('PostgreSQL CPU per 1,000 delivered', 'ms', null),
          server.name,
          perThousand(databaseCpu),
        );
      },
    );
    for (const { server, bytesPerDocument } of memory)
      bench.figures.add(
        measure('memory per document', 'KB', 0.5),
        server.name,
        bytesPerDocument / 1_024,
      );
  }
}
