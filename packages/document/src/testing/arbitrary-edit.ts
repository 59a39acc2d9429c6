import {
  deleteSelection,
  joinBackward,
  joinForward,
  lift,
  setBlockType,
  splitBlock,
  toggleMark,
  wrapIn,
} from '@tiptap/pm/commands';
import { Slice, type Node, type Schema } from '@tiptap/pm/model';
import { liftListItem, sinkListItem, splitListItem, wrapInList } from '@tiptap/pm/schema-list';
import { EditorState, NodeSelection, Selection, TextSelection, type Command, type Transaction } from '@tiptap/pm/state';
import {
  addColumnAfter,
  addRowBefore,
  cellAround,
  CellSelection,
  deleteColumn,
  deleteRow,
  deleteTable,
  fixTables,
  inSameTable,
  mergeCells,
  toggleHeaderRow,
} from '@tiptap/pm/tables';
import fc from 'fast-check';
import { breakLines } from '../suggestions/line-breaks.ts';

/** What somebody does in the editor: a selection, given in thousandths of the document, and an act with it. */
export type Edit = { readonly act: Act; readonly from: number; readonly length: number; readonly word: string };

/** See {@link Edit}. */
export type Act = keyof typeof acts;

const node = (schema: Schema, name: string) => {
  const type = schema.nodes[name];
  if (type === undefined) throw new Error(`the schema has no ${name}`);
  return type;
};
const mark = (schema: Schema, name: string) => {
  const type = schema.marks[name];
  if (type === undefined) throw new Error(`the schema has no ${name}`);
  return type;
};

/** Puts a command together that needs the schema. */
const by =
  (command: (schema: Schema, word: string) => Command) =>
  (word: string): Command =>
  (state, dispatch) =>
    command(state.schema, word)(state, dispatch);

const acts = {
  type:
    (word: string): Command =>
    (state, dispatch) => {
      dispatch?.(state.tr.insertText(word));
      return true;
    },
  remove: by(() => deleteSelection),
  backspace: by(() => joinBackward),
  forwardDelete: by(() => joinForward),
  enter: () => enterKey,
  enterItem: by((schema) => splitListItem(node(schema, 'listItem'))),
  bold: by((schema) => toggleMark(mark(schema, 'bold'))),
  italic: by((schema) => toggleMark(mark(schema, 'italic'))),
  link: by((schema, word) => toggleMark(mark(schema, 'link'), { href: `https://example.org/${encodeURIComponent(word)}` })),
  heading: by((schema, word) => setBlockType(node(schema, 'heading'), { level: 1 + (word.length % 4) })),
  paragraph: by((schema) => setBlockType(node(schema, 'paragraph'))),
  code: by((schema) => setBlockType(node(schema, 'codeBlock'))),
  quote: by((schema) => wrapIn(node(schema, 'blockquote'))),
  callout: by((schema, word) => wrapIn(node(schema, 'callout'), { kind: word.length > 3 ? 'tip' : 'note' })),
  toggle: by((schema) => wrapIn(node(schema, 'toggle'))),
  columns: by((schema, word) => putting(columnsOf(schema, word))),
  formula: by((schema, word) => putting(node(schema, 'formula').create({ source: word }))),
  inlineFormula: by((schema, word) => putting(node(schema, 'inlineFormula').create({ source: word }))),
  footnote: by((schema, word) => putting(node(schema, 'footnote').create({ text: word }))),
  mention: by((schema, word) => putting(node(schema, 'mention').create({ id: '1', name: word }))),
  attach: by((schema, word) => putting(node(schema, 'attachment').create({ src: attached, name: word }))),
  describe: by((_, word) => describing(word)),
  list: by((schema) => wrapInList(node(schema, 'bulletList'))),
  numbers: by((schema) => wrapInList(node(schema, 'orderedList'))),
  lift: by(() => lift),
  liftItem: by((schema) => liftListItem(node(schema, 'listItem'))),
  sinkItem: by((schema) => sinkListItem(node(schema, 'listItem'))),
  picture: by((schema, word) => putting(node(schema, 'image').create({ src: 'https://example.org/a.png', alt: word }))),
  rule: by((schema) => putting(node(schema, 'horizontalRule').create())),
  lineBreak: by((schema) => putting(node(schema, 'hardBreak').create())),
  paragraphs: by((schema, word) => pasting(schema, [word, `${word}!`])),
  pickNode: by(() => deleteSelection),
  addRow: by(() => addRowBefore),
  addColumn: by(() => addColumnAfter),
  deleteRow: by(() => deleteRow),
  deleteColumn: by(() => deleteColumn),
  deleteTable: by(() => deleteTable),
  mergeCells: by(() => mergeCells),
  headerRow: by(() => toggleHeaderRow),
};

