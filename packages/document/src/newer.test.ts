import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { textOfDoc } from './content.ts';
import { holdsNewer } from './newer.ts';
import { anyDocument } from './testing/arbitrary-document.ts';
import { anyEdit } from './testing/arbitrary-edit.ts';
import { replicasOf, suggested, write } from './testing/people.ts';
import { doc, p, sharedDoc } from './testDocuments.ts';

test('what this program writes is never newer than it, suggestions included', () => {
  fc.assert(
    fc.property(anyDocument, fc.array(anyEdit, { maxLength: 3 }), (json, edits) => {
      const { ada } = replicasOf(json, ['ada']);
      for (const edit of edits) write(ada, (now) => suggested(now, edit, 'ada', ada));
      expect(holdsNewer(ada)).toBe(false);
    }),
    { numRuns: 60 },
  );
});

const newer: readonly [string, (root: Y.XmlFragment) => void][] = [
  ['a node', (root) => root.insert(0, [new Y.XmlElement('hologram')])],
  ['an attribute', (root) => (root.get(0) as Y.XmlElement).setAttribute('scent', 'rose')],
  ['a mark', (root) => ((root.get(0) as Y.XmlElement).get(0) as Y.XmlText).format(0, 2, { glow: {} })],
];

test.each(newer)('%s of a newer program is told, where it comes and where it was there already', (_, act) => {
  const shared = sharedDoc(doc(p('text')));
  expect(holdsNewer(shared)).toBe(false);
  const told: boolean[] = [];
  shared.on('beforeObserverCalls', ({ beforeState }) => told.push(holdsNewer(shared, beforeState)));
  act(textOfDoc(shared));
  expect(told).toEqual([true]);
  expect(holdsNewer(shared)).toBe(true);
  shared.transact(() => textOfDoc(shared).insert(0, [new Y.XmlElement('paragraph')]));
  expect(told).toEqual([true, false]);
});
