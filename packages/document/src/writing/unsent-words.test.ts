import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { textOfDoc } from '../content.ts';
import { jsonOf, type NodeJson } from '../json.ts';
import { shortDocument } from '../testing/arbitrary-document.ts';
import { anyEdit } from '../testing/arbitrary-edit.ts';
import { cases, decided, done, edited, replicasOf, shown, suggested, without, write } from '../testing/people.ts';
import { rescueShared } from './rescue-shared.ts';
import { asSwallowed, unsentWords } from './unsent-words.ts';

const line = (text: string): NodeJson => ({ type: 'paragraph', content: [{ type: 'text', text }] });

/** What `doc` holds, for somebody who comes new. */
function fresh(doc: Y.Doc): Y.Doc {
  const copy = new Y.Doc();
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(doc));
  return copy;
}

/** What a page wrote, and the page. */
function writing(doc: Y.Doc): { sent: Uint8Array[]; doc: Y.Doc } {
  const sent: Uint8Array[] = [];
  doc.on('update', (update: Uint8Array) => sent.push(update));
  return { sent, doc };
}

let ids = 0;

const ben = { author: 'ben', at: 2, newId: () => `again${(ids += 1)}`, client: '7' };

const stored = (doc: Y.Doc): NodeJson => jsonOf(textOfDoc(doc));

test('words that the server would not take stand as suggestions where they stood; a block of their own, behind the one that is left before it', () => {
  const docs = replicasOf({ type: 'doc', content: [line('One two three.'), line('Gone.'), line('End.')] }, ['ben', 'cyd']);
  const page = writing(docs.ben);
  write(docs.ben, (now) => {
    const { schema } = now.type;
    return done(now, (tr) => tr.insert(5, schema.text('NEW ')).insert(27, schema.nodeFromJSON(line('More.'))));
  });
  write(docs.cyd, (now) => done(now, (tr) => tr.delete(16, 23)));
  const server = fresh(docs.cyd);
  Y.applyUpdate(docs.ben, Y.encodeStateAsUpdate(server));
  const before = without(stored(server), 'ben');
  expect(rescueShared(textOfDoc(server), asSwallowed(textOfDoc(server), unsentWords(textOfDoc(docs.ben), page.sent)), ben)).toBe(
    true,
  );
  expect(without(stored(server), 'ben')).toBe(before);
  const now = shown(server);
  expect(now.content.content.map(({ textContent }) => textContent)).toEqual(['One NEW two three.', 'More.', 'End.']);
  expect(decided(now, 'reject').textContent).toBe('One two three.End.');
});

test('whatever was refused, its words are put again as suggestions that a server takes', () => {
  let found = 0;
  fc.assert(
    fc.property(
      shortDocument,
      fc.array(anyEdit, { minLength: 1, maxLength: 4 }),
      fc.array(anyEdit, { minLength: 1, maxLength: 4 }),
      fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 1, maxLength: 3 }),
      (json, mine, theirs, typing) => {
        const docs = replicasOf(json, ['ben', 'cyd']);
        const page = writing(docs.ben);
        for (const edit of mine) write(docs.ben, (now) => suggested(now, edit, 'ben', docs.ben));
        for (const [i, from] of typing.entries())
          write(docs.ben, (now) => suggested(now, { act: 'type', from, length: 0, word: `⟦${i}⟧` }, 'ben', docs.ben));
        for (const edit of theirs) write(docs.cyd, (now) => edited(now, edit));
        const words = shown(docs.ben).textContent.match(/⟦\d⟧/g) ?? [];
        const unsent = unsentWords(textOfDoc(docs.ben), page.sent);
        const server = fresh(docs.cyd);
        const before = without(stored(server), 'ben');
        expect(rescueShared(textOfDoc(server), asSwallowed(textOfDoc(server), unsent), ben)).toBe(true);
        expect(without(stored(server), 'ben')).toBe(before);
        const { textContent } = shown(server);
        for (const word of words) expect(textContent).toContain(word);
        found += words.length;
      },
    ),
    { numRuns: cases(400) },
  );
  expect(found).toBeGreaterThan(cases(400));
}, 300_000);
