import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { textOfDoc } from '../content.ts';
import { jsonOf, type NodeJson } from '../json.ts';
import { shortDocument } from '../testing/arbitrary-document.ts';
import { anyEdit, type Act, type Edit } from '../testing/arbitrary-edit.ts';
import { cases, done, edited, key, replicasOf, shown, suggested, write } from '../testing/people.ts';
import { rescue } from './rescue.ts';
import { rescueShared } from './rescue-shared.ts';
import { arrivedTooLate, swallowedBy, type Swallowed } from './swallowed.ts';

/** A page at a document: what it wrote, in order, and what it takes from others, with its own words kept. */
function pageAt(doc: Y.Doc) {
  const sent: Uint8Array[] = [];
  const taking = { updates: [] as Uint8Array[] };
  let swallowed: Swallowed[] = [];
  let last: number | null = null;
  doc.on('update', (update: Uint8Array, origin: unknown) => origin !== taking && sent.push(update));
  doc.on('afterTransaction', (transaction: Y.Transaction) => {
    if (transaction.origin !== taking) return;
    swallowed.push(...swallowedBy(transaction, textOfDoc(doc), taking.updates, doc.clientID));
  });
  return {
    doc,
    sent,
    take(updates: readonly Uint8Array[]): void {
      taking.updates = [...updates];
      doc.transact(() => updates.forEach((update) => Y.applyUpdate(doc, update, taking)), taking);
      const lost = swallowed;
      swallowed = [];
      if (lost.length > 0) write(doc, (now) => done(now, (tr) => void ({ last } = rescue(tr, textOfDoc(doc), lost))));
    },
    caret: () => last,
  };
}

type Page = ReturnType<typeof pageAt>;

/** Two people each do something that the other does not know of; then both learn of it, and of what comes of that. */
function meet(one: Page, other: Page): void {
  const [first, second] = [one.sent.length, other.sent.length];
  const [ofOne, ofOther] = [[...one.sent], [...other.sent]];
  other.take(ofOne);
  one.take(ofOther);
  one.take(other.sent.slice(second));
  other.take(one.sent.slice(first));
}

const says = (page: Page): string => shown(page.doc).textContent;

const words = (text: string): NodeJson => ({ type: 'paragraph', ...(text !== '' && { content: [{ type: 'text', text }] }) });
const item = (text: string): NodeJson => ({ type: 'listItem', content: [words(text)] });

/** An edit where some words stand: their last letter is where it begins. */
function at(doc: Y.Doc, where: string, act: Act, word = ''): void {
  write(doc, (now) => {
    let pos = 0;
    now.descendants((node, start) => {
      const found = node.isText ? (node.text ?? '').indexOf(where) : -1;
      if (found >= 0) pos = start + found + where.length;
      else if (where === '' && node.isTextblock && node.content.size === 0) pos = start + 1;
    });
    const next = edited(now, { act, from: (pos / now.content.size) * 1000, length: 0, word });
    expect(next, `${act} does something`).not.toBeNull();
    return next;
  });
}

