import { t } from '@lingui/core/macro';
import { Toggle } from '@longhand/document';
import { wrappingInputRule } from '@tiptap/core';
import { Plugin, PluginKey, type EditorState } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { sameSigns } from './callout.ts';
import { ignoringFrame } from './parts.ts';

/**
 * Toggle in the editor: closed until the user opens it, or the caret enters its hidden blocks. `>>
 * ` at the beginning of a line creates one.
 */
export const EditorToggle = Toggle.extend({
  addInputRules() {
    return [wrappingInputRule({ find: /^>>\s$/, type: this.type })];
  },
  addProseMirrorPlugins() {
    return [new Plugin({ key: new PluginKey('toggles'), view: () => ({ update: openAtCaret }) })];
  },
  addNodeView() {
    return ({ node, HTMLAttributes }) => {
      const dom = document.createElement('div');
      const button = document.createElement('button');
      const contentDOM = document.createElement('div');
      for (const [name, value] of Object.entries(HTMLAttributes))
        dom.setAttribute(name, String(value));
      dom.dataset['type'] = 'toggle';
      dom.dataset['open'] = 'false';
      button.type = 'button';
      button.contentEditable = 'false';
      contentDOM.className = 'toggled';
      const draw = (): void => {
        const isOpen = dom.dataset['open'] === 'true';
        button.ariaExpanded = String(isOpen);
        button.ariaLabel = isOpen ? t`Collapse` : t`Expand`;
      };
      button.addEventListener('mousedown', (event) => event.preventDefault());
      button.addEventListener('click', () => {
        dom.dataset['open'] = String(dom.dataset['open'] !== 'true');
        draw();
      });
      dom.addEventListener(opening, draw);
      draw();
      dom.append(button, contentDOM);
      return {
        dom,
        contentDOM,
        update: (next) => next.type === node.type && sameSigns(next, node),
        stopEvent: ({ target }) => target === button,
        ignoreMutation: ignoringFrame(contentDOM),
      };
    };
  },
});

const opening = 'toggleopened';

/**
 * Opens the toggles that hide the caret when the selection changes. A toggle that is closed around
 * an unmoved caret stays closed. Only examines the ancestors of the caret.
 */
function openAtCaret(view: EditorView, before: EditorState): void {
  if (before.selection.eq(view.state.selection)) return;
  const { $head } = view.state.selection;
  for (let depth = $head.depth; depth > 0; depth -= 1) {
    if ($head.node(depth).type.name === 'toggle' && $head.index(depth) > 0)
      openToggle(view.nodeDOM($head.before(depth)));
  }
}

/** Opens a toggle element; does nothing for any other value. */
export function openToggle(dom: unknown): void {
  if (!(dom instanceof HTMLElement) || dom.dataset['open'] !== 'false') return;
  dom.dataset['open'] = 'true';
  dom.dispatchEvent(new Event(opening));
}
