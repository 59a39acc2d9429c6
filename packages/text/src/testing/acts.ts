import { Fragment, type Node } from '@tiptap/pm/model';
import { Selection, TextSelection, type EditorState, type Transaction } from '@tiptap/pm/state';
import { CellSelection, fixTables, TableMap } from '@tiptap/pm/tables';
import fc from 'fast-check';
import { carries } from '../binding.ts';
import { commands, moving, structural, where, type Where } from './commands.ts';
import { pastes } from './pastes.ts';

/**
 * Place of an act: a position in thousandths of the document, or the start or end of a block's
 * text. A command for tables or lists takes place in one of these, wherever the position is.
 */
export type ActPosition = 'anywhere' | 'start' | 'end';

/** An act of a user in the editor. `at` and `to` are positions in thousandths of the document. */
export type Act =
  | {
      readonly kind: 'type';
      readonly at: number;
      readonly spot: ActPosition;
      readonly text: string;
    }
  | {
      readonly kind: 'erase';
      readonly at: number;
      readonly spot: ActPosition;
      readonly length: number;
    }
  | {
      readonly kind: 'replace';
      readonly at: number;
      readonly spot: ActPosition;
      readonly length: number;
      readonly text: string;
    }
  | {
      readonly kind: 'command';
      readonly name: string;
      readonly at: number;
      readonly spot: ActPosition;
      readonly length: number;
    }
  | {
      readonly kind: 'drag';
      readonly at: number;
      readonly spot: ActPosition;
      readonly length: number;
      readonly to: number;
    }
  | {
      readonly kind: 'paste';
      readonly at: number;
      readonly spot: ActPosition;
      readonly length: number;
      readonly what: number;
    };

const at = fc.integer({ min: 0, max: 1000 });
const spot = fc.constantFrom<ActPosition>('anywhere', 'anywhere', 'start', 'end');
const short = fc.integer({ min: 0, max: 12 });
const mostlyNone = fc.oneof(
  { weight: 3, arbitrary: fc.constant(0) },
  { weight: 1, arbitrary: short },
);
const text = fc.string({ minLength: 1, maxLength: 3, unit: fc.constantFrom('x', 'y', 'z', ' ') });
/** Block edges at which these keys do something other than delete a character. */
const edges: Readonly<Record<string, ActPosition>> = { backspace: 'start', delete: 'end' };

/** Commands that change selected characters. */
const ofLetters = new Set(['bold', 'link']);

/** Any {@link Act}. */
export const anyAct: fc.Arbitrary<Act> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('type' as const), at, spot, text }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('erase' as const), at, spot, length: short }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('replace' as const), at, spot, length: short, text }),
  },
  {
    weight: 10,
    arbitrary: fc
      .record({
        kind: fc.constant('command' as const),
        name: fc.constantFrom(...Object.keys(commands)),
        at,
        spot,
        length: mostlyNone,
      })
      .map((act) => ({
        ...act,
        spot: act.spot === 'anywhere' ? act.spot : (edges[act.name] ?? act.spot),
        length: act.length + (ofLetters.has(act.name) ? 1 : 0),
      })),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('drag' as const), at, spot, length: short, to: at }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('paste' as const),
      at,
      spot,
      length: mostlyNone,
      what: fc.integer({ min: 0, max: pastes.length - 1 }),
    }),
  },
);

/** Returns the name by which acts of one kind are counted. */
export const nameOf = (act: Act): string => (act.kind === 'command' ? act.name : act.kind);

/** Names of all kinds of acts. */
export const actNames: readonly string[] = [
  'type',
  'erase',
  'replace',
  'drag',
  'paste',
  ...Object.keys(commands),
];

/** True if an act changes blocks but no character. */
export const isStructural = (act: Act): boolean =>
  act.kind === 'command' && structural.has(act.name);

/**
 * Performs an act on a document. Returns null if it has no effect there.
 * @param write returns the characters to write for those that the act names
 */
export function perform(
  given: EditorState,
  act: Act,
  write: (text: string) => string,
): { state: EditorState; tr: Transaction } | null {
  const state = selected(given, act);
  if (state === null) return null;
  let tr: Transaction | null = null;
  if (act.kind === 'command')
    tr = run(state, act.name)?.setMeta(carries, moving.has(act.name) ? true : undefined) ?? null;
  else if (act.kind === 'type' || act.kind === 'replace') tr = state.tr.insertText(write(act.text));
  else if (act.kind === 'erase') tr = state.tr.deleteSelection();
  else if (act.kind === 'paste')
    tr = state.tr.replaceSelection((pastes[act.what] ?? pastes[0])(write));
  else {
    const slice = state.selection.content();
    tr = state.tr.deleteSelection();
    tr = tr
      .replaceRange(...near(tr, thousandthOf(given.doc, act.to)), slice)
      .setMeta(carries, true);
  }
  return tr !== null && tr.docChanged ? { state, tr: mended(state, tr) } : null;
}

const thousandthOf = (doc: Node, thousandth: number): number =>
  Math.round((thousandth / 1000) * doc.content.size);

