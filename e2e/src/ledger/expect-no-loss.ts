import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { runLedger, type Outcome } from './ledger.ts';
import { startSingleProduct, type InjectedFault } from './single-product.ts';
import type { LedgerSubject } from './subject.ts';

/** Runs the ledger test on one process with its own database. See {@link expectNoLossIn}. */
export async function expectNoLoss(
  faults: readonly InjectedFault[],
  seed: number,
): Promise<Outcome<InjectedFault>> {
  return expectNoLossIn(await startSingleProduct(), faults, seed);
}

/**
 * Runs the ledger test with a sequence of faults. Expects that no token is lost or duplicated.
 *
 * @param faults the faults, one per round
 * @param seed determines what the writers type and when
 * @returns the result of the run
 */
export async function expectNoLossIn<Fault>(
  subject: LedgerSubject<Fault>,
  faults: readonly Fault[],
  seed: number,
): Promise<Outcome<Fault>> {
  const folder = await mkdtemp(join(tmpdir(), 'ledger-'));
  const outcome = await runLedger({ subject, faults, seed, file: join(folder, 'ledger.jsonl') });
  const none = { missing: [], twice: [], unknown: [] };
  for (const round of outcome.rounds) {
    expect(round.findings, JSON.stringify(round.fault)).toEqual([none, none, none, none]);
    expect(round.reached, `${JSON.stringify(round.fault)} was reached`).toBe(true);
  }
  expect(outcome.final).toEqual([none, none, none, none]);
  expect(outcome.differing).toBe(0);
  expect(outcome.falselySaved).toBe(0);
  // Guard against an empty run, which would prove nothing.
  expect(outcome.promised).toBeGreaterThan(faults.length * 20);
  expect(outcome.typed).toBeGreaterThanOrEqual(outcome.promised);
  await rm(folder, { recursive: true });
  return outcome;
}
