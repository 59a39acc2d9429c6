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
  /** Characters of a visitor's message. Source: API, Limits. */
  messageMax: 10_000,
  /** Characters of its subject, of a company's name and the like: what fits a line. */
  lineMax: 200,
  /** Days that an invitation holds: default and most. */
  invitationDays: 14,
  invitationDaysMax: 90,
  /** Characters of what is said with a request for access: what fits a few lines. */
  requestMax: 1_000,
  /** Characters of a guest's name, beside which stands that they are one; of a link's password at least; links of one document. */
  guestNameMax: 80,
  linkPasswordMin: 6,
  guestLinksMax: 50,
  /** Pictures that guests may add by one link, all of them together: how many, and how many bytes (50 MiB). */
  guestFilesMax: 50,
  guestBytesMax: 52_428_800,
  /** Characters of a document's title. Source: API, Limits. */
  titleMax: 500,
  /** Characters of a tag, and tags of one document: what fits a line or two. */
  tagMax: 50,
  tagsPerDocumentMax: 30,
  /** Words that a document can have as its goal: ten long books. */
  goalWordsMax: 10_000_000,
  /** Characters of a language's tag (BCP 47), such as `de` or `zh-Hant-TW`. */
  languageMax: 35,
  /** Documents that can be changed by one call. */
  batchMax: 100,
  /** Placeholders of a template, and characters that fill one. */
  placeholdersMax: 50,
  placeholderMax: 1_000,
  /** Days for which something stays in the trash. Source: API, Calls. */
  trashDays: 30,
  /** Characters of a comment. Source: API, Limits. */
  commentMax: 10_000,
  /** Characters of the text that a comment quotes. */
  quoteMax: 2_000,
  /** Characters of a suggestion's id, which the page that suggests it makes. */
  suggestionIdMax: 64,
  /** Bytes of a place in a text, as Yjs writes it: two numbers of 32 bits need 12. */
  placeBytesMax: 64,
  /** Comments of one thread: lists answer threads whole. */
  threadCommentsMax: 500,
  /** People whom one comment can name. */
  mentionsMax: 50,
  /** People who can be asked in one round of review. */
  reviewersMax: 30,
  /** Characters of an announcement: what fits a banner of three lines. */
  announcementMax: 500,
  /** Characters of what is searched for. */
  searchMax: 200,
  /** Hours for which figures of the server are kept (30 days), and days of one's own that can be asked for. */
  figuresHoursMax: 720,
  writingDaysMax: 366,
  /** Rows of a list: default and bounds. Source: API, Conventions. */
  pageDefault: 50,
  pageMax: 100,
  /** Bytes that one import may bring. Source: API, Limits. */
  importBytesMax: 524_288_000,
  /** Bytes of a JSON body. Source: API, Limits. */
  jsonBodyMax: 1_048_576,
  /** Bytes of one picture or attachment. Source: API, Limits. */
  uploadBytesMax: 26_214_400,
  /** Bytes of all files of one person: 10 GiB. */
  filesOfPersonMax: 10_737_418_240,
  /** Bytes of one frame of the live channel (`MAX_UPDATE_BYTES`). Source: API, The live channel. */
  updateBytesMax: 8_388_608,
  /** Bytes of one awareness state. Source: API, Limits. */
  awarenessBytesMax: 16_384,
  /** Open live connections of one session in one document. Source: API, Limits. */
  connectionsPerSessionAndDocument: 20,
  /** Updates, and bytes of updates, that one connection may have waiting for their commit. Source: API, Limits. */
  waitingUpdatesMax: 4_000,
  waitingBytesMax: 4_194_304,
  /** Access tokens of one person: a key for each program, not for each call. */
  tokensMax: 100,
  /** Days for which a session lives without being used. Source: API, Conventions. */
  sessionDays: 30,
} as const;
