import { t } from '@lingui/core/macro';
import { Footnote } from '@longhand/document';
import { InputRule } from '@tiptap/core';
import { enterNewLeaf, LeafView, type LeafForm } from './leaf-view.ts';

const form: LeafForm = {
  tag: 'sup',
  type: 'footnote',
  attribute: 'text',
  label: t`Footnote`,
  field: 'line',
  // The number comes from a CSS counter: see blocks.css.
  draw: (face, text) => {
    face.setAttribute('role', 'note');
    face.ariaLabel = t`Footnote: ${text}`;
    face.title = text;
  },
};

/**
 * Footnote in the editor: its number, and a field for its text. `[^` inserts one, as in Markdown.
 */
export const EditorFootnote = Footnote.extend({
  addInputRules() {
    return [
      new InputRule({
        find: /\[\^$/,
        handler: ({ range, chain }) => {
          chain().deleteRange(range).insertContent({ type: this.name }).run();
          setTimeout(() => enterNewLeaf(this.editor, this.name));
        },
      }),
    ];
  },
  addNodeView() {
    return ({ node, editor, getPos }) => new LeafView(form, node, editor, getPos);
  },
});
