import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { signUp, until, type Person } from '@longhand/driver';
import { seededRandom } from '@longhand/sync/testing/simulation';
import { openLedger, type Ledger, type Findings } from './ledger-file.ts';
import type { Order } from './notes.ts';
import type { LedgerSubject } from './subject.ts';

/**
 * Result of a round. `recovery`: time from the fault to the first word that was saved after it
 * (ms).
 */
export type LedgerRound<Fault> = {
  readonly fault: Fault;
  readonly reached: boolean;
  readonly recovery: number;
  readonly findings: readonly Findings[];
};

/** Result of the whole run. `falselySaved` is in ms. */
export type Outcome<Fault> = {
  readonly rounds: readonly LedgerRound<Fault>[];
  readonly typed: number;
  readonly promised: number;
  readonly falselySaved: number;
  readonly final: readonly Findings[];
  readonly differing: number;
};

const documents = 4;
const writingFor = { least: 250, most: 900 };
/**
 * Runs the ledger test. Writers in a separate process type unique tokens, and the product is killed
 * repeatedly. A ledger on disk records what was promised. After every fault, the stored text is
 * checked: every token that was seen or shown as saved must occur in it once. After a fault of the
 * product, no writer can resend anything before. After one of the database alone, a writer may
 * resend tokens that were not acknowledged, since acknowledged ones have left its outbox.
 */
export async function runLedger<Fault>(options: {
  /** The product. It is closed at the end. */
  subject: LedgerSubject<Fault>;
  faults: readonly Fault[];
  /**
   * Determines the random choices: how long the writers type, and where. The arrival times of
   * frames depend on the machine.
   */
  seed: number;
  file: string;
  report?: (round: LedgerRound<Fault>) => void;
}): Promise<Outcome<Fault>> {
  const random = seededRandom(options.seed);
  const { subject } = options;
  const ledger = openLedger(options.file);
  const { ada, ids } = await prepare(subject.url);
  const writers = await startWriters(subject.url, ids, ledger, options.seed);
  const run: Run<Fault> = { subject, ledger, ada, ids, writers, random };
  const rounds: LedgerRound<Fault>[] = [];
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
    await subject.close();
  }
}

/** The parts of a run. `random` returns a number in [0, 1). */
type Run<Fault> = {
  readonly subject: LedgerSubject<Fault>;
  readonly ledger: Ledger;
  readonly ada: Person;
  readonly ids: readonly string[];
  readonly writers: Writers;
  readonly random: () => number;
};

async function playRound<Fault>(run: Run<Fault>, fault: Fault): Promise<LedgerRound<Fault>> {
  const { subject, ledger, writers, random } = run;
  await subject.prepare(fault);
  writers.type(subject.words ?? null);
  await until('somebody writes', () => ledger.lastSavedAt > 0, 120_000);
  await sleep(writingFor.least + random() * (writingFor.most - writingFor.least));
  const before = Date.now();
  const struckAt = await subject.inject(fault, run);
  // The writers must not resend anything before the stored text has been checked.
  writers.pause();
  await subject.recover(fault);
  const texts = await readAll(run);
  const findings = texts.map((text, i) => ledger.audit(i, text, false));
  const resumed = Date.now();
  writers.resume();
  if (subject.words !== undefined) writers.type(1);
  await until('writing goes on', () => ledger.lastSavedAt > resumed, 120_000);
  const recovery = ledger.lastSavedAt - (struckAt ?? before);
  return { fault, reached: struckAt !== null, recovery, findings };
}

/**
 * Returns the stored texts. Retries, because a dying database may answer once and then be
 * unavailable while it restarts.
 */
async function readAll({ ada, ids }: Pick<Run<unknown>, 'ada' | 'ids'>): Promise<string[]> {
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

async function prepare(url: string): Promise<{ ada: Person; ids: string[] }> {
  const ada = await signUp(url, 'ada');
  await signUp(url, 'ben');
  await signUp(url, 'cyd');
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
  /** Orders a number of words from each writer; null for no limit. */
  type(words: number | null): void;
  pause(): void;
  resume(): void;
  stopTyping(): Promise<readonly (readonly string[])[]>;
  end(): Promise<void>;
};

async function startWriters(
  url: string,
  ids: readonly string[],
  ledger: Ledger,
  seed: number,
): Promise<Writers> {
  const child: ChildProcess = spawn(
    process.execPath,
    [join(import.meta.dirname, 'writers.ts'), url, String(seed), ...ids],
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
    type: (words) => order({ kind: 'type', words }),
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