test.each<[string, NodeJson[], (doc: Y.Doc) => void, string, string[]]>([
  [
    'made a heading of it',
    [words('before'), words('one two')],
    (doc) => at(doc, 'one', 'heading', 'w'),
    'one',
    ['before', 'one⟦x⟧ two'],
  ],
  ['made a list of it', [words('one two')], (doc) => at(doc, 'one', 'list'), 'one tw', ['one tw⟦x⟧o']],
  ['made code of it', [words('one two')], (doc) => at(doc, 'one', 'code'), 'one', ['one⟦x⟧ two']],
  ['made a heading of an empty line', [words('before'), words('')], (doc) => at(doc, '', 'heading', 'w'), '', ['before', '⟦x⟧']],
  [
    'joined it with the one before',
    [words('before'), words('one two')],
    (doc) => at(doc, 'before', 'forwardDelete'),
    'one',
    ['beforeone⟦x⟧ two'],
  ],
  [
    'made another list of its own',
    [{ type: 'bulletList', content: [item('one two'), item('three')] }],
    (doc) => write(doc, (now) => done(now, (tr) => tr.setNodeMarkup(0, tr.doc.type.schema.nodes['orderedList']))),
    'three',
    ['one two', 'three⟦x⟧'],
  ],
  [
    'deleted it',
    [words('before'), words('one two'), words('after')],
    (doc) => write(doc, (now) => done(now, (tr) => tr.delete(8, 17))),
    'one',
    ['before', '⟦x⟧', 'after'],
  ],
  [
    'deleted all of it',
    [{ type: 'bulletList', content: [item('one two'), item('three')] }, words('after')],
    (doc) => write(doc, (now) => done(now, (tr) => tr.delete(0, now.firstChild?.nodeSize ?? 0))),
    'one',
    ['⟦x⟧', 'after'],
  ],
])('who writes in a block while somebody %s finds the words again', (_, content, act, where, expected) => {
  const docs = replicasOf({ type: 'doc', content }, ['ada', 'ben']);
  const [ada, ben] = [pageAt(docs.ada), pageAt(docs.ben)];
  act(docs.ada);
  at(docs.ben, where, 'type', '⟦x⟧');
  meet(ada, ben);
  for (const page of [ada, ben]) {
    const lines: string[] = [];
    shown(page.doc).descendants((node) => void (node.isTextblock && lines.push(node.textContent)));
    expect(lines).toEqual(expected);
  }
  const now = shown(ben.doc);
  if (ben.caret() !== null) expect(now.textBetween(0, ben.caret() as number, '\n')).toMatch(/⟦x⟧$/);
});

test('what is deleted by somebody who knew it stays deleted, also where a deletion of the block comes with it', () => {
  const docs = replicasOf({ type: 'doc', content: [words('before'), words('one')] }, ['ada', 'ben']);
  const [ada, ben] = [pageAt(docs.ada), pageAt(docs.ben)];
  at(docs.ben, 'one', 'type', '⟦x⟧');
  ada.take(ben.sent);
  write(docs.ada, (now) => done(now, (tr) => tr.delete(8, now.content.size)));
  ben.take(ada.sent);
  expect([says(ada), says(ben)]).toEqual(['before', 'before']);
});

test('lists, pictures and formats that were made in what somebody took away come back as they were', () => {
  const docs = replicasOf(
    { type: 'doc', content: [{ type: 'blockquote', content: [words('one'), words('two')] }, words('after')] },
    ['ada', 'ben'],
  );
  const [ada, ben] = [pageAt(docs.ada), pageAt(docs.ben)];
  write(docs.ada, (now) => done(now, (tr) => tr.delete(0, now.firstChild?.nodeSize ?? 0)));
  const { schema } = shown(docs.ben).type;
  const made = [
    { type: 'bulletList', content: [item('new')] },
    { type: 'image', attrs: { src: 'https://example.org/a.png', alt: 'a' } },
    { type: 'paragraph', content: [{ type: 'text', text: 'bold', marks: [{ type: 'bold' }] }] },
  ];
  write(docs.ben, (now) =>
    done(now, (tr) =>
      tr.insert(
        6,
        made.map((json) => schema.nodeFromJSON(json)),
      ),
    ),
  );
  meet(ada, ben);
  const content = jsonOf(textOfDoc(docs.ada)).content ?? [];
  expect(content.map(({ type }) => type)).toEqual(['bulletList', 'image', 'paragraph', 'paragraph']);
  expect(JSON.stringify(content[2])).toContain('bold"}');
  expect(key(jsonOf(textOfDoc(docs.ben)))).toBe(key(jsonOf(textOfDoc(docs.ada))));
});

type Deed = { readonly edit: Edit; readonly isSuggested: boolean };

