import type { DocumentFormat, MergeChoice, MergeConflict, VersionDifference, WrittenHow } from '@longhand/contract';
import type { Difference, NodeJson } from '@longhand/document';

/** The `seq` of a state that was put together and never stood in the log: it equals no other. */
export const noSeq = -1;

/** A document's whole text and form at one moment. `seq` counts what was stored: equal numbers, equal documents. See {@link noSeq}. */
export type DocumentState = {
  readonly seq: number;
  /** A Yjs update of the whole document, version 1. */
  readonly state: Uint8Array;
  readonly wordCount: number;
};

/** What a document is to say, for whom, and how it comes about. `sessionId` null: by no browser of theirs, for example by a job. */
export type ContentChange = {
  readonly by: { readonly userId: string; readonly sessionId: string | null };
  readonly how: Exclude<WrittenHow, 'typed'>;
  readonly content: NodeJson;
  /** Makes suggestions of the change, one for each part that stands by itself. */
  readonly suggesting?: Suggesting;
  /** The stored state that `content` was read from, where an earlier one is restored: what comes back keeps its authors. */
  readonly restores?: Uint8Array;
  /** Waits for a second, where people have the document open, so that it can tell what they typed before they saw the change. */
  readonly keepWithout?: boolean;
};

/**
 * A change that is on disk. `without`, where it was asked for: what the document would say without it, with what others wrote until
 * they saw it. What was typed into a paragraph that the change took away can be read there and nowhere else.
 */
export type ContentChanged = { readonly seq: number; readonly without: DocumentState | null };

/** A working copy and its original: what both said when it was made (in terms of either), and what they say now. */
export type Copied = {
  readonly base: NodeJson;
  readonly beginning: NodeJson;
  readonly ours: NodeJson;
  readonly theirs: NodeJson;
};

/** The changes to a working copy and to its original since it was made, and the passages that both changed in different ways. */
export type Compared = {
  readonly ours: readonly Difference[];
  readonly theirs: readonly Difference[];
  readonly conflicts: readonly MergeConflict[];
};

/** The author of suggestions that the server writes, and their time (milliseconds since 1970). */
export type Suggesting = { readonly author: string; readonly at: number };

/** The choices of a merge of a working copy: the side of each conflict that is kept, by its key. */
export type Merging = {
  readonly choices: Readonly<Record<string, MergeChoice>>;
};

/**
 * The port through which the rest of the server reaches the live channel and the threads in which documents are built. What tells of
 * a change is called after the transaction that it speaks of has been committed, and returns at once: sockets are closed or told
 * within a second. Source: reliability, promise 6; API, The live channel.
 */
export interface Live {
  /**
   * Somebody's role has changed or is gone, in a project (all its documents) or in one document; or, with `documentIds`, what
   * everybody may do with these documents: they were put away, taken out again, moved or removed.
   */
  rightsChanged(change: { userId: string; projectId?: string; documentId?: string } | { documentIds: readonly string[] }): void;
  /** A session has ended, or all of a person's but one. */
  sessionEnded(change: { sessionId: string } | { userId: string; exceptSessionId?: string }): void;
  /** A document has a new title, given by the person `by`. */
  renamed(change: { documentId: string; title: string; by: string }): void;
  /** Something was said, changed, resolved or taken back in a thread of comments, by the person `by`. */
  commentsChanged(change: { documentId: string; threadId: string; by: string }): void;
  /**
   * Everything acknowledged so far: ProseMirror's JSON for `json`, the same without what is suggested for `original`, else a string.
   * Refuses `not_found`.
   */
  readContent(documentId: string, format: DocumentFormat | 'original'): Promise<unknown>;
  /** Everything acknowledged so far, to be kept. Refuses `not_found`. */
  readState(documentId: string): Promise<DocumentState>;
  /** What a kept state says. */
  contentOf(state: Uint8Array, format: DocumentFormat): Promise<unknown>;
  /** How one kept state became another: what `differences` of the document package says. */
  differences(before: Uint8Array, after: Uint8Array): Promise<readonly VersionDifference[]>;
  /** How a working copy and its original changed. */
  compareCopy(copied: Copied): Promise<Compared>;
  /**
   * Merges a working copy into what its original says. Returns null where `choices` leaves a conflict open.
   */
  mergeCopy(copied: Copied, merging: Merging): Promise<NodeJson | null>;
  /**
   * Makes the live document say `content` by an ordinary edit: what is the same stays, people who type keep typing, and what they
   * type meanwhile is merged. Answers when it is on disk, with the number of its entry; null where nothing differs. The right to it
   * is the caller's to check. Refuses `not_found`, `too_large`; a `Fault` where it could not be stored.
   */
  edit(documentId: string, change: ContentChange): Promise<ContentChanged | null>;
}
