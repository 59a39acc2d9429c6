import { carrySuggestions, type Carrying } from '@longhand/document';
import type { Editor } from '@tiptap/core';
import { Slice, type Fragment } from '@tiptap/pm/model';
import { Plugin, PluginKey, type Transaction } from '@tiptap/pm/state';
import { dropPoint } from '@tiptap/pm/transform';
import type { EditorView } from '@tiptap/pm/view';
import type * as Y from 'yjs';
import { sharedTextOf } from '../../../ui/inText/sharedTextOf.ts';
import { asAccepted } from './asAccepted.ts';
import { newId } from './newId.ts';

/** Marks a transaction that inserts content together with the suggestions in it. */
export const carries = 'carriesSuggestions';

/** Names, on the clipboard, what was copied last: only this page knows its suggestions. */
const clipboardType = 'application/x-longhand-copy';

/** Content that was copied, cut or dragged. */
type Copied = {
  readonly id: string;
  readonly doc: Y.Doc;
  /** The content with its suggestions. */
  readonly marked: Slice;
  /** The same as other programs get it: with all suggestions accepted. */
  readonly accepted: Slice;
  isCut: boolean;
};

/** One clipboard, one drag: what was copied last in this page, in whichever editor. */
let last: Copied | null = null;

type Options = {
  readonly author: string;
  readonly doc: Y.Doc;
  /** Whether changes are suggestions now: then what is inserted is a suggestion as a whole. */
  readonly isOn: () => boolean;
};

/**
 * Makes text keep its suggestions where it is cut and pasted, or dragged, within its document. Text
 * that is copied keeps them as suggestions of its own. Everything else gets the text as it would be
 * with all suggestions accepted.
 */
export function carryingPlugin({ author, doc, isOn }: Options): Plugin {
  const remember = (marked: Slice): Slice => {
    const accepted = asAccepted(marked);
    last = { id: newId(), doc, marked, accepted, isCut: false };
    return accepted;
  };
  const carried = ({ marked }: Copied, isMoved: boolean): Slice =>
    new Slice(carrySuggestions(marked.content, carryingBy(doc, author, isMoved)), marked.openStart, marked.openEnd);
  return new Plugin({
    key: new PluginKey('carrying'),
    props: {
      transformCopied: remember,
      handlePaste(view, { clipboardData }) {
        if (last === null || last.doc !== doc || clipboardData?.getData(clipboardType) !== last.id) return false;
        if (isOn() || !takesText(view) || isTable(last.marked)) return false;
        const tr = view.state.tr.replaceSelection(carried(last, last.isCut)).scrollIntoView();
        // A second paste of the same is a copy.
        last.isCut = false;
        view.dispatch(tr.setMeta(carries, true).setMeta('paste', true).setMeta('uiEvent', 'paste'));
        return true;
      },
      handleDrop(view, event, slice, isMoved) {
        if (!isMoved || isOn() || last?.doc !== doc || (slice !== last.accepted && slice !== last.marked)) return false;
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

/** How `author` carries suggestions in a document: moved ones stay, copies become suggestions of the author. */
function carryingBy({ clientID }: Y.Doc, author: string, isMoved: boolean): Carrying {
  const by = String(clientID);
  if (isMoved) return { by };
  const ids = new Map<string, string>();
  const at = Date.now();
  return {
    by,
    renewed({ id }) {
      const fresh = ids.get(id) ?? newId();
      ids.set(id, fresh);
      return { id: fresh, author, at };
    },
  };
}

/** Prepares suggestions in content that is inserted somewhere else in its document. */
export type Carry = (content: Fragment) => Fragment;

/**
 * Makes a transaction that moves or copies content together with the suggestions in it.
 * @param make Is given how suggestions are prepared; nothing in Suggesting, where the change is itself
 * a suggestion.
 */
export function carrying(editor: Editor, kind: 'move' | 'copy', make: (carry?: Carry) => Transaction | null): Transaction | null {
  const { isOn, author } = editor.storage.suggesting;
  const doc = sharedTextOf(editor)?.doc ?? null;
  if (isOn || author === null || doc === null) return make();
  const how = carryingBy(doc, author, kind === 'move');
  return make((content) => carrySuggestions(content, how))?.setMeta(carries, true) ?? null;
}

/** Whether the caret is where text can be inserted with formats. */
function takesText({ editable, state }: EditorView): boolean {
  return editable && !state.selection.$from.parent.type.spec.code;
}

/** Whether cells were copied: the editor inserts them into the cells that are selected. */
function isTable({ content }: Slice): boolean {
  return content.firstChild?.type.name === 'table' || content.firstChild?.type.name === 'tableRow';
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
