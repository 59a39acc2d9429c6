import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { Plugin, PluginKey, type EditorState, type Transaction } from '@tiptap/pm/state';
import { Mapping, type StepMap } from '@tiptap/pm/transform';
import type { Decoration, DecorationSet } from '@tiptap/pm/view';
import {
  clipped,
  mapClipped,
  noDecorations,
  type ClippedDecorations,
} from '../viewport/clipped-decorations.ts';
import { decorate } from './decorate.ts';
import { mergedMaps } from './merged-maps.ts';

/** Decorations that a feature adds to an open text, rendered from a state of type `S`. */
export type DecorationLayer<S> = {
  /** Adds the layer to an editor. Returns a function that removes it. */
  add(editor: Editor, initial?: Partial<S>): () => void;
  /** Returns the current state; the initial state if the layer is not added. */
  stateIn(editor: Editor): S;
  /** Returns the decorations at a position. It must be in a rendered block, as the caret is. */
  at(editor: Editor, pos: number): readonly Decoration[];
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

/** `maps`: changes of the text since `state`, which is mapped when it is needed. */
type Layer<S> = {
  readonly state: S;
  readonly maps: readonly StepMap[];
  readonly decorations: ClippedDecorations;
};

/** Number of maps above which a state is mapped. */
const mapsMax = 100;

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
  { initial, map, render }: Options<S>,
): DecorationLayer<S> {
  const key = new PluginKey<Layer<S>>(name);
  /** States of layers with maps. */
  const mapped = new WeakMap<Layer<S>, S>();

  function stateOf(layer: Layer<S>): S {
    if (map === undefined || layer.maps.length === 0) return layer.state;
    const known = mapped.get(layer) ?? map(layer.state, new Mapping([...layer.maps]));
    mapped.set(layer, known);
    return known;
  }

  function next(tr: Transaction, before: Layer<S>, after: EditorState): Layer<S> {
    const change = tr.getMeta(key) as Partial<S> | undefined;
    const maps = tr.docChanged ? mergedMaps(before.maps, tr.mapping.maps) : before.maps;
    if (change === undefined) {
      const decorations = mapClipped(before.decorations, tr, after);
      const layer = { state: before.state, maps, decorations };
      return maps.length > mapsMax ? { state: stateOf(layer), maps: [], decorations } : layer;
    }
    const state = { ...stateOf({ ...before, maps }), ...change };
    return { state, maps: [], decorations: clipped(render(tr.doc, state), after) };
  }

  return {
    add(editor, own) {
      editor.registerPlugin(
        new Plugin<Layer<S>>({
          key,
          state: {
            init: () => ({
              state: { ...initial, ...own },
              maps: [],
              decorations: noDecorations,
            }),
            apply: (tr, layer, _before, after) => next(tr, layer, after),
          },
          props: { decorations: (state) => key.getState(state)?.decorations.shown },
        }),
      );
      return () => {
        if (!editor.isDestroyed) editor.unregisterPlugin(key);
      };
    },
    stateIn(editor) {
      const layer = key.getState(editor.state);
      return layer === undefined ? initial : stateOf(layer);
    },
    at: (editor, pos) => key.getState(editor.state)?.decorations.shown.find(pos, pos) ?? [],
    change: (editor, change) => decorate(editor.view, key, change),
  };
}
