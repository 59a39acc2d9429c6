import { isSuggestionMark, parseSuggestedChanges, suggestionMarks } from '@longhand/document';
import { carries } from '@longhand/text';
import type { Editor } from '@tiptap/core';
import { Fragment, Slice, type Node } from '@tiptap/pm/model';
import { Plugin, PluginKey, type Transaction } from '@tiptap/pm/state';
import { dropPoint } from '@tiptap/pm/transform';
import type { EditorView } from '@tiptap/pm/view';
import { acceptedContent, acceptedSlice } from './accepted-content.ts';
import { newId } from '../new-id.ts';

/**
 * Clipboard format with the id of the last copied content: only this page knows its suggestions.
 */
const clipboardType = 'application/x-longhand-copy';

/** Copied, cut or dragged content. */
type Copied = {
  readonly id: string;
  /** The content with its suggestions. */
  readonly marked: Slice;
  /** The content for other programs: with all suggestions accepted. */
  readonly accepted: Slice;
  isCut: boolean;
};

/**
 * Preserves suggestions in text that is cut and pasted, or dragged, within its document. In copied
 * text they become new suggestions. All other targets receive the text with all suggestions
 * accepted.
 */
export function carryingPlugin(editor: Editor, author: string): Plugin {
  let last: Copied | null = null;
  // In suggesting mode, inserted content is one suggestion as a whole.
  const isOn = (): boolean => editor.storage.suggesting.isOn;
  const remember = (marked: Slice): Slice => {
    const accepted = acceptedSlice(marked);
    last = { id: newId(), marked, accepted, isCut: false };
    return accepted;
  };
  const carried = ({ marked }: Copied, isMoved: boolean): Slice =>
    isMoved ? marked : new Slice(renewed(marked.content, author), marked.openStart, marked.openEnd);
  return new Plugin({
    key: new PluginKey('carrying'),
    props: {
      transformCopied: remember,
      handlePaste(view, { clipboardData }) {
        if (last === null || clipboardData?.getData(clipboardType) !== last.id) return false;
        if (isOn() || !takesText(view) || isCells(last.marked)) return false;
        const tr = view.state.tr.replaceSelection(carried(last, last.isCut)).scrollIntoView();
        // Pasting the same content again is a copy.
        last.isCut = false;
        view.dispatch(tr.setMeta(carries, true).setMeta('paste', true).setMeta('uiEvent', 'paste'));
        return true;
      },
      handleDrop(view, event, slice, isMoved) {
        if (
          !isMoved ||
          isOn() ||
          last === null ||
          (slice !== last.accepted && slice !== last.marked)
        )
          return false;
        const tr = dropped(view, event, carried(last, true));
        if (tr === null) return false;
        view.dispatch(tr.setMeta(carries, true).setMeta('uiEvent', 'drop'));
        return true;
      },
    },
    view: ({ dom }) => ({ destroy: markClipboard(dom, () => last) }),
  });
}

/**
 * Adds the id of the content last copied in the editor at `dom` to the clipboard. Returns a
 * function that stops it.
 */
function markClipboard(dom: HTMLElement, lastCopied: () => Copied | null): () => void {
  const document = dom.ownerDocument;
  // On the document, after the editor has set its own formats, which clears the clipboard first.
  const mark = (event: ClipboardEvent): void => {
    const last = lastCopied();
    // The path of the event: a cut has already removed its target from the text.
    const isHere = event.composedPath().includes(dom);
    if (last === null || !isHere || !event.defaultPrevented) return;
    event.clipboardData?.setData(clipboardType, last.id);
    last.isCut = event.type === 'cut';
  };
  document.addEventListener('copy', mark);
  document.addEventListener('cut', mark);
  return () => {
    document.removeEventListener('copy', mark);
    document.removeEventListener('cut', mark);
  };
}

/** Returns a copy of content in which `author`'s new suggestions replace the original ones. */
function renewed(content: Fragment, author: string): Fragment {
  const ids = new Map<string, string>();
  const at = Date.now();
  const meta = (id: string): { id: string; author: string; at: number } => {
    const fresh = ids.get(id) ?? newId();
    ids.set(id, fresh);
    return { id: fresh, author, at };
  };
  const node = (given: Node): Node => {
    const marks = given.marks.map((mark) =>
      isSuggestionMark(mark.type.name)
        ? mark.type.create({ ...mark.attrs, ...meta(String(mark.attrs['id'])) })
        : mark,
    );
    if (given.isText) return given.mark(marks);
    const metas = suggestionMarks.flatMap((name): [string, string][] => {
      const list = parseSuggestedChanges(given.attrs[name]).map((each) => ({
        ...each,
        ...meta(each.id),
      }));
      return list.length === 0 ? [] : [[name, JSON.stringify(list)]];
    });
    return given.type.create(
      { ...given.attrs, ...Object.fromEntries(metas) },
      all(given.content),
      marks,
    );
  };
  const all = (given: Fragment): Fragment => {
    const nodes: Node[] = [];
    given.forEach((child) => nodes.push(node(child)));
    return Fragment.from(nodes);
  };
  return all(content);
}

/** Prepares suggestions in content that is inserted elsewhere in its document. */
export type Carry = (content: Fragment) => Fragment;

/**
 * Creates a transaction that moves or copies content together with its suggestions.
 * @param make Receives the function that prepares suggestions. In Suggesting the change is itself a
 * suggestion. Its content has all other suggestions accepted, so that deleted text does not return
 * at the other position.
 */
export function carrying(
  editor: Editor,
  kind: 'move' | 'copy',
  make: (carry: Carry) => Transaction | null,
): Transaction | null {
  const { isOn, author } = editor.storage.suggesting;
  if (isOn || author === null) return make(acceptedContent);
  return (
    make((content) => (kind === 'move' ? content : renewed(content, author)))?.setMeta(
      carries,
      true,
    ) ?? null
  );
}

/** True if the caret is at a position that accepts formatted text. */
function takesText({ editable, state }: EditorView): boolean {
  return editable && !state.selection.$from.parent.type.spec.code;
}

/**
 * True if table cells were copied, which the editor inserts into the selected cells. Text of a
 * single cell does not count.
 */
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

/** Moves the selection to the drop position; null if the dragged content is not the selection. */
function dropped(view: EditorView, event: DragEvent, slice: Slice): Transaction | null {
  const { state } = view;
  const at = view.posAtCoords({ left: event.clientX, top: event.clientY });
  if (at === null || state.selection.empty || slice.size !== state.selection.content().size)
    return null;
  const { tr, doc } = state;
  const target = dropPoint(doc, at.pos, slice) ?? at.pos;
  tr.deleteSelection();
  const before = tr.doc;
  tr.replaceRange(tr.mapping.map(target), tr.mapping.map(target), slice);
  return tr.doc.eq(before) ? null : tr;
}
