import {
  chainCommands,
  createParagraphNear,
  joinBackward,
  joinForward,
  lift,
  liftEmptyBlock,
  newlineInCode,
  setBlockType,
  splitBlock,
  toggleMark,
  wrapIn,
  deleteSelection,
} from '@tiptap/pm/commands';
import { Fragment, Slice, type Node } from '@tiptap/pm/model';
import { liftListItem, sinkListItem, splitListItem, wrapInList } from '@tiptap/pm/schema-list';
import { Selection, TextSelection, type Command, type EditorState, type Transaction } from '@tiptap/pm/state';
import { addColumnAfter, addRowAfter, deleteColumn, deleteRow, fixTables } from '@tiptap/pm/tables';
import fc from 'fast-check';
import { carries } from '../binding.ts';
import { testSchema } from './schema.ts';

const { nodes, marks } = testSchema;
const type = (name: string) => nodes[name]!;

/** Commands of the editor by name. `structure`: they change blocks and containers, and no letter. */
const commands: Record<string, Command> = {
  enter: chainCommands(
    newlineInCode,
    splitListItem(type('listItem')),
    splitListItem(type('taskItem')),
    createParagraphNear,
    liftEmptyBlock,
    splitBlock,
  ),
  backspace: chainCommands(deleteSelection, joinBackward),
  delete: chainCommands(deleteSelection, joinForward),
  heading: setBlockType(type('heading'), { level: 2 }),
  paragraph: setBlockType(type('paragraph')),
  code: setBlockType(type('codeBlock')),
  quote: wrapIn(type('blockquote')),
  callout: wrapIn(type('callout')),
  lift,
  bullets: wrapInList(type('bulletList')),
  tasks: wrapInList(type('taskList')),
  sink: chainCommands(sinkListItem(type('listItem')), sinkListItem(type('taskItem'))),
  liftItem: chainCommands(liftListItem(type('listItem')), liftListItem(type('taskItem'))),
  bold: toggleMark(marks['bold']!),
  link: toggleMark(marks['link']!, { href: 'https://example.org' }),
  addRow: addRowAfter,
  addColumn: addColumnAfter,
  deleteRow,
  deleteColumn,
};

/** The commands that neither bring nor take letters. */
const structural = new Set([
  'heading',
  'paragraph',
  'quote',
  'callout',
  'lift',
  'bullets',
  'tasks',
  'sink',
  'liftItem',
  'bold',
  'link',
  'addRow',
  'addColumn',
]);

/** Something a person does in the editor. `at` and `to` are places in a thousandth of the document. */
export type Act =
  | { readonly kind: 'type'; readonly at: number; readonly text: string }
  | { readonly kind: 'erase'; readonly at: number; readonly length: number }
  | { readonly kind: 'command'; readonly name: string; readonly at: number; readonly length: number }
  | { readonly kind: 'drag'; readonly at: number; readonly length: number; readonly to: number }
  | { readonly kind: 'paste'; readonly at: number; readonly what: number };

const place = fc.integer({ min: 0, max: 1000 });
const short = fc.integer({ min: 0, max: 12 });

/** Any {@link Act}. */
export const anyAct: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('type' as const),
      at: place,
      text: fc.string({ minLength: 1, maxLength: 3, unit: fc.constantFrom('x', 'y', 'z') }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('erase' as const), at: place, length: short }) },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('command' as const),
      name: fc.constantFrom(...Object.keys(commands)),
      at: place,
      length: short,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('drag' as const), at: place, length: short, to: place }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('paste' as const), at: place, what: fc.integer({ min: 0, max: 3 }) }) },
);

const paragraph = (text: string): Node => type('paragraph').create(null, testSchema.text(text));
const pasted: readonly (() => Slice)[] = [
  () => new Slice(Fragment.from(paragraph('P')), 1, 1),
  () => new Slice(Fragment.from([paragraph('Q'), type('heading').create({ level: 3 }, testSchema.text('R'))]), 1, 1),
  () => new Slice(Fragment.from(type('bulletList').create(null, type('listItem').create(null, paragraph('S')))), 0, 0),
  () =>
    new Slice(
      Fragment.from(type('table').create(null, type('tableRow').create(null, type('tableCell').create(null, paragraph('T'))))),
      0,
      0,
    ),
];

/** Tells whether an act changes blocks and no letter. */
export const isStructural = (act: Act): boolean => act.kind === 'command' && structural.has(act.name);

/** Does an act to a document. Null where it does nothing there. */
export function perform(given: EditorState, act: Act): { state: EditorState; tr: Transaction } | null {
  const { doc } = given;
  const pos = (thousandth: number): number => Math.round((thousandth / 1000) * doc.content.size);
  const from = Selection.near(doc.resolve(pos(act.at))).from;
  const length = 'length' in act ? act.length : 0;
  const to = TextSelection.between(doc.resolve(from), doc.resolve(Math.min(doc.content.size, from + length))).to;
  const state = given.apply(given.tr.setSelection(TextSelection.between(doc.resolve(from), doc.resolve(Math.max(from, to)))));
  let tr: Transaction | null = null;
  if (act.kind === 'command') {
    commands[act.name]?.(state, (made) => {
      tr = made;
    });
  } else if (act.kind === 'type') tr = state.tr.insertText(act.text);
  else if (act.kind === 'erase') tr = state.tr.deleteSelection();
  else if (act.kind === 'paste') tr = state.tr.replaceSelection((pasted[act.what] as () => Slice)());
  else {
    const slice = state.selection.content();
    tr = state.tr.deleteSelection();
    tr = tr.replaceRange(...near(tr, pos(act.to)), slice).setMeta(carries, true);
  }
  return tr !== null && (tr as Transaction).docChanged ? { state, tr: mended(state, tr) } : null;
}

/** A change with what the editor does after it: it makes the rows of tables equally wide. */
function mended(state: EditorState, tr: Transaction): Transaction {
  for (const step of fixTables(state.apply(tr))?.steps ?? []) tr.step(step);
  return tr;
}

function near(tr: Transaction, pos: number): [number, number] {
  const at = Selection.near(tr.doc.resolve(Math.min(tr.mapping.map(pos), tr.doc.content.size))).from;
  return [at, at];
}
