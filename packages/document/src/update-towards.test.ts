import { getSchema } from '@tiptap/core';
import { Node } from '@tiptap/pm/model';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { contentOf, textOfDoc } from './content.ts';
import { documentExtensions } from './extensions.ts';
import type { NodeJson } from './json.ts';
import { bold, doc, h2, item, list, nestedQuotes, p, sharedDoc } from './testDocuments.ts';
import { anyDocument } from './testing/arbitrary-document.ts';
import { updateTowards } from './update-towards.ts';

const schema = getSchema(documentExtensions);
const said = (json: NodeJson): unknown => Node.fromJSON(schema, json).toJSON();
const stateOf = (shared: Y.Doc): Uint8Array[] => [Y.encodeStateAsUpdate(shared)];

/** The update, applied to the document itself. */
function write(shared: Y.Doc, target: NodeJson): Uint8Array | null {
  const update = updateTowards(stateOf(shared), target, { clientId: 77 });
  if (update) Y.applyUpdate(shared, update);
  return update;
}

test('any document becomes any other', () => {
  fc.assert(
    fc.property(anyDocument, anyDocument, (before, after) => {
      const shared = sharedDoc(before);
      write(shared, after);
      expect(said(contentOf(stateOf(shared), 'json'))).toEqual(said(after));
      expect(updateTowards(stateOf(shared), after, { clientId: 78 })).toBeNull();
    }),
    { numRuns: 300 },
  );
});

test('what the editor wrote is not written again', () => {
  fc.assert(
    fc.property(anyDocument, (json) => {
      expect(updateTowards(stateOf(sharedDoc(json)), json, { clientId: 7 })).toBeNull();
    }),
    { numRuns: 100 },
  );
});

test('what others write in blocks that stay survives, in the block and the word where they wrote it', () => {
  const words = fc.array(fc.constantFrom('one', 'two', 'three', 'four', 'five'), { minLength: 3, maxLength: 8 });
  fc.assert(
    fc.property(
      fc.uniqueArray(words, { minLength: 3, maxLength: 8, selector: (each) => each.join(' ') }),
      fc.nat(),
      fc.nat(),
      (lines, kept, cut) => {
        const texts = lines.map((line, index) => `${index} ${line.join(' ')}`);
        const shared = sharedDoc(doc(...texts.map((text) => p(text))));
        const stays = kept % texts.length;
        const target = texts.map((text, index) => (index === stays ? text : text.slice(0, cut % text.length)));
        const update = updateTowards(stateOf(shared), doc(h2('New'), ...target.map((text) => p(text))), { clientId: 77 });
        const block = textOfDoc(shared).get(stays) as Y.XmlElement;
        (block.get(0) as Y.XmlText).insert(1, '!');
        if (update) Y.applyUpdate(shared, update);
        const result = contentOf(stateOf(shared), 'text').split('\n');
        expect(result[stays + 1]).toBe(`${texts[stays]?.[0]}!${texts[stays]?.slice(1)}`);
        expect(result).toHaveLength(texts.length + 1);
      },
    ),
  );
});

test('blocks that stay keep their identity, and so do the words of one that was changed', () => {
  const shared = sharedDoc(doc(p('first'), p('the quick brown fox'), list(item(p('a')), item(p('b'))), p('last')));
  const blocks = textOfDoc(shared).toArray();
  const text = (blocks[1] as Y.XmlElement).get(0) as Y.XmlText;
  const place = Y.createRelativePositionFromTypeIndex(text, text.toString().indexOf('fox'));
  write(
    shared,
    doc(p('first'), h2('new'), p('the slow brown ', bold('fox'), ' runs'), list(item(p('a')), item(p('b'))), p('last')),
  );
  const after = textOfDoc(shared).toArray();
  expect([after[0], after[2], after[3], after[4]]).toEqual(blocks);
  expect([after[0], after[2], after[3], after[4]].every((block, index) => block === blocks[index])).toBe(true);
  const found = Y.createAbsolutePositionFromRelativePosition(place, shared);
  expect(found?.type).toBe(text);
  expect(text.toString().slice(found?.index).startsWith('fox') || text.toString().includes('<bold>fox')).toBe(true);
});

test('an empty block has its place for text', () => {
  const shared = sharedDoc(doc(p('text')));
  write(shared, doc(p(), p()));
  for (const block of textOfDoc(shared).toArray()) expect((block as Y.XmlElement).get(0)).toBeInstanceOf(Y.XmlText);
});

test('writes into an empty document, and empties a full one', () => {
  const shared = new Y.Doc();
  expect(write(shared, doc(p('hello')))).not.toBeNull();
  expect(contentOf(stateOf(shared), 'text')).toBe('hello');
  write(shared, doc());
  expect(contentOf(stateOf(shared), 'json')).toEqual({ type: 'doc', content: [] });
});

test('a client that wrote before goes on where it was', () => {
  const shared = new Y.Doc();
  write(shared, doc(p('one')));
  write(shared, doc(p('one'), p('two')));
  expect([...Y.decodeStateVector(Y.encodeStateVector(shared)).keys()]).toEqual([77]);
});

test('what a hostile client nested deep is replaced', () => {
  const shared = nestedQuotes(1_000, 'bottom');
  write(shared, doc(p('flat')));
  expect(contentOf(stateOf(shared), 'text')).toBe('flat');
});

test('neighbouring texts are one text', () => {
  const shared = new Y.Doc();
  const block = new Y.XmlElement('paragraph');
  textOfDoc(shared).insert(0, [block]);
  block.insert(0, [new Y.XmlText('a'), new Y.XmlText('b')]);
  expect(updateTowards(stateOf(shared), doc(p('ab')), { clientId: 7 })).toBeNull();
  write(shared, doc(p('abc')));
  expect(contentOf(stateOf(shared), 'text')).toBe('abc');
});
