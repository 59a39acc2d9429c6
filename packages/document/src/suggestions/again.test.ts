import { EditorState, type Transaction } from '@tiptap/pm/state';
import { Transform } from '@tiptap/pm/transform';
import { initProseMirrorDoc } from '@tiptap/y-tiptap';
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { textOfDoc } from '../content.ts';
import { editorSchema } from '../schema.ts';
import { decided, replicasOf, shown } from '../testing/people.ts';
import { formatOf } from '../write-text.ts';
import { writeChange } from '../writing/change.ts';
import { extentOf, foreignIn } from './shared.ts';
import { createMeasure } from './measure.ts';
import { suggestAgain } from './restored.ts';
import { resolveSuggestions } from './resolve.ts';
import { suggest } from './suggest.ts';

/** Does to a replica what an editor does with the steps of a change. */
function act(doc: Y.Doc, change: (tr: Transform) => Transform): void {
  const { doc: before, meta } = initProseMirrorDoc(textOfDoc(doc), editorSchema);
  const tr = change(new Transform(before));
  doc.transact(() => writeChange(textOfDoc(doc), meta.mapping, { before, maps: tr.mapping.maps, after: tr.doc }));
}

let ids = 0;

function suggestOn(doc: Y.Doc, change: (tr: Transaction) => Transaction): void {
  act(doc, (tr) => {
    const now = tr.doc;
    const wanted = change(EditorState.create({ doc: now }).tr);
    const made = suggest(now, wanted.steps, wanted.docs, wanted.doc, {
      ...{ author: 'ben', at: 1, newId: () => `ben${(ids += 1)}`, client: String(doc.clientID) },
      upTo: (pos) => extentOf(textOfDoc(doc), now, pos),
    });
    if (made === null) throw new Error('nothing was suggested');
    return made.tr;
  });
}

const type = (doc: Y.Doc, words: string, letter: string): void =>
  suggestOn(doc, (tr) => tr.insertText(letter, tr.doc.textContent.indexOf(words) + 1));

const changesOf = (doc: Y.Doc, since: Uint8Array): Uint8Array => Y.encodeStateAsUpdate(doc, since);

const places = [
  ['at the end of what comes', 'five'],
  ['in the middle of what comes', 'EW'],
  ['right after what goes', 'three'],
  ['right before what goes', 'two'],
] as const;

test.each(places.flatMap((place) => (['accept', 'reject'] as const).map((verdict) => [...place, verdict] as const)))(
  'what is written %s (before %j) while somebody is to %s it is suggested again, and all of it is there',
  (_, words, verdict) => {
    const line = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'One two three four five' }] }] };
    const { ben, cyd } = replicasOf(line, ['ben', 'cyd']);
    suggestOn(ben, (tr) => tr.delete(5, 9));
    suggestOn(ben, (tr) => tr.insertText('NEW', 20));
    for (const letter of 'αβ') type(ben, words, letter);
    Y.applyUpdate(cyd, Y.encodeStateAsUpdate(ben));
    const known = Y.encodeStateVector(ben);
    const unsent: Uint8Array[] = [];
    ben.on('update', (update: Uint8Array, origin: unknown) => void (origin !== 'cyd' && unsent.push(update)));
    for (const letter of 'γδε') type(ben, words, letter);
    act(cyd, (tr) => {
      resolveSuggestions(tr, verdict, () => true, { foreign: foreignIn(textOfDoc(cyd), tr.doc) });
      return tr;
    });
    const server = createMeasure([Y.encodeStateAsUpdate(cyd)]);
    Y.applyUpdate(ben, changesOf(cyd, known), 'cyd');
    const ink = { id: 'again', author: 'ben', at: 2, by: null };
    expect(suggestAgain(textOfDoc(ben), unsent, ink)).toBe(true);
    expect(server.allows(Y.mergeUpdates(unsent), 'ben')).toBe(true);
    expect(decided(shown(ben), 'accept').textContent).toContain('γδε');
    expect(suggestAgain(textOfDoc(ben), unsent, ink)).toBe(false);
  },
);

test('letters of others that came to stand in what is suggested to come are text again', () => {
  const line = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'One two three' }] }] };
  const { ben, cyd } = replicasOf(line, ['ben', 'cyd']);
  act(cyd, (tr) => tr.insert(5, editorSchema.text('甲乙')));
  const isTaken = (): boolean => createMeasure([Y.encodeStateAsUpdate(cyd)]).allows(Y.mergeUpdates(unsent), 'ben');
  Y.applyUpdate(ben, Y.encodeStateAsUpdate(cyd), 'cyd');
  const unsent: Uint8Array[] = [];
  ben.on('update', (update: Uint8Array) => unsent.push(update));
  const ink = { id: 'again', author: 'ben', at: 2, by: String(ben.clientID) };
  const text = (textOfDoc(ben).get(0) as Y.XmlElement).get(0) as Y.XmlText;
  // As it is once both are there: what was marked reaches over what the other wrote in the middle of it.
  text.insert(5, 'αβ', {});
  text.format(4, 4, formatOf([{ type: 'insertion', attrs: { ...ink, split: null } }]));
  expect(isTaken()).toBe(false);
  expect(suggestAgain(textOfDoc(ben), unsent, ink)).toBe(true);
  expect(isTaken()).toBe(true);
  expect(decided(shown(ben), 'reject').textContent).toBe('One 甲乙two three');
  expect(decided(shown(ben), 'accept').textContent).toBe('One 甲αβ乙two three');
});
