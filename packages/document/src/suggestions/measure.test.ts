import type { Node } from '@tiptap/pm/model';
import { Transform } from '@tiptap/pm/transform';
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { textOfDoc } from '../content.ts';
import type { NodeJson } from '../json.ts';
import type { Edit } from '../testing/arbitrary-edit.ts';
import { decided, edited, replicasOf, suggested, write } from '../testing/people.ts';
import { createMeasure } from './measure.ts';
import { suggestionsOf } from './list.ts';

const p = (text: string): NodeJson => ({ type: 'paragraph', content: [{ type: 'text', text }] });
const story: NodeJson = { type: 'doc', content: [p('One morning'), p('it rained.')] };
const edit = (act: Edit['act'], from: number, length = 0, word = 'two words'): Edit => ({ act, from, length, word });

/** A document with a suggestion of Ada's in it, and a reviewer's replica of it. */
function scene(): { ben: Y.Doc; measures: (change: (doc: Y.Doc) => void) => boolean } {
  const { ada, ben } = replicasOf(story, ['ada', 'ben']);
  write(ada, (now) => suggested(now, edit('type', 200), 'ada', ada));
  Y.applyUpdate(ben, Y.encodeStateAsUpdate(ada));
  return {
    ben,
    measures(change) {
      const before = Y.encodeStateAsUpdate(ben);
      const measure = createMeasure([before]);
      change(ben);
      const isAllowed = measure.allows(Y.encodeStateAsUpdate(ben, Y.encodeStateVectorFromUpdate(before)), 'ben');
      measure.destroy();
      return isAllowed;
    },
  };
}

const doing = (act: (now: Node, doc: Y.Doc) => Node | null) => (doc: Y.Doc) => {
  expect(write(doc, (now) => act(now, doc))).not.toBeNull();
};

test.each<[string, Edit]>([
  ['typing', edit('type', 500)],
  ['deleting', edit('remove', 300, 300)],
  ['a paragraph’s end', edit('enter', 700)],
  ['joining', edit('backspace', 676)],
  ['a format', edit('bold', 600, 200)],
  ['a heading', edit('heading', 700)],
  ['a list', edit('list', 700)],
  ['a picture', edit('picture', 700)],
  ['beside what another suggests', edit('type', 210)],
  ['inside what another suggests', edit('type', 260)],
])('a reviewer may suggest: %s', (_, what) => {
  expect(scene().measures(doing((now, doc) => suggested(now, what, 'ben', doc)))).toBe(true);
});

test('a reviewer may change and withdraw what they suggested', () => {
  const { ben, measures } = scene();
  expect(measures(doing((now) => suggested(now, edit('type', 700), 'ben', ben)))).toBe(true);
  expect(measures(doing((now) => suggested(now, edit('type', 760), 'ben', ben)))).toBe(true);
  expect(measures(doing((now) => decided(now, 'reject', ({ author }) => author === 'ben')))).toBe(true);
});

test.each<[string, (now: Node, doc: Y.Doc) => Node | null]>([
  ['typing without suggesting', (now) => edited(now, edit('type', 700))],
  ['deleting', (now) => edited(now, edit('remove', 300, 300))],
  ['formatting', (now) => edited(now, edit('bold', 600, 200))],
  ['another kind of block', (now) => edited(now, edit('heading', 700))],
  ['accepting what another suggests', (now) => decided(now, 'accept', ({ author }) => author === 'ada')],
  ['rejecting what another suggests', (now) => decided(now, 'reject', ({ author }) => author === 'ada')],
  ['suggesting in somebody else’s name', (now, doc) => suggested(now, edit('type', 700), 'ada', doc)],
  ['writing into what another suggests as if it were theirs', (now, doc) => suggested(now, edit('type', 260), 'ada', doc)],
])('a reviewer may not change anything else: %s', (_, act) => {
  expect(scene().measures(doing(act))).toBe(false);
});

