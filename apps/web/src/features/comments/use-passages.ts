import type { CommentAnchor } from '@longhand/contract';
import { suggestionsOf } from '@longhand/document';
import type { Replica } from '@longhand/text';
import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { useEffect, useState } from 'react';
import { afterChanges } from '../../editor/text/after-changes.ts';
import { replicaOf } from '../../editor/text/bound-text.ts';
import { createFinder } from './anchors.ts';
import { commentLayer } from './comment-layer.ts';
import type { TextRange } from '../../editor/text/text-range.ts';

/**
 * Debounce of the search for commented passages after a change (ms); until then, they are mapped
 * through the changes.
 */
const pace = { quiet: 150, latest: 1_000 };

/** An anchor with its id: that of a thread, or of the comment being written. */
export type Anchored = {
  readonly id: string;
  /** Its anchor, or the id of its suggestion. */
  readonly about: CommentAnchor | string;
  readonly isShown: boolean;
};

/**
 * Ids of the commented passages that exist in the text, in its order; see `passageOf` for their
 * ranges. `isCurrent`: all anchors have been searched.
 */
export type Passages = {
  readonly passages: ReadonlySet<string>;
  readonly isCurrent: boolean;
};

const nowhere: ReadonlySet<string> = new Set();

/**
 * Finds the passages of comments by thread id, and highlights them. A missing passage was deleted,
 * or not searched yet.
 */
export function usePassages(
  editor: Editor,
  anchored: readonly Anchored[],
  activeId: string | null,
): Passages {
  const [found, setFound] = useState<{
    of: readonly Anchored[] | null;
    passages: ReadonlySet<string>;
  }>({
    of: null,
    passages: nowhere,
  });
  useEffect(() => commentLayer.add(editor), [editor]);
  useEffect(() => {
    const look = (): boolean | void => {
      const replica = replicaOf(editor);
      if (replica === null) return;
      // Rendering beside composed text would end its composition.
      if (editor.view.composing) return false;
      const find = finderOf(replica, editor.state.doc, anchored);
      const ranges = new Map<string, TextRange>();
      const hidden = new Map<string, TextRange>();
      for (const { id, about, isShown } of anchored) {
        const range = find(about);
        if (range !== null) (isShown ? ranges : hidden).set(id, range);
      }
      const layer = commentLayer.stateIn(editor);
      if (!isSame(ranges, layer.ranges) || !isSame(hidden, layer.hidden))
        commentLayer.change(editor, { ranges, hidden });
      const there = [...ranges, ...hidden].toSorted(([, one], [, other]) => one.from - other.from);
      setFound((before) => {
        const ids = [...before.passages];
        const isUnchanged =
          ids.length === there.length && there.every(([id], at) => id === ids[at]);
        const passages = isUnchanged ? before.passages : new Set(there.map(([id]) => id));
        return before.of === anchored && before.passages === passages
          ? before
          : { of: anchored, passages };
      });
    };
    return afterChanges(editor, pace, look, 'painted');
  }, [editor, anchored]);
  useEffect(() => {
    if (!editor.isDestroyed && commentLayer.stateIn(editor).activeId !== activeId)
      commentLayer.change(editor, { activeId });
  }, [editor, activeId]);
  return { passages: found.passages, isCurrent: found.of === anchored };
}

/** Creates a function that finds passages, and suggestions by id. */
function finderOf(
  replica: Replica,
  doc: Node,
  anchored: readonly Anchored[],
): (about: CommentAnchor | string) => TextRange | null {
  const find = createFinder(replica, doc);
  const suggestions = anchored.some(({ about }) => typeof about === 'string')
    ? suggestionsOf(doc)
    : [];
  const byId = new Map(suggestions.map(({ id, from, to }) => [id, { from, to }]));
  return (about) => (typeof about === 'string' ? (byId.get(about) ?? null) : find(about));
}

function isSame(
  one: ReadonlyMap<string, TextRange>,
  other: ReadonlyMap<string, TextRange>,
): boolean {
  if (one.size !== other.size) return false;
  for (const [id, { from, to }] of one) {
    const same = other.get(id);
    if (same?.from !== from || same.to !== to) return false;
  }
  return true;
}
