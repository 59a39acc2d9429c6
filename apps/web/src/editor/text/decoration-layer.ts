import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { Plugin, PluginKey, type EditorState, type Transaction } from '@tiptap/pm/state';
import type { Mapping } from '@tiptap/pm/transform';
import type { DecorationSet } from '@tiptap/pm/view';
import {
  clipped,
  mapClipped,
  noDecorations,
  type ClippedDecorations,
} from '../viewport/clipped-decorations.ts';
import { decorate } from './decorate.ts';

/** Decorations that a feature adds to an open text, rendered from a state of type `S`. */
export type DecorationLayer<S> = {
  /** Adds the layer to an editor. Returns a function that removes it. */
  add(editor: Editor, initial?: Partial<S>): () => void;
  /** Returns the current state; the initial state if the layer is not added. */
  stateIn(editor: Editor): S;
  /** Changes the state, and renders the decorations again. */
  change(editor: Editor, change: Partial<S>): void;
};

type Options<S> = {
  readonly initial: S;
  /** Maps positions in the state through changes of the text. Without it, the state is kept. */
  readonly map?: (state: S, mapping: Mapping) => S;
  /** Renders a state. Between two changes of the state, its decorations are mapped. */
  readonly render: (doc: Node, state: S) => DecorationSet;
};

type Layer<S> = { readonly state: S; readonly decorations: ClippedDecorations };

/**
 * Creates a layer of decorations.
 *
 * @param name unique name of the layer
 * @example
 * const matches = createDecorationLayer('find', { initial: { matches: [] }, render });
 * useEffect(() => matches.add(editor), [editor]);
 */
export function createDecorationLayer<S extends object>(
  name: string,
  { initial, map = (state) => state, render }: Options<S>,
): DecorationLayer<S> {
  const key = new PluginKey<Layer<S>>(name);

  function next(tr: Transaction, layer: Layer<S>, after: EditorState): Layer<S> {
    const change = tr.getMeta(key) as Partial<S> | undefined;
    const mapped = tr.docChanged ? map(layer.state, tr.mapping) : layer.state;
    if (change === undefined)
      return { state: mapped, decorations: mapClipped(layer.decorations, tr, after) };
    const state = { ...mapped, ...change };
    return { state, decorations: clipped(render(tr.doc, state), after) };
  }

  return {
    add(editor, own) {
      editor.registerPlugin(
        new Plugin<Layer<S>>({
          key,
          state: {
            init: () => ({ state: { ...initial, ...own }, decorations: noDecorations }),
            apply: (tr, layer, _before, after) => next(tr, layer, after),
          },
          props: { decorations: (state) => key.getState(state)?.decorations.shown },
        }),
      );
      return () => {
        if (!editor.isDestroyed) editor.unregisterPlugin(key);
      };
    },
    stateIn: (editor) => key.getState(editor.state)?.state ?? initial,
    change: (editor, change) => decorate(editor.view, key, change),
  };
}
