/** Goals of the soaks and of the long tests. Times in ms. */
export const goals = {
  /** From a fault to the first word that is saved after it, 95th percentile. */
  recovery: 3_000,
  /** Longest time in which *Saved* is not shown during a rolling restart. */
  unsaved: 2_000,
  /** From the end of the server to the last of all connections that is in sync again. */
  everyoneBack: 60_000,
  /** Longest time of a sign-in while all connections return. */
  signIn: 2_000,
} as const;
