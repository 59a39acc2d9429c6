import type {
  DocumentFormat,
  MergeChoice,
  MergeConflict,
  VersionDifference,
  WrittenHow,
} from '@longhand/contract';
import type { Difference, NodeJson } from '@longhand/document';
import type { Erased } from '@longhand/text';

/** The `seq` of a composed state that was never in the log. It equals no other. */
export const noSeq = -1;

/** A whole stored document: its updates and the number of its last log entry. */
export type Whole = { readonly seq: number; readonly updates: readonly Uint8Array[] };

/**
 * Whole content of a document at one moment. `seq` counts stored entries: equal numbers mean equal
 * documents. See {@link noSeq}.
 */
export type DocumentState = {
  readonly seq: number;
  /** A Yjs update (version 1) of the whole document. */
  readonly state: Uint8Array;
  readonly wordCount: number;
};

/**
 * New content of a document, its author and its origin. `sessionId`: null without a browser
 * session, for example for a job.
 */
export type ContentChange = {
  readonly by: { readonly userId: string; readonly sessionId: string | null };
  readonly how: Exclude<WrittenHow, 'typed'>;
  readonly content: NodeJson;
  /** Turns the change into suggestions, one for each independent part. */
  readonly suggesting?: Suggesting;
  /**
   * The stored state that `content` was read from, if an earlier state is restored. Restored text
   * keeps its authors.
   */
  readonly restores?: Uint8Array;
  /**
   * Waits one second if the document is open, in order to include text typed before the change was
   * visible.
   */
  readonly readWithout?: boolean;
};

/**
 * A change that is on disk. `without`, if requested: the document without the change, with other
 * users' edits until they received it. It is the only copy of text typed into a paragraph that the
 * change removed.
 */
export type ContentChanged = { readonly seq: number; readonly without: DocumentState | null };

/**
 * A working copy and its original.
 *
 * - `base`, `beginning`: the common text at the time of copying, from the original and from the
 *   copy.
 * - `ours`, `theirs`: the current text of the copy and of the original.
 */
export type Copied = {
  readonly base: NodeJson;
  readonly beginning: NodeJson;
  readonly ours: NodeJson;
  readonly theirs: NodeJson;
};

/**
 * Changes to a working copy and to its original since the copy, and the passages that both changed
 * differently.
 */
export type Compared = {
  readonly ours: readonly Difference[];
  readonly theirs: readonly Difference[];
  readonly conflicts: readonly MergeConflict[];
};

/** Author and time (ms since 1970) of suggestions written by the server. */
export type Suggesting = { readonly author: string; readonly at: number };

/** The removal of a person from a document, and the user on whose behalf it is made. */
export type Erasing = { readonly by: { readonly userId: string }; readonly erased: Erased };

/** Choices for merging a working copy: the side to use for each conflict, by its key. */
export type Merging = {
  readonly choices: Readonly<Record<string, MergeChoice>>;
};

/**
 * Port to the live channel and to the threads in which documents are built.
 *
 * The notification methods are called after the commit of the change and return at once. Sockets
 * are closed or notified within one second.
 */
export interface Live {
  /**
   * A user's role has changed or ended, in a project (all its documents) or in one document and
   * those inside it. With
   * `documentIds`: the rights of all users have changed, because the documents were archived,
   * restored, moved or removed. With `userIds`: the roles of these users may have changed anywhere,
   * because a group or its members changed.
   */
  rightsChanged(
    change:
      | { userId: string; projectId?: string; documentId?: string }
      | { documentIds: readonly string[] }
      | { userIds: readonly string[] },
  ): void;
  /** A session has ended, or all sessions of a user but one. */
  sessionEnded(change: { sessionId: string } | { userId: string; exceptSessionId?: string }): void;
  /** Makes the acknowledged text of a document, or of all, visible to queries of the database. */
  settle(documentId?: string): Promise<void>;
  /**
   * Returns everything acknowledged so far. `json`: ProseMirror's JSON; `original`: the same
   * without suggestions; otherwise a string. Refuses `not_found`.
   */
  readContent(documentId: string, format: DocumentFormat | 'original'): Promise<unknown>;
  /** Returns the state of everything acknowledged so far, for storage. Refuses `not_found`. */
  readState(documentId: string): Promise<DocumentState>;
  /** Returns the content of a stored state. */
  contentOf(state: Uint8Array, format: DocumentFormat): Promise<unknown>;
  /**
   * Returns the differences between two stored states, as `differences` of the document package
   * does.
   */
  differences(before: Uint8Array, after: Uint8Array): Promise<readonly VersionDifference[]>;
  /** Compares a working copy and its original. */
  compareCopy(copied: Copied): Promise<Compared>;
  /** Merges a working copy into its original. Returns null if `choices` leaves a conflict open. */
  mergeCopy(copied: Copied, merging: Merging): Promise<NodeJson | null>;
  /**
   * Changes the live document to `content` by an ordinary edit. Unchanged text is preserved, and
   * concurrent typing is merged.
   *
   * Resolves with the number of the entry when it is on disk, or with null if nothing differs. The
   * caller must check the right to edit. Refuses `not_found`, `too_large`; throws a `Fault` if the
   * change could not be stored.
   */
  edit(documentId: string, change: ContentChange): Promise<ContentChanged | null>;
  /**
   * Removes a person from a live document by an ordinary edit of `by`, which pages see at once, and
   * compacts the document, so that the removed text loses its content. Does nothing for a missing
   * document. Refuses `too_large`, `disk_full`; throws a `Fault` if it could not be stored.
   */
  erase(documentId: string, erasing: Erasing): Promise<void>;
  /** Removes a person from a stored state. Returns null if nothing changes. */
  eraseState(
    state: Uint8Array,
    erased: Erased,
  ): Promise<Pick<DocumentState, 'state' | 'wordCount'> | null>;
}
