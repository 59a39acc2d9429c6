import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Time during which a node that ends still serves calls (ms). Load balancers learn that it is not
 * ready, and clients that their connections end.
 */
const drainFor = 1_000;

/** State of a server before its end. */
export type Drain = {
  /** True from the begin of the drain. Responses then end their connections. */
  readonly isOn: () => boolean;
  /** Begins the drain, and resolves when the server may be closed. */
  run(): Promise<void>;
};

/** Creates the {@link Drain} of a server. */
export function createDrain(): Drain {
  let isOn = false;
  return {
    isOn: () => isOn,
    async run() {
      isOn = true;
      await sleep(drainFor);
    },
  };
}
