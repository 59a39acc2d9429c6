import { Extension } from '@tiptap/core';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import type { DecorationAttrs, EditorView } from '@tiptap/pm/view';
import { yCursorPlugin, ySyncPluginKey } from '@tiptap/y-tiptap';
import { avatarColorIn } from '@longhand/contract';
import type { Awareness } from 'y-protocols/awareness';

type Card = { readonly name: string; readonly color: string };

/**
 * Shows where the others are: a caret with a name, and what they have selected, each in the person's colour. States that are
 * not well formed are passed over, because the binding would throw on them and take the editor with it.
 */
export const Carets = Extension.create<{ awareness: Awareness | null }>({
  name: 'carets',
  addOptions: () => ({ awareness: null }),
  addProseMirrorPlugins() {
    const { awareness } = this.options;
    if (awareness === null) return [];
    return [
      seldomTelling(
        yCursorPlugin(awareness, {
          awarenessStateFilter: (_, clientId: number, state: unknown) => clientId !== awareness.clientID && hasCaret(state),
          cursorBuilder: caret,
          selectionBuilder: (card: Card): DecorationAttrs => ({
            class: 'othersSelection',
            'data-person': '',
            style: colorStyle(card.color),
          }),
        }),
      ),
      new Plugin({ key: new PluginKey('caretNames'), view: (view) => showNames(view, awareness) }),
    ];
  },
});

/** Looks for one's own caret in the shared text, to tell the others of it, but not for each letter of somebody else. */
function seldomTelling(plugin: Plugin): Plugin {
  const { view } = plugin.spec;
  if (view === undefined) return plugin;
  plugin.spec.view = (editorView) => {
    const own = view(editorView);
    const { update } = own;
    if (update === undefined) return own;
    return {
      ...own,
      update(now, before) {
        const { isChangeOrigin: isOthers } = (ySyncPluginKey.getState(now.state) ?? {}) as { isChangeOrigin?: boolean };
        if (isOthers === true && now.state.doc !== before.doc) return;
        update(now, before);
      },
    };
  };
  return plugin;
}

function caret(card: Card, clientId: number): HTMLElement {
  const element = document.createElement('span');
  element.className = 'othersCaret';
  element.dataset['client'] = String(clientId);
  element.dataset['person'] = '';
  element.style.cssText = colorStyle(card.color);
  const name = document.createElement('span');
  name.className = 'othersName';
  name.textContent = card.name;
  // The word joiners keep the caret from breaking the line where no space is.
  element.append('\u2060', name, '\u2060');
  return element;
}

/** Milliseconds after which the name at a caret fades that does not move. */
const nameFor = 3_400;

/** Takes away the names of those who are quiet, and shows them again when they move. An animation would draw the page anew with each frame while they write. */
function showNames(view: EditorView, awareness: Awareness): { destroy: () => void } {
  const timers = new Map<number, ReturnType<typeof setTimeout>>();
  const moved = ({ added, updated, removed }: { added: number[]; updated: number[]; removed: number[] }): void => {
    for (const id of [...added, ...updated, ...removed]) clearTimeout(timers.get(id));
    for (const id of removed) timers.delete(id);
    for (const id of [...added, ...updated]) {
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

/** The caret of another person's page in the text, where it is shown. */
export function caretOf(root: ParentNode, clientId: number): HTMLElement | null {
  return root.querySelector<HTMLElement>(`.othersCaret[data-client="${clientId}"]`);
}

function colorStyle(color: string): string {
  const safe = /^#[0-9a-f]{6}$/i.test(color) ? color : '#625c53';
  return `--person-light: ${avatarColorIn('light', safe)}; --person-dark: ${avatarColorIn('dark', safe)}`;
}

function hasCaret(state: unknown): boolean {
  return (
    isRecord(state) && isRecord(state['cursor']) && isPosition(state['cursor']['anchor']) && isPosition(state['cursor']['head'])
  );
}

/** A relative position of Yjs in JSON: an item, or the end of a type that is named or has an id. */
function isPosition(position: unknown): boolean {
  if (!isRecord(position)) return false;
  const { item, type, tname } = position;
  return [item, type].every(isIdOrNothing) && (tname === null || tname === undefined || tname === 'default');
}

function isIdOrNothing(id: unknown): boolean {
  if (id === null || id === undefined) return true;
  return isRecord(id) && Number.isSafeInteger(id['client']) && Number.isSafeInteger(id['clock']);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
