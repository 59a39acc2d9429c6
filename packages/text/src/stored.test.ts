import { Mapping, StepMap } from '@tiptap/pm/transform';
import type { Node } from '@tiptap/pm/model';
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { Replica } from './replica.ts';
import { Reading, rootsOf } from './reading.ts';
import { changeStored, openSuggestions, renderingOf, runsOf, type StoredChange } from './stored.ts';
import { testGrammar, testSchema } from './testing/schema.ts';

const paragraph = (words: string): Node =>
  testSchema.node('paragraph', null, words === '' ? [] : [testSchema.text(words)]);
const docOf = (...content: Node[]): Node => testSchema.node('doc', null, content);
const whole = (before: Node, after: Node): Mapping =>
  new Mapping([new StepMap([0, before.content.size, after.content.size])]);
const changeTo =
  (after: Node, more: Partial<StoredChange> = {}) =>
  (shown: Node): StoredChange => ({
    after,
    mapping: whole(shown, after),
    mode: { kind: 'edit' },
    ...more,
  });

function copyOf(doc: Y.Doc): Y.Doc {
  const copy = new Y.Doc();
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(doc));
  return copy;
}

test('changes a stored document to a given one in one update, and writes nothing when they are equal', () => {
  const doc = new Y.Doc();
  const update = changeStored(
    doc,
    testGrammar,
    100,
    changeTo(docOf(paragraph('one'), paragraph('two'))),
  );
  const other = new Y.Doc();
  Y.applyUpdate(other, update as Uint8Array);
  expect(renderingOf(other, testGrammar).doc.toString()).toBe(
    'doc(paragraph("one"), paragraph("two"))',
  );
  expect(
    changeStored(other, testGrammar, 200, changeTo(docOf(paragraph('one'), paragraph('two')))),
  ).toBeNull();
});

test('suggestions of a rendered document are kept in a new one, with their authors', () => {
  const doc = new Y.Doc();
  changeStored(doc, testGrammar, 100, changeTo(docOf(paragraph('It was dark'))));
  const replica = new Replica(doc, testGrammar, 200);
  const { doc: shown } = replica.rendering;
  const wanted = docOf(paragraph('It was a stormy dark'), paragraph('new'));
  replica.write(
    { after: wanted, mapping: whole(shown, wanted) },
    { kind: 'suggestion', id: 's', by: 'ada', at: 7 },
  );
  const marked = replica.rendering.doc;
  const copy = new Y.Doc();
  changeStored(copy, testGrammar, 300, changeTo(marked));
  expect(renderingOf(copy, testGrammar).doc.toJSON()).toEqual(marked.toJSON());
  expect(renderingOf(copy, testGrammar, 'original').doc.toString()).toBe(
    'doc(paragraph("It was dark"))',
  );
  expect(openSuggestions(new Reading(rootsOf(copy), testGrammar))).toEqual([
    { id: 's', by: 'ada', at: 7 },
  ]);
});

test('with nextId, each separate part of a suggested change becomes its own suggestion', () => {
  const doc = new Y.Doc();
  changeStored(
    doc,
    testGrammar,
    100,
    changeTo(docOf(paragraph('one two three'), paragraph('four'))),
  );
  let count = 0;
  const after = docOf(paragraph('ONE two 3'), paragraph('four'), paragraph('five'));
  const mapping = new Mapping([new StepMap([1, 3, 3, 9, 5, 1, 20, 0, 6])]);
  const nextId = (): string => `s${(count += 1)}`;
  changeStored(doc, testGrammar, 200, () => ({
    after,
    mapping,
    mode: { kind: 'suggestion', id: 's0', by: 'ada', at: 7, nextId },
  }));
  expect(openSuggestions(new Reading(rootsOf(doc), testGrammar))).toHaveLength(3);
  expect(renderingOf(doc, testGrammar, 'accepted').doc.toString()).toBe(after.toString());
});

test('a restore brings back the original units of the version', () => {
  const doc = new Y.Doc();
  changeStored(doc, testGrammar, 100, changeTo(docOf(paragraph('one'), paragraph('two'))));
  const version = copyOf(doc);
  const { doc: then } = renderingOf(version, testGrammar);
  changeStored(doc, testGrammar, 200, changeTo(docOf(paragraph('other'))));
  changeStored(
    doc,
    testGrammar,
    300,
    changeTo(then, { restores: [Y.encodeStateAsUpdate(version)] }),
  );
  const letters = (of: Y.Doc): string[] =>
    runsOf(renderingOf(of, testGrammar), new Reading(rootsOf(of), testGrammar)).flatMap(
      ({ from, to, client, clock }) =>
        Array.from({ length: to - from }, (_, i) => `${from + i} ${client}:${clock + i}`),
    );
  expect(renderingOf(doc, testGrammar).doc.toJSON()).toEqual(then.toJSON());
  expect(letters(doc)).toEqual(letters(version));
  expect(letters(doc)).toHaveLength(6);
});

test('blocks that are suggested and deleted again are rendered and listed in linear time', () => {
  // Large enough that quadratic work would take minutes.
  const many = 100_000;
  const doc = new Y.Doc();
  doc.clientID = 101;
  const { text, suggestions } = rootsOf(doc);
  doc.transact(() => {
    text.applyDelta(
      Array.from({ length: many }, () => [{ insert: new Y.Map() }, { insert: 'word' }]).flat(),
    );
    // A marker and its four characters are five units.
    const entries = Array.from({ length: many }, (_, at) => [
      { kind: 'about', id: `${at}`, by: 'ada', at },
      { kind: 'insert', id: `${at}`, client: 101, clock: at * 5 },
    ]);
    suggestions.push(entries.flat());
  });
  const listed = (): number => openSuggestions(new Reading(rootsOf(doc), testGrammar)).length;
  expect([renderingOf(doc, testGrammar).doc.childCount, listed()]).toEqual([many, many]);
  expect(renderingOf(doc, testGrammar, 'original').doc.toString()).toBe('doc(paragraph)');
  text.delete(0, text.length);
  expect([renderingOf(doc, testGrammar).doc.toString(), listed()]).toEqual(['doc(paragraph)', 0]);
});
