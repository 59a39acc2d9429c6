import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { buildDoc, compactUpdates, stateOf } from './compact.ts';
import { contentIn, rootsIn } from '../protocol/roots.ts';
import {
  addToIndex,
  hasLargeValues,
  indexOfState,
  validateUpdate,
  type Validation,
} from './validate-update.ts';
import {
  emptyIndex,
  kindAt,
  kinds,
  decodeIndex,
  rangesOf,
  encodeIndex,
  type StructIndex,
} from './struct-index.ts';
import { includes } from './ranges.ts';
import { addBlock, seededRandom, randomEdit } from '../testing/random-edit.ts';

function take(update: Uint8Array, index: StructIndex): Validation {
  const validation = validateUpdate(update, index);
  if (validation.kind === 'new') addToIndex(index, validation.additions);
  return validation;
}

/**
 * Simulates clients that edit their own docs and sync occasionally; every update goes through the
 * check.
 */
function write(
  seed: number,
  edits: number,
): { log: Uint8Array[]; index: StructIndex; docs: Y.Doc[] } {
  const random = seededRandom(seed);
  const docs = [1, 2, 3].map((client) =>
    Object.assign(new Y.Doc(), { clientID: client * 1_000 + seed }),
  );
  const undo = docs.map((doc) => new Y.UndoManager(rootsIn(doc).text));
  const index = emptyIndex();
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
    // Like a stock client that reconnects: sends everything again, one merged update, or each
    // update.
    const updates =
      random() < 0.2
        ? [Y.encodeStateAsUpdate(doc)]
        : random() < 0.3 && queue.length > 0
          ? [Y.mergeUpdates(queue)]
          : queue;
    for (const update of updates) {
      const validation = take(update, index);
      expect(
        validation.kind === 'new' || validation.kind === 'known',
        JSON.stringify({ seed, validation }),
      ).toBe(true);
      if (validation.kind === 'new') log.push(validation.bytes);
    }
    queue.length = 0;
    for (const update of log.slice(seen[i])) Y.applyUpdate(doc, update, 'server');
    seen[i] = log.length;
  };
  for (let k = 0; k < edits; k += 1) {
    const i = Math.floor(random() * docs.length);
    if (random() < 0.1) undo[i]?.undo();
    else randomEdit(docs[i] as Y.Doc, random);
    if (random() < 0.3) sync(i);
  }
  // Yjs cleans up formats after remote changes, which creates further updates: sync until there are
  // none.
  for (let i = 0; i < 12 || queues.some((queue) => queue.length > 0); i += 1) sync(i % docs.length);
  return { log, index, docs };
}

