import { setTimeout as sleep } from 'node:timers/promises';
import { killDatabase, signalDatabase, startProduct, until, type Product } from '@longhand/driver';
import type { FaultContext, LedgerSubject } from './subject.ts';

/**
 * The fault of one round.
 * `app`: the product is killed at a random moment.
 * `database`: its postmaster is killed while the product runs on.
 * `both`: the database is killed, then the product.
 * `second`: a second product is started on the same data folder, and has to refuse.
 * `point`: the product kills itself when it reaches the named point for the n-th time.
 * `replay`: the product and its database are killed, and the product kills itself when it stores
 * entries of its journal for the n-th time at the next start.
 */
export type InjectedFault =
  | { readonly kind: 'app' | 'database' | 'both' | 'second' }
  | { readonly kind: 'replay'; readonly time: number }
  | { readonly kind: 'point'; readonly point: string; readonly time: number };

/** Named points at which a product can be told to kill itself. */
export const killPoints = [
  'before-commit',
  'after-commit',
  'before-ack',
  'before-compaction',
  'before-snapshot',
  'after-snapshot',
  'before-store',
  'after-store',
];

/** Settings with which documents are compacted often. */
const compactOften = { COMPACT_UPDATES: '40' };

/**
 * Maximum time to wait for a named point (ms). On a busy machine 6 s were too few for the eighth
 * snapshot.
 */
const killPointWithin = 60_000;

/** Time after the last word was saved in which derived data are stored and texts compacted (ms). */
const settled = 3_000;

/**
 * Starts one process with its own database for the ledger test.
 *
 * @param words number of words that each writer types in a round: then a named point that is not
 *   reached for the n-th time is not reached more often either. Default: no limit
 */
export async function startSingleProduct(words?: number): Promise<LedgerSubject<InjectedFault>> {
  const product = await startProduct({ env: compactOften });
  return {
    url: product.url,
    ...(words !== undefined && { words }),
    async prepare(fault) {
      if (fault.kind !== 'point') return;
      await product.kill('SIGTERM');
      await product.start({ ...compactOften, KILL_AT: `${fault.point}:${fault.time}` });
    },
    inject: (fault, context) =>
      injectFault(product, fault, { ...context, isBounded: words !== undefined }),
    async recover(fault) {
      if (fault.kind === 'database' || fault.kind === 'second') return;
      await product.start(compactOften);
    },
    close: () => product.close(),
  };
}

/**
 * Carries out a fault. Returns the time at which the product or its database ended, or null. If a
 * named point is not reached in time, the product is killed.
 */
async function injectFault(
  product: Product,
  fault: InjectedFault,
  context: FaultContext & { readonly isBounded: boolean },
): Promise<number | null> {
  const now = Date.now();
  switch (fault.kind) {
    case 'app':
      await product.kill('SIGKILL');
      return now;
    case 'replay':
      return killWhileReplaying(product, fault.time, context);
    case 'second':
      await expectRefusal(product);
      return Date.now();
    case 'database':
      await killDatabase(product.dataDir);
      return now;
    case 'both':
      await killDatabase(product.dataDir);
      await product.kill('SIGKILL');
      return now;
    case 'point': {
      const reached = await Promise.race([
        product.ended().then(() => Date.now()),
        context.isBounded ? allIsDone(context) : sleep(killPointWithin).then(() => null),
      ]);
      if (reached === null) await product.kill('SIGKILL');
      return reached;
    }
  }
}

/** Resolves a while after the writers have typed their words and all of them are promised. */
async function allIsDone({ ledger, ids }: FaultContext): Promise<null> {
  const isPromised = (i: number): boolean => ledger.promised(i).size === ledger.typed(i).size;
  await until(
    'all words are promised',
    () => ledger.isFinished && ids.every((_id, i) => isPromised(i)),
    killPointWithin,
  ).catch(() => undefined);
  await sleep(settled);
  return null;
}

/**
 * Kills the product when its journal has entries that the database lacks, and again while it stores
 * them at its next start. Returns the time of the second kill; null if that start had nothing to
 * store.
 */
async function killWhileReplaying(
  product: Product,
  time: number,
  { ledger, ids }: FaultContext,
): Promise<number | null> {
  await signalDatabase(product.dataDir, 'SIGSTOP');
  const earlier = new Set(ids.flatMap((_id, i) => [...ledger.typed(i)]));
  await until(
    'a token that was typed while the database is stopped is promised',
    () => ids.some((_id, i) => [...ledger.promised(i)].some((token) => !earlier.has(token))),
    120_000,
  );
  await product.kill('SIGKILL');
  await signalDatabase(product.dataDir, 'SIGKILL');
  try {
    await product.start({ ...compactOften, KILL_AT: `while-replaying:${time}` });
  } catch (error) {
    if (String(error).includes('ended at start (SIGKILL)')) return Date.now();
    throw error;
  }
  await product.kill('SIGKILL');
  return null;
}

/** Starts a second product on the data folder of a running one. @throws if it does not refuse */
async function expectRefusal({ dataDir }: Product): Promise<void> {
  const second = await startProduct({ dataDir }).catch((error: unknown) => String(error));
  if (typeof second === 'string' && /ended at start/.test(second)) return;
  if (typeof second !== 'string') await second.kill('SIGKILL');
  throw new Error(`a second product did not refuse the data folder: ${String(second)}`);
}
