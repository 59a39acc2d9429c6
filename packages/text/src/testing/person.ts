import type { Node } from '@tiptap/pm/model';
import type * as Y from 'yjs';
import type { Editor } from './editor.ts';
import { holds } from './holds.ts';
import type { Ledger } from './ledger.ts';
import { checkChanged, lettersOf, storedLetters, type StoredLetters } from './sight.ts';

/** A user with a replica, and the updates of others in transit to it. */
export class Person {
  readonly who: number;
  readonly editor: Editor;
  readonly ledger: Ledger;
  /** Separate updates of others that have not arrived, in sending order. */
  waiting: Uint8Array[] = [];
  #stored: StoredLetters | null = null;

  constructor(who: number, editor: Editor, ledger: Ledger) {
    this.who = who;
    this.editor = editor;
    this.ledger = ledger;
    editor.replica.doc.on('afterTransaction', () => {
      this.#stored = null;
    });
  }

  /**
   * Calls `send` with each update that this user writes. It listens only from such a transaction on
   * until the next one of others: Yjs encodes every update while there is a listener. Yjs may begin
   * a transaction of its own before it reports an arriving update.
   */
  onSent(send: (message: Uint8Array) => void): void {
    const { doc } = this.editor.replica;
    const listener = (
      message: Uint8Array,
      _origin: unknown,
      _doc: Y.Doc,
      { local }: Y.Transaction,
    ): void => {
      if (local) send(message);
    };
    doc.on('beforeTransaction', ({ local }: Y.Transaction) => {
      if (local) doc.on('update', listener);
      else doc.off('update', listener);
    });
  }

  /** The characters stored in this replica. */
  get stored(): StoredLetters {
    this.#stored ??= storedLetters(this.editor.replica.roots.text);
    return this.#stored;
  }

  /** The stored document without suggestions. */
  get original(): Node {
    return this.editor.replica.view('original');
  }

  /** Checks the invariants of each state, and records the effect on the characters. */
  settle(before: { doc: Node; stored: StoredLetters }): void {
    const { editor, stored } = this;
    holds(lettersOf(editor.state.doc) === stored.text, 'each letter is shown once, in order');
    holds(editor.state.doc.eq(editor.replica.rendering.doc), 'the editor shows what is stored');
    checkChanged(before.doc, editor.state.doc);
    this.ledger.record(this.who, before.stored, stored);
  }

  /** Runs the expensive checks. */
  verify(): void {
    holds(this.editor.isWhole(), 'reading what changed is reading all');
    this.editor.state.doc.check();
  }

  /** Returns the present state, for {@link settle}. */
  now(): { doc: Node; stored: StoredLetters } {
    return { doc: this.editor.state.doc, stored: this.stored };
  }
}
