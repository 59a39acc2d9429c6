import { contentOf, countWords, excerptOf, plainTextOf, textOfDoc } from '@longhand/document';
import { buildDoc, foldDoc, type Folded } from '@longhand/sync';

/** What needs a whole document and so happens in a worker. Each is a pure function of the document's updates. */
export type Task =
  | { readonly kind: 'fold'; readonly updates: readonly Uint8Array[] }
  | { readonly kind: 'digest'; readonly updates: readonly Uint8Array[] }
  | { readonly kind: 'content'; readonly updates: readonly Uint8Array[]; readonly format: 'text' | 'json' };

/** What lists show of a document's text. */
export type Digest = { readonly wordCount: number; readonly excerpt: string };

/** The result of each task. */
export type TaskResults = { fold: Folded; digest: Digest; content: unknown };

/** Does a task; called by the worker threads. */
export function perform(task: Task): TaskResults[Task['kind']] {
  switch (task.kind) {
    case 'fold':
      return withDoc(task.updates, foldDoc);
    case 'digest':
      return withDoc(task.updates, (doc) => {
        const text = plainTextOf(textOfDoc(doc));
        return { wordCount: countWords(text), excerpt: excerptOf(text) };
      });
    case 'content':
      return contentOf(task.updates, task.format);
  }
}

function withDoc<T>(updates: readonly Uint8Array[], use: (doc: ReturnType<typeof buildDoc>) => T): T {
  const doc = buildDoc(updates);
  try {
    return use(doc);
  } finally {
    doc.destroy();
  }
}
