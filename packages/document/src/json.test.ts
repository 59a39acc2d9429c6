import { getSchema } from '@tiptap/core';
import { Node } from '@tiptap/pm/model';
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { contentOf, textOfDoc } from './content.ts';
import { documentExtensions } from './extensions.ts';
import { jsonOf, type NodeJson } from './json.ts';
import { bold, br, doc, h2, item, list, nestedQuotes, p, pre, quote, rule, sharedDoc } from './testDocuments.ts';

test('gives back the document that the editor shared', () => {
  const schema = getSchema(documentExtensions);
  const written = doc(h2('A'), p('b', bold('c'), br, 'd'), list(item(p('e'))), quote(p('f')), pre('g'), rule, p());
  const read = Node.fromJSON(schema, jsonOf(textOfDoc(sharedDoc(written))));
  expect(read.toJSON()).toEqual(Node.fromJSON(schema, written).toJSON());
});

test('passes on what it does not know, and nothing that JSON cannot carry', () => {
  const shared = new Y.Doc();
  const odd = new Y.XmlElement('gadget');
  odd.setAttribute('big', 10n as unknown as string);
  odd.setAttribute('bytes', new Uint8Array([1]) as unknown as string);
  odd.setAttribute('half', Number.NaN as unknown as string);
  odd.setAttribute('widths', [1, [2]] as unknown as string);
  const text = new Y.XmlText();
  text.insert(0, 'x', { 'comment--Ab12Cd34': { id: 'c1' }, glow: true });
  text.insertEmbed(1, { image: 'y' });
  odd.insert(0, [text]);
  textOfDoc(shared).insert(0, [odd]);
  expect(JSON.parse(JSON.stringify(jsonOf(textOfDoc(shared))))).toEqual({
    type: 'doc',
    content: [
      {
        type: 'gadget',
        attrs: { big: null, bytes: null, half: null, widths: [1, [2]] },
        content: [{ type: 'text', text: 'x', marks: [{ type: 'comment', attrs: { id: 'c1' } }, { type: 'glow' }] }],
      },
    ],
  });
});

test('lifts what is nested too deep for JSON, and keeps its text', () => {
  const shared = nestedQuotes(1_000, 'bottom');
  textOfDoc(shared).insert(1, [new Y.XmlElement('paragraph')]);
  const json = jsonOf(textOfDoc(shared));
  const depth = (node: NodeJson): number => 1 + Math.max(0, ...(node.content ?? []).map(depth));
  expect(depth(json)).toBeLessThan(110);
  expect(JSON.stringify(json)).toContain('bottom');
  expect(json.content?.[1]).toEqual({ type: 'paragraph' });
});

test('reads stored updates in any order', () => {
  const shared = new Y.Doc();
  const updates: Uint8Array[] = [];
  shared.on('update', (update: Uint8Array) => updates.push(update));
  const paragraph = new Y.XmlElement('paragraph');
  textOfDoc(shared).insert(0, [paragraph]);
  paragraph.insert(0, [new Y.XmlText('one')]);
  textOfDoc(shared).insert(1, [new Y.XmlElement('paragraph')]);
  expect(contentOf(updates.toReversed(), 'text')).toBe('one\n');
  expect(contentOf(updates, 'json')).toEqual(jsonOf(textOfDoc(shared)));
  expect(contentOf([], 'text')).toBe('');
});

test('a root that somebody used as another type reads as empty', () => {
  const shared = new Y.Doc();
  shared.getText('default').insert(0, 'not a fragment');
  const state = [Y.encodeStateAsUpdate(shared)];
  expect(contentOf(state, 'text')).toBe('');
  expect(contentOf(state, 'json')).toEqual({ type: 'doc', content: [] });
});
