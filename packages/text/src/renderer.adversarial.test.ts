import { EditorState } from '@tiptap/pm/state';
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { rootsOf } from './reading.ts';
import { Replica } from './replica.ts';
import { testGrammar } from './testing/schema.ts';

/**
 * Number of pieces of a container at which quadratic work for a key press takes minutes, so that it
 * exceeds the time limit of a test.
 */
const pieces = 60_000;

test('typing in a container of very many separate pieces takes linear time', () => {
  const doc = new Y.Doc();
  // Units of odd clients are suggestions.
  doc.clientID = 2;
  const { text, containers } = rootsOf(doc);
  doc.transact(() => {
    containers.set('q', { kind: 'blockquote' });
    text.applyDelta(
      Array.from({ length: pieces * 2 }, (_, i) => ({
        insert: new Y.Map(Object.entries({ kind: 'paragraph', ...(i % 2 === 0 && { in: 'q' }) })),
      })),
    );
  });
  const replica = new Replica(doc, testGrammar, 10);
  for (let i = 1; i <= 5; i += 1) {
    const before = replica.rendering.doc;
    const { tr } = EditorState.create({ doc: before });
    tr.insertText('x', 2);
    replica.write({ after: tr.doc, mapping: tr.mapping }, { kind: 'edit' });
    const { doc: after } = replica.rendering;
    expect(after.childCount).toBe(pieces * 2);
    expect(after.firstChild?.textContent).toBe('x'.repeat(i));
    // The other pieces are the same nodes, which the editor does not draw again.
    expect(after.child(pieces)).toBe(before.child(pieces));
  }
});
