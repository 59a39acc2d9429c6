import type { DocumentFormat, VersionDifference } from '@longhand/contract';
import {
  contentModel,
  contentOf,
  countWords,
  differences,
  excerptOf,
  htmlOf,
  markdownOf,
  outcomesOf,
  plainTextOf,
  suggestersIn,
  textOfDoc,
  tracesIn,
  updateTowards,
  type Ended,
  type MentionTrace,
  type NodeJson,
  type Suggester,
  type SuggestionTrace,
} from '@longhand/document';
import { buildDoc, buildWhatFits, foldDoc, stateOf, type Folded } from '@longhand/sync';
import type { Compared, Copied, Merging } from '../domain/live.ts';
import { vectorOf } from '../domain/search-words.ts';
import { compareCopy, mergeCopy } from './copy-tasks.ts';

type Updates = readonly Uint8Array[];

/** What needs a whole document and so happens in a worker. Each is a pure function of the document's updates. */
export type Task =
  | { readonly kind: 'fold'; readonly updates: Updates }
  | { readonly kind: 'digest'; readonly updates: Updates }
  | { readonly kind: 'outcomes'; readonly updates: Updates; readonly gone: readonly SuggestionTrace[]; readonly sent: Updates }
  | { readonly kind: 'words'; readonly updates: Updates }
  | { readonly kind: 'state'; readonly updates: Updates; readonly whatFits: boolean }
  | { readonly kind: 'content'; readonly updates: Updates; readonly format: DocumentFormat }
  | { readonly kind: 'towards'; readonly updates: Updates; readonly content: NodeJson; readonly client: number }
  | { readonly kind: 'compareCopy'; readonly copied: Copied }
  | { readonly kind: 'mergeCopy'; readonly copied: Copied; readonly merging: Merging }
  | { readonly kind: 'differences'; readonly before: Updates; readonly after: Updates };

/** What lists show of a document's text, whose suggestions stand in it, and who is named. */
export type Digest = {
  readonly wordCount: number;
  readonly excerpt: string;
  readonly suggesters: readonly Suggester[];
  readonly suggestions: readonly SuggestionTrace[];
  readonly mentions: readonly MentionTrace[];
};

/** What search keeps of a document's text: its beginning as plain text, and its words as a vector. */
export type Words = { readonly text: string; readonly vector: string };

/** Characters of a document's text that search keeps: snippets are cut from them. */
const keptMax = 1_000_000;

/** The result of each task. */
export type TaskResults = {
  fold: Folded;
  digest: Digest;
  outcomes: readonly Ended[];
  words: Words;
  /** A whole document as one update. */
  state: { readonly state: Uint8Array; readonly wordCount: number };
  content: unknown;
  /** An update that makes the document say `content`; null where it does. */
  towards: Uint8Array | null;
  differences: readonly VersionDifference[];
  compareCopy: Compared;
  mergeCopy: NodeJson | null;
};

/** Does a task; called by the worker threads. */
export function perform(task: Task): TaskResults[Task['kind']] {
  switch (task.kind) {
    case 'fold':
      return withDoc(task.updates, (doc) => foldDoc(doc, contentModel));
    case 'digest':
      return withDoc(task.updates, (doc) => {
        const root = textOfDoc(doc);
        const text = plainTextOf(root);
        return { wordCount: countWords(text), excerpt: excerptOf(text), suggesters: suggestersIn(root), ...tracesIn(root) };
      });
    case 'outcomes':
      return withDoc(task.updates, (doc) => outcomesOf(doc, task.gone, task.sent));
    case 'words':
      return withDoc(task.updates, (doc) => {
        const text = plainTextOf(textOfDoc(doc)).replaceAll('\u0000', ' ').toWellFormed();
        return { text: text.slice(0, keptMax).toWellFormed(), vector: vectorOf(text) };
      });
    case 'state':
      return withDoc(
        task.updates,
        (doc) => ({ state: stateOf(doc), wordCount: countWords(plainTextOf(textOfDoc(doc))) }),
        task.whatFits ? buildWhatFits : buildDoc,
      );
    case 'content':
      return contentIn(task.updates, task.format);
    case 'towards':
      return updateTowards(task.updates, task.content, { clientId: task.client });
    case 'compareCopy':
      return compareCopy(task.copied);
    case 'mergeCopy':
      return mergeCopy(task.copied, task.merging);
    case 'differences':
      return differences(contentOf(task.before, 'json'), contentOf(task.after, 'json'));
  }
}

function contentIn(updates: Updates, format: DocumentFormat): NodeJson | string {
  switch (format) {
    case 'json':
    case 'text':
      return contentOf(updates, format);
    case 'html':
      return htmlOf(contentOf(updates, 'json'));
    case 'markdown':
      return markdownOf(contentOf(updates, 'json'));
  }
}

function withDoc<T>(updates: Updates, use: (doc: ReturnType<typeof buildDoc>) => T, build = buildDoc): T {
  const doc = build(updates);
  try {
    return use(doc);
  } finally {
    doc.destroy();
  }
}
