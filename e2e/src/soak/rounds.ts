import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runLedger, type LedgerRound } from '../ledger/ledger.ts';
import type { Findings } from '../ledger/ledger-file.ts';
import { percentile } from '../ledger/percentile.ts';
import type { LedgerSubject } from '../ledger/subject.ts';
import { say, seedFrom, type SoakOptions } from './scenario.ts';

/** Counts of a soak. */
export type Tally = {
  readonly done: () => number;
  /** Runs rounds on a new product, and returns them. */
  run<Fault>(
    subject: LedgerSubject<Fault>,
    faults: readonly Fault[],
    seed: number,
  ): Promise<readonly LedgerRound<Fault>[]>;
  /**
   * Prints the result. Returns true if nothing was lost, and the goal was met.
   *
   * @param goal goal for the time from a fault to the first word that is saved after it (ms, p95);
   *   null if it depends on how long the fault lasts
   */
  finish(goal: number | null): boolean;
};

const wrongIn = (findings: readonly Findings[]): string[] =>
  findings.flatMap(({ missing, twice, unknown }) => [...missing, ...twice, ...unknown]);

const nameOf = (fault: unknown): string =>
  typeof fault === 'string' ? fault : Object.values(fault as object).join(':');

/** Creates a {@link Tally}, which prints each round. */
export function createTally(): Tally {
  const recoveries: number[] = [];
  let bad = 0;
  let typed = 0;
  let promised = 0;

  function report<Fault>({ fault, reached, recovery, findings }: LedgerRound<Fault>): void {
    recoveries.push(recovery);
    const wrong = wrongIn(findings);
    if (wrong.length > 0) bad += 1;
    say(
      `${recoveries.length} ${nameOf(fault)}${reached ? '' : ' (not reached)'} ${recovery} ms ${wrong.length === 0 ? 'ok' : `WRONG ${wrong.slice(0, 5).join(' ')}`}`,
    );
  }

  return {
    done: () => recoveries.length,
    async run(subject, faults, seed) {
      const folder = await mkdtemp(join(tmpdir(), 'soak-'));
      const outcome = await runLedger({
        subject,
        faults,
        seed,
        file: join(folder, 'ledger.jsonl'),
        report,
      });
      const wrong = wrongIn(outcome.final);
      if (wrong.length > 0 || outcome.differing > 0 || outcome.falselySaved > 0) {
        bad += 1;
        say(
          `WRONG at the end: ${wrong.length} tokens, ${outcome.differing} differing documents, falsely shown as saved for ${outcome.falselySaved} ms; ledger in ${folder}`,
        );
      }
      typed += outcome.typed;
      promised += outcome.promised;
      say(`${typed} words typed, ${promised} promised, after ${recoveries.length} rounds`);
      return outcome.rounds;
    },
    finish(goal) {
      const p95 = percentile(recoveries, 0.95);
      const isInTime = goal === null || p95 <= goal;
      say(
        `${recoveries.length} rounds; from fault to the first word saved: median ${percentile(recoveries, 0.5)} ms, p95 ${p95} ms${goal === null ? '' : ` (goal ${goal}${isInTime ? '' : ', MISSED'})`}`,
      );
      say(bad === 0 ? 'nothing lost' : `${bad} runs or rounds with losses`);
      return bad === 0 && isInTime;
    },
  };
}

/**
 * Plays rounds with random faults until a number of rounds is reached. Each run begins with a new
 * product, and has at most `perRun` rounds.
 */
export async function playAtRandom<Fault>(
  tally: Tally,
  { rounds, random }: Pick<SoakOptions, 'rounds' | 'random'>,
  run: {
    readonly perRun: number;
    start(): Promise<LedgerSubject<Fault>>;
    fault(random: () => number): Fault;
  },
): Promise<void> {
  while (tally.done() < rounds) {
    const count = Math.min(run.perRun, rounds - tally.done());
    const faults = Array.from({ length: count }, () => run.fault(random));
    await tally.run(await run.start(), faults, seedFrom(random));
  }
}
