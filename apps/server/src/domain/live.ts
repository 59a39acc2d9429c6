import type { DocumentFormat } from '@longhand/contract';

/**
 * The port through which the rest of the server reaches the live channel. Every call is made after the transaction that it
 * speaks of has been committed, and returns at once: sockets are closed or told within a second. Source: reliability,
 * promise 6; API, The live channel.
 */
export interface Live {
  /**
   * Somebody's role has changed or is gone, in a project (all its documents) or in one document; or, with `documentIds`, what
   * everybody may do with these documents: they were put away, taken out again, moved or removed.
   */
  rightsChanged(change: { userId: string; projectId?: string; documentId?: string } | { documentIds: readonly string[] }): void;
  /** A session has ended, or all of a person's but one. */
  sessionEnded(change: { sessionId: string } | { userId: string; exceptSessionId?: string }): void;
  /** Everything acknowledged so far: a string for `text`, ProseMirror's JSON for `json`. */
  readContent(documentId: string, format: DocumentFormat): Promise<unknown>;
  /** A document has a new title, given by the person `by`. */
  renamed(change: { documentId: string; title: string; by: string }): void;
}
