import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { onBeforeRemoteApply, createRemoteApplier, RemoteOrigin } from './remote-applier.ts';

test('updates that arrive together are applied in one transaction with the remote origin', () => {
  const other = new Y.Doc();
  const updates: Uint8Array[] = [];
  other.on('update', (update: Uint8Array) => updates.push(update));
  for (const letter of 'abc') other.getText('t').insert(0, letter);
  const [a, b, c] = updates as [Uint8Array, Uint8Array, Uint8Array];

  const doc = new Y.Doc();
  const { origin, apply, together } = createRemoteApplier(doc);
  const heard: string[] = [];
  doc.on('afterTransaction', ({ origin: by }: Y.Transaction) => {
    expect(by).toBe(origin);
    expect(by).toBeInstanceOf(RemoteOrigin);
    heard.push(doc.getText('t').toString());
  });
  apply([a]);
  together(() => {
    apply([b]);
    apply([c]);
  });
  expect(heard).toEqual(['a', 'cba']);
});

test('a change made just before a remote update is a separate local update', () => {
  const other = new Y.Doc();
  other.getText('t').insert(0, 'theirs');
  const doc = new Y.Doc();
  const { origin, apply, together } = createRemoteApplier(doc);
  const heard: [string, boolean][] = [];
  doc.on('update', (_: Uint8Array, by: unknown) =>
    heard.push([doc.getText('t').toString(), by === origin]),
  );
  const stop = onBeforeRemoteApply(doc, () => doc.getText('t').insert(0, 'mine '));
  together(() => apply([Y.encodeStateAsUpdate(other)]));
  expect(heard.map(([, isTaken]) => isTaken)).toEqual([false, true]);
  expect(heard[0]?.[0]).toBe('mine ');
  stop();
  apply([Y.encodeStateAsUpdate(other)]);
  expect(doc.getText('t').toString().split('mine')).toHaveLength(2);
});
