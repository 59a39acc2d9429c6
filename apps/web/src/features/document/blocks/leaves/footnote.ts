import { Footnote } from '@longhand/document';
import { InputRule } from '@tiptap/core';
import { enterNewLeaf, LeafView, type LeafForm } from './leafView.ts';

const form: LeafForm = {
  tag: 'sup',
  type: 'footnote',
  attribute: 'text',
  label: 'Footnote',
  field: 'line',
  // The number is counted where it is drawn: see blocks.css.
  draw: (face, text) => {
    face.setAttribute('role', 'note');
    face.ariaLabel = `Footnote: ${text}`;
    face.title = text;
  },
};

/** A footnote as it is drawn while one writes: its number, and its words in a field. `[^` makes one, as Markdown has it. */
export const DrawnFootnote = Footnote.extend({
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
