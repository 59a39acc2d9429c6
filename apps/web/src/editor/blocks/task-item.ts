import { t } from '@lingui/core/macro';
import { TaskItem } from '@longhand/document';
import { InputRule } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { sameSigns } from './callout.ts';
import { ignoringFrame } from './parts.ts';

/** Matches `[x] ` or `[ ] ` at the beginning of an item, as in Markdown. */
const typedBox = /^\[([ x]?)\]\s$/i;

/**
 * Task in the editor. The accessible name of its checkbox is the text of the task. `[x] ` at its
 * beginning ticks it.
 */
export const EditorTaskItem = TaskItem.extend({
  addInputRules() {
    const { type } = this;
    const tick = new InputRule({
      find: typedBox,
      handler({ state, range, match }) {
        const $from = state.doc.resolve(range.from);
        // In any other paragraph the rule of the list creates a task.
        if ($from.depth < 2 || $from.node(-1).type !== type || $from.index(-1) > 0) return null;
        state.tr
          .delete(range.from, range.to)
          .setNodeAttribute($from.before(-1), 'checked', /x/i.test(match[1] ?? ''));
      },
    });
    return [tick, ...(this.parent?.() ?? [])];
  },
  addNodeView() {
    return ({ node, editor, getPos, HTMLAttributes }) => {
      const dom = document.createElement('li');
      const label = document.createElement('label');
      const box = document.createElement('input');
      const contentDOM = document.createElement('div');
      const draw = ({ attrs, firstChild }: Node): void => {
        const isChecked = attrs['checked'] === true;
        dom.dataset['checked'] = String(isChecked);
        box.checked = isChecked;
        box.ariaLabel = firstChild?.textContent.trim() || t`Empty task`;
      };
      for (const [name, value] of Object.entries(HTMLAttributes))
        dom.setAttribute(name, String(value));
      dom.dataset['type'] = 'taskItem';
      label.contentEditable = 'false';
      box.type = 'checkbox';
      // Keep the caret where it is.
      box.addEventListener('mousedown', (event) => event.preventDefault());
      box.addEventListener('change', () => {
        const pos = getPos();
        const { view } = editor;
        if (editor.isEditable && pos !== undefined)
          view.dispatch(view.state.tr.setNodeAttribute(pos, 'checked', box.checked));
        // While suggesting, and for read-only users, the box is unchanged: show the document's
        // value again.
        draw(view.state.doc.nodeAt(getPos() ?? pos ?? 0) ?? node);
      });
      label.append(box);
      dom.append(label, contentDOM);
      draw(node);
      return {
        dom,
        contentDOM,
        update: (next) => {
          if (next.type !== node.type || !sameSigns(next, node)) return false;
          draw(next);
          return true;
        },
        stopEvent: ({ target }) => target === box,
        ignoreMutation: ignoringFrame(contentDOM),
      };
    };
  },
});
