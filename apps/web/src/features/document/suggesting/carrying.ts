import { isSuggestionMark, stampsOf, suggestionMarks } from '@longhand/document';
import { carries } from '@longhand/text';
import type { Editor } from '@tiptap/core';
import { Fragment, Slice, type Node } from '@tiptap/pm/model';
import { Plugin, PluginKey, type Transaction } from '@tiptap/pm/state';
import { dropPoint } from '@tiptap/pm/transform';
import type { EditorView } from '@tiptap/pm/view';
import { acceptedContent, asAccepted } from './asAccepted.ts';
import { newId } from './newId.ts';

/** Names, on the clipboard, what was copied last: only this page knows its suggestions. */
const clipboardType = 'application/x-longhand-copy';

/** Content that was copied, cut or dragged. */
type Copied = {
  readonly id: string;
  readonly editor: Editor;
  /** The content with its suggestions. */
  readonly marked: Slice;
  /** The same as other programs get it: with all suggestions accepted. */
  readonly accepted: Slice;
  isCut: boolean;
};

/** One clipboard, one drag: what was copied last in this page, in whichever editor. */
let last: Copied | null = null;

/**
 * Makes text keep its suggestions where it is cut and pasted, or dragged, within its document. Text
 * that is copied keeps them as suggestions of its own. Everything else gets the text as it would be
 * with all suggestions accepted.
 */
export function carryingPlugin(editor: Editor, author: string): Plugin {
  // What is inserted while suggesting is a suggestion as a whole.
  const isOn = (): boolean => editor.storage.suggesting.isOn;
  const remember = (marked: Slice): Slice => {
    const accepted = asAccepted(marked);
    last = { id: newId(), editor, marked, accepted, isCut: false };
    return accepted;
  };
  const carried = ({ marked }: Copied, isMoved: boolean): Slice =>
    isMoved ? marked : new Slice(renewed(marked.content, author), marked.openStart, marked.openEnd);
  return new Plugin({
    key: new PluginKey('carrying'),
    props: {
      transformCopied: remember,
      handlePaste(view, { clipboardData }) {
        if (last === null || last.editor !== editor || clipboardData?.getData(clipboardType) !== last.id) return false;
        if (isOn() || !takesText(view) || isCells(last.marked)) return false;
        const tr = view.state.tr.replaceSelection(carried(last, last.isCut)).scrollIntoView();
        // A second paste of the same is a copy.
        last.isCut = false;
        view.dispatch(tr.setMeta(carries, true).setMeta('paste', true).setMeta('uiEvent', 'paste'));
        return true;
      },
      handleDrop(view, event, slice, isMoved) {
        if (!isMoved || isOn() || last?.editor !== editor || (slice !== last.accepted && slice !== last.marked)) return false;
        const tr = dropped(view, event, carried(last, true));
        if (tr === null) return false;
        view.dispatch(tr.setMeta(carries, true).setMeta('uiEvent', 'drop'));
        return true;
      },
    },
    view: ({ dom }) => {
      // After the editor has put its own formats on the clipboard, which clears it first.
      const mark = (event: ClipboardEvent): void => {
        if (last === null || !event.defaultPrevented) return;
        event.clipboardData?.setData(clipboardType, last.id);
        last.isCut = event.type === 'cut';
      };
      const { ownerDocument } = dom;
      ownerDocument.addEventListener('copy', mark);
      ownerDocument.addEventListener('cut', mark);
      return {
        destroy() {
          ownerDocument.removeEventListener('copy', mark);
          ownerDocument.removeEventListener('cut', mark);
        },
      };
    },
  });
}

/** Answers content whose suggestions are others with the same words, by `author`: a copy. */
function renewed(content: Fragment, author: string): Fragment {
  const ids = new Map<string, string>();
  const at = Date.now();
  const stamp = (id: string): { id: string; author: string; at: number } => {
    const fresh = ids.get(id) ?? newId();
    ids.set(id, fresh);
    return { id: fresh, author, at };
  };
  const node = (given: Node): Node => {
    const marks = given.marks.map((mark) =>
      isSuggestionMark(mark.type.name) ? mark.type.create({ ...mark.attrs, ...stamp(String(mark.attrs['id'])) }) : mark,
    );
    if (given.isText) return given.mark(marks);
    const stamps = suggestionMarks.flatMap((name): [string, string][] => {
      const list = stampsOf(given.attrs[name]).map((each) => ({ ...each, ...stamp(each.id) }));
      return list.length === 0 ? [] : [[name, JSON.stringify(list)]];
    });
    return given.type.create({ ...given.attrs, ...Object.fromEntries(stamps) }, all(given.content), marks);
  };
  const all = (given: Fragment): Fragment => {
    const nodes: Node[] = [];
    given.forEach((child) => nodes.push(node(child)));
    return Fragment.from(nodes);
  };
  return all(content);
}

/** Prepares suggestions in content that is inserted somewhere else in its document. */
export type Carry = (content: Fragment) => Fragment;

/**
 * Makes a transaction that moves or copies content together with the suggestions in it.
 * @param make Is given how suggestions are prepared. In Suggesting the change is itself a suggestion: its content is what would be there
 * with all others accepted, so that struck letters do not come back at the other place.
 */
export function carrying(editor: Editor, kind: 'move' | 'copy', make: (carry: Carry) => Transaction | null): Transaction | null {
  const { isOn, author } = editor.storage.suggesting;
  if (isOn || author === null) return make(acceptedContent);
  return make((content) => (kind === 'move' ? content : renewed(content, author)))?.setMeta(carries, true) ?? null;
}

/** Whether the caret is where text can be inserted with formats. */
function takesText({ editable, state }: EditorView): boolean {
  return editable && !state.selection.$from.parent.type.spec.code;
}

/** Tells whether cells were copied, which the editor inserts into the cells that are selected. Letters of one cell are none. */
export function isCells(slice: Slice): boolean {
  let { content, openStart, openEnd } = slice;
  const isTable = (): boolean => content.firstChild?.type.spec['tableRole'] === 'table';
  while (content.childCount === 1 && ((openStart > 0 && openEnd > 0) || isTable())) {
    content = content.firstChild?.content ?? Fragment.empty;
    [openStart, openEnd] = [openStart - 1, openEnd - 1];
  }
  const role: unknown = content.firstChild?.type.spec['tableRole'];
  return role === 'row' || role === 'cell' || role === 'header_cell';
}

/** Moves the selection to where it was dropped; null where it is not the selection that was dragged. */
function dropped(view: EditorView, event: DragEvent, slice: Slice): Transaction | null {
  const { state } = view;
  const at = view.posAtCoords({ left: event.clientX, top: event.clientY });
  if (at === null || state.selection.empty || slice.size !== state.selection.content().size) return null;
  const { tr, doc } = state;
  const place = dropPoint(doc, at.pos, slice) ?? at.pos;
  tr.deleteSelection();
  const before = tr.doc;
  tr.replaceRange(tr.mapping.map(place), tr.mapping.map(place), slice);
  return tr.doc.eq(before) ? null : tr;
}
