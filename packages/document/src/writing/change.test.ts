import { Transform } from '@tiptap/pm/transform';
import { initProseMirrorDoc, updateYFragment } from '@tiptap/y-tiptap';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { textOfDoc } from '../content.ts';
import { jsonOf, type NodeJson } from '../json.ts';
import { runsOfText } from '../runs.ts';
import { editorSchema } from '../schema.ts';
import { shortDocument } from '../testing/arbitrary-document.ts';
import { anyEdit, perform, type Edit } from '../testing/arbitrary-edit.ts';
import { cases, exchange, jsonOfNode, key, replicasOf } from '../testing/people.ts';
import { writeChange } from './change.ts';

/** Does something to a replica as the editor would; answers what the editor shows then, and whether nothing was left to the binding. */
function act(doc: Y.Doc, change: (tr: Transform) => Transform | null): { isWhole: boolean; says: NodeJson } | null {
  const { doc: before, meta } = initProseMirrorDoc(textOfDoc(doc), editorSchema);
  const tr = change(new Transform(before));
  if (tr === null) return null;
  const given = { before, maps: tr.mapping.maps, after: tr.doc };
  const isWhole = doc.transact(() => writeChange(textOfDoc(doc), meta.mapping, given));
  const written = Y.encodeStateVector(doc);
  updateYFragment(doc, textOfDoc(doc), tr.doc, meta);
  expect(Y.encodeStateVector(doc), 'the binding finds nothing left to do').toEqual(written);
  return { isWhole, says: jsonOfNode(tr.doc) };
}

const lines = (...texts: string[]): NodeJson => ({
  type: 'doc',
  content: texts.map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] })),
});

/** How many of the letters that are there come from the beginning, not from anybody's later writing. */
function oldLetters(doc: Y.Doc): number {
  let count = 0;
  for (const block of textOfDoc(doc).toArray()) {
    if (!(block instanceof Y.XmlElement)) continue;
    for (const child of block.toArray())
      if (child instanceof Y.XmlText) for (const { client, length } of runsOfText(child)) if (client === 100) count += length;
  }
  return count;
}

const words = (doc: Y.Doc): string[] =>
  (jsonOf(textOfDoc(doc)).content ?? []).map((block) => block.content?.map(({ text }) => text ?? '|').join('') ?? '');

test('the shared text says what the editor shows after whatever somebody does, without a guess', () => {
  fc.assert(
    fc.property(shortDocument, fc.array(anyEdit, { minLength: 1, maxLength: 4 }), (json, edits) => {
      const { ada } = replicasOf(json, ['ada']);
      for (const edit of edits) {
        const done = act(ada, ({ doc }) => perform(doc, edit));
        if (done === null) continue;
        expect(done.isWhole).toBe(true);
        expect(key(jsonOf(textOfDoc(ada)))).toBe(key(done.says));
      }
    }),
    { numRuns: cases(600) },
  );
}, 300_000);

/** Makes two texts of each that can be, side by side: as two people make them who begin a line at once, or a line break that is taken out again. */
function cutTexts(parent: Y.XmlFragment): void {
  for (const [at, child] of [...parent.toArray().entries()].toReversed()) {
    if (child instanceof Y.XmlElement) cutTexts(child);
    if (!(child instanceof Y.XmlText) || child.length < 2) continue;
    const [part, more] = child.toDelta() as { insert: string; attributes?: Record<string, unknown> }[];
    if (part === undefined || more !== undefined || /[\uD800-\uDFFF]/.test(part.insert)) continue;
    const middle = Math.floor(child.length / 2);
    const next = new Y.XmlText();
    next.applyDelta([{ ...part, insert: part.insert.slice(middle) }]);
    child.delete(middle, child.length - middle);
    parent.insert(at + 1, [next]);
  }
}

