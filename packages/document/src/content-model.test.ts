import { expect, test } from 'vitest';
import { contentModel } from './content-model.ts';
import { nodeNames } from './schema.ts';

const root = 1;
const text = 63;
const { typeOf, mayHold } = contentModel;
const holds = (parent: string, child: string): boolean => mayHold(typeOf(parent), typeOf(child));

test('every node of the schema has a number of its own, which never changes', () => {
  const named = nodeNames.filter((name) => name !== 'doc' && name !== 'text');
  const numbers = named.map(typeOf);
  expect(numbers.every((number) => number > root && number < text)).toBe(true);
  expect(new Set(numbers).size).toBe(named.length);
  // Stored with each document: these may not move.
  expect([typeOf('paragraph'), typeOf('table'), typeOf('image'), typeOf('day')]).toEqual([2, 11, 19, 27]);
});

test('nodes may stand where the schema has them, and nowhere else', () => {
  expect(mayHold(root, text)).toBe(false);
  for (const blocks of ['bulletList', 'listItem', 'table', 'tableRow', 'tableCell', 'callout', 'columns', 'blockquote'])
    expect(mayHold(typeOf(blocks), text), blocks).toBe(false);
  for (const line of ['paragraph', 'heading', 'codeBlock']) expect(mayHold(typeOf(line), text), line).toBe(true);
  expect(holds('paragraph', 'image')).toBe(false);
  expect(holds('paragraph', 'paragraph')).toBe(false);
  expect(holds('tableRow', 'paragraph')).toBe(false);
  expect(mayHold(root, typeOf('tableRow'))).toBe(false);
  expect(mayHold(root, typeOf('mention'))).toBe(false);
  expect(holds('image', 'paragraph')).toBe(false);
  expect(mayHold(root, typeOf('image')) && holds('paragraph', 'mention') && holds('listItem', 'bulletList')).toBe(true);
  expect(holds('tableRow', 'tableCell') && holds('tableRow', 'tableHeader') && holds('tableCell', 'paragraph')).toBe(true);
});

test('nodes of unknown names may stand nowhere; parents of unknown names hold any known node', () => {
  expect(typeOf('marquee')).toBe(0);
  expect([typeOf('doc'), typeOf('text'), typeOf('__proto__')]).toEqual([0, 0, 0]);
  expect(mayHold(root, 0) || mayHold(0, 0)).toBe(false);
  expect(mayHold(0, text) && mayHold(0, typeOf('image'))).toBe(true);
});

test('marks are those of the schema, with the hash of those that may lie over each other', () => {
  const { hasMark } = contentModel;
  expect(['bold', 'link', 'code', 'insertion--Ab12Cd34', 'deletion--Ab12Cd34'].every(hasMark)).toBe(true);
  expect(['blink', 'textStyle', 'blink--Ab12Cd34', '', 'constructor'].some(hasMark)).toBe(false);
});
