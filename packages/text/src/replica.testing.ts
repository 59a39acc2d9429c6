import type { Node } from '@tiptap/pm/model';
import { EditorState, type Transaction } from '@tiptap/pm/state';
import * as Y from 'yjs';
import { Replica } from './replica.ts';
import type { WriteMode } from './unit-writer.ts';
import { testGrammar, testSchema } from './testing/schema.ts';

/** Write mode of edits. */
export const edit: WriteMode = { kind: 'edit' };
/** Returns the mode of a suggestion. */
export const suggestion = (id: string, by = 'ada'): WriteMode => ({
  kind: 'suggestion',
  id,
  by,
  at: 1,
});

/** Creates text with marks that have no attributes. */
export const text = (words: string, ...marks: string[]) =>
  testSchema.text(
    words,
    marks.map((name) => testSchema.mark(name)),
  );
/** Creates a node without attributes; empty strings are left out. */
export const node = (type: string, ...content: (Node | string)[]) =>
  testSchema.node(
    type,
    null,
    content
      .filter((each) => each !== '')
      .map((each) => (typeof each === 'string' ? text(each) : each)),
  );

/** Creates a replica with the given blocks. */
export function replicaOf(...content: Node[]): Replica {
  const replica = new Replica(new Y.Doc(), testGrammar, 100);
  change(replica, edit, (tr) => tr.replaceWith(0, tr.doc.content.size, content));
  return replica;
}

/** Applies a transaction to the text of a replica, and writes it. */
export function change(
  replica: Replica,
  mode: WriteMode,
  act: (tr: Transaction) => unknown,
): (pos: number) => number {
  const tr = EditorState.create({ doc: replica.rendering.doc }).tr;
  act(tr);
  return replica.write({ after: tr.doc, mapping: tr.mapping }, mode);
}

/** Returns the document that a replica shows, as ProseMirror prints it. */
export const shown = (replica: Replica): string => replica.rendering.doc.toString();
