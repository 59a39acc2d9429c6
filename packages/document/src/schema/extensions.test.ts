import { createHash } from 'node:crypto';
import { flattenExtensions, getSchema } from '@tiptap/core';
import { DOMSerializer, Node } from '@tiptap/pm/model';
import { expect, test } from 'vitest';
import { documentExtensions, schemaVersion } from './extensions.ts';

const schema = getSchema(documentExtensions);
const attributes = (type: { spec: { attrs?: object } }) =>
  Object.keys(type.spec.attrs ?? {}).toSorted();

/**
 * Hash of the schema at each version. A change of the schema adds a line, and never changes one.
 */
const hashes: Readonly<Record<number, string>> = {
  4: 'beb61d92f27d70f7',
  5: '66ede0dc95d421f7',
  6: '7c100390b8943c3f',
};

test('a change of the schema requires a new schema version', () => {
  const nodes = Object.entries(schema.nodes).map(([name, type]) => [
    name,
    type.spec.content ?? '',
    attributes(type),
  ]);
  const marks = Object.entries(schema.marks).map(([name, type]) => [name, attributes(type)]);
  const said = JSON.stringify({ nodes: nodes.toSorted(), marks: marks.toSorted() });
  expect(createHash('sha256').update(said).digest('hex').slice(0, 16)).toBe(hashes[schemaVersion]);
  expect(Math.max(...Object.keys(hashes).map(Number))).toBe(schemaVersion);
});

test('every extension is registered exactly once', () => {
  const names = flattenExtensions(documentExtensions).map(({ name }) => name);
  expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
  expect(names).toEqual(
    expect.arrayContaining(['heading', 'orderedList', 'listItemBranchingDeleteKeymap', 'bold']),
  );
});

test('headings have the levels 1 to 4, by default 1', () => {
  const heading = (attrs?: object) => schema.node('heading', attrs);
  expect(heading().attrs['level']).toBe(1);
  const render = DOMSerializer.fromSchema(schema).nodes['heading'];
  const elements = [0, 1, 2, 3, 4, 5, 6].map((level) =>
    JSON.stringify(render?.(heading({ level }))),
  );
  const names = elements.map((element) => /^\["(\w+)"/.exec(element)?.[1]);
  expect(names).toEqual(['h1', 'h1', 'h2', 'h3', 'h4', 'h4', 'h4']);
});

test('an unsafe link is rendered without its target', () => {
  const link = schema.marks['link']?.create({ href: 'javascript:alert(1)' });
  const rendered = link && DOMSerializer.fromSchema(schema).marks['link']?.(link, true);
  expect(JSON.stringify(rendered)).not.toContain('javascript');
});

test('an empty document is one empty paragraph', () => {
  expect(String(schema.topNodeType.createAndFill())).toBe('doc(paragraph)');
  expect(Node.fromJSON(schema, { type: 'doc', content: [{ type: 'paragraph' }] }).textContent).toBe(
    '',
  );
});
