import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import type { Stretch } from '../../ui/in-text/stretch.ts';
import type { Change } from './changes.ts';
import './since.css';
import { decorate } from '../../ui/in-text/decorate.ts';

type Shown = {
  readonly changes: readonly Change[];
  readonly current: number | null;
  readonly isOn: boolean;
};
type State = Shown & { readonly places: readonly Stretch[]; readonly drawn: DecorationSet };

const key = new PluginKey<State>('since');

/** Maximum length of removed text shown in the document (characters); the history has all of it. */
const removedMax = 240;

/**
 * Registers the plugin that maps these changes through edits. Returns a function that removes it.
 */
export function addChanges(editor: Editor, changes: readonly Change[]): () => void {
  editor.registerPlugin(
    new Plugin<State>({
      key,
      state: {
        init: () => ({
          changes,
          current: null,
          isOn: false,
          places: changes,
          drawn: DecorationSet.empty,
        }),
        apply(tr, state) {
          const told = tr.getMeta(key) as Partial<Shown> | undefined;
          if (!told && !tr.docChanged) return state;
          const map = tr.mapping;
          const places = tr.docChanged
            ? state.places.map(({ from, to }) => moved(map.map(from, 1), map.map(to, -1)))
            : state.places;
          const next = { ...state, ...told, places };
          return { ...next, drawn: told ? draw(tr.doc, next) : state.drawn.map(map, tr.doc) };
        },
      },
      props: { decorations: (state) => key.getState(state)?.drawn },
    }),
  );
  return () => {
    if (!editor.isDestroyed) editor.unregisterPlugin(key);
  };
}

/** Returns the current range of a change; null for an unknown index. */
export function placeOf(editor: Editor, number: number): Stretch | null {
  return key.getState(editor.state)?.places[number] ?? null;
}

/** Shows the changes in the text, with one of them active; or hides them. */
export function showChanges(editor: Editor, told: Pick<Shown, 'current' | 'isOn'>): void {
  decorate(editor.view, key, told);
}

const moved = (from: number, to: number): Stretch => ({
  from: Math.min(from, to),
  to: Math.max(from, to),
});

function draw(doc: Node, { changes, places, current, isOn }: Omit<State, 'drawn'>): DecorationSet {
  if (!isOn) return DecorationSet.empty;
  const drawn = changes.flatMap(({ removed, isBlock }, i) => {
    const { from = 0, to = 0 } = places[i] ?? {};
    if (to > doc.content.size) return [];
    const look = {
      class: isBlock ? 'sinceBlock' : 'sinceWords',
      ...(i === current && { 'data-current': '' }),
    };
    const own: Decoration[] = [];
    if (removed.trim() !== '')
      own.push(
        Decoration.widget(from, () => removedWords(removed, isBlock, i === current), {
          side: -1,
          key: `${i} ${i === current}`,
        }),
      );
    if (from < to && isBlock && doc.nodeAt(from)?.nodeSize === to - from)
      own.push(Decoration.node(from, to, look));
    else if (from < to) own.push(Decoration.inline(from, to, look));
    return own;
  });
  return DecorationSet.create(doc, drawn);
}

function removedWords(text: string, isBlock: boolean, isCurrent: boolean): HTMLElement {
  const element = document.createElement('del');
  element.className = 'sinceRemoved';
  element.toggleAttribute('data-block', isBlock);
  element.toggleAttribute('data-current', isCurrent);
  element.textContent =
    text.length > removedMax ? `${text.slice(0, removedMax).toWellFormed()}…` : text;
  return element;
}
