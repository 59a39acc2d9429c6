import type { VersionDifference } from '@longhand/contract';
import { countWords, differences, type NodeJson } from '@longhand/document';
import {
  buildDoc,
  buildApplicable,
  compactDoc,
  stateOf,
  type Compacted,
} from '@longhand/sync/server';
import type { Compared, Copied, Merging } from '../domain/live.ts';
import { vectorOf } from '../domain/search-words.ts';
import { compareCopy, mergeCopy } from './copy-tasks.ts';
import {
  contentOf,
  summaryOf,
  towards,
  type ContentFormat,
  type Summary,
  type Towards,
} from './stored-texts.ts';

export type { Summary } from './stored-texts.ts';

type Updates = readonly Uint8Array[];

/**
 * A task that needs a whole document and runs in a worker. Each task is a pure function of the
 * document's updates.
 */
export type Task =
  | { readonly kind: 'compact'; readonly updates: Updates }
  | { readonly kind: 'summarize'; readonly updates: Updates }
  | { readonly kind: 'words'; readonly updates: Updates }
  | { readonly kind: 'state'; readonly updates: Updates; readonly whatFits: boolean }
  | { readonly kind: 'content'; readonly updates: Updates; readonly format: ContentFormat }
  | ({ readonly kind: 'towards'; readonly updates: Updates } & Towards)
  | { readonly kind: 'compareCopy'; readonly copied: Copied }
  | { readonly kind: 'mergeCopy'; readonly copied: Copied; readonly merging: Merging }
  | { readonly kind: 'differences'; readonly before: Updates; readonly after: Updates };

/** Search data of a document's text: its beginning as plain text, and its vector. */
export type Words = { readonly text: string; readonly vector: string };

/** Maximum number of characters of a text that search stores. Snippets are cut from them. */
const keptMax = 1_000_000;

/** Result type of each task. */
export type TaskResults = {
  compact: Compacted;
  summarize: Summary;
  words: Words;
  /** A whole document as one update. */
  state: { readonly state: Uint8Array; readonly wordCount: number };
  content: unknown;
  /** The update that changes the document to `content`, or null if nothing changes. */
  towards: Uint8Array | null;
  differences: readonly VersionDifference[];
  compareCopy: Compared;
  mergeCopy: NodeJson | null;
};

/** Runs a task. Called by the worker threads. */
export function perform(task: Task): TaskResults[Task['kind']] {
  switch (task.kind) {
    case 'compact':
      return withDoc(task.updates, (doc) => compactDoc(doc));
    case 'summarize':
      return withDoc(task.updates, summaryOf);
    case 'words':
      return withDoc(task.updates, (doc) => {
        const text = String(contentOf(doc, 'text')).replaceAll('\u0000', ' ').toWellFormed();
        return { text: text.slice(0, keptMax).toWellFormed(), vector: vectorOf(text) };
      });
    case 'state':
      return withDoc(
        task.updates,
        (doc) => ({ state: stateOf(doc), wordCount: countWords(String(contentOf(doc, 'text'))) }),
        task.whatFits ? buildApplicable : buildDoc,
      );
    case 'content':
      return withDoc(task.updates, (doc) => contentOf(doc, task.format));
    case 'towards':
      return withDoc(task.updates, (doc) => towards(doc, task));
    case 'compareCopy':
      return compareCopy(task.copied);
    case 'mergeCopy':
      return mergeCopy(task.copied, task.merging);
    case 'differences':
      return differences(jsonIn(task.before), jsonIn(task.after));
  }
}

const jsonIn = (updates: Updates): NodeJson =>
  withDoc(updates, (doc) => contentOf(doc, 'json') as NodeJson);

function withDoc<T>(
  updates: Updates,
  use: (doc: ReturnType<typeof buildDoc>) => T,
  build = buildDoc,
): T {
  const doc = build(updates);
  try {
    return use(doc);
  } finally {
    doc.destroy();
  }
}