test('accepting one’s own suggestion is a change of the text', () => {
  const { measures } = scene();
  expect(measures(doing((now, doc) => suggested(now, edit('type', 700), 'ben', doc)))).toBe(true);
  expect(measures(doing((now) => decided(now, 'accept', ({ author }) => author === 'ben')))).toBe(false);
});

test.each<[string, (doc: Y.Doc) => void]>([
  ['writes beside the text', (doc) => void doc.getMap('notes').set('a', 1)],
  ['sets an attribute nobody knows', (doc) => (textOfDoc(doc).get(0) as Y.XmlElement).setAttribute('secret', 'x')],
  ['puts a block without a mark', (doc) => textOfDoc(doc).insert(0, [new Y.XmlElement('paragraph')])],
  ['deletes all', (doc) => textOfDoc(doc).delete(0, textOfDoc(doc).length)],
  ['puts text among the blocks', (doc) => textOfDoc(doc).insert(0, [new Y.XmlText('x')])],
  [
    'hides text in a block that is suggested',
    (doc) => {
      const block = new Y.XmlElement('paragraph');
      block.setAttribute('insertion', JSON.stringify({ id: 'x', author: 'ben', at: 1 }));
      block.insert(0, [new Y.XmlText('really there')]);
      textOfDoc(doc).insert(0, [block]);
    },
  ],
  [
    'changes who suggested something',
    (doc) => {
      const text = (textOfDoc(doc).get(0) as Y.XmlElement).get(0) as Y.XmlText;
      for (const { key, from } of marksIn(text)) text.format(from, 1, { [key]: { id: 'mine', author: 'ben', at: 1 } });
    },
  ],
])('a client made by hand is found out: it %s', (_, change) => {
  expect(scene().measures(change)).toBe(false);
});

function marksIn(text: Y.XmlText): { key: string; from: number }[] {
  let from = 0;
  return (text.toDelta() as { insert: string; attributes?: object }[]).flatMap(({ insert, attributes }) => {
    const found = Object.keys(attributes ?? {}).map((key) => ({ key, from }));
    from += insert.length;
    return found;
  });
}

test('an empty document has the paragraph that an editor gives it', () => {
  const doc = new Y.Doc();
  const measure = createMeasure([]);
  textOfDoc(doc).insert(0, [new Y.XmlElement('paragraph')]);
  expect(measure.allows(Y.encodeStateAsUpdate(doc), 'ben')).toBe(true);
});

test('what others write between is not held against a reviewer', () => {
  const { ada, ben } = replicasOf(story, ['ada', 'ben']);
  const measure = createMeasure([Y.encodeStateAsUpdate(ben)]);
  write(ada, (now) => edited(now, edit('type', 0, 0, 'Once: ')));
  measure.take(Y.encodeStateAsUpdate(ada));
  const before = Y.encodeStateVector(ben);
  write(ben, (now) => suggested(now, edit('remove', 100, 100), 'ben', ben));
  expect(measure.allows(Y.encodeStateAsUpdate(ben, before), 'ben')).toBe(true);
  write(ada, (now) => edited(now, edit('type', 0, 0, 'Once: ')));
  expect(measure.allows(Y.encodeStateAsUpdate(ada, Y.encodeStateVector(ben)), 'ben')).toBe(false);
});

test('a card says what is added and what goes', () => {
  const doc = { ...story };
  const { ada } = replicasOf(doc, ['ada']);
  write(ada, (now) => suggested(now, edit('type', 40, 130, 'evening'), 'ada', ada));
  const now = write(ada, (same) => same);
  const [only, ...others] = now ? suggestionsOf(now) : [];
  expect(others).toEqual([]);
  expect(only).toMatchObject({ author: 'ada', at: 1, added: 'evening' });
  expect(only?.removed.length).toBeGreaterThan(0);
  const tr = now && new Transform(now);
  expect(tr?.doc.textContent).toContain(only?.removed);
});
