import { createRemoteApplier } from '@longhand/sync/client';
import { Grammar, newClient, renderingOf } from '@longhand/text';
import { Editor } from '@tiptap/core';
import { Gapcursor, Placeholder } from '@tiptap/extensions';
import { Awareness } from 'y-protocols/awareness';
import * as Y from 'yjs';
import { editorExtensions } from '../blocks/extensions.ts';
import { Joining } from '../blocks/joining.ts';
import { LeafKeys } from '../blocks/leaves/keys.ts';
import { Moving } from '../blocks/moving/keys.ts';
import { Carets } from '../carets.ts';
import { TriggerMenu } from '../insert/trigger-menu.ts';
import { Pasting } from '../paste/pasting.ts';
import { suggestingWriteMode } from '../suggestions/write-mode.ts';
import { Suggesting } from '../suggestions/suggesting.ts';
import { BoundText } from '../text/bound-text.ts';

/** A user at a document: replica, editor, and the updates that are not sent or applied yet. */
export type Seat = {
  readonly name: string;
  readonly doc: Y.Doc;
  readonly editor: Editor;
  /** Local updates that no other seat has received, in order. */
  readonly unsent: Uint8Array[];
  /** Remote updates that are not applied yet, in order. */
  readonly arrived: Uint8Array[];
  /** Applies remote updates; `isOne`: as one batch, like a page that lags behind. */
  take(updates: readonly Uint8Array[], isOne: boolean): void;
  leave(): void;
};

/**
 * Creates a seat with an empty document and the editor of the page. A suggesting user cannot edit
 * directly.
 */
export function sitDown(name: string, isSuggesting: boolean): Seat {
  const doc = new Y.Doc();
  const client = newClient();
  doc.clientID = client;
  const awareness = new Awareness(doc);
  const taking = createRemoteApplier(doc);
  const { unsent, together } = gatherLocal(doc, taking.origin);
  const element = document.createElement('div');
  document.body.append(element);
  const editor = new Editor({
    element,
    injectCSS: false,
    extensions: [
      ...editorExtensions,
      BoundText.configure({
        doc,
        client,
        together,
        writeModeOf: (inside, state, tr) =>
          inside.storage.suggesting.isOn ? suggestingWriteMode(name, state, tr) : { kind: 'edit' },
      }),
      Carets.configure({ awareness }),
      Placeholder.configure({ placeholder: 'Write here' }),
      Gapcursor,
      TriggerMenu,
      Joining,
      Moving,
      LeafKeys,
      Pasting,
      Suggesting.configure({ author: name }),
    ],
  });
  if (isSuggesting) editor.commands.setSuggesting(true);
  return {
    name,
    doc,
    editor,
    unsent,
    arrived: [],
    take(updates, isOne) {
      if (isOne) taking.together(() => taking.apply(updates));
      else for (const update of updates) taking.apply([update]);
    },
    leave() {
      editor.destroy();
      awareness.destroy();
      doc.destroy();
      element.remove();
    },
  };
}

/** Collects the local updates of a document. `together` merges those of an action into one. */
function gatherLocal(
  doc: Y.Doc,
  remoteOrigin: unknown,
): { unsent: Uint8Array[]; together: (act: () => void) => void } {
  const unsent: Uint8Array[] = [];
  let gathered: Uint8Array[] | null = null;
  doc.on('update', (update: Uint8Array, origin: unknown) => {
    if (origin !== remoteOrigin) (gathered ?? unsent).push(update);
  });
  const together = (act: () => void): void => {
    if (gathered !== null) return act();
    const updates: Uint8Array[] = [];
    gathered = updates;
    try {
      act();
    } finally {
      gathered = null;
      if (updates.length > 0) unsent.push(Y.mergeUpdates(updates));
    }
  };
  return { unsent, together };
}

type Json = {
  readonly type: string;
  readonly attrs?: unknown;
  readonly text?: string;
  readonly marks?: readonly unknown[];
  readonly content?: readonly Json[];
};

/** Serializes the editor's document; independent of the order of marks. */
export function shownBy({ editor }: Seat): string {
  return keyOf(editor.state.doc.toJSON() as Json);
}

/**
 * Serializes the content of a shared text. Reads from a copy, because reading must not change the
 * original.
 */
export function saidBy(updates: readonly Uint8Array[], { editor }: Seat): string {
  const copy = new Y.Doc();
  copy.transact(() => updates.forEach((update) => Y.applyUpdate(copy, update)));
  return keyOf(renderingOf(copy, new Grammar(editor.schema)).doc.toJSON() as Json);
}

function keyOf(node: Json): string {
  return JSON.stringify(plainOf(node));
}

function plainOf({ type, attrs, text, marks = [], content = [] }: Json): object {
  const said = marks.map((mark) => JSON.stringify(mark)).sort();
  if (text !== undefined) return { text, said };
  const children: { text?: string; said?: unknown }[] = [];
  for (const child of content.map(plainOf)) {
    const last = children.at(-1);
    if (
      last?.text !== undefined &&
      'text' in child &&
      JSON.stringify(last.said) === JSON.stringify((child as typeof last).said)
    )
      last.text += String(child.text);
    else children.push(child);
  }
  return { type, attrs, said, children };
}
