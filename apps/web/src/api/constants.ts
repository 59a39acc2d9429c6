/** Every number by which the browser calls the server. All from the specification, section 9, unless said otherwise. */
export const calling = {
  /** How often a call is sent again after a 403 that speaks of CSRF. */
  csrfRetries: 3,
  /** Milliseconds to wait after the token was fetched anew. */
  csrfWait: 50,
  /** Milliseconds for which an answer counts as fresh. */
  freshFor: 30_000,
  /** Milliseconds for which the signed-in person counts as fresh. */
  currentUserFreshFor: 5 * 60_000,
  /** How often the question who is signed in is asked again when it fails. */
  currentUserRetries: 1,
  /** How often any other query is asked again; never after a 4xx, 408 excepted. */
  queryRetries: 3,
} as const;
