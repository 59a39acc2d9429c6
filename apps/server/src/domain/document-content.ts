import type { DocumentFormat } from '@longhand/contract';
import {
  countWords,
  documentSchema,
  htmlOf,
  jsonOf,
  markdownOf,
  plainTextOfJson,
  type NodeJson,
} from '@longhand/document';
import type { buildDoc } from '@longhand/sync/server';
import { Grammar, renderingOf } from '@longhand/text';

/** The grammar of documents. */
export const grammar = new Grammar(documentSchema);

/** A stored document as Yjs holds it. */
export type StoredDoc = ReturnType<typeof buildDoc>;

/** Format of document content. `original`: JSON without suggestions. */
export type ContentFormat = DocumentFormat | 'original';

/**
 * Returns the content of a document: JSON with or without suggestions, or a string. Plain text
 * contains suggested insertions and deletions alike, because the search index is built from it and
 * has to find both; words shown to users are counted without them, see {@link wordCountOf}.
 */
export function contentOf(doc: StoredDoc, format: ContentFormat): NodeJson | string {
  const read = (view: 'marked' | 'original'): NodeJson =>
    jsonOf(renderingOf(doc, grammar, view).doc);
  switch (format) {
    case 'json':
      return read('marked');
    case 'original':
      return read('original');
    case 'text':
      return plainTextOfJson(read('marked'));
    case 'html':
      return htmlOf(read('marked'));
    case 'markdown':
      return markdownOf(read('original'));
  }
}

/**
 * Returns the plain text of a document as it is without suggestions: next to each other, deleted
 * and inserted words would be read as one.
 */
export const originalTextOf = (doc: StoredDoc): string =>
  plainTextOfJson(contentOf(doc, 'original') as NodeJson);

/** Returns the number of words of a document without suggestions, as a page counts them. */
export const wordCountOf = (doc: StoredDoc): number => countWords(originalTextOf(doc));
