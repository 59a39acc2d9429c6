import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { textType, type ContentModel } from './content-model.ts';
import { buildDoc, foldDoc, knowledgeOf } from './fold.ts';
import { judge, learn, rootName, type Verdict } from './judge.ts';
import { emptyKnowledge, familyOf, kindAt, loadKnowledge, rangesOf, storeKnowledge, type Knowledge } from './knowledge.ts';
import { includes } from './ranges.ts';
import { chance, scribble } from './scribble.ts';

function take(update: Uint8Array, knowledge: Knowledge): Verdict {
  const verdict = judge(update, knowledge);
  if (verdict.kind === 'new') learn(knowledge, verdict.additions);
  return verdict;
}

/** Two people, each with a doc of their own, who sync now and then; every update goes through the check. */
function write(seed: number, edits: number): { log: Uint8Array[]; knowledge: Knowledge; docs: Y.Doc[] } {
  const random = chance(seed);
  const docs = [1, 2, 3].map((client) => Object.assign(new Y.Doc(), { clientID: client * 1_000 + seed }));
  const undo = docs.map((doc) => new Y.UndoManager(doc.getXmlFragment(rootName)));
  const knowledge = emptyKnowledge();
  const log: Uint8Array[] = [];
  const queues = docs.map((doc) => {
    const queue: Uint8Array[] = [];
    doc.on('update', (update: Uint8Array, origin: unknown) => {
      if (origin !== 'server') queue.push(update);
    });
    return queue;
  });
  const seen = docs.map(() => 0);
  const sync = (i: number): void => {
    const doc = docs[i] as Y.Doc;
    const queue = queues[i] as Uint8Array[];
    // Like a stock client that comes back: sometimes everything again, sometimes one merged update, sometimes one by one.
    const updates =
      random() < 0.2 ? [Y.encodeStateAsUpdate(doc)] : random() < 0.3 && queue.length > 0 ? [Y.mergeUpdates(queue)] : queue;
    for (const update of updates) {
      const verdict = take(update, knowledge);
      expect(verdict.kind === 'new' || verdict.kind === 'known', JSON.stringify({ seed, verdict })).toBe(true);
      if (verdict.kind === 'new') log.push(verdict.bytes);
    }
    queue.length = 0;
    for (const update of log.slice(seen[i])) Y.applyUpdate(doc, update, 'server');
    seen[i] = log.length;
  };
  for (let k = 0; k < edits; k += 1) {
    const i = Math.floor(random() * docs.length);
    if (random() < 0.1) undo[i]?.undo();
    else scribble(docs[i] as Y.Doc, random);
    if (random() < 0.3) sync(i);
  }
  // Yjs tidies marks up after remote changes, which are changes again: until nobody has any.
  for (let i = 0; i < 12 || queues.some((queue) => queue.length > 0); i += 1) sync(i % docs.length);
  return { log, knowledge, docs };
}

