import { countWords, excerptOf, jsonOf, plainTextOfJson, type nodeOf } from '@longhand/document';
import { stateOf } from '@longhand/sync/server';
import { openSuggestions, Reading, renderingOf, rootsOf, runsOf } from '@longhand/text';
import { grammar, originalTextOf, type StoredDoc } from '../domain/document-content.ts';
import { vectorOf } from '../domain/search-words.ts';

/** Maximum number of characters of a text that search stores. Snippets are cut from them. */
const searchTextMax = 1_000_000;

/** Everything that the server derives from the text of a document. */
export type Projection = {
  readonly wordCount: number;
  readonly excerpt: string;
  readonly suggesters: readonly Suggester[];
  readonly mentions: readonly MentionTrace[];
  /** Data of the search index: the beginning of the text, and its vector. */
  readonly search: { readonly text: string; readonly vector: string };
  /** The whole document as one update, if it was asked for. */
  readonly state: Uint8Array | null;
  /** The content with suggestions as JSON in UTF-8, if it was asked for. */
  readonly content: Uint8Array | null;
  /** Time of the computation (ms), without the start of a process and the wait for it. */
  readonly took: number;
};

/** The large parts of a projection, which are needed seldom. */
export type Wanted = { readonly state: boolean; readonly content: boolean };

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

/** Returns the {@link Projection} of a document. The document is rendered once for all parts. */
export function projectionOf(doc: StoredDoc, wanted: Wanted): Projection {
  const began = performance.now();
  const reading = new Reading(rootsOf(doc), grammar);
  const rendering = renderingOf(doc, grammar);
  const marked = jsonOf(rendering.doc);
  const original = originalTextOf(doc);
  const text = storable(plainTextOfJson(marked));
  const suggesters = Map.groupBy(openSuggestions(reading), ({ by }) => by);
  const named = peopleIn(rendering.doc);
  const mentions = runsOf(rendering, reading).flatMap(({ from, client, clock }): MentionTrace[] => {
    const found = named.get(from);
    return found === undefined ? [] : [{ ...found, unit: { client, clock } }];
  });
  return {
    wordCount: countWords(original),
    excerpt: excerptOf(storable(original)),
    suggesters: [...suggesters].map(([author, own]) => ({
      author,
      count: own.length,
      lastAt: own.reduce((last, { at }) => Math.max(last, at), -Infinity),
    })),
    mentions,
    search: { text: text.slice(0, searchTextMax).toWellFormed(), vector: vectorOf(text) },
    state: wanted.state ? stateOf(doc) : null,
    content: wanted.content ? Buffer.from(JSON.stringify(marked)) : null,
    took: performance.now() - began,
  };
}

/** Returns a text without the characters that PostgreSQL does not store. */
function storable(text: string): string {
  return text.replaceAll('\u0000', ' ').toWellFormed();
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
    if (typeof userId === 'string' && storable(userId) === userId && parent !== null)
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
