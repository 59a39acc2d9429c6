import { Extension, type Editor, type Storage } from '@tiptap/core';
import { Plugin, PluginKey, TextSelection, type EditorState, type Transaction } from '@tiptap/pm/state';
import { ReplaceStep } from '@tiptap/pm/transform';
import { breakLines, extentOf, suggest, takeOffSuggestions, textBefore, textOfDoc, type Author } from '@longhand/document';
import { ySyncPluginKey } from '@tiptap/y-tiptap';
import type * as Y from 'yjs';
import { endUndoStep } from '../../../ui/inText/endUndoStep.ts';
import { asAccepted } from './asAccepted.ts';
import { carries, carryingPlugin } from './carrying.ts';
import { newId } from './newId.ts';
import { ownWordsPlugin } from './ownWords.ts';
import { undoingPlugin } from './undoing.ts';

/** Marks a transaction that decides about suggestions: it is neither a suggestion nor is anything taken off it. */
export const decision = 'decision';

type Options = {
  /** Who writes here; null where nobody does. */
  readonly author: string | null;
  readonly doc: Y.Doc | null;
  /** Is told that a change cannot be suggested, and was not made. */
  readonly onRefused: () => void;
  /** Sends all that is done meanwhile as one: see `Link.together`. */
  readonly together: (act: () => void) => void;
};

declare module '@tiptap/core' {
  interface Storage {
    /** Whether what is done is a suggestion, and whose. */
    suggesting: { isOn: boolean; author: string | null };
  }
  interface Commands<ReturnType> {
    suggesting: {
      /** Whether what is done from now on is a suggestion. */
      setSuggesting: (isOn: boolean) => ReturnType;
    };
  }
}

/**
 * Makes suggestions of what is done in the editor after `setSuggesting(true)`, and real text of what is done while it is not. What
 * comes from the shared document (others' changes, undo) is passed on as it is.
 */
export const Suggesting = Extension.create<Options, Storage['suggesting']>({
  name: 'suggesting',
  addOptions: () => ({ author: null, doc: null, onRefused: () => {}, together: (act) => act() }),
  addStorage() {
    return { isOn: false, author: this.options.author };
  },
  addCommands: () => ({
    setSuggesting:
      (isOn) =>
      ({ editor }) => {
        if (editor.storage.suggesting.isOn !== isOn) endUndoStep(editor.state);
        editor.storage.suggesting.isOn = isOn;
        return true;
      },
  }),
  addKeyboardShortcuts() {
    return {
      Backspace: () => this.storage.isOn && joinWithTextBefore(this.editor),
      Enter: () => this.storage.isOn && newParagraph(this.editor),
    };
  },
  dispatchTransaction({ transaction, next }) {
    const { author, doc, onRefused } = this.options;
    if (!transaction.docChanged || author === null || doc === null || isFinal(transaction)) return next(transaction);
    breakLines(transaction);
    if (!this.storage.isOn) {
      if (transaction.getMeta(carries) === true) {
        // A move or a copy is a step of undo by itself, however soon it follows what was typed.
        endUndoStep(this.editor.state);
        next(transaction);
        return endUndoStep(this.editor.state);
      }
      const { storedMarks } = transaction;
      takeOffSuggestions(transaction);
      // Steps take away what was chosen for the next letter.
      if (storedMarks !== null) transaction.setStoredMarks(storedMarks);
      return next(transaction);
    }
    const suggested = asSuggestion(this.editor.state, transaction, author, doc);
    if (suggested === null) onRefused();
    else next(suggested);
  },
  addProseMirrorPlugins() {
    const { author, doc, onRefused, together } = this.options;
    if (author === null || doc === null)
      return [new Plugin({ key: new PluginKey('suggesting'), props: { transformCopied: asAccepted } })];
    return [
      carryingPlugin({ author, doc, isOn: () => this.storage.isOn }),
      ownWordsPlugin(this.editor.schema),
      undoingPlugin({ author, doc, onRefused, together, isOn: () => this.storage.isOn }),
    ];
  },
});

/**
 * At the beginning of a block Backspace means to go on where the text before it ends, also where an editor would first move the block
 * out of something or into a list: that would be two suggestions where one is meant. In lists it is left to the list.
 */
function joinWithTextBefore({ state, view }: Editor): boolean {
  const { $from, empty } = state.selection;
  const { parent, parentOffset, depth } = $from;
  if (!empty || parentOffset > 0 || !parent.isTextblock || parent.type.spec.code || depth === 0) return false;
  if (depth > 1 && $from.node(-1).type.name.endsWith('Item')) return false;
  const before = textBefore(state.doc, $from.before());
  if (before === null) return false;
  view.dispatch(state.tr.delete(before, $from.pos).scrollIntoView());
  return true;
}

/**
 * At the end of a block nothing is split: a paragraph comes after it. As a block of its own it can be turned into something else, which a
 * suggested end of a paragraph cannot. In lists it is left to the list.
 */
function newParagraph({ state, view }: Editor): boolean {
  const { $from, empty } = state.selection;
  const { parent, parentOffset, depth } = $from;
  const paragraph = state.schema.nodes['paragraph'];
  if (!empty || !paragraph || !parent.isTextblock || parent.type.spec.code || parent.content.size === 0) return false;
  if (parentOffset < parent.content.size || $from.node(-1).type.name.endsWith('Item')) return false;
  const at = $from.after();
  if (!$from.node(-1).canReplaceWith($from.indexAfter(-1), $from.indexAfter(-1), paragraph)) return false;
  const tr = state.tr.insert(at, paragraph.create());
  view.dispatch(tr.setSelection(TextSelection.create(tr.doc, at + 1)).scrollIntoView());
  return depth > 0;
}

function isFinal(transaction: Transaction): boolean {
  return transaction.getMeta(ySyncPluginKey) !== undefined || transaction.getMeta(decision) === true;
}

/** The same change as a suggestion, with the caret where its author has it; null where it cannot be one. */
function asSuggestion(state: EditorState, wanted: Transaction, author: string, doc: Y.Doc): Transaction | null {
  const made = suggest(state.doc, wanted.steps, wanted.docs, wanted.doc, authorHere(state, author, doc));
  if (made === null) return null;
  const tr = state.tr;
  for (const step of made.tr.steps) tr.step(step);
  const side = isForward(state, wanted) ? 1 : -1;
  const place = (pos: number): number => Math.min(Math.max(made.place(pos, side), 0), tr.doc.content.size);
  const { anchor, head } = wanted.selection;
  tr.setSelection(TextSelection.between(tr.doc.resolve(place(anchor)), tr.doc.resolve(place(head))));
  if (wanted.storedMarks !== null) tr.setStoredMarks(wanted.storedMarks);
  for (const meta of ['paste', 'uiEvent', 'preventAutolink', 'inputType']) {
    const value: unknown = wanted.getMeta(meta);
    if (value !== undefined) tr.setMeta(meta, value);
  }
  return wanted.scrolledIntoView ? tr.scrollIntoView() : tr;
}

function authorHere(state: EditorState, author: string, doc: Y.Doc): Author {
  return {
    author,
    at: Date.now(),
    newId,
    client: String(doc.clientID),
    upTo: (pos) => extentOf(textOfDoc(doc), state.doc, pos),
  };
}

/** Whether something after the caret was deleted: what is deleted stays, and the caret has to come past it. */
function isForward(state: EditorState, { selection, steps }: Transaction): boolean {
  const [step] = steps;
  if (!(step instanceof ReplaceStep) || step.slice.size > 0) return false;
  return state.selection.empty && selection.empty && selection.head === state.selection.head && step.from === selection.head;
}
