import { setTimeout as sleep } from 'node:timers/promises';
import type { FaultContext } from './subject.ts';

/** Time without a new promise after which none is under way any more (ms). */
const quiet = 1_000;
/** Time in which acknowledgements that were under way arrive, on a busy machine (ms). */
const inFlight = 60_000;

/** Returns the number of words that were promised so far. */
export const promisedIn = ({ ledger, ids }: FaultContext): number =>
  ids.reduce((sum, _id, at) => sum + ledger.promised(at).size, 0);

const typedIn = ({ ledger, ids }: FaultContext): number =>
  ids.reduce((sum, _id, at) => sum + ledger.typed(at).size, 0);

/**
 * Resolves when the acknowledgements that were under way have arrived at the writers: they have
 * typed for a second without a new promise. On a busy machine they may handle received frames for
 * so long that they do not type.
 */
async function untilQuiet(context: FaultContext, name: string): Promise<void> {
  const end = Date.now() + inFlight;
  for (;;) {
    const before = { promised: promisedIn(context), typed: typedIn(context) };
    await sleep(quiet);
    if (promisedIn(context) === before.promised && typedIn(context) > before.typed) return;
    if (Date.now() > end) throw new Error(`words are still promised ${inFlight} ms after ${name}`);
  }
}

/**
 * Expects that no word is shown as saved, and none is shown to another user, while a fault lasts.
 *
 * @param context the ledger of the run
 * @param name name of the fault
 * @param lasting runs for as long as the fault lasts; it has begun when this is called
 * @throws if a word was promised meanwhile
 */
export async function expectNoPromise(
  context: FaultContext,
  name: string,
  lasting: () => Promise<void>,
): Promise<void> {
  await untilQuiet(context, name);
  const before = promisedIn(context);
  await lasting();
  const more = promisedIn(context) - before;
  if (more > 0) throw new Error(`${more} words were promised during ${name}`);
}
