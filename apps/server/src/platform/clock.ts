/** Source of the current time, injected so that tests can control it. `now`: ms since 1970, UTC. */
export type Clock = { now(): number };

/** The system clock. */
export const systemClock: Clock = { now: () => Date.now() };
