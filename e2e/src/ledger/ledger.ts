import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import {
  killDatabase,
  signalDatabase,
  signUp,
  startProduct,
  until,
  type Person,
  type Product,
} from '@longhand/driver';
import { seededRandom } from '@longhand/sync/testing/simulation';
import { openLedger, type Ledger, type Findings } from './ledger-file.ts';
import type { Order } from './notes.ts';

/**
 * The fault of one round.
 * `app`: the product is killed at a random moment.
 * `database`: its postmaster is killed while the product runs on.
 * `both`: the database is killed, then the product.
 * `point`: the product kills itself when it reaches the named point for the n-th time.
 * `replay`: the product and its database are killed, and the product kills itself while it stores
 * the entries of its journal at the next start.
 */
export type InjectedFault =
  | { readonly kind: 'app' | 'database' | 'both' | 'replay' }
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

/**
 * Result of a round. `recovery`: time from the fault to the first word that was saved after it
 * (ms).
 */
export type LedgerRound = {
  readonly fault: InjectedFault;
  readonly reached: boolean;
  readonly recovery: number;
  readonly findings: readonly Findings[];
};

/** Result of the whole run. `falselySaved` is in ms. */
export type Outcome = {
  readonly rounds: readonly LedgerRound[];
  readonly typed: number;
  readonly promised: number;
  readonly falselySaved: number;
  readonly final: readonly Findings[];
  readonly differing: number;
};

const documents = 4;
/** Settings with which documents are compacted often. */
const compactOften = { COMPACT_UPDATES: '60' };
const writingFor = { least: 250, most: 900 };
/**
 * Maximum time to wait for a named point (ms). On a busy machine 6 s were too few for the eighth
 * snapshot.
 */
const killPointWithin = 60_000;

/**
 * Runs the ledger test. Writers in a separate process type unique tokens, and the product is killed
 * repeatedly. A ledger on disk records what was promised. After every fault, the stored text is
 * checked: every token that was seen or shown as saved must occur in it once. After a fault of the
 * product, no writer can resend anything before. After one of the database alone, a writer may
 * resend tokens that were not acknowledged, since acknowledged ones have left its outbox.
 */
export async function runLedger(options: {
  faults: readonly InjectedFault[];
  /**
   * Determines the random choices: how long the writers type, and where. The arrival times of
   * frames depend on the machine.
   */
  seed: number;
  file: string;
  report?: (round: LedgerRound) => void;
}): Promise<Outcome> {
  const random = seededRandom(options.seed);
  const product = await startProduct({ env: compactOften });
  const ledger = openLedger(options.file);
  const { ada, ids } = await prepare(product);
  const writers = await startWriters(product, ids, ledger, options.seed);
  const run: Run = { product, ledger, ada, ids, writers, random };
  const rounds: LedgerRound[] = [];
  try {
    for (const fault of options.faults) {
      const round = await playRound(run, fault);
      rounds.push(round);
      options.report?.(round);
    }
    const finalTexts = await writers.stopTyping();
    const texts = await Promise.all(ids.map((id) => textOf(ada, id)));
    return {
      rounds,
      typed: sum(ids.map((_id, i) => ledger.typed(i).size)),
      promised: sum(ids.map((_id, i) => ledger.promised(i).size)),
      falselySaved: ledger.falselySaved,
      final: texts.map((text, i) => ledger.audit(i, text, true)),
      differing: finalTexts.filter((replicas) => new Set(replicas).size > 1).length,
    };
  } finally {
    await writers.end();
    ledger.close();
    await product.close();
  }
}

/** The parts of a run. `random` returns a number in [0, 1). */
type Run = {
  readonly product: Product;
  readonly ledger: Ledger;
  readonly ada: Person;
  readonly ids: readonly string[];
  readonly writers: Writers;
  readonly random: () => number;
};

async function playRound(run: Run, fault: InjectedFault): Promise<LedgerRound> {
  const { product, ledger, writers, random } = run;
  if (fault.kind === 'point') {
    await product.kill('SIGTERM');
    await product.start({ ...compactOften, KILL_AT: `${fault.point}:${fault.time}` });
  }
  writers.type();
  await until('somebody writes', () => ledger.lastSavedAt > 0, 120_000);
  await sleep(writingFor.least + random() * (writingFor.most - writingFor.least));
  const before = Date.now();
  const reached = await injectFault(run, fault);
  // The writers must not resend anything before the stored text has been checked.
  writers.pause();
  if (fault.kind !== 'database') await product.start(compactOften);
  const texts = await readAll(run);
  const findings = texts.map((text, i) => ledger.audit(i, text, false));
  const resumed = Date.now();
  writers.resume();
  await until('writing goes on', () => ledger.lastSavedAt > resumed, 120_000);
  return { fault, reached, recovery: Date.now() - before, findings };
}

