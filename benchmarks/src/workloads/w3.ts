import type { Measure } from '../report/figures.ts';
import type { Bench } from './bench.ts';
import { typeTogether } from './typing.ts';

/**
 * Maximum time by which both servers defer work while users type (s): Hocuspocus storing, Longhand
 * counting words.
 */
const deferralMax = 10;

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
        const add = (what: string, unit: string, value: number, atMost?: number): void =>
          bench.figures.add(measure(what, unit, atMost), server.name, value);
        add('server CPU per 1,000 delivered', 'ms', perThousand(serverCpu));
        add('seen by the other, p99', 'ms', seen.p99, goals.p99);
        add('seen by the other, p50', 'ms', seen.p50);
        add('delivered', '% of typed', (seen.count / sent) * 100);
        if (server.name === 'relay') return;
        add('PostgreSQL CPU per 1,000 delivered', 'ms', perThousand(databaseCpu));
        const both = perThousand(serverCpu + databaseCpu);
        add('server and PostgreSQL CPU per 1,000 delivered', 'ms', both, goals.cpu);
      },
    );
    for (const { server, bytesPerDocument } of memory)
      bench.figures.add(
        measure('memory per document', 'KB', goals.cpu === undefined ? undefined : 0.5),
        server.name,
        bytesPerDocument / 1_024,
      );
  }
}