/** All that somebody can do: see {@link Act}. */
export const everyAct = Object.keys(acts) as readonly Act[];

/** Where a block without text is left selected when the rest is gone, the editor has nothing to split, and would throw. */
const enterKey: Command = (state, dispatch) => {
  const { $from } = state.tr.deleteSelection().selection;
  return $from.depth > 0 && splitBlock(state, dispatch);
};

const attached = '/api/v1/files/0198f1c2-1111-7abc-8def-0123456789ab';

const columnsOf = (schema: Schema, word: string): Node => {
  const paragraph = node(schema, 'paragraph').create(null, schema.text(word));
  const column = node(schema, 'column').create(null, paragraph);
  return node(schema, 'columns').create(null, [column, column]);
};

/** Says something else of the first leaf that is selected. */
const describing =
  (word: string): Command =>
  (state, dispatch) => {
    const names: Readonly<Record<string, string>> = {
      image: 'title',
      formula: 'source',
      inlineFormula: 'source',
      footnote: 'text',
    };
    let found: [number, string] | null = null;
    state.doc.nodesBetween(state.selection.from, state.selection.to, ({ type }, pos) => {
      const name = names[type.name];
      if (found === null && name !== undefined) found = [pos, name];
    });
    if (found === null) return false;
    dispatch?.(state.tr.setNodeAttribute(...(found as [number, string]), word));
    return true;
  };

const putting =
  (content: Node): Command =>
  (state, dispatch) => {
    dispatch?.(state.tr.replaceSelectionWith(content));
    return true;
  };

const pasting =
  (schema: Schema, words: readonly string[]): Command =>
  (state, dispatch) => {
    const blocks = words.map((word) => node(schema, 'paragraph').create(null, word === '' ? null : schema.text(word)));
    dispatch?.(state.tr.replaceSelection(new Slice(node(schema, 'doc').create(null, blocks).content, 1, 1)));
    return true;
  };

/** The transaction that an edit makes of a document; null where it does nothing there. */
export function perform(doc: Node, { act, from, length, word }: Edit): Transaction | null {
  const size = doc.content.size;
  const start = between(doc, Math.round((from / 1000) * size));
  const end = between(doc, Math.min(start + Math.round((length / 1000) * size), size));
  const nodeAt = act === 'pickNode' ? pickable(doc, start) : null;
  if (act === 'pickNode' && nodeAt === null) return null;
  const selection =
    act === 'mergeCells'
      ? (cellsBetween(doc, start, end) ?? TextSelection.between(doc.resolve(start), doc.resolve(end)))
      : nodeAt === null
        ? TextSelection.between(doc.resolve(start), doc.resolve(end))
        : NodeSelection.create(doc, nodeAt);
  if (!(selection instanceof Selection)) return null;
  let made: Transaction | null = null;
  acts[act](word)(EditorState.create({ doc, selection }), (tr) => (made = tr));
  const tr = made as Transaction | null;
  // As the page does with everything that is done in it.
  if (tr !== null) breakLines(tr);
  return tr === null || !tr.docChanged || !isSound(tr) ? null : tr;
}

/** The cells from one place of a table to another. */
function cellsBetween(doc: Node, from: number, to: number): CellSelection | null {
  const [one, other] = [cellAround(doc.resolve(from)), cellAround(doc.resolve(to))];
  return one !== null && other !== null && inSameTable(one, other) ? new CellSelection(one, other) : null;
}

/** Nobody's caret stands between the two halves of a letter beyond the first 65,536. */
function between(doc: Node, pos: number): number {
  const before = doc.resolve(pos).nodeBefore?.text?.at(-1) ?? '';
  return /[\uD800-\uDBFF]/.test(before) ? pos - 1 : pos;
}

/** The editor never leaves a table with uneven rows; here nothing would mend one. */
function isSound(tr: Transaction): boolean {
  try {
    tr.doc.check();
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
  return fixTables(EditorState.create({ doc: tr.doc })) === undefined;
}

/** A node near `pos` that one can select as a whole. */
function pickable(doc: Node, pos: number): number | null {
  let found: number | null = null;
  doc.descendants((child, at) => {
    if (found === null && at >= pos && !child.isText && NodeSelection.isSelectable(child)) found = at;
    return found === null;
  });
  return found;
}

/** Anything that anybody may do anywhere. */
export const anyEdit: fc.Arbitrary<Edit> = fc.record({
  act: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom<Act>('type', 'remove', 'enter', 'backspace', 'paragraphs') },
    { weight: 4, arbitrary: fc.constantFrom(...everyAct) },
  ),
  from: fc.integer({ min: 0, max: 1000 }),
  length: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 120 }), fc.integer({ min: 0, max: 1000 })),
  word: fc.constantFrom('a', 'one', 'two words', '—', '日本', '👩‍👩‍👧', 'x'.repeat(12)),
});
