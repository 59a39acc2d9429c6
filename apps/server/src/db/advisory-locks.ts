/**
 * Advisory locks of the whole process, as the two numbers that PostgreSQL takes. The first number
 * (ASCII of LH) separates them from locks of other programs on the server.
 */
export const advisoryLocks = {
  /** Held while migrating. */
  migration: [0x4c48, 2],
  /** Held by a transaction that registers a user, so that only one is the first user. */
  registration: [0x4c48, 3],
} as const;
