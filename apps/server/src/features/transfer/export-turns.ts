import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { createFairTurns, type FairTurns } from '../../domain/fair-turns.ts';
import { refuse } from '../../platform/refusal.ts';

/** Exports that are made or sent at once, and how many wait: each holds pictures and files of some hundred megabytes at most. */
const places = { places: 2, placesOfOne: 1, waitingMax: 60, waitingOfOneMax: 6 } as const;

/** Milliseconds for which what is sent keeps its place. Who reads slowly does not keep others waiting for longer. */
const sendingMax = 30_000;

/** Makes the turns in which people export. Nothing of a document is read before. */
export function createExportTurns(): FairTurns {
  return createFairTurns({ ...places, overflow: () => refuse('not_ready', { retryAfterSeconds: 10 }) });
}

/** Makes an export in a person's turn. The place is held until the answer is sent, so that files do not gather in memory. */
export function exportInTurn<Result>(
  inTurn: FairTurns,
  { person, answer, gone }: { person: string; answer: ServerResponse; gone: AbortSignal | null },
  make: () => Promise<Result>,
): Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  const work = async (): Promise<void> => {
    gone?.throwIfAborted();
    resolve(await make());
    if (answer.closed || answer.writableFinished) return;
    const enough = AbortSignal.timeout(sendingMax);
    await Promise.race([once(answer, 'finish', { signal: enough }), once(answer, 'close', { signal: enough })]).catch(
      () => undefined,
    );
  };
  inTurn(person, work, gone).catch(reject);
  return promise;
}
