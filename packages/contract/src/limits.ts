/**
 * All numbers that server and browser share, with unit and source.
 * Lengths are counted in Unicode code points. Rate limits can be changed in the server's settings;
 * the values here are their defaults.
 */
export const limits = {
  /** Length of a username (characters): minimum and maximum. */
  usernameMin: 3,
  usernameMax: 40,
  /** Maximum length of a person's or a project's name (characters). */
  nameMax: 100,
  /** Maximum length of a project's description (characters); same as a comment. */
  descriptionMax: 10_000,
  /**
   * Maximum length of an email address (characters). Source: RFC 5321, 4.5.3.1.3 (256 with the
   * brackets).
   */
  emailMax: 254,
  /**
   * Identity providers: maximum length of the name, of the issuer URL and of the client secret, and
   * of the query with which a provider sends the browser back (characters).
   */
  providerNameMax: 40,
  issuerMax: 500,
  clientSecretMax: 2_000,
  providerAnswerMax: 8_192,
  /** Maximum number of mail domains in each list of an identity provider. */
  providerDomainsMax: 100,
  /**
   * Passkeys: maximum number per user, length of a name, and lengths of the parts that a browser
   * sends (characters of base64url). Source: Web Authentication Level 3 limits credential ids to
   * 1,023 bytes.
   */
  passkeysMax: 20,
  passkeyNameMax: 60,
  credentialIdMax: 1_364,
  credentialPartMax: 32_768,
  /** Length of a password (characters). Source: NIST SP 800-63B asks for at least 64 allowed. */
  passwordMin: 10,
  passwordMax: 1_024,
  /** Maximum length of a visitor's message (characters). */
  messageMax: 10_000,
  /**
   * Maximum length of a message's subject, a company name and similar fields (characters): one
   * line.
   */
  lineMax: 200,
  /** Validity of an invitation (days): default and maximum. */
  invitationDays: 14,
  invitationDaysMax: 90,
  /** Maximum length of the message with an access request (characters): a few lines. */
  requestMax: 1_000,
  /**
   * Maximum length of a guest's name, which is shown with a guest label (characters). Minimum
   * length of a link's password (characters). Maximum number of links per document.
   */
  guestNameMax: 80,
  linkPasswordMin: 6,
  guestLinksMax: 50,
  /** Pictures that all guests of one link together may add: number and bytes (50 MiB). */
  guestFilesMax: 50,
  guestBytesMax: 52_428_800,
  /** Maximum number of groups that a project or a document is shared with. */
  groupsMax: 100,
  /** Maximum number of members of a group that can be mentioned. */
  groupMentionMax: 200,
  /** Maximum number of ancestors of a document, which bounds the rows of a branch. */
  ancestorsMax: 100,
  /** Maximum length of the name, of a link and of the sign-in notice of a server (characters). */
  brandingNameMax: 40,
  brandingUrlMax: 500,
  signInNoticeMax: 1_000,
  /** Maximum length of a document's title (characters). */
  titleMax: 500,
  /**
   * Maximum length of a tag (characters), and maximum number of tags per document: a line or two.
   */
  tagMax: 50,
  tagsPerDocumentMax: 30,
  /** Maximum word count goal of a document: about ten long books. */
  goalWordsMax: 10_000_000,
  /** Maximum length of a BCP 47 language tag (characters), such as `de` or `zh-Hant-TW`. */
  languageMax: 35,
  /** Maximum number of documents in one batch call. */
  batchMax: 100,
  /** Maximum number of placeholders of a template, and maximum length of a value (characters). */
  placeholdersMax: 50,
  placeholderMax: 1_000,
  /** Time in the trash before permanent deletion (days). */
  trashDays: 30,
  /** Maximum of the rule for the time in the trash (days). */
  trashDaysMax: 365,
  /** Maximum of the rule for the retention of automatic versions (days): ten years. */
  versionDaysMax: 3_650,
  /** Maximum of the rule for the time after a sign-in (days). */
  sessionMaxDaysMax: 365,
  /** Maximum length of a comment (characters). */
  commentMax: 10_000,
  /** Maximum length of the text quoted by a comment (characters). */
  quoteMax: 2_000,
  /** Maximum length of a suggestion's id (characters), which the suggesting page creates. */
  suggestionIdMax: 64,
  /** Maximum size of a Yjs relative position (bytes): two 32-bit numbers need 12. */
  placeBytesMax: 64,
  /** Maximum number of comments in a thread: lists return whole threads. */
  threadCommentsMax: 500,
  /** Maximum number of users mentioned in one comment. */
  mentionsMax: 50,
  /** Maximum number of reviewers in one review round. */
  reviewersMax: 30,
  /** Maximum length of an announcement (characters): a banner of three lines. */
  announcementMax: 500,
  /** Maximum length of a search query (characters). */
  searchMax: 200,
  /**
   * Retention of server metrics (hours, 30 days), and maximum period of writing statistics (days).
   */
  figuresHoursMax: 720,
  writingDaysMax: 366,
  /** Number of items per page of a list: default and maximum. */
  pageDefault: 50,
  pageMax: 100,
  /** Maximum size of one import (bytes). */
  importBytesMax: 524_288_000,
  /** Maximum size of a JSON body (bytes). */
  jsonBodyMax: 1_048_576,
  /** Maximum size of one picture or attachment (bytes). */
  uploadBytesMax: 26_214_400,
  /** Maximum size of all files of one user (bytes): 10 GiB. */
  filesOfPersonMax: 10_737_418_240,
  /** Maximum size of one frame of the live channel (bytes, `MAX_UPDATE_BYTES`). */
  updateBytesMax: 8_388_608,
  /** Maximum size of one awareness state (bytes). */
  awarenessBytesMax: 16_384,
  /** Maximum number of live connections per session and document. */
  connectionsPerSessionAndDocument: 20,
  /** Maximum number and size (bytes) of updates of one connection that wait for their commit. */
  waitingUpdatesMax: 4_000,
  waitingBytesMax: 4_194_304,
  /** Maximum number of access tokens per user: one for each program, not one for each call. */
  tokensMax: 100,
  /** Lifetime of an unused session (days). */
  sessionDays: 30,
} as const;
