import type { CommentAnchor } from '@longhand/contract';
import { suggestionsOf } from '@longhand/document';
import type { Replica } from '@longhand/text';
import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { useEffect, useState } from 'react';
import { afterChanges } from '../../ui/in-text/after-changes.ts';
import { replicaOf } from '../../ui/in-text/bound-text.ts';
import { createFinder } from './anchors.ts';
import { addHighlights, highlight, highlightedIn } from './highlights.ts';
import type { Stretch } from '../../ui/in-text/stretch.ts';

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

/** Ranges of commented passages. `isCurrent`: all anchors have been searched. */
export type Passages = {
  readonly passages: ReadonlyMap<string, Stretch>;
  readonly isCurrent: boolean;
};

const nowhere: ReadonlyMap<string, Stretch> = new Map();

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
    passages: ReadonlyMap<string, Stretch>;
  }>({
    of: null,
    passages: nowhere,
  });
  useEffect(() => addHighlights(editor), [editor]);
  useEffect(() => {
    const look = (): boolean | void => {
      const replica = replicaOf(editor);
      if (replica === null) return;
      // Rendering beside composed text would end its composition.
      if (editor.view.composing) return false;
      const find = finderOf(replica, editor.state.doc, anchored);
      const there = new Map(
        anchored.flatMap(({ id, about }): [string, Stretch][] => {
          const stretch = find(about);
          return stretch === null ? [] : [[id, stretch]];
        }),
      );
      const shown = new Map(
        anchored.flatMap(({ id, isShown }): [string, Stretch][] => {
          const stretch = there.get(id);
          return isShown && stretch ? [[id, stretch]] : [];
        }),
      );
      if (!isSame(shown, highlightedIn(editor).stretches)) highlight(editor, { stretches: shown });
      setFound((before) => {
        const passages = isSame(before.passages, there) ? before.passages : there;
        return before.of === anchored && before.passages === passages
          ? before
          : { of: anchored, passages };
      });
    };
    return afterChanges(editor, pace, look);
  }, [editor, anchored]);
  useEffect(() => {
    if (!editor.isDestroyed && highlightedIn(editor).activeId !== activeId)
      highlight(editor, { activeId });
  }, [editor, activeId]);
  return { passages: found.passages, isCurrent: found.of === anchored };
}

/** Creates a function that finds passages, and suggestions by id. */
function finderOf(
  replica: Replica,
  doc: Node,
  anchored: readonly Anchored[],
): (about: CommentAnchor | string) => Stretch | null {
  const find = createFinder(replica, doc);
  const suggestions = anchored.some(({ about }) => typeof about === 'string')
    ? suggestionsOf(doc)
    : [];
  const byId = new Map(suggestions.map(({ id, from, to }) => [id, { from, to }]));
  return (about) => (typeof about === 'string' ? (byId.get(about) ?? null) : find(about));
}

function isSame(one: ReadonlyMap<string, Stretch>, other: ReadonlyMap<string, Stretch>): boolean {
  if (one.size !== other.size) return false;
  for (const [id, { from, to }] of one) {
    const same = other.get(id);
    if (same?.from !== from || same.to !== to) return false;
  }
  return true;
}
