import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { createTaking, Taken } from './taken.ts';

test('whoever watches a document hears which updates a transaction consists of, and of no others', () => {
  const other = new Y.Doc();
  const updates: Uint8Array[] = [];
  other.on('update', (update: Uint8Array) => updates.push(update));
  for (const letter of 'abc') other.getText('t').insert(0, letter);
  const [a, b, c] = updates as [Uint8Array, Uint8Array, Uint8Array];

  const doc = new Y.Doc();
  const { origin, apply, together } = createTaking(doc);
  const heard: (readonly Uint8Array[])[] = [];
  doc.on('afterTransaction', ({ origin: by }: Y.Transaction) => {
    expect(by).toBe(origin);
    if (by instanceof Taken) heard.push([...by.updates]);
  });
  apply([a]);
  together(() => {
    apply([b]);
    apply([c]);
  });
  expect(heard).toEqual([[a], [b, c]]);
  expect(doc.getText('t').toString()).toBe('cba');
});
