/**
 * State in which a killed process leaves its pending writes. Each kind performs some of them in
 * order.
 * - `some`: up to a random one.
 * - `none`, `all`: the process died before or after them, in both cases without a result.
 * - `torn`: up to a random one, and a part of the next one.
 * - `late`: up to a random one. The rest are performed later, while another process runs.
 */
export type Leftover = 'some' | 'none' | 'all' | 'torn' | 'late';

/** Number of writes of a killed process that were performed, torn, or are still to come. */
export type KilledWrites = {
  readonly performed: number;
  readonly torn: number;
  readonly late: number;
};

/** The abilities of a write other than being performed as a whole. */
export type PartialWrite = {
  /** Performs a part of the write: the process dies in it. */
  readonly tear?: (random: () => number) => void;
  /** Performs the write, or a part of it, without making it durable: its sync reports an error. */
  readonly failSync?: (random: () => number) => void;
};

/** `delay`: number of times that the write is passed over. */
type Write = PartialWrite & {
  readonly process: number;
  delay: number;
  perform(): void;
  answer(): void;
  break(error: Error): void;
};

/** The writes of a process. After it was killed, it starts none and gets no results. */
export type WritesOfProcess = {
  readonly isAlive: () => boolean;
  readonly later: <T>(perform: () => Promise<T>, partial?: PartialWrite) => Promise<T>;
};

/** Largest number of times that a late write is passed over. */
const lateMax = 12;

/** Returns a promise that never settles: the process that waits for it is dead. */
export const never = (): Promise<never> => new Promise(() => undefined);

/**
 * Writes that wait for the disk. `random` returns numbers in [0, 1). `performedLate` is called with
 * the result of each write of a killed process that is performed while another one runs.
 */
export class DelayedWrites {
  readonly #random: () => number;
  readonly #performedLate: (result: unknown) => void;
  #waiting: Write[] = [];
  #process = 0;

  constructor(random: () => number, performedLate: (result: unknown) => void = () => undefined) {
    this.#random = random;
    this.#performedLate = performedLate;
  }

  /** Returns the writes of the present process. */
  ofProcess(): WritesOfProcess {
    const process = this.#process;
    const isAlive = (): boolean => process === this.#process;
    return {
      isAlive,
      later: (perform, partial) =>
        isAlive() ? this.#later(process, isAlive, perform, partial) : never(),
    };
  }

  /** Kills the process. Its writes are left as `leftover` says; `random` draws the details. */
  kill(leftover: Leftover = 'some', random: () => number = this.#random): KilledWrites {
    const mine = this.#waiting.filter(({ process }) => process === this.#process);
    const before = this.#waiting.filter(({ process }) => process !== this.#process);
    const count = countOf(mine.length, leftover, random);
    for (const write of mine.slice(0, count)) write.perform();
    const rest = mine.slice(count);
    this.#process += 1;
    this.#waiting = leftover === 'late' ? [...before, ...rest] : before;
    // The next process loads the document first, and often appends to it.
    for (const write of this.#waiting) write.delay = Math.floor(random() * lateMax);
    const tear = leftover === 'torn' ? rest[0]?.tear : undefined;
    tear?.(random);
    return {
      performed: count,
      torn: tear === undefined ? 0 : 1,
      late: leftover === 'late' ? rest.length : 0,
    };
  }

  /** Finishes a random write. */
  step(): void {
    const [write] = this.#waiting.splice(Math.floor(this.#random() * this.#waiting.length), 1);
    if (write === undefined) return;
    if (write.delay > 0) {
      write.delay -= 1;
      this.#waiting.push(write);
      return;
    }
    write.perform();
    write.answer();
  }

  /** Makes the oldest write fail, performed or not. Returns false if none is pending. */
  fail(): boolean {
    const write = this.#waiting.shift();
    if (this.#random() < 0.5) write?.perform();
    write?.break(new Error('the disk failed'));
    return write !== undefined;
  }

  /** Makes the sync of the oldest write that is synced fail. Returns false if there is none. */
  failSync(random: () => number): boolean {
    const at = this.#waiting.findIndex(
      ({ process, failSync }) => failSync !== undefined && process === this.#process,
    );
    const [write] = at < 0 ? [] : this.#waiting.splice(at, 1);
    write?.failSync?.(random);
    write?.break(new Error('fsync failed'));
    return write !== undefined;
  }

  get isBusy(): boolean {
    return this.#waiting.length > 0;
  }

  #later<T>(
    process: number,
    isAlive: () => boolean,
    perform: () => Promise<T>,
    partial: PartialWrite = {},
  ): Promise<T> {
    return new Promise((resolve, reject) => {
      let result: Promise<T> | null = null;
      this.#waiting.push({
        process,
        delay: 0,
        ...partial,
        perform: () => {
          if (result !== null) return;
          result = perform();
          if (!isAlive()) result.then(this.#performedLate, () => undefined);
        },
        answer: () => isAlive() && result?.then(resolve, reject),
        break: (error) => isAlive() && reject(error),
      });
    });
  }
}

/** Returns how many of a number of writes are performed. */
function countOf(writes: number, leftover: Leftover, random: () => number): number {
  if (leftover === 'none') return 0;
  if (leftover === 'all') return writes;
  let count = 0;
  while (count < writes && random() >= 0.5) count += 1;
  return count;
}
