import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { textOfDoc } from './content.ts';
import { keepTextPlaces } from './text-places.ts';

function pair(): [Y.Doc, Y.Doc] {
  const docs: [Y.Doc, Y.Doc] = [new Y.Doc(), new Y.Doc()];
  for (const [from, to] of [docs, docs.toReversed()] as [Y.Doc, Y.Doc][]) {
    from.on('update', (update: Uint8Array, origin: unknown) => {
      if (origin !== 'peer') Y.applyUpdate(to, update, 'peer');
    });
  }
  return docs;
}

test('a new empty paragraph has one place for text, made by whoever made the paragraph', () => {
  const [one, two] = pair();
  const stop = [keepTextPlaces(one), keepTextPlaces(two)];
  textOfDoc(one).insert(0, [new Y.XmlElement('paragraph')]);
  for (const doc of [one, two]) {
    const block = textOfDoc(doc).get(0) as Y.XmlElement;
    expect(block.length).toBe(1);
    expect(block.get(0)).toBeInstanceOf(Y.XmlText);
  }
  stop.forEach((end) => end());
});

test('nodes that hold no text are left alone, and so is everything after the end', () => {
  const [one] = pair();
  const stop = keepTextPlaces(one);
  textOfDoc(one).insert(0, [new Y.XmlElement('horizontalRule')]);
  expect((textOfDoc(one).get(0) as Y.XmlElement).length).toBe(0);
  stop();
  textOfDoc(one).insert(0, [new Y.XmlElement('paragraph')]);
  expect((textOfDoc(one).get(0) as Y.XmlElement).length).toBe(0);
});
