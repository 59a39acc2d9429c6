import type { Outbox, StoredWrite } from './ports.ts';
import type { Clock } from '../protocol/clock.ts';

/** First and longest retry delay (ms). Each retry doubles the delay. */
const firstWait = 500;
const longestWait = 5_000;
/** Number of failures after which the device counts as one without storage. */
const failuresMax = 4;

/** Dependencies of an {@link OutboxReader}. `found` is called once, when the outbox was read. */
export type OutboxReaderOptions = {
  readonly outbox: Pick<Outbox, 'load'>;
  readonly clock: Pick<Clock, 'after'>;
  readonly found: (stored: readonly StoredWrite[]) => void;
};

/**
 * Reads the updates that earlier pages left in the outbox, and tries again if the device cannot
 * read them. Source: SPEC.md, [LINK7].
 */
export class OutboxReader {
  readonly #options: OutboxReaderOptions;
  #failures = 0;
  #isClosed = false;
  #stop = (): void => undefined;

  constructor(options: OutboxReaderOptions) {
    this.#options = options;
  }

  /**
   * True while the outbox may have updates that were not read. After several failures, the device
   * counts as one without storage, and reading continues.
   */
  get mayHaveUnread(): boolean {
    return this.#failures > 0 && this.#failures < failuresMax;
  }

  /** Resolves after the first try. */
  async read(): Promise<void> {
    const { outbox, clock, found } = this.#options;
    let stored: readonly StoredWrite[];
    try {
      stored = await outbox.load();
    } catch {
      if (this.#isClosed) return;
      const wait = Math.min(longestWait, firstWait * 2 ** this.#failures);
      this.#failures += 1;
      this.#stop = clock.after(wait, () => void this.read());
      return;
    }
    this.#failures = 0;
    found(stored);
  }

  /** Stops trying. */
  close(): void {
    this.#isClosed = true;
    this.#stop();
  }
}