/** Returns the state with the selection in which an act begins. */
function selected(given: EditorState, act: Act): EditorState | null {
  const { doc } = given;
  const place = placeOf(doc, act);
  if (place === null) return null;
  if (act.kind === 'command' && act.name === 'mergeCells') {
    const cells = neighbours(doc, place, act.length);
    return cells === null
      ? null
      : given.apply(given.tr.setSelection(CellSelection.create(doc, ...cells)));
  }
  const from = Selection.near(doc.resolve(place)).from;
  const length = act.kind === 'type' ? 0 : act.length;
  const to = TextSelection.between(
    doc.resolve(from),
    doc.resolve(Math.min(doc.content.size, from + length)),
  ).to;
  const selection = withinCells(
    TextSelection.between(doc.resolve(from), doc.resolve(Math.max(from, to))),
    act,
  );
  return given.apply(given.tr.setSelection(selection));
}

/**
 * Returns the selection that an editor makes instead of text across several table cells. It selects
 * these cells, or the text of the first one for acts that write text.
 */
function withinCells(selection: Selection, { kind }: Act): Selection {
  const { $from, $to } = selection;
  const shared = $from.sharedDepth($to.pos);
  const role: unknown = $from.node(shared).type.spec['tableRole'];
  if (role !== 'table' && role !== 'row') return selection;
  const depth = shared + (role === 'table' ? 2 : 1);
  const { doc } = $from;
  if (kind === 'erase' || kind === 'command')
    return CellSelection.create(doc, $from.before(depth), $to.before(depth));
  return TextSelection.between($from, doc.resolve($from.end(depth)), -1);
}

type TextBlock = {
  readonly pos: number;
  readonly node: Node;
  readonly isIn: Readonly<Record<Where, boolean>>;
};

function placeOf(doc: Node, act: Act): number | null {
  const wanted = act.kind === 'command' ? (where[act.name] ?? null) : null;
  if (act.spot === 'anywhere' && wanted === null) return thousandthOf(doc, act.at);
  const blocks = textBlocksOf(doc).filter(({ isIn }) => wanted === null || isIn[wanted]);
  const block = blocks[Math.min(blocks.length - 1, Math.floor((act.at / 1001) * blocks.length))];
  if (block === undefined) return null;
  return block.pos + 1 + (act.spot === 'end' ? block.node.content.size : 0);
}

const known = new WeakMap<Node, readonly TextBlock[]>();

function textBlocksOf(doc: Node): readonly TextBlock[] {
  const before = known.get(doc);
  if (before !== undefined) return before;
  const found: TextBlock[] = [];
  const enter = (parent: Node, start: number, isIn: TextBlock['isIn']): void =>
    parent.forEach((node, offset) => {
      const pos = start + offset;
      if (node.isTextblock) found.push({ pos, node, isIn });
      else if (!node.isLeaf) {
        const { type, attrs } = node;
        enter(node, pos + 1, {
          table: isIn.table || type.name === 'table',
          list: isIn.list || type.name.endsWith('Item'),
          task: type.name === 'taskItem',
          merged: Number(attrs['colspan']) > 1 || Number(attrs['rowspan']) > 1,
        });
      }
    });
  enter(doc, 0, { table: false, list: false, task: false, merged: false });
  known.set(doc, found);
  return found;
}

/**
 * Returns the positions of two adjacent cells, horizontally or vertically; null if there is no
 * second one.
 */
function neighbours(doc: Node, place: number, length: number): [number, number] | null {
  const around = doc.resolve(place);
  for (let depth = around.depth; depth > 1; depth -= 1) {
    if (
      around.node(depth).type.spec['tableRole'] !== 'cell' &&
      around.node(depth).type.spec['tableRole'] !== 'header_cell'
    )
      continue;
    const [start, map] = [around.start(depth - 2), TableMap.get(around.node(depth - 2))];
    const cell = around.before(depth) - start;
    const next = map.nextCell(cell, length % 2 === 0 ? 'horiz' : 'vert', 1);
    return next === null ? null : [start + cell, start + next];
  }
  return null;
}

/**
 * Returns a change with the editor's repair after it, which makes the rows of tables equally wide.
 */
function mended(state: EditorState, tr: Transaction): Transaction {
  for (const step of fixTables(state.apply(tr))?.steps ?? []) tr.step(step);
  return tr;
}

/**
 * Runs the command of a key or menu. ProseMirror's table commands throw if there is no cell, or
 * confuse the cells of a nested table with those around it. They count as having no effect then.
 */
function run(state: EditorState, name: string): Transaction | null {
  let tr: Transaction | null = null;
  try {
    commands[name]?.(state, (made) => {
      tr = made;
    });
  } catch (error) {
    if (!(error instanceof RangeError && /^No cell found|out of range$/.test(error.message)))
      throw error;
  }
  return tr;
}

function near(tr: Transaction, pos: number): [number, number] {
  const place = Selection.near(
    tr.doc.resolve(Math.min(tr.mapping.map(pos), tr.doc.content.size)),
  ).from;
  return [place, place];
}

/** Returns a document with its characters replaced. */
export function written(node: Node, write: (text: string) => string): Node {
  if (node.isText) return node.type.schema.text(write(node.text ?? ''), node.marks);
  return node.copy(Fragment.from(node.children.map((child) => written(child, write))));
}
