/**
 * Every number that server and browser share, with its unit and where it comes from.
 * Lengths are counted in Unicode code points. Rates that an operator may change are
 * settings of the server; what stands here is their default.
 */
export const limits = {
  /** Characters of a user name, lower and upper bound. Source: API, Limits. */
  usernameMin: 3,
  usernameMax: 40,
  /** Characters of a person's or a project's name. Source: API, Limits. */
  nameMax: 100,
  /** Characters of a project's description. As long as a comment. */
  descriptionMax: 10_000,
  /** Characters of an e-mail address. Source: RFC 5321, 4.5.3.1.3 (256 with the brackets). */
  emailMax: 254,
  /** Characters of a password. Source: API, Limits; NIST SP 800-63B asks for at least 64 allowed. */
  passwordMin: 10,
  passwordMax: 1_024,
  /** Characters of a document's title. Source: API, Limits. */
  titleMax: 500,
  /** Rows of a list: default and bounds. Source: API, Conventions. */
  pageDefault: 50,
  pageMax: 100,
  /** Bytes of a JSON body. Source: API, Limits. */
  jsonBodyMax: 1_048_576,
  /** Bytes of one frame of the live channel (`MAX_UPDATE_BYTES`). Source: API, The live channel. */
  updateBytesMax: 8_388_608,
  /** Bytes of one awareness state. Source: API, Limits. */
  awarenessBytesMax: 16_384,
  /** Open live connections of one session in one document. Source: API, Limits. */
  connectionsPerSessionAndDocument: 20,
  /** Updates, and bytes of updates, that one connection may have waiting for their commit. Source: API, Limits. */
  waitingUpdatesMax: 4_000,
  waitingBytesMax: 4_194_304,
  /** Days for which a session lives without being used. Source: API, Conventions. */
  sessionDays: 30,
} as const;
