import { documentExtensions, fittingUpdate, holdsUnfit, jsonOf, textOfDoc } from '@longhand/document';
import { getSchema } from '@tiptap/core';
import { initProseMirrorDoc } from '@tiptap/y-tiptap';
import { describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { readerCopy } from './readerCopy.ts';
import { whenObstacle, type Obstacle } from './useObstacle.ts';

const schema = getSchema(documentExtensions);

function block(name: string, ...children: (Y.XmlElement | Y.XmlText)[]): Y.XmlElement {
  const made = new Y.XmlElement(name);
  made.insert(0, children);
  return made;
}
const p = (text: string): Y.XmlElement => block('paragraph', new Y.XmlText(text));

/** A document with a paragraph, and what some program has put into it. */
function scene(put: (root: Y.XmlFragment) => void): Y.Doc {
  const doc = Object.assign(new Y.Doc(), { clientID: 1 });
  doc.getXmlFragment('default').insert(0, [p('before')]);
  doc.transact(() => put(textOfDoc(doc)));
  return doc;
}

const wide = (span: unknown): Y.XmlElement => {
  const cell = block('tableCell', p('in a cell'));
  cell.setAttribute('colspan', span as string);
  return block('table', block('tableRow', cell));
};

const damages: [string, (root: Y.XmlFragment) => void, string[]][] = [
  ['an empty text among the blocks', (root) => root.insert(0, [new Y.XmlText()]), ['before']],
  ['words among the blocks', (root) => root.insert(1, [new Y.XmlText('loose')]), ['before', 'loose']],
  [
    'a picture in a paragraph',
    (root) => root.insert(1, [block('paragraph', new Y.XmlText('one '), block('image'), new Y.XmlText('two'))]),
    ['before', 'one', 'two'],
  ],
  [
    'words in a table row',
    (root) => root.insert(1, [block('table', block('tableRow', new Y.XmlText('lost')))]),
    ['before', 'lost'],
  ],
  [
    'a quote at the beginning of a list item',
    (root) => root.insert(1, [block('bulletList', block('listItem', block('blockquote', p('said')), p('after')))]),
    ['before', 'said', 'after'],
  ],
  ['a cell that is a million columns wide', (root) => root.insert(1, [wide(1e6)]), ['before', 'in a cell']],
  ['a cell whose width is no number', (root) => root.insert(1, [wide('5')]), ['before', 'in a cell']],
];

const words = (root: Y.XmlFragment): string =>
  JSON.stringify(jsonOf(root))
    .match(/"text":"[^"]*"/g)
    ?.join(' ') ?? '';

describe.each(damages)('a document with %s', (_, put, kept) => {
  test('is shown repaired, with its words, and opening it writes nothing', () => {
    const doc = scene(put);
    expect(holdsUnfit(doc)).toBe(true);
    const before = Y.encodeStateAsUpdate(doc);
    const { copy, stop } = readerCopy(doc);
    const shown = initProseMirrorDoc(textOfDoc(copy), schema).doc;
    shown.check();
    for (const word of kept) expect(shown.textContent).toContain(word);
    expect(Y.encodeStateAsUpdate(doc)).toEqual(before);
    stop();
  });

  test('goes on being shown while others write, also where the damage comes then', () => {
    const doc = scene(() => undefined);
    const { copy, stop } = readerCopy(doc);
    const read: string[] = [];
    textOfDoc(copy).observeDeep(() => void read.push(initProseMirrorDoc(textOfDoc(copy), schema).doc.textContent));
    doc.transact(() => put(textOfDoc(doc)));
    textOfDoc(doc).insert(textOfDoc(doc).length, [p('later')]);
    for (const word of [...kept, 'later']) expect(read.at(-1)).toContain(word);
    stop();
  });

  test('is told of before the editor reads it, when it comes from others', () => {
    const doc = scene(() => undefined);
    const mine = new Y.Doc();
    Y.applyUpdate(mine, Y.encodeStateAsUpdate(doc));
    const told: string[] = [];
    whenObstacle(mine, (obstacle: Obstacle) => void told.push(obstacle));
    textOfDoc(mine).observeDeep(() => void told.push('read'));
    textOfDoc(doc).insert(0, [p('more')]);
    Y.applyUpdate(mine, Y.encodeStateAsUpdate(doc));
    expect(told).toEqual(['read']);
    doc.transact(() => put(textOfDoc(doc)));
    Y.applyUpdate(mine, Y.encodeStateAsUpdate(doc));
    expect(told).toEqual(['read', 'unfit', 'read']);
  });

  test('is repaired by one ordinary edit, which touches nothing else', () => {
    const doc = scene(put);
    const first = textOfDoc(doc)
      .toArray()
      .find((child) => child instanceof Y.XmlElement && child.toString().includes('before'));
    const update = fittingUpdate(doc, 77);
    expect(update).not.toBeNull();
    Y.applyUpdate(doc, update ?? new Uint8Array());
    expect(holdsUnfit(doc)).toBe(false);
    expect(textOfDoc(doc).toArray()).toContain(first);
    for (const word of kept) expect(words(textOfDoc(doc))).toContain(word);
    expect(fittingUpdate(doc, 78)).toBeNull();
  });
});

test('a sound document is none of this, and neither is an empty list that two have left', () => {
  expect(holdsUnfit(scene(() => undefined))).toBe(false);
  expect(
    fittingUpdate(
      scene(() => undefined),
      5,
    ),
  ).toBeNull();
  expect(holdsUnfit(scene((root) => root.insert(1, [block('bulletList')])))).toBe(false);
});