test('texts that stand side by side are written as one', () => {
  let texts = 0;
  fc.assert(
    fc.property(shortDocument, fc.array(anyEdit, { minLength: 1, maxLength: 4 }), (json, edits) => {
      const { ada, ben } = replicasOf(json, ['ada', 'ben']);
      for (let i = 0; i < 2; i += 1) cutTexts(textOfDoc(ben));
      Y.applyUpdate(ada, Y.encodeStateAsUpdate(ben));
      for (const edit of edits) {
        const done = act(ada, ({ doc }) => perform(doc, edit));
        if (done === null) continue;
        texts += 1;
        expect(done.isWhole).toBe(true);
        expect(key(jsonOf(textOfDoc(ada)))).toBe(key(done.says));
      }
    }),
    { numRuns: cases(300) },
  );
  expect(texts).toBeGreaterThan(100);
}, 300_000);

test('what is done beside letters leaves them the same letters', () => {
  fc.assert(
    fc.property(shortDocument, anyEdit, (json, edit) => {
      const { ada } = replicasOf(json, ['ada']);
      const before = oldLetters(ada);
      act(ada, ({ doc }) => perform(doc, { ...edit, act: 'type', length: 0 } satisfies Edit));
      expect(oldLetters(ada)).toBe(before);
    }),
    { numRuns: cases(200) },
  );
});

test.each([
  ['near the end', 12, 12],
  ['near the beginning', 4, 14],
])('a paragraph that is split %s keeps its longer half, with what others write in it meanwhile', (_, at, kept) => {
  const { ada, ben } = replicasOf(lines('one two three four'), ['ada', 'ben']);
  act(ada, (tr) => tr.split(1 + at));
  act(ben, (tr) => tr.insert(at < 9 ? 19 : 1, editorSchema.text('!')));
  expect(oldLetters(ada)).toBe(kept);
  exchange([ada, ben]);
  expect(words(ada)).toEqual(at < 9 ? ['one ', 'two three four!'] : ['!one two thre', 'e four']);
});

test('a line that is broken, and mended again, is written anew only in its shorter half', () => {
  const { ada } = replicasOf(lines('one two three'), ['ada']);
  act(ada, (tr) => tr.insert(4, editorSchema.node('hardBreak')));
  expect([words(ada), oldLetters(ada)]).toEqual([['one| two three'], 10]);
  act(ada, (tr) => tr.delete(4, 5));
  expect([words(ada), oldLetters(ada)]).toEqual([['one two three'], 10]);
});

test('joining two paragraphs leaves the first what it was', () => {
  const { ada } = replicasOf(lines('one two', 'three'), ['ada']);
  act(ada, (tr) => tr.join(9));
  expect([words(ada), oldLetters(ada)]).toEqual([['one twothree'], 7]);
});

test('the same letter beside itself, and the same paragraph, are put where they were put', () => {
  const { ada } = replicasOf(lines('aa', 'aa'), ['ada']);
  act(ada, (tr) => tr.insert(1, editorSchema.text('a')));
  act(ada, (tr) => tr.insert(0, editorSchema.node('paragraph', null, editorSchema.text('aa'))));
  const [first, second] = textOfDoc(ada).toArray();
  const clients = [first, second].map((block) =>
    block instanceof Y.XmlElement ? [...runsOfText(block.get(0) as Y.XmlText)].map(({ client }) => client) : [],
  );
  expect(clients).toEqual([[101], [101, 100]]);
});

test('a text that turns out to say something else is left to the binding', () => {
  const { ada, ben } = replicasOf(lines('one', 'two'), ['ada', 'ben']);
  const { doc: before, meta } = initProseMirrorDoc(textOfDoc(ada), editorSchema);
  const tr = new Transform(before).insert(4, editorSchema.text('!')).insert(10, editorSchema.text('?'));
  act(ben, (other) => other.insert(1, editorSchema.text('x')));
  Y.applyUpdate(ada, Y.encodeStateAsUpdate(ben));
  const given = { before, maps: tr.mapping.maps, after: tr.doc };
  expect(writeChange(textOfDoc(ada), meta.mapping, given)).toBe(false);
  expect(words(ada)).toEqual(['xone', 'two?']);
});
