import { Extension } from '@tiptap/core';
import { avatarColorIn } from '@longhand/contract';
import type { EditorView } from '@tiptap/pm/view';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import type { Awareness } from 'y-protocols/awareness';
import { caretsPlugin, type CaretLook } from './text/carets.ts';

const look: CaretLook = {
  caret,
  selected: ({ color }) => ({
    class: 'othersSelection',
    'data-person': '',
    style: colorStyle(color),
  }),
};

/** Shows the carets and selections of other users, with name and user colour. */
export const Carets = Extension.create<{ awareness: Awareness | null }>({
  name: 'carets',
  addOptions: () => ({ awareness: null }),
  addProseMirrorPlugins() {
    const { awareness } = this.options;
    if (awareness === null) return [];
    return [
      caretsPlugin(this.editor, awareness, look),
      new Plugin({ key: new PluginKey('caretNames'), view: (view) => showNames(view, awareness) }),
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
  name.textContent = words;
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
function showNames(view: EditorView, awareness: Awareness): { destroy: () => void } {
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
    for (const id of [...added, ...updated, ...removed]) clearTimeout(timers.get(id));
    for (const id of removed) timers.delete(id);
    for (const id of [...added, ...updated]) {
      // The user's own caret has no element: a search would visit the whole text at each key press.
      if (id === awareness.clientID) continue;
      delete caretOf(view.dom, id)?.dataset['quiet'];
      timers.set(
        id,
        setTimeout(() => caretOf(view.dom, id)?.setAttribute('data-quiet', ''), nameFor),
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
export function caretOf(root: ParentNode, clientId: number): HTMLElement | null {
  return root.querySelector<HTMLElement>(`.othersCaret[data-client="${clientId}"]`);
}

function colorStyle(color: string): string {
  const safe = /^#[0-9a-f]{6}$/i.test(color) ? color : '#625c53';
  return `--person-light: ${avatarColorIn('light', safe)}; --person-dark: ${avatarColorIn('dark', safe)}`;
}
