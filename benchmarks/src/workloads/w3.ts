import type { Measure } from '../report/figures.ts';
import type { Bench } from './bench.ts';
import { typeTogether } from './typing.ts';

/**
 * Maximum time by which both servers defer work while users type (s): Hocuspocus storing, Longhand
 * counting words.
 */
const mostPutOff = 10;

/** A size, with its goals: ratios of CPU time (the server with its part of PostgreSQL) and p99. */
type Size = { readonly documents: number; readonly cpu?: number; readonly p99?: number };

const sizes: readonly Size[] = [
  { documents: 125 },
  { documents: 500, cpu: 0.7 },
  { documents: 2_000, cpu: 0.6, p99: 0.2 },
];

/**
 * W3: many documents in parallel, with two users each, who type two characters per second. CPU time
 * is counted per delivered character, so that a server does not gain by falling behind. Source: the
 * smallest size is for the curve.
 */
export async function runW3(bench: Bench): Promise<void> {
  for (const { documents, ...goals } of bench.isQuick ? [{ documents: 50 }] : sizes) {
    const measure = (what: string, unit: string, atMost?: number): Measure => ({
      workload: 'W3',
      size: `${documents.toLocaleString('en')} documents`,
      what,
      unit,
      goal: atMost === undefined ? null : { of: 'ratio', atMost },
    });
    const memory = await typeTogether(
      bench,
      {
        documents,
        people: 2,
        perSecond: 2,
        warmUpSeconds: bench.isQuick ? 2 : mostPutOff,
        seconds: bench.isQuick ? 3 : 5,
      },
      (round) => {
        const { side, sent, seen, serverCpu, databaseCpu } = round;
        bench.say(
          `W3 ${documents} documents ${side.name}: p99 ${seen.p99.toFixed(1)} ms, ${((serverCpu / seen.count) * 1_000).toFixed(1)} ms CPU ` +
            `per 1,000, ${seen.count} of ${sent} in ${(round.milliseconds / 1_000).toFixed(1)} s`,
        );
        const perThousand = (milliseconds: number): number => (milliseconds / seen.count) * 1_000;
        bench.figures.add(
          measure('server CPU per 1,000 delivered', 'ms'),
          side.name,
          perThousand(serverCpu),
        );
        bench.figures.add(measure('seen by the other, p99', 'ms', goals.p99), side.name, seen.p99);
        bench.figures.add(measure('seen by the other, p50', 'ms'), side.name, seen.p50);
        bench.figures.add(measure('delivered', '% of typed'), side.name, (seen.count / sent) * 100);
        if (side.name === 'relay') return;
        bench.figures.add(
          measure('PostgreSQL CPU per 1,000 delivered', 'ms'),
          side.name,
          perThousand(databaseCpu),
        );
        bench.figures.add(
          measure('server and PostgreSQL CPU per 1,000 delivered', 'ms', goals.cpu),
          side.name,
          perThousand(serverCpu + databaseCpu),
        );
      },
    );
    for (const { side, bytesPerDocument } of memory)
      bench.figures.add(
        measure('memory per document', 'KB', goals.cpu === undefined ? undefined : 0.5),
        side.name,
        bytesPerDocument / 1_024,
      );
  }
}
