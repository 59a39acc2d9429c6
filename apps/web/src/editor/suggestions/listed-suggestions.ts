import { suggestionsOf, type Suggestion } from '@longhand/document';
import type { Reading } from '@longhand/text';
import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { replicaOf } from '../text/bound-text.ts';
import type { TextRange } from '../text/text-range.ts';

/**
 * A suggestion as its card shows it. Components hold it without its position, which every character
 * typed before it changes: see {@link rangeOfSuggestion}.
 */
export type ListedSuggestion = Omit<Suggestion, 'from' | 'to'>;

type SuggestedRange = Suggestion['ranges'][number];

const known = new WeakMap<Node, ReadonlyMap<string, Suggestion>>();

/** Returns the suggestions of the current text by id, in the order of the text. */
export function currentSuggestions(editor: Editor): ReadonlyMap<string, Suggestion> {
  const { doc } = editor.state;
  const cached = known.get(doc);
  if (cached !== undefined) return cached;
  const reading = replicaOf(editor)?.reading;
  const found = new Map(
    suggestionsOf(doc).map((each) => [each.id, reading ? withPathsBefore(each, reading) : each]),
  );
  known.set(doc, found);
  return found;
}

/**
 * Adds the containers that moved blocks leave. A document of the editor shows only those with the
 * suggestion applied.
 */
export function withPathsBefore(suggestion: Suggestion, reading: Reading): Suggestion {
  let isMove = false;
  const ranges = suggestion.ranges.map((range): SuggestedRange => {
    if (range.kind !== 'block') return range;
    const { in: before } = range.was;
    if (typeof before !== 'string') return range;
    isMove = true;
    return { ...range, pathBefore: reading.storedPath(before) };
  });
  return isMove ? { ...suggestion, ranges } : suggestion;
}

/** Returns the range of a suggestion in the current text; null if it no longer exists. */
export function rangeOfSuggestion(editor: Editor, id: string): TextRange | null {
  return currentSuggestions(editor).get(id) ?? null;
}

/** True if two lists have the same suggestions in the same order, whatever their positions. */
export function isSameList(
  before: readonly ListedSuggestion[],
  now: readonly ListedSuggestion[],
): boolean {
  return (
    before.length === now.length &&
    now.every((each, i) => {
      const other = before[i];
      return other !== undefined && (other === each || isSameContent(other, each));
    })
  );
}

function isSameContent(one: ListedSuggestion, other: ListedSuggestion): boolean {
  return (
    one.id === other.id &&
    one.author === other.author &&
    one.at === other.at &&
    one.added === other.added &&
    one.removed === other.removed &&
    one.ranges.length === other.ranges.length &&
    one.ranges.every((range, i) => isSameRange(range, other.ranges[i]))
  );
}

function isSameRange(one: SuggestedRange, other: SuggestedRange | undefined): boolean {
  if (one.kind !== other?.kind) return false;
  if (!('set' in one) || !('set' in other)) return true;
  return (
    isEqual(one.set, other.set) &&
    isEqual(one.was, other.was) &&
    (one.kind !== 'block' ||
      other.kind !== 'block' ||
      (isEqual(one.path, other.path) && isEqual(one.pathBefore, other.pathBefore)))
  );
}

const isEqual = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);
