import { Table, TableView } from '@longhand/document';
import { carries, shows } from '@longhand/text';
import type { CommandProps, Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';
import { tableEditingKey } from '@tiptap/pm/tables';
import { narrowestColumn, resizeColumn } from './columnWidth.ts';
import { signsOf } from './parts.ts';
import { isIn } from '../../../ui/inText/isIn.ts';

/** A table as it is drawn while one writes: it shows what is suggested about it, as any other block does. */
class DrawnTableView extends TableView {
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
 * The tables' plugin, mending tables only after what one did here oneself, directly: tables that have come to be uneven because two added a row and a
 * column at the same time would be mended by every page, each with cells of its own; and by those who may only suggest, or only read.
 */
function mendingOwn(plugin: Plugin, editor: Editor): Plugin {
  const { appendTransaction } = plugin.spec;
  if (plugin.spec.key !== tableEditingKey || appendTransaction === undefined) return plugin;
  return new Plugin({
    ...plugin.spec,
    appendTransaction(transactions, before, now) {
      const isOwn = transactions.some((each) => each.docChanged && each.getMeta(shows) !== true);
      const mends = isOwn && editor.isEditable && editor.storage.suggesting?.isOn !== true;
      // Where nothing has changed it looks after the selection only.
      return appendTransaction.call(this, transactions, mends ? before : now, now);
    },
  });
}

type TableCommand = () => (props: CommandProps) => boolean;

/** A command that writes the content of cells elsewhere, with the suggestions in it. */
const moving =
  (command: TableCommand): TableCommand =>
  () =>
  (props) => {
    props.tr.setMeta(carries, true);
    return command()(props);
  };

/** A table whose columns are resized by dragging and by `resizeColumn`. Ctrl or ⌘ with Enter adds a row. */
export const DrawnTable = Table.extend({
  addCommands() {
    const { deleteRow, mergeCells, ...others } = this.parent?.() ?? {};
    return {
      ...others,
      // A merged cell moves down with the row below; the content of cells moves into the first one.
      ...(deleteRow && { deleteRow: moving(deleteRow) }),
      ...(mergeCells && { mergeCells: moving(mergeCells) }),
      resizeColumn,
    };
  },
  addProseMirrorPlugins() {
    return (this.parent?.() ?? []).map((plugin) => mendingOwn(plugin, this.editor));
  },
  addKeyboardShortcuts() {
    return {
      ...this.parent?.(),
      'Mod-Enter': ({ editor }) => isIn(editor, 'table') && editor.commands.addRowAfter(),
      'Mod-Shift-Enter': ({ editor }) => isIn(editor, 'table') && editor.commands.addRowBefore(),
    };
  },
}).configure({ resizable: true, cellMinWidth: narrowestColumn, View: DrawnTableView });
