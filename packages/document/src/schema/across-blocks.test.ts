import { Editor } from '@tiptap/core';
import { TextSelection } from '@tiptap/pm/state';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { takeAwayAcross } from './across-blocks.ts';
import { documentExtensions } from './extensions.ts';
import { anyDocument } from '../testing/arbitrary-document.ts';

/** Creates an editor without a page. */
const open = (content: object): Editor =>
  new Editor({ element: null, extensions: documentExtensions, content });

/** Simulates Enter, with the handlers in the order of the editor. */
function enter(editor: Editor): void {
  const away = takeAwayAcross(editor.state);
  if (away !== null) editor.view.dispatch(away);
  const isDone = ['listItem', 'taskItem'].some((item) => editor.commands.splitListItem(item));
  if (isDone) return;
  editor.commands.first(({ commands }) => [
    () => commands.newlineInCode(),
    () => commands.createParagraphNear(),
    () => commands.liftEmptyBlock(),
    () => commands.splitBlock(),
  ]);
}

test('Enter with any selection leaves a document that fits the schema', () => {
  fc.assert(
    fc.property(anyDocument, fc.nat(), fc.nat(), (json, one, other) => {
      const editor = open(json);
      const { doc, tr } = editor.state;
      const at = (place: number) => doc.resolve(place % (doc.content.size + 1));
      editor.view.dispatch(tr.setSelection(TextSelection.between(at(one), at(other))));
      enter(editor);
      editor.state.doc.check();
      editor.destroy();
    }),
    { numRuns: 400 },
  );
});

test('Enter with a selection from one list item into another leaves two items', () => {
  const item = (text: string) => ({
    type: 'listItem',
    content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
  });
  const editor = open({
    type: 'doc',
    content: [{ type: 'bulletList', content: [item('one two'), item('three four')] }],
  });
  const { doc, tr } = editor.state;
  editor.view.dispatch(tr.setSelection(TextSelection.create(doc, 6, 20)));
  enter(editor);
  const items: string[] = [];
  editor.state.doc.descendants(
    (node) => void (node.type.name === 'listItem' && items.push(node.textContent)),
  );
  expect(items).toEqual(['one', 'four']);
});
