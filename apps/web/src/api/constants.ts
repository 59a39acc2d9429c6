/** Constants of API calls. */
export const calling = {
  /** Maximum number of retries after a 403 that mentions CSRF. */
  csrfRetries: 3,
  /** Delay after fetching a new token (ms). */
  csrfWait: 50,
  /** Time for which a response is fresh (ms). */
  freshFor: 30_000,
  /** Time for which the signed-in user is fresh (ms). */
  currentUserFreshFor: 5 * 60_000,
  /** Maximum number of retries of the query for the signed-in user. */
  currentUserRetries: 1,
  /** Maximum number of retries of any other query; none after a 4xx, except 408. */
  queryRetries: 3,
} as const;
