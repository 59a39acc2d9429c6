import { Extension, type Editor } from '@tiptap/core';
import { avatarColorIn } from '@longhand/contract';
import type { EditorView } from '@tiptap/pm/view';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import type { Awareness } from 'y-protocols/awareness';
import { shownName } from '../language/person-names.ts';
import { caretPosition, caretsPlugin, type CaretLook } from './text/carets.ts';
import { renderAround } from './viewport/rendered-blocks.ts';

/**
 * Returns the renderers of carets and selections.
 *
 * @param quiet client ids of inactive users, whose names are hidden
 */
function lookOf(quiet: ReadonlySet<number>): CaretLook {
  return {
    caret: (card, clientId) => {
      const element = caret(card, clientId);
      // A caret is rendered again when its block comes near the window.
      element.toggleAttribute('data-quiet', quiet.has(clientId));
      return element;
    },
    selected: ({ color }) => ({
      class: 'othersSelection',
      'data-person': '',
      style: colorStyle(color),
    }),
  };
}

/** Shows the carets and selections of other users, with name and user colour. */
export const Carets = Extension.create<{ awareness: Awareness | null }>({
  name: 'carets',
  addOptions: () => ({ awareness: null }),
  addProseMirrorPlugins() {
    const { awareness } = this.options;
    if (awareness === null) return [];
    const quiet = new Set<number>();
    return [
      caretsPlugin(this.editor, awareness, lookOf(quiet)),
      new Plugin({
        key: new PluginKey('caretNames'),
        view: (view) => showNames(view, awareness, quiet),
      }),
      new Plugin({ key: new PluginKey('caretNamesNear'), view: showNamesNearPointer }),
    ];
  },
});

function caret(
  { name: words, color }: { readonly name: string; readonly color: string },
  clientId: number,
): HTMLElement {
  const element = document.createElement('span');
  element.className = 'othersCaret';
  element.dataset['client'] = String(clientId);
  element.dataset['person'] = '';
  element.style.cssText = colorStyle(color);
  const name = document.createElement('span');
  name.className = 'othersName';
  name.dir = 'auto';
  name.textContent = shownName(words);
  // The word joiners prevent a line break at the caret where there is no space.
  element.append('\u2060', name, '\u2060');
  return element;
}
/** Delay before the name at an unmoved caret fades (ms). */
const nameFor = 2_000;

/**
 * Hides the names of inactive users, and shows them again on movement. A CSS animation would redraw
 * the page for every frame while they type.
 */
function showNames(
  view: EditorView,
  awareness: Awareness,
  quiet: Set<number>,
): { destroy: () => void } {
  const timers = new Map<number, ReturnType<typeof setTimeout>>();
  const moved = ({
    added,
    updated,
    removed,
  }: {
    added: number[];
    updated: number[];
    removed: number[];
  }): void => {
    for (const id of [...added, ...updated, ...removed]) {
      clearTimeout(timers.get(id));
      quiet.delete(id);
    }
    for (const id of removed) timers.delete(id);
    for (const id of [...added, ...updated]) {
      // The user's own caret has no element: a search would visit the whole text at each key press.
      if (id === awareness.clientID) continue;
      caretOf(view.dom, id)?.removeAttribute('data-quiet');
      timers.set(
        id,
        setTimeout(() => {
          quiet.add(id);
          caretOf(view.dom, id)?.setAttribute('data-quiet', '');
        }, nameFor),
      );
    }
  };
  moved({ added: [...awareness.getStates().keys()], updated: [], removed: [] });
  awareness.on('change', moved);
  return {
    destroy() {
      awareness.off('change', moved);
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}

/** Distance of the pointer from a caret at which its name is shown (pixels). */
const near = 6;

/**
 * Shows the names of the carets under the pointer, also of inactive users. Carets take no events.
 */
function showNamesNearPointer({ dom }: EditorView): { destroy: () => void } {
  let frame: number | null = null;
  let pointer: { readonly x: number; readonly y: number } | null = null;
  const draw = (): void => {
    frame = null;
    for (const caret of dom.querySelectorAll('.othersCaret')) {
      const { left, right, top, bottom } = caret.getBoundingClientRect();
      caret.toggleAttribute(
        'data-near',
        pointer !== null &&
          Math.max(left - pointer.x, pointer.x - right, top - pointer.y, pointer.y - bottom) <=
            near,
      );
    }
  };
  const moved = ({ type, clientX, clientY }: MouseEvent): void => {
    pointer = type === 'mouseleave' ? null : { x: clientX, y: clientY };
    frame ??= requestAnimationFrame(draw);
  };
  dom.addEventListener('mousemove', moved);
  dom.addEventListener('mouseleave', moved);
  return {
    destroy() {
      if (frame !== null) cancelAnimationFrame(frame);
      dom.removeEventListener('mousemove', moved);
      dom.removeEventListener('mouseleave', moved);
    },
  };
}

/** Returns the element of a remote caret by client id; null if it is not rendered. */
function caretOf(root: ParentNode, clientId: number): HTMLElement | null {
  return root.querySelector<HTMLElement>(`.othersCaret[data-client="${clientId}"]`);
}

/**
 * Returns the element of a remote caret by client id, and renders the block that it is in. Null if
 * the user has no caret in the text.
 */
export function renderCaret({ state, view }: Editor, clientId: number): HTMLElement | null {
  const pos = caretPosition(state, clientId);
  if (pos === null) return null;
  renderAround(view, pos);
  return caretOf(view.dom, clientId);
}

function colorStyle(color: string): string {
  const safe = /^#[0-9a-f]{6}$/i.test(color) ? color : '#625c53';
  return `--person-light: ${avatarColorIn('light', safe)}; --person-dark: ${avatarColorIn('dark', safe)}`;
}
