import {
  chainCommands,
  createParagraphNear,
  deleteSelection,
  joinBackward,
  joinForward,
  lift,
  liftEmptyBlock,
  newlineInCode,
  setBlockType,
  splitBlock,
  toggleMark,
  wrapIn,
} from '@tiptap/pm/commands';
import { liftListItem, sinkListItem, splitListItem, wrapInList } from '@tiptap/pm/schema-list';
import type { Command } from '@tiptap/pm/state';
import {
  addColumnAfter,
  addColumnBefore,
  addRowAfter,
  addRowBefore,
  deleteColumn,
  deleteRow,
  mergeCells,
  splitCell,
  toggleHeaderColumn,
  toggleHeaderRow,
} from '@tiptap/pm/tables';
import { joinIntoContainer } from '../joining.ts';
import { testSchema } from './schema.ts';

const { nodes, marks } = testSchema;
const type = (name: string) => nodes[name]!;

const toggleTask: Command = (state, dispatch) => {
  const { $from } = state.selection;
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    const node = $from.node(depth);
    if (node.type !== type('taskItem')) continue;
    dispatch?.(
      state.tr.setNodeAttribute($from.before(depth), 'checked', node.attrs['checked'] !== true),
    );
    return true;
  }
  return false;
};

const breakLine: Command = (state, dispatch) => {
  if (state.selection.$from.parent.type.spec.code) return newlineInCode(state, dispatch);
  dispatch?.(state.tr.replaceSelectionWith(type('hardBreak').create()));
  return true;
};

const mention: Command = (state, dispatch) => {
  if (!state.selection.$from.parent.type.contentMatch.matchType(type('mention'))) return false;
  dispatch?.(state.tr.replaceSelectionWith(type('mention').create({ id: 'u2' })));
  return true;
};

/** Commands of the editor by name. */
export const commands: Readonly<Record<string, Command>> = {
  enter: chainCommands(
    newlineInCode,
    splitListItem(type('listItem')),
    splitListItem(type('taskItem')),
    createParagraphNear,
    liftEmptyBlock,
    splitBlock,
  ),
  breakLine,
  mention,
  backspace: chainCommands(
    deleteSelection,
    joinIntoContainer,
    joinBackward,
    liftListItem(type('listItem')),
    liftListItem(type('taskItem')),
  ),
  delete: chainCommands(deleteSelection, joinForward),
  heading: setBlockType(type('heading'), { level: 2 }),
  paragraph: setBlockType(type('paragraph')),
  code: setBlockType(type('codeBlock')),
  quote: wrapIn(type('blockquote')),
  callout: wrapIn(type('callout')),
  lift,
  bullets: wrapInList(type('bulletList')),
  tasks: wrapInList(type('taskList')),
  toggleTask,
  sink: chainCommands(sinkListItem(type('listItem')), sinkListItem(type('taskItem'))),
  liftItem: chainCommands(liftListItem(type('listItem')), liftListItem(type('taskItem'))),
  bold: toggleMark(marks['bold']!),
  link: toggleMark(marks['link']!, { href: 'https://example.org' }),
  addRow: addRowAfter,
  addRowBefore,
  addColumn: addColumnAfter,
  addColumnBefore,
  deleteRow,
  deleteColumn,
  mergeCells,
  splitCell,
  headerRow: toggleHeaderRow,
  headerColumn: toggleHeaderColumn,
};

/** Commands that neither add nor remove characters. */
export const structural: ReadonlySet<string> = new Set([
  'heading',
  'paragraph',
  'quote',
  'callout',
  'lift',
  'bullets',
  'tasks',
  'toggleTask',
  'sink',
  'liftItem',
  'bold',
  'link',
  'addRow',
  'addRowBefore',
  'addColumn',
  'addColumnBefore',
  'headerRow',
  'headerColumn',
]);

/** Commands that write the content of cells in another place, with its suggestions. */
export const moving: ReadonlySet<string> = new Set(['mergeCells', 'deleteRow']);

/**
 * Parts of a document in which alone some commands have an effect: tables, lists, tasks, merged
 * cells.
 */
export type Where = 'table' | 'list' | 'task' | 'merged';

/** Part of a document that a command requires, if any. */
export const where: Readonly<Record<string, Where>> = {
  sink: 'list',
  liftItem: 'list',
  toggleTask: 'task',
  addRow: 'table',
  addRowBefore: 'table',
  addColumn: 'table',
  addColumnBefore: 'table',
  deleteRow: 'table',
  deleteColumn: 'table',
  mergeCells: 'table',
  splitCell: 'merged',
  headerRow: 'table',
  headerColumn: 'table',
};
