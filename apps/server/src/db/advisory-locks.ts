/**
 * Advisory locks that belong to the process as a whole, as the two numbers PostgreSQL takes. The first number is ours alone
 * (the letters LH), so that other programs on the same server stay out of the way.
 */
export const advisoryLocks = {
  /** Held for as long as a process runs on the embedded database. */
  process: [0x4c48, 1],
  /** Held while migrating. */
  migration: [0x4c48, 2],
  /** Held by a transaction that registers a person, so that there is one first person. */
  registration: [0x4c48, 3],
} as const;
