import type { Person } from '@longhand/driver';
import type { Ledger } from './ledger-file.ts';

/** State of a run that a fault may depend on. */
export type FaultContext = {
  readonly ada: Person;
  /** Ids of the documents. */
  readonly ids: readonly string[];
  readonly ledger: Ledger;
};

/**
 * The product under the ledger test: one process, or several nodes.
 *
 * @typeParam Fault the faults that can be injected
 */
export type LedgerSubject<Fault> = {
  /** Address at which the writers connect. */
  readonly url: string;
  /** Number of words that each writer types in a round. Default: until the fault. */
  readonly words?: number;
  /** Prepares a fault before its round. */
  prepare(fault: Fault): Promise<void>;
  /**
   * Carries out a fault while the writers type. Returns the time at which it happened, such as that
   * of a kill (ms since 1970); null if it did not happen.
   */
  inject(fault: Fault, context: FaultContext): Promise<number | null>;
  /** Makes the product usable again, while the writers are paused. */
  recover(fault: Fault): Promise<void>;
  close(): Promise<void>;
};
