import type { CommentAnchor } from '@longhand/contract';
import { suggestionsOf } from '@longhand/document';
import type { Replica } from '@longhand/text';
import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { useEffect, useState } from 'react';
import { afterChanges } from '../../ui/inText/afterChanges.ts';
import { replicaOf } from '../../ui/inText/boundText.ts';
import { createFinder } from './anchors.ts';
import { addHighlights, highlight, highlightedIn } from './highlights.ts';
import type { Stretch } from '../../ui/inText/stretch.ts';

/** The pace at which the passages of comments are looked for in a changed text; until then, they move with the text. */
const pace = { quiet: 150, latest: 1_000 };

/** What an anchor belongs to: a thread's id, or that of the comment being written. */
export type Anchored = {
  readonly id: string;
  /** Its words, or the id of the suggestion that it is about. */
  readonly about: CommentAnchor | string;
  readonly isShown: boolean;
};

/** Where the text stands that comments are about. `isCurrent`: all of them have been looked for. */
export type Passages = { readonly passages: ReadonlyMap<string, Stretch>; readonly isCurrent: boolean };

const nowhere: ReadonlyMap<string, Stretch> = new Map();

/**
 * Finds what comments are about, by the ids of their threads, and highlights it. What is not among the passages is gone, or has not been
 * looked for yet.
 */
export function usePassages(editor: Editor, anchored: readonly Anchored[], activeId: string | null): Passages {
  const [found, setFound] = useState<{ of: readonly Anchored[] | null; passages: ReadonlyMap<string, Stretch> }>({
    of: null,
    passages: nowhere,
  });
  useEffect(() => addHighlights(editor), [editor]);
  useEffect(() => {
    const look = (): boolean | void => {
      const replica = replicaOf(editor);
      if (replica === null) return;
      // To draw beside letters that are being composed would end their composition.
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
        return before.of === anchored && before.passages === passages ? before : { of: anchored, passages };
      });
    };
    return afterChanges(editor, pace, look);
  }, [editor, anchored]);
  useEffect(() => {
    if (!editor.isDestroyed && highlightedIn(editor).activeId !== activeId) highlight(editor, { activeId });
  }, [editor, activeId]);
  return { passages: found.passages, isCurrent: found.of === anchored };
}

/** Finds words, and suggestions where somebody speaks of one. */
function finderOf(replica: Replica, doc: Node, anchored: readonly Anchored[]): (about: CommentAnchor | string) => Stretch | null {
  const find = createFinder(replica, doc);
  const suggestions = anchored.some(({ about }) => typeof about === 'string') ? suggestionsOf(doc) : [];
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
