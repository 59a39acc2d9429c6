import { Table, TableView } from '@longhand/document';
import { carries, shows } from '@longhand/text';
import type { CommandProps, Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';
import { tableEditingKey } from '@tiptap/pm/tables';
import { narrowestColumn, resizeColumn } from './column-width.ts';
import { signsOf } from './parts.ts';
import { isIn } from '../text/is-in.ts';
import { withStandIn } from '../viewport/block-views.ts';

/** Node view of a table in the editor: it renders suggestions on the table, as other blocks do. */
class EditorTableView extends TableView {
  constructor(...given: ConstructorParameters<typeof TableView>) {
    super(...given);
    this.sign(given[0]);
  }

  override update(node: Node): boolean {
    if (!super.update(node)) return false;
    this.sign(node);
    return true;
  }

  private sign(node: Node): void {
    for (const [name, id] of signsOf(node)) {
      if (id === null) this.table.removeAttribute(name);
      else this.table.setAttribute(name, id);
    }
  }
}

/**
 * Restricts the table plugin's repairs to the user's own direct changes. Two users who add a row
 * and a column at the same time leave an uneven table. Every page would repair it with its own
 * cells, even pages of reviewers and read-only users.
 */
function mendingOwn(plugin: Plugin, editor: Editor): Plugin {
  const { appendTransaction } = plugin.spec;
  if (plugin.spec.key !== tableEditingKey || appendTransaction === undefined) return plugin;
  return new Plugin({
    ...plugin.spec,
    appendTransaction(transactions, before, now) {
      const isOwn = transactions.some((each) => each.docChanged && each.getMeta(shows) !== true);
      const mends = isOwn && editor.isEditable && editor.storage.suggesting?.isOn !== true;
      // With no change between the two states, the plugin only normalizes the selection.
      return appendTransaction.call(this, transactions, mends ? before : now, now);
    },
  });
}

/** Creates the plugin that loads the dragging of columns when the mouse is above a table. */
function columnDragOnUse(editor: Editor): Plugin {
  let isAdded = false;
  async function add(event: MouseEvent): Promise<void> {
    isAdded = true;
    try {
      const { columnDrag, pointAt } = await import('./column-drag.ts');
      if (editor.isDestroyed) return;
      // A press on a border must not begin a selection of cells.
      editor.registerPlugin(columnDrag(), (own, all) => [own, ...all]);
      pointAt(editor.view, event);
    } catch {
      // Without a connection, the next movement tries again.
      isAdded = false;
    }
  }
  return new Plugin({
    props: {
      handleDOMEvents: {
        mousemove(_view, event) {
          const { target } = event;
          if (!isAdded && target instanceof Element && target.closest('td, th')) void add(event);
        },
      },
    },
  });
}

type TableCommand = () => (props: CommandProps) => boolean;

/** Wraps a command that moves cell content, so that the suggestions in it are preserved. */
const moving =
  (command: TableCommand): TableCommand =>
  () =>
  (props) => {
    props.tr.setMeta(carries, true);
    return command()(props);
  };

/**
 * Table in the editor: columns are resized by dragging and by `resizeColumn`. Ctrl or ⌘ with Enter
 * adds a row.
 */
export const EditorTable = Table.extend({
  addNodeView() {
    return withStandIn(
      ({ node, view, HTMLAttributes }) =>
        new EditorTableView(node, narrowestColumn, view, HTMLAttributes),
    );
  },
  addCommands() {
    const { deleteRow, mergeCells, ...others } = this.parent?.() ?? {};
    return {
      ...others,
      // A merged cell moves to the row below; merged content moves to the first cell.
      ...(deleteRow && { deleteRow: moving(deleteRow) }),
      ...(mergeCells && { mergeCells: moving(mergeCells) }),
      resizeColumn,
    };
  },
  addProseMirrorPlugins() {
    const plugins = (this.parent?.() ?? []).map((plugin) => mendingOwn(plugin, this.editor));
    return [columnDragOnUse(this.editor), ...plugins];
  },
  addKeyboardShortcuts() {
    return {
      ...this.parent?.(),
      'Mod-Enter': ({ editor }) => isIn(editor, 'table') && editor.commands.addRowAfter(),
      'Mod-Shift-Enter': ({ editor }) => isIn(editor, 'table') && editor.commands.addRowBefore(),
    };
  },
}).configure({ resizable: false, cellMinWidth: narrowestColumn, View: EditorTableView });
