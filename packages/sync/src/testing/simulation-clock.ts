import type { HeldClock } from './memory.ts';
import type { Clock } from '../protocol/clock.ts';

/** Largest offset of a clock (ms), in both directions. */
export const skewMax = 3_600_000;

/** A clock that shows another time than the simulation, and may jump. Timers do not use it. */
export class SkewedClock implements Clock {
  offset: number;
  readonly #clock: HeldClock;

  constructor(clock: HeldClock, offset = 0) {
    this.#clock = clock;
    this.offset = offset;
  }

  now(): number {
    return this.#clock.now() + this.offset;
  }

  after(milliseconds: number, call: () => void): () => void {
    return this.#clock.after(milliseconds, call);
  }
}

/** Returns an offset: an hour behind, none, or an hour ahead. */
export const someOffset = (random: () => number): number =>
  skewMax * (Math.floor(random() * 3) - 1);