describe('validateUpdate', () => {
  test('accepts all updates of honest editors, and the log alone reproduces the document', () => {
    for (let seed = 0; seed < 300; seed += 1) {
      const { log, docs } = write(seed, 60);
      const text = contentIn(buildDoc(log));
      for (const doc of docs) expect(contentIn(doc), `seed ${seed}`).toBe(text);
    }
  });

  test('accepts one update with the alternating edits of several users', () => {
    const doc = new Y.Doc();
    const { text } = rootsIn(doc);
    for (let turn = 0; turn < 8; turn += 1) {
      doc.clientID = 1 + (turn % 3);
      if (turn === 0) addBlock(doc, 0, 'x');
      // In the middle of the text of the previous client.
      text.insert(Math.floor(text.length / 2), 'word');
    }
    expect(take(Y.encodeStateAsUpdate(doc), emptyIndex()).kind).toBe('new');
    for (let seed = 0; seed < 100; seed += 1) {
      const [one] = write(seed, 60).docs;
      expect(take(Y.encodeStateAsUpdate(one as Y.Doc), emptyIndex()).kind, `seed ${seed}`).toBe(
        'new',
      );
    }
  });

  test('learns the same index from single updates as from the whole document', () => {
    for (let seed = 0; seed < 100; seed += 1) {
      const { log, index } = write(seed, 60);
      const compacted = indexOfState(stateOf(buildDoc(log)));
      expect([...compacted.keys()].sort()).toEqual([...index.keys()].sort());
      for (const [client, known] of index) {
        const other = compacted.get(client);
        expect(other?.end).toBe(known.end);
        // Integration deletes more than updates say: children of a deleted node, and the older of
        // two values of an attribute.
        for (const { from, to } of rangesOf(client, known.deleted))
          expect(includes(other?.deleted ?? [], from, to)).toBe(true);
        for (let clock = 0; other !== undefined && clock < known.end; clock += 1) {
          const kind = kindAt(other, clock);
          // Folding forgets the kinds of deleted units; all other kinds stay the same.
          if (!includes(other.deleted, clock, clock + 1) && kind !== kinds.gone)
            expect(kindAt(known, clock), `seed ${seed}`).toBe(kind);
        }
      }
    }
  });

  test('continues with the index of a compaction', () => {
    for (let seed = 0; seed < 100; seed += 1) {
      const { log, docs } = write(seed, 40);
      const compacted = compactUpdates(log);
      const index = decodeIndex(compacted.index);
      expect(encodeIndex(index)).toEqual(compacted.index);
      const doc = docs[0] as Y.Doc;
      const later: Uint8Array[] = [];
      doc.on('update', (update: Uint8Array) => later.push(update));
      const random = seededRandom(seed);
      for (let k = 0; k < 20; k += 1) randomEdit(doc, random);
      for (const update of later) expect(take(update, index).kind).toBe('new');
      const again = buildDoc([compacted.state, ...later]);
      expect(contentIn(again)).toBe(contentIn(doc));
    }
  });

  test('[UPD5] detects suggested changes with too many or too large values, and formats with too large values', () => {
    const isLarge = (act: (doc: Y.Doc) => void): boolean => {
      const doc = Object.assign(new Y.Doc(), { clientID: 6 });
      addBlock(doc, 0, 'words');
      const index = indexOfState(Y.encodeStateAsUpdate(doc));
      const before = Y.encodeStateVector(doc);
      doc.transact(() => act(doc));
      const validation = validateUpdate(Y.encodeStateAsUpdate(doc, before), index);
      if (validation.kind !== 'new') throw new Error(validation.kind);
      return hasLargeValues(validation);
    };
    const changes = (set: object) => (doc: Y.Doc) =>
      rootsIn(doc).suggestions.push([{ kind: 'change', id: 'one', units: [[6, 1, 1]], set }]);
    const names = (count: number): object =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`a.${i}`, i]));
    const links = (length: number) => (doc: Y.Doc) =>
      rootsIn(doc).text.format(1, 2, { link: { href: 'x'.repeat(length) } });
    expect(isLarge(changes(names(64)))).toBe(false);
    expect(isLarge(changes(names(65)))).toBe(true);
    expect(isLarge(changes({ 'a.text': 'x'.repeat(16_000) }))).toBe(false);
    expect(isLarge(changes({ 'a.text': 'x'.repeat(17_000) }))).toBe(true);
    expect(isLarge(links(65_000))).toBe(false);
    expect(isLarge(links(66_000))).toBe(true);
  });

  test('[UPD4] refuses a letter between deleted text and something of which nothing is left', () => {
    const doc = Object.assign(new Y.Doc(), { clientID: 6 });
    addBlock(doc, 0, 'words');
    const log: Uint8Array[] = [Y.encodeStateAsUpdate(doc)];
    doc.on('update', (update: Uint8Array) => log.push(update));
    const { text } = rootsIn(doc);
    text.delete(0, text.length);
    const compacted = indexOfState(stateOf(buildDoc(log)));
    expect(kindAt(compacted.get(6)!, 1)).toBe(kinds.gone);
    expect(kindAt(compacted.get(6)!, 2)).toBe(kinds.dead);
    // The letter x of client 8, with origins 6:2, a character, and 6:1, a value of the marker.
    const letter = new Uint8Array([1, 1, 8, 0, 0xc4, 6, 2, 6, 1, 1, 120, 0]);
    // A replica that gets everything at once still has the value, and shows the letter.
    const late = new Y.Doc();
    late.transact(() => [...log, letter].forEach((update) => Y.applyUpdate(late, update)));
    expect(contentIn(late)).toContain('x');
    Y.applyUpdate(doc, letter);
    expect(contentIn(doc)).not.toContain('x');
    expect(validateUpdate(letter, compacted)).toMatchObject({
      kind: 'refused',
      reason: 'structure',
    });
  });

  test('[UPD4] accepts a value of a deleted marker as gone, but no text in it', () => {
    const doc = Object.assign(new Y.Doc(), { clientID: 6 });
    addBlock(doc, 0, 'words');
    const { text } = rootsIn(doc);
    text.delete(0, text.length);
    const compacted = indexOfState(stateOf(doc));
    const inMarker = (info: number, ...rest: number[]): Uint8Array =>
      new Uint8Array([1, 1, 8, 0, info, 0, 6, 0, ...rest, 0]);
    const value = validateUpdate(inMarker(0x28, 1, 97, 1, 119, 1, 98), compacted);
    expect(value.kind === 'new' && value.additions.structs.get(8)?.kinds).toEqual([kinds.gone]);
    expect(validateUpdate(inMarker(0x04, 1, 120), compacted)).toMatchObject({
      kind: 'refused',
      detail: 'parent is not a marker',
    });
  });

  test('[UPD4], [UPD5] accepts structs only in valid places, whether the parent or a neighbour is named', () => {
    const honest = Object.assign(new Y.Doc(), { clientID: 6 });
    const roots = rootsIn(honest);
    addBlock(honest, 0, 'words');
    roots.text.format(1, 2, { bold: {} });
    roots.containers.set('6.0', { kind: 'bulletList' });
    roots.suggestions.push([{ kind: 'about', id: 'one', by: 'ada', at: 1 }]);
    const state = Y.encodeStateAsUpdate(honest);
    const judged = emptyIndex();
    expect(take(state, judged).kind).toBe('new');
    expect(encodeIndex(judged)).toEqual(encodeIndex(indexOfState(state)));
    const tried = (act: (doc: Y.Doc, map: Y.Map<unknown>) => void): string => {
      const doc = Object.assign(buildDoc([state]), { clientID: 8 });
      const before = Y.encodeStateVector(doc);
      const map = (rootsIn(doc).text.toDelta() as { insert: Y.Map<unknown> }[])[0]
        ?.insert as Y.Map<unknown>;
      doc.transact(() => act(doc, map));
      const validation = validateUpdate(Y.encodeStateAsUpdate(doc, before), judged);
      return validation.kind === 'refused' ? validation.reason : validation.kind;
    };
    const about = { kind: 'about', id: 'one', by: 'ada', at: 1 };
    const refused: [string, (doc: Y.Doc, map: Y.Map<unknown>) => void][] = [
      ['another root', (doc) => doc.getText('elsewhere').insert(0, 'x')],
      ['an embed that is no map', (doc) => rootsIn(doc).text.insertEmbed(0, { kind: 'paragraph' })],
      ['an element in the text', (doc) => rootsIn(doc).text.insertEmbed(0, new Y.XmlElement('p'))],
      ['an array in the text', (doc) => rootsIn(doc).text.insertEmbed(2, new Y.Array())],
      ['an attribute of the text', (doc) => rootsIn(doc).text.setAttribute('x', 'y')],
      ['a map in a marker', (_doc, map) => map.set('kind', new Y.Map())],
      ['a value of a name with a blank', (_doc, map) => map.set('a b', 1)],
      ['a value of a name that changes the object', (_doc, map) => map.set('__proto__', 1)],
      ['a value of an endless name', (_doc, map) => map.set('x'.repeat(65), 1)],
      ['a byte string as a value', (_doc, map) => map.set('kind', new Uint8Array([1]))],
      ['a big integer as a value', (_doc, map) => map.set('a.level', [1n])],
      [
        'an object with another prototype',
        (_doc, map) => map.set('kind', JSON.parse('{"__proto__": 1}')),
      ],
      ['a container of no id', (doc) => rootsIn(doc).containers.set('', {})],
      [
        'a container whose id has two signs for its values',
        (doc) => rootsIn(doc).containers.set('6.0/a/b', 1),
      ],
      ['a map among the containers', (doc) => rootsIn(doc).containers.set('8.0', new Y.Map())],
      ['a map among the suggestions', (doc) => rootsIn(doc).suggestions.push([new Y.Map()])],
      ...[
        null,
        'word',
        7,
        [],
        { ...about, kind: 'praise' },
        { ...about, id: 7 },
        { ...about, id: '' },
        { ...about, id: 'x'.repeat(65) },
        { ...about, by: {} },
        { ...about, at: 'now' },
        { kind: 'insert', id: 'one', client: -1, clock: 0 },
        { kind: 'insert', id: 'one', client: 2 ** 40, clock: 0 },
        { kind: 'delete', id: 'one', units: 7 },
        { kind: 'delete', id: 'one', units: [[6, 0]] },
        { kind: 'delete', id: 'one', units: [[6, 0, 0]] },
        { kind: 'delete', id: 'one', units: [[6, 0, 2 ** 31]] },
        { kind: 'accepted', units: [[6, 0.5, 1]] },
        { kind: 'change', id: 'one', units: [], set: 7 },
        { kind: 'change', id: 'one', units: [], set: {}, of: 'x'.repeat(65) },
      ].map((entry): [string, (doc: Y.Doc) => void] => [
        `the entry ${JSON.stringify(entry)}`,
        (doc) => rootsIn(doc).suggestions.insert(0, [entry]),
      ]),
    ];
    for (const [name, act] of refused) expect(tried(act), name).toMatch(/^(structure|malformed)$/);
    const right: [string, (doc: Y.Doc, map: Y.Map<unknown>) => void][] = [
      ['a block', (doc) => void addBlock(doc, 3, 'x')],
      ['a format', (doc) => rootsIn(doc).text.format(1, 3, { bold: null, link: { href: 'x' } })],
      [
        'a value, twice',
        (_doc, map) => {
          map.set('a.level', 1);
          map.set('a.level', { deep: [1, 'x', null] });
        },
      ],
      [
        'a container and a value of it',
        (doc) =>
          void [
            rootsIn(doc).containers.set('8.0', {}),
            rootsIn(doc).containers.set('6.0/in', '8.0'),
          ],
      ],
      [
        'an entry',
        (doc) => rootsIn(doc).suggestions.push([about, { kind: 'accepted', units: [[6, 0, 1]] }]),
      ],
      ['a deletion of all', (doc) => rootsIn(doc).text.delete(0, rootsIn(doc).text.length)],
    ];
    for (const [name, act] of right) expect(tried(act), name).toBe('new');
  });

  test('[UPD7] leaves out known parts: a repeated update stores nothing', () => {
    const { log, index } = write(7, 80);
    const doc = buildDoc(log);
    expect(validateUpdate(Y.encodeStateAsUpdate(doc), indexOfState(stateOf(doc))).kind).toBe(
      'known',
    );
    for (const update of log) expect(validateUpdate(update, index).kind).toBe('known');
  });

  test('[UPD7] cuts off a known part before new text, even if its content differs', () => {
    const honest = Object.assign(new Y.Doc(), { clientID: 5 });
    addBlock(honest, 0, 'abc');
    const index = emptyIndex();
    const first = Y.encodeStateAsUpdate(honest);
    take(first, index);
    const forged = Object.assign(new Y.Doc(), { clientID: 5 });
    addBlock(forged, 0, 'xyz');
    rootsIn(forged).text.insert(4, 'def');
    const validation = take(Y.encodeStateAsUpdate(forged), index);
    expect(validation.kind).toBe('new');
    const log = validation.kind === 'new' ? [first, validation.bytes] : [];
    expect(contentIn(buildDoc(log))).toContain('abcdef');
  });

  test('[UPD2] reports a gap until the missing update arrives', () => {
    const doc = Object.assign(new Y.Doc(), { clientID: 9 });
    const updates: Uint8Array[] = [];
    doc.on('update', (update: Uint8Array) => updates.push(update));
    addBlock(doc, 0, 'a');
    rootsIn(doc).text.insert(2, 'b');
    const index = emptyIndex();
    const [first, second] = updates as [Uint8Array, Uint8Array];
    expect(take(second, index).kind).toBe('gap');
    expect(take(first, index).kind).toBe('new');
    expect(take(second, index).kind).toBe('new');
  });

  test('does not change the index, for any bytes', () => {
    const { log, index } = write(3, 60);
    const before = encodeIndex(index);
    fc.assert(
      fc.property(
        fc.nat(log.length - 1),
        fc.array(fc.tuple(fc.nat(500), fc.nat(255)), { maxLength: 4 }),
        (i, flips) => {
          const update = (log[i] as Uint8Array).slice();
          for (const [at, byte] of flips) update[at % update.length] = byte;
          validateUpdate(update, index);
          expect(encodeIndex(index)).toEqual(before);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  test('accepts damaged updates only if they can be applied and rendered', () => {
    let taken = 0;
    fc.assert(
      fc.property(
        fc.nat(50),
        fc.nat(1_000),
        fc.array(fc.tuple(fc.nat(2_000), fc.nat(255)), { minLength: 1, maxLength: 3 }),
        (seed, pick, flips) => {
          const { log } = write(seed, 25);
          const index = emptyIndex();
          const at = pick % log.length;
          const stored = log.slice(0, at);
          for (const update of stored) take(update, index);
          const damaged = (log[at] as Uint8Array).slice();
          for (const [where, byte] of flips) damaged[where % damaged.length] = byte;
          const validation = take(damaged, index);
          if (validation.kind !== 'new') return;
          taken += 1;
          const doc = buildDoc([...stored, validation.bytes]);
          contentIn(doc);
          const compacted = indexOfState(stateOf(doc));
          for (const [client, known] of index) expect(compacted.get(client)?.end).toBe(known.end);
        },
      ),
      { numRuns: 2_000 },
    );
    expect(taken).toBeGreaterThan(50);
  });
});