test('whatever somebody does to a text, the words that others write meanwhile are there afterwards, once', () => {
  let found = 0;
  const deed: fc.Arbitrary<Deed> = fc.record({ edit: anyEdit, isSuggested: fc.integer({ min: 0, max: 4 }).map((n) => n === 0) });
  const places = fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(shortDocument, fc.array(deed, { minLength: 1, maxLength: 4 }), places, (json, deeds, typing) => {
      const docs = replicasOf(json, ['ada', 'ben']);
      const [ada, ben] = [pageAt(docs.ada), pageAt(docs.ben)];
      for (const { edit, isSuggested } of deeds)
        write(docs.ada, (now) => (isSuggested ? suggested(now, edit, 'ada', docs.ada) : edited(now, edit)));
      let written = '';
      for (const [i, from] of typing.entries()) {
        const word = String.fromCodePoint(0xe000 + i);
        write(docs.ben, (now) => edited(now, { act: 'type', from, length: 0, word }));
        if (says(ben).includes(word)) written += word;
      }
      meet(ada, ben);
      expect(key(jsonOf(textOfDoc(docs.ada)))).toBe(key(jsonOf(textOfDoc(docs.ben))));
      const own = [...says(ada)].filter((letter) => letter >= '\ue000' && letter <= '\ue0ff');
      expect(own.toSorted().join('')).toBe(written);
      found += written.length;
    }),
    { numRuns: cases(500) },
  );
  expect(found).toBeGreaterThan(cases(500));
}, 300_000);

test('words that come into a document which has forgotten their block stand at its end', () => {
  const docs = replicasOf({ type: 'doc', content: [words('before'), words('one')] }, ['ada', 'ben']);
  const ben = pageAt(docs.ben);
  at(docs.ben, 'one', 'type', '⟦x⟧');
  at(docs.ben, '⟦x⟧', 'type', '⟦y⟧');
  at(docs.ben, 'before', 'type', '⟦z⟧');
  write(docs.ada, (now) => done(now, (tr) => tr.delete(8, now.content.size)));
  // What a server keeps of it; and a page that knows only what another one had left.
  const [server, later] = [new Y.Doc(), new Y.Doc()];
  Y.applyUpdate(server, Y.encodeStateAsUpdate(docs.ada));
  const taking = {};
  let lost: Swallowed[] = [];
  const root = textOfDoc(later);
  for (const update of ben.sent) Y.applyUpdate(later, update);
  later.on('afterTransaction', (transaction: Y.Transaction) => {
    if (transaction.origin === taking) lost = swallowedBy(transaction, root, [state], docs.ben.clientID, ben.sent);
  });
  const state = Y.encodeStateAsUpdate(server);
  Y.applyUpdate(later, state, taking);
  expect(rescueShared(root, lost, null)).toBe(true);
  expect(shown(later).content.content.map(({ textContent }) => textContent)).toEqual(['before⟦z⟧', '⟦x⟧⟦y⟧']);
});

test.each([true, false])(
  'words of somebody who has left stay, where a block goes that another took away before they knew of them; and only then (remembered: %s)',
  (isRemembered) => {
    const docs = replicasOf({ type: 'doc', content: [words('before'), words('one'), words('two')] }, ['ada', 'ben']);
    const [ada, ben] = [pageAt(docs.ada), pageAt(docs.ben)];
    at(docs.ben, 'one', 'type', '⟦x⟧');
    at(docs.ben, 'two', 'type', '⟦y⟧');
    docs.ada.gc = !isRemembered;
    write(docs.ada, (now) => done(now, (tr) => tr.delete(8, 13)));
    const root = textOfDoc(docs.ada);
    const taking = {};
    const lost: Swallowed[][] = [];
    docs.ada.on('afterTransaction', (transaction: Y.Transaction) => {
      if (transaction.origin === taking) lost.push(arrivedTooLate(transaction, root, ben.sent, docs.ben.clientID, ada.sent));
    });
    docs.ada.transact(() => ben.sent.forEach((update) => Y.applyUpdate(docs.ada, update, taking)), taking);
    expect(lost).toHaveLength(1);
    write(docs.ada, (now) => done(now, (tr) => void rescue(tr, root, lost.flat())));
    expect(shown(docs.ada).content.content.map(({ textContent }) => textContent)).toEqual(
      isRemembered ? ['before', '⟦x⟧', 'two⟦y⟧'] : ['before', 'two⟦y⟧', '⟦x⟧'],
    );
  },
);
