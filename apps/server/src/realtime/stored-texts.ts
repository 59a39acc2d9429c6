import type { DocumentFormat } from '@longhand/contract';
import {
  documentSchema,
  excerptOf,
  countWords,
  htmlOf,
  jsonOf,
  mappingBetween,
  markdownOf,
  nodeOf,
  plainTextOfJson,
  type NodeJson,
} from '@longhand/document';
import type { buildDoc } from '@longhand/sync/server';
import {
  changeStored,
  Grammar,
  openSuggestions,
  Reading,
  renderingOf,
  rootsOf,
  runsOf,
  type Ink,
} from '@longhand/text';
import type { Suggesting } from '../domain/live.ts';

/** The grammar of documents. */
const grammar = new Grammar(documentSchema);

type Updates = readonly Uint8Array[];
type Doc = ReturnType<typeof buildDoc>;

/** Format of document content. `original`: JSON without suggestions. */
export type ContentFormat = DocumentFormat | 'original';

/** List data of a document's text: words, excerpt, authors of suggestions and mentions. */
export type Summary = {
  readonly wordCount: number;
  readonly excerpt: string;
  readonly suggesters: readonly Suggester[];
  readonly mentions: readonly MentionTrace[];
};

/**
 * Number of a user's open suggestions in a document, and the time of the last one (ms since 1970).
 */
export type Suggester = {
  readonly author: string;
  readonly count: number;
  readonly lastAt: number;
};

/** A mention of a user in a text. `context`: hash of the surrounding text. */
export type MentionTrace = {
  readonly userId: string;
  readonly unit: { readonly client: number; readonly clock: number };
  readonly context: number;
};

/** Returns the content of a document: JSON with or without suggestions, or a string. */
export function contentOf(doc: Doc, format: ContentFormat): NodeJson | string {
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

/** Returns the {@link Summary} of a document. */
export function summaryOf(doc: Doc): Summary {
  const rendering = renderingOf(doc, grammar);
  const reading = new Reading(rootsOf(doc), grammar);
  const text = plainTextOfJson(jsonOf(rendering.doc));
  const suggesters = Map.groupBy(openSuggestions(reading), ({ by }) => by);
  const named = peopleIn(rendering.doc);
  const mentions = runsOf(rendering, reading).flatMap(({ from, client, clock }): MentionTrace[] => {
    const found = named.get(from);
    return found === undefined ? [] : [{ ...found, unit: { client, clock } }];
  });
  return {
    wordCount: countWords(text),
    excerpt: excerptOf(text),
    suggesters: [...suggesters].map(([author, own]) => ({
      author,
      count: own.length,
      lastAt: own.reduce((last, { at }) => Math.max(last, at), -Infinity),
    })),
    mentions,
  };
}

type Block = ReturnType<typeof nodeOf>;

/**
 * Finds the mentioned users by position. Uses one walk, because each look-up of a position passes
 * all blocks before it.
 */
function peopleIn(doc: Block): Map<number, Pick<MentionTrace, 'userId' | 'context'>> {
  const found = new Map<number, Pick<MentionTrace, 'userId' | 'context'>>();
  doc.descendants((node, pos, parent) => {
    const userId: unknown =
      node.type.name === 'mention' && node.attrs['of'] === 'person' ? node.attrs['id'] : null;
    if (typeof userId === 'string' && parent !== null)
      found.set(pos, { userId, context: contextOf(parent) });
  });
  return found;
}

const contexts = new WeakMap<Block, number>();

/** Returns a hash of the text of a block. Source: Fowler, Noll and Vo, FNV-1a. */
function contextOf(block: Block): number {
  const known = contexts.get(block);
  if (known !== undefined) return known;
  let sum = 0x811c9dc5;
  const words = block.textBetween(0, block.content.size, '', '\n');
  for (let i = 0; i < words.length; i += 1) sum = Math.imul(sum ^ words.charCodeAt(i), 0x01000193);
  contexts.set(block, sum >>> 0);
  return sum >>> 0;
}

/**
 * A change made by the server: its content and client id. `suggesting`: author of the suggestions.
 * `restores`: the earlier state that is restored.
 */
export type Towards = {
  readonly content: NodeJson;
  readonly client: number;
  readonly suggesting: Suggesting | null;
  readonly restores: Updates | null;
};

/**
 * Returns the update that changes a document to `content`, or null if nothing changes. Characters
 * that are in both are preserved.
 */
export function towards(
  doc: Doc,
  { content, client, suggesting, restores }: Towards,
): Uint8Array | null {
  const after = nodeOf(content);
  const newId = (): string => crypto.randomUUID().replaceAll('-', '').slice(0, 24);
  const ink: Ink =
    suggesting === null
      ? { kind: 'edit' }
      : {
          kind: 'suggestion',
          id: newId(),
          by: suggesting.author,
          at: suggesting.at,
          nextId: newId,
        };
  return changeStored(doc, grammar, client, (shown) => ({
    after,
    mapping: mappingBetween(shown, after),
    ink,
    ...(restores !== null && { restores }),
  }));
}
