/** Start of 2026 (ms since 1970). */
const start2026 = Date.UTC(2026, 0, 1);

/**
 * Returns the epoch of documents that are restored at a time: the number of seconds since 2026. A
 * copy of the database from before has smaller ones, and so has every copy that it replaces.
 *
 * @param now ms since 1970
 */
export const epochAt = (now: number): number => Math.floor((now - start2026) / 1_000);

/** Returns the time at which an epoch began (ms since 1970). That of a new document is 1. */
export const beginOfEpoch = (epoch: number): number => start2026 + epoch * 1_000;
