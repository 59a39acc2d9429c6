import { Table, TableView } from '@longhand/document';
import type { Node } from '@tiptap/pm/model';
import { signsOf } from './parts.ts';

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

/** A table whose columns can be made wider by dragging. Ctrl or ⌘ with Enter adds a row. */
export const DrawnTable = Table.extend({
  addKeyboardShortcuts() {
    return {
      ...this.parent?.(),
      'Mod-Enter': ({ editor }) => editor.isActive('table') && editor.commands.addRowAfter(),
      'Mod-Shift-Enter': ({ editor }) => editor.isActive('table') && editor.commands.addRowBefore(),
    };
  },
}).configure({ resizable: true, cellMinWidth: 64, View: DrawnTableView });
