import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { eraseFrom, type Erased } from './erasing.ts';
import { Reading } from './reading.ts';
import { Replica } from './replica.ts';
import { change, edit, node, replicaOf, shown, suggestion, text } from './replica.testing.ts';
import { renderingOf } from './stored.ts';
import { testGrammar, testSchema } from './testing/schema.ts';

const erased = (...clients: number[]): Erased => ({
  person: 'ben',
  clients: new Set(clients),
  name: 'A former member',
});

/** Opens the text of a replica as another page, whose client ids begin at `client`. */
function pageOf(replica: Replica, client: number): Replica {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, Y.encodeStateAsUpdate(replica.doc));
  return new Replica(doc, testGrammar, client);
}

test('deletes the letters of a person in one update that other replicas apply', () => {
  const ada = replicaOf(node('paragraph', 'One two'), node('paragraph', 'three'));
  const ben = pageOf(ada, 200);
  change(ben, edit, (tr) => tr.insert(4, text(' ben')).insert(14, text('BEN')));
  expect(shown(ben)).toBe('doc(paragraph("One ben two"), paragraph("BENthree"))');
  const other = pageOf(ben, 400);
  const update = eraseFrom(ben.doc, testGrammar, 300, erased(200));
  Y.applyUpdate(other.doc, update as Uint8Array);
  expect(shown(other)).toBe('doc(paragraph("One two"), paragraph("three"))');
  expect(eraseFrom(other.doc, testGrammar, 500, erased(200))).toBeNull();
});

test('leaves nothing of the letters in the bytes of the document', () => {
  const ada = replicaOf(node('paragraph', 'One'));
  const ben = pageOf(ada, 200);
  change(ben, edit, (tr) => tr.insert(4, text(' unmistakable')));
  const before = new Y.Doc();
  Y.applyUpdate(before, Y.encodeStateAsUpdate(ben.doc));
  eraseFrom(before, testGrammar, 300, erased(200));
  const bytes = Buffer.from(Y.encodeStateAsUpdate(before));
  expect(bytes.includes('unmistakable')).toBe(false);
  expect(Buffer.from(Y.encodeStateAsUpdate(ben.doc)).includes('unmistakable')).toBe(true);
});

test('deletes letters that were suggested, and keeps the suggested deletions of other letters', () => {
  const ada = replicaOf(node('paragraph', 'One two'));
  const ben = pageOf(ada, 200);
  change(ben, suggestion('s', 'ben'), (tr) => tr.insert(4, text(' ben')));
  change(ben, suggestion('t', 'ben'), (tr) => tr.delete(8, 12));
  eraseFrom(ben.doc, testGrammar, 300, erased(200, 201));
  expect(renderingOf(ben.doc, testGrammar, 'original').doc.textContent).toBe('One two');
  expect(renderingOf(ben.doc, testGrammar).doc.textContent).toBe('One two');
});

test('renames the mentions of a person that others wrote, and no other mentions', () => {
  const mention = (id: string) => testSchema.node('mention', { id });
  const ada = replicaOf(
    testSchema.node('paragraph', null, [mention('ben'), mention('eve'), mention('ben')]),
  );
  const leaves = () =>
    new Reading(ada.roots, testGrammar).blocks.flatMap(({ pieces }) =>
      pieces.flatMap(({ leaf }) => (leaf === null ? [] : [leaf])),
    );
  leaves().forEach((leaf, i) => leaf.set('a.name', ['Ben', 'Eve', 'Ben'][i] ?? ''));
  leaves()[2]?.set('a.of', 'document');
  expect(eraseFrom(ada.doc, testGrammar, 300, erased())).not.toBeNull();
  expect(leaves().map((leaf) => leaf.get('a.name'))).toEqual(['A former member', 'Eve', 'Ben']);
});

test('keeps the blocks that a person made', () => {
  const ada = replicaOf(node('paragraph', 'One'));
  const ben = pageOf(ada, 200);
  change(ben, edit, (tr) => tr.insert(5, node('paragraph', 'ben')));
  const other = pageOf(ben, 400);
  change(other, edit, (tr) => tr.insert(9, text(' and ada')));
  eraseFrom(other.doc, testGrammar, 300, erased(200));
  expect(shown(other)).toBe('doc(paragraph("One"), paragraph(" and ada"))');
});