describe('judge', () => {
  test('takes everything that honest editors write, and the log alone makes the same document', () => {
    for (let seed = 0; seed < 300; seed += 1) {
      const { log, docs } = write(seed, 60);
      const text = buildDoc(log).getXmlFragment(rootName).toString();
      for (const doc of docs) expect(doc.getXmlFragment(rootName).toString(), `seed ${seed}`).toBe(text);
    }
  });

  test('takes in one piece what several people wrote in turns, each after the words of the other', () => {
    const doc = new Y.Doc();
    const text = new Y.XmlText();
    for (let turn = 0; turn < 8; turn += 1) {
      doc.clientID = 1 + (turn % 3);
      if (turn === 0) {
        const block = new Y.XmlElement('paragraph');
        block.insert(0, [text]);
        doc.getXmlFragment(rootName).insert(0, [block]);
      }
      // In the middle of what the one before has written.
      text.insert(Math.floor(text.length / 2), 'word');
    }
    expect(take(Y.encodeStateAsUpdate(doc), emptyKnowledge()).kind).toBe('new');
    for (let seed = 0; seed < 100; seed += 1) {
      const [one] = write(seed, 60).docs;
      expect(take(Y.encodeStateAsUpdate(one as Y.Doc), emptyKnowledge()).kind, `seed ${seed}`).toBe('new');
    }
  });

  test('learns of each update what folding the document finds', () => {
    for (let seed = 0; seed < 100; seed += 1) {
      const { log, knowledge } = write(seed, 60);
      const folded = knowledgeOf(buildDoc(log));
      expect([...folded.keys()].sort()).toEqual([...knowledge.keys()].sort());
      for (const [client, known] of knowledge) {
        const other = folded.get(client);
        expect(other?.end).toBe(known.end);
        // Integration deletes more than updates say: what is put into a deleted node, the older of two values of an attribute.
        for (const { from, to } of rangesOf(client, known.deleted)) expect(includes(other?.deleted ?? [], from, to)).toBe(true);
        for (let clock = 0; other !== undefined && clock < known.end; clock += 1) {
          const family = familyOf(kindAt(other, clock));
          // Folding forgets what deleted nodes were; everything else stays what it was.
          if (!includes(other.deleted, clock, clock + 1) && family !== 'gone')
            expect(kindAt(known, clock), `seed ${seed}`).toBe(kindAt(other, clock));
        }
      }
    }
  });

  test('goes on after a fold as before it', () => {
    for (let seed = 0; seed < 100; seed += 1) {
      const { log, docs } = write(seed, 40);
      const folded = foldDoc(buildDoc(log));
      const knowledge = loadKnowledge(folded.knowledge);
      expect(storeKnowledge(knowledge)).toEqual(folded.knowledge);
      const doc = docs[0] as Y.Doc;
      const later: Uint8Array[] = [];
      doc.on('update', (update: Uint8Array) => later.push(update));
      const random = chance(seed);
      for (let k = 0; k < 20; k += 1) scribble(doc, random);
      for (const update of later) expect(take(update, knowledge).kind).toBe('new');
      const again = buildDoc([folded.state, ...later]);
      expect(again.getXmlFragment(rootName).toString()).toBe(doc.getXmlFragment(rootName).toString());
    }
  });

  test('[UPD9] takes nodes only where the model has them, whether the parent or a neighbour is named', () => {
    const names = ['', 'root', 'paragraph', 'bulletList', 'listItem', 'table', 'tableRow', 'tableCell', 'image', 'mention'];
    const inside: Record<string, string[]> = {
      root: ['paragraph', 'bulletList', 'table', 'image'],
      paragraph: ['text', 'mention'],
      bulletList: ['listItem'],
      listItem: ['paragraph', 'bulletList'],
      table: ['tableRow'],
      tableRow: ['tableCell'],
      tableCell: ['paragraph', 'image'],
      image: [],
    };
    const model: ContentModel = {
      typeOf: (name) => Math.max(0, names.indexOf(name)),
      mayHold: (parent, child) =>
        child !== 0 && (inside[names[parent] ?? '']?.includes(child === textType ? 'text' : (names[child] ?? '')) ?? true),
      hasMark: (name) => name === 'bold',
    };
    const build = (name: string, ...children: (Y.XmlElement | Y.XmlText)[]): Y.XmlElement => {
      const element = new Y.XmlElement(name);
      element.insert(0, children);
      return element;
    };
    const row = () => build('tableRow', build('tableCell', paragraph('cell')));
    const honest = Object.assign(new Y.Doc(), { clientID: 5 });
    honest.getXmlFragment(rootName).insert(0, [paragraph('words'), build('table', row()), build('image')]);
    const state = Y.encodeStateAsUpdate(honest);
    const judged = emptyKnowledge();
    const first = judge(state, judged, model);
    expect(first.kind).toBe('new');
    if (first.kind === 'new') learn(judged, first.additions);
    const folded = knowledgeOf(buildDoc([state]), model);
    expect(storeKnowledge(folded)).toEqual(storeKnowledge(judged));
    const unnamed = knowledgeOf(buildDoc([state]));

    const tried = (act: (root: Y.XmlFragment) => void, knowledge: Knowledge): string => {
      const doc = Object.assign(buildDoc([state]), { clientID: 6 });
      const before = Y.encodeStateVector(doc);
      doc.transact(() => act(doc.getXmlFragment(rootName)));
      const verdict = judge(Y.encodeStateAsUpdate(doc, before), knowledge, model);
      return verdict.kind === 'refused' ? verdict.reason : verdict.kind;
    };
    const element = (root: Y.XmlFragment, ...path: number[]): Y.XmlElement =>
      path.reduce<Y.XmlElement>((at, i) => at.get(i) as Y.XmlElement, root as unknown as Y.XmlElement);
    const wrong: [string, (root: Y.XmlFragment) => void][] = [
      ['empty text in the root', (root) => root.insert(0, [new Y.XmlText()])],
      ['empty text between blocks', (root) => root.insert(1, [new Y.XmlText()])],
      ['words in the root', (root) => root.insert(3, [new Y.XmlText('words')])],
      ['a picture in a paragraph, before', (root) => element(root, 0).insert(0, [build('image')])],
      ['a picture in a paragraph, after', (root) => element(root, 0).insert(1, [build('image')])],
      ['words in a table', (root) => element(root, 1).insert(1, [new Y.XmlText('words')])],
      ['words in a row, before a cell', (root) => element(root, 1, 0).insert(0, [new Y.XmlText('words')])],
      ['words in a row, after a cell', (root) => element(root, 1, 0).insert(1, [new Y.XmlText('words')])],
      ['a block in a picture', (root) => element(root, 2).insert(0, [paragraph('x')])],
      ['a mark of no known name', (root) => (element(root, 0).get(0) as unknown as Y.XmlText).format(0, 2, { blink: {} })],
      ['a row in the root', (root) => root.insert(0, [row()])],
      ['a node of no known name', (root) => root.insert(0, [build('marquee')])],
      ['a wrong node in a new right one', (root) => root.insert(0, [build('bulletList', paragraph('x'))])],
      [
        'a wrong node in place of a deleted one',
        (root) => {
          element(root, 1, 0).delete(0, 1);
          element(root, 1, 0).insert(0, [paragraph('x')]);
        },
      ],
    ];
    for (const [name, act] of wrong) {
      expect(tried(act, judged), name).toBe('structure');
      expect(tried(act, folded), `${name}, after a fold`).toBe('structure');
    }
    for (const [name, act] of wrong.slice(0, 3)) expect(tried(act, unnamed), `${name}, stored without names`).toBe('structure');
    const right: [string, (root: Y.XmlFragment) => void][] = [
      ['a list', (root) => root.insert(1, [build('bulletList', build('listItem', paragraph('x')))])],
      ['a mention beside words', (root) => element(root, 0).insert(1, [build('mention')])],
      ['a cell beside a cell', (root) => element(root, 1, 0).insert(1, [build('tableCell', build('image'))])],
      ['bold words', (root) => (element(root, 0).get(0) as unknown as Y.XmlText).format(0, 2, { bold: {} })],
      ['an empty table', (root) => element(root, 1).delete(0, 1)],
    ];
    for (const [name, act] of right) {
      expect(tried(act, judged), name).toBe('new');
      expect(tried(act, folded), `${name}, after a fold`).toBe('new');
      expect(tried(act, unnamed), `${name}, stored without names`).toBe('new');
    }
  });

  test('[UPD7] leaves out what is known: sending everything twice stores nothing', () => {
    const { log, knowledge } = write(7, 80);
    const doc = buildDoc(log);
    expect(judge(Y.encodeStateAsUpdate(doc), knowledgeOf(doc)).kind).toBe('known');
    for (const update of log) expect(judge(update, knowledge).kind).toBe('known');
  });

  test('[UPD7] a stale part in front of new text is cut off, whatever it says', () => {
    const honest = Object.assign(new Y.Doc(), { clientID: 5 });
    honest.getXmlFragment(rootName).insert(0, [paragraph('abc')]);
    const knowledge = emptyKnowledge();
    const first = Y.encodeStateAsUpdate(honest);
    take(first, knowledge);
    const forged = Object.assign(new Y.Doc(), { clientID: 5 });
    forged.getXmlFragment(rootName).insert(0, [paragraph('xyz')]);
    textOf(forged).insert(3, 'def');
    const verdict = take(Y.encodeStateAsUpdate(forged), knowledge);
    expect(verdict.kind).toBe('new');
    const log = verdict.kind === 'new' ? [first, verdict.bytes] : [];
    expect(textOf(buildDoc(log)).toString()).toBe('abcdef');
  });

  test('[UPD2] a gap is a gap, and is filled by sending what comes before', () => {
    const doc = Object.assign(new Y.Doc(), { clientID: 9 });
    const updates: Uint8Array[] = [];
    doc.on('update', (update: Uint8Array) => updates.push(update));
    doc.getXmlFragment(rootName).insert(0, [paragraph('a')]);
    textOf(doc).insert(1, 'b');
    const knowledge = emptyKnowledge();
    const [first, second] = updates as [Uint8Array, Uint8Array];
    expect(take(second, knowledge).kind).toBe('gap');
    expect(take(first, knowledge).kind).toBe('new');
    expect(take(second, knowledge).kind).toBe('new');
  });

  test('never changes what it judges by, whatever the bytes', () => {
    const { log, knowledge } = write(3, 60);
    const before = storeKnowledge(knowledge);
    fc.assert(
      fc.property(fc.nat(log.length - 1), fc.array(fc.tuple(fc.nat(500), fc.nat(255)), { maxLength: 4 }), (i, flips) => {
        const update = (log[i] as Uint8Array).slice();
        for (const [at, byte] of flips) update[at % update.length] = byte;
        judge(update, knowledge);
        expect(storeKnowledge(knowledge)).toEqual(before);
      }),
      { numRuns: 2_000 },
    );
  });

  test('what it takes can always be applied and drawn, however it was damaged before', () => {
    let taken = 0;
    fc.assert(
      fc.property(
        fc.nat(50),
        fc.nat(1_000),
        fc.array(fc.tuple(fc.nat(2_000), fc.nat(255)), { minLength: 1, maxLength: 3 }),
        (seed, pick, flips) => {
          const { log } = write(seed, 25);
          const knowledge = emptyKnowledge();
          const at = pick % log.length;
          const stored = log.slice(0, at);
          for (const update of stored) take(update, knowledge);
          const damaged = (log[at] as Uint8Array).slice();
          for (const [where, byte] of flips) damaged[where % damaged.length] = byte;
          const verdict = take(damaged, knowledge);
          if (verdict.kind !== 'new') return;
          taken += 1;
          const doc = buildDoc([...stored, verdict.bytes]);
          doc.getXmlFragment(rootName).toString();
          const folded = knowledgeOf(doc);
          for (const [client, known] of knowledge) expect(folded.get(client)?.end).toBe(known.end);
        },
      ),
      { numRuns: 2_000 },
    );
    expect(taken).toBeGreaterThan(50);
  });
});

function paragraph(text: string): Y.XmlElement {
  const block = new Y.XmlElement('paragraph');
  block.insert(0, [new Y.XmlText(text)]);
  return block;
}

function textOf(doc: Y.Doc): Y.XmlText {
  return (doc.getXmlFragment(rootName).get(0) as Y.XmlElement).get(0) as Y.XmlText;
}