/**
 * Returns the stored texts. Retries, because a dying database may answer once and then be
 * unavailable while it restarts.
 */
async function readAll({ ada, ids }: Run): Promise<string[]> {
  const end = Date.now() + 120_000;
  for (;;) {
    try {
      return await Promise.all(ids.map((id) => textOf(ada, id)));
    } catch (error) {
      if (Date.now() > end) throw error;
      await sleep(50);
    }
  }
}

/**
 * Carries out a fault. Returns true if it happened. If a named point is not reached in time, the
 * product is killed.
 */
async function injectFault(run: Run, fault: InjectedFault): Promise<boolean> {
  const { product } = run;
  switch (fault.kind) {
    case 'app':
      await product.kill('SIGKILL');
      return true;
    case 'replay':
      return killWhileReplaying(run);
    case 'database':
      await killDatabase(product.dataDir);
      return true;
    case 'both':
      await killDatabase(product.dataDir);
      await product.kill('SIGKILL');
      return true;
    case 'point': {
      const reached = await Promise.race([
        product.ended().then(() => true),
        sleep(killPointWithin).then(() => false),
      ]);
      if (!reached) await product.kill('SIGKILL');
      return reached;
    }
  }
}

/**
 * Kills the product when its journal has entries that the database lacks, and again while it stores
 * them at its next start. Returns false if that start had nothing to store.
 */
async function killWhileReplaying({ product, ledger, ids }: Run): Promise<boolean> {
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
    await product.start({ ...compactOften, KILL_AT: 'while-replaying:1' });
  } catch (error) {
    if (String(error).includes('ended at start (SIGKILL)')) return true;
    throw error;
  }
  await product.kill('SIGKILL');
  return false;
}

async function prepare(product: Product): Promise<{ ada: Person; ids: string[] }> {
  const ada = await signUp(product.url, 'ada');
  await signUp(product.url, 'ben');
  await signUp(product.url, 'cyd');
  const { id } = await ada.call('createProject', { body: { name: 'Ledger' } });
  for (const [usernameOrEmail, role] of [
    ['ben', 'editor'],
    ['cyd', 'viewer'],
  ] as const) {
    await ada.call('addProjectCollaborator', { params: { id }, body: { usernameOrEmail, role } });
  }
  const ids: string[] = [];
  for (let i = 0; i < documents; i += 1)
    ids.push(
      (
        await ada.call('createProjectDocument', {
          params: { id },
          body: { title: `Document ${i}` },
        })
      ).id,
    );
  return { ada, ids };
}

type Writers = {
  type(): void;
  pause(): void;
  resume(): void;
  stopTyping(): Promise<readonly (readonly string[])[]>;
  end(): Promise<void>;
};

async function startWriters(
  product: Product,
  ids: readonly string[],
  ledger: Ledger,
  seed: number,
): Promise<Writers> {
  const child: ChildProcess = spawn(
    process.execPath,
    [join(import.meta.dirname, 'writers.ts'), product.url, String(seed), ...ids],
    {
      stdio: ['pipe', ledger.handle, 'inherit'],
    },
  );
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const isRunning = (): boolean => child.exitCode === null && child.signalCode === null;
  const order = (what: Order): void => void child.stdin?.write(`${JSON.stringify(what)}\n`);
  const untilStopped = async (count: number): Promise<void> => {
    await until(
      'the writers have stopped typing',
      () => ledger.finalTexts.length >= count || !isRunning(),
      120_000,
    );
    if (ledger.finalTexts.length < count) throw new Error('the writers have ended');
  };
  await untilStopped(1);
  return {
    type: () => order({ kind: 'type' }),
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    async stopTyping() {
      order({ kind: 'stop' });
      await untilStopped(2);
      return ledger.finalTexts[1] ?? [];
    },
    async end() {
      if (!isRunning()) return;
      child.kill('SIGKILL');
      await ended;
    },
  };
}

async function textOf(person: Person, id: string): Promise<string> {
  const { content } = await person.call('getDocument', {
    params: { id },
    query: { format: 'text' },
  });
  return String(content);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
