/** The time, handed in wherever it is needed, so that tests can hold it. `now` is milliseconds since 1970, UTC. */
export type Clock = { now(): number };

/** The machine's clock. */
export const systemClock: Clock = { now: () => Date.now() };
