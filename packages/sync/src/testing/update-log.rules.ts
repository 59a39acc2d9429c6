import { describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import type { Authorship } from '../server/authorship.ts';
import { buildDoc, compactUpdates } from '../server/compact.ts';
import { addBlock } from './random-edit.ts';
import { rootsIn } from '../protocol/roots.ts';
import type { BaseLog } from '../server/journal/ports.ts';
import type { Append, Snapshot, UpdateLog } from '../server/ports.ts';

/**
 * An update log under test, with the surroundings that a real one needs. User ids come from the
 * store.
 */
export type LogUnderTest = {
  readonly log: UpdateLog;
  /** Creates an empty document and returns its id. */
  createDocument(): Promise<string>;
  /** Ids of two users. */
  readonly users: readonly [string, string];
  /** Returns the stored authorship of a document, including compacted entries. */
  authorship(documentId: string): Promise<readonly Authorship[]>;
};

type OpenLog = () => Promise<LogUnderTest>;

/** Contract tests for every update log; each implementation runs them from its own test file. */
export function updateLogRules(name: string, open: OpenLog): void {
  describe(`${name} keeps the rules of an update log`, () => {
    appendRules(open);
    conflictRules(open);
    failureRules(open);
    compactionRules(open);
    loadingRules(open);
  });
}

/** Contract tests for every log that a journal may precede. */
export function baseLogRules(
  name: string,
  open: () => Promise<LogUnderTest & { readonly log: BaseLog }>,
): void {
  describe(`${name} keeps the rules of a log behind a journal`, () => {
    test('[LOG12] stores consecutive entries of one document all or none', async () => {
      const { log, createDocument, users } = await open();
      const [one, two] = [await createDocument(), await createDocument()];
      const of = (id: string, ...numbers: number[]): Append[] =>
        numbers.map((seq) => append(id, seq, [bytes(seq)], users[0]));
      expect(await log.append([...of(one, 1, 2, 3), ...of(two, 1)])).toEqual(
        Array.from({ length: 4 }, () => 'stored'),
      );
      expect(await log.append([...of(one, 3, 4), ...of(two, 2, 3)])).toEqual([
        'conflict',
        'conflict',
        'stored',
        'stored',
      ]);
      const numbersOf = async (id: string) => (await log.load(id))?.entries.map(({ seq }) => seq);
      expect([await numbersOf(one), await numbersOf(two)]).toEqual([
        [1, 2, 3],
        [1, 2, 3],
      ]);
    });

    test('[LOG13] returns the heads of the documents that exist', async () => {
      const { log, createDocument, users } = await open();
      const [empty, folded, written] = [
        await createDocument(),
        await createDocument(),
        await createDocument(),
      ];
      const { updates, snapshot } = writing(3);
      for (const [i, update] of updates.entries())
        await log.append([folded, written].map((id) => append(id, i + 1, [update], users[0])));
      await log.compact(folded, snapshot(3));
      const missing = '01900000-0000-7000-8000-000000000000';
      expect(await log.heads([empty, folded, missing, written])).toEqual(
        new Map([
          [empty, 0],
          [folded, 3],
          [written, 3],
        ]),
      );
    });

    timelineRules(open);
  });
}

/** Tests of what concerns all documents of a log. */
function timelineRules(open: () => Promise<LogUnderTest & { readonly log: BaseLog }>): void {
  test('[LOG14] knows the timeline that was begun last', async () => {
    const { log } = await open();
    for (const id of [
      '01900000-0000-7000-8000-000000000001',
      '01900000-0000-7000-8000-000000000002',
    ]) {
      await log.beginTimeline(id);
      expect(await log.timeline()).toBe(id);
    }
  });

  test('[LOG15] raises the epochs of all documents', async () => {
    const { log, createDocument } = await open();
    const ids = [await createDocument(), await createDocument()];
    const epochs = () =>
      Promise.all(ids.map(async (id) => (await log.load(id))?.epoch ?? Number.NaN));
    const before = await epochs();
    await log.raiseEpochs();
    const after = await epochs();
    for (const [at, epoch] of before.entries()) expect(after[at]).toBeGreaterThan(epoch);
  });
}

/** Tests of what an append stores. */
function appendRules(open: OpenLog): void {
  test('[LOG1] loads the appended updates in order, byte by byte', async () => {
    const { log, createDocument, users } = await open();
    const documentId = await createDocument();
    const batches = [[bytes(1, 2, 3), bytes()], [bytes(255)], [new Uint8Array(300_000).fill(7)]];
    for (const [i, updates] of batches.entries()) {
      expect(await log.append([append(documentId, i + 1, updates, users[0])])).toEqual(['stored']);
    }
    const stored = await log.load(documentId);
    expect(stored?.snapshot).toBeNull();
    expect(stored?.entries.map(({ seq }) => seq)).toEqual([1, 2, 3]);
    expect(stored?.entries.map(({ updates }) => updates.map((update) => [...update]))).toEqual(
      batches.map((list) => list.map((update) => [...update])),
    );
  });

  test('[LOG2] knows only documents that were created', async () => {
    const { log, users } = await open();
    const documentId = '01900000-0000-7000-8000-000000000000';
    expect(await log.load(documentId)).toBeNull();
    expect(await log.append([append(documentId, 1, [bytes(1)], users[0])])).toEqual(['conflict']);
  });

  test('[LOG3] numbers entries without gaps, each number once', async () => {
    const { log, createDocument, users } = await open();
    const documentId = await createDocument();
    expect(await log.append([append(documentId, 2, [bytes(1)], users[0])])).toEqual(['conflict']);
    expect(await log.append([append(documentId, 1, [bytes(1)], users[0])])).toEqual(['stored']);
    expect(await log.append([append(documentId, 1, [bytes(2)], users[0])])).toEqual(['conflict']);
    expect(await log.append([append(documentId, 3, [bytes(3)], users[0])])).toEqual(['conflict']);
    expect((await log.load(documentId))?.entries).toHaveLength(1);
  });
}

/** Tests of what a log refuses. */
function conflictRules(open: OpenLog): void {
  test('[LOG4] stores the other documents of a batch if one is in conflict', async () => {
    const { log, createDocument, users } = await open();
    const [one, two, three] = [
      await createDocument(),
      await createDocument(),
      await createDocument(),
    ];
    await log.append([append(two, 1, [bytes(1)], users[0])]);
    const results = await log.append(
      [one, two, three].map((id) => append(id, 1, [bytes(9)], users[0])),
    );
    expect(results).toEqual(['stored', 'conflict', 'stored']);
    expect((await log.load(two))?.entries[0]?.updates[0]).toEqual(bytes(1));
    expect((await log.load(three))?.entries[0]?.updates[0]).toEqual(bytes(9));
  });

  test('[LOG5] a client id belongs to its first user', async () => {
    const { log, createDocument, users } = await open();
    const documentId = await createDocument();
    const [first, second] = users;
    expect(
      await log.append([
        {
          ...append(documentId, 1, [bytes(1)], first),
          clients: [{ client: 4_294_967_295, user: first }],
        },
      ]),
    ).toEqual(['stored']);
    expect(
      await log.append([
        {
          ...append(documentId, 2, [bytes(2)], second),
          clients: [{ client: 4_294_967_295, user: second }],
        },
      ]),
    ).toEqual(['conflict']);
    const stored = await log.load(documentId);
    expect([...(stored?.clients ?? [])]).toEqual([[4_294_967_295, first]]);
    expect(stored?.entries).toHaveLength(1);
  });
}

/** Tests of an append that throws. */
function failureRules(open: OpenLog): void {
  test('[LOG11] an append that fails leaves every document of its batch as it was', async () => {
    const { log, createDocument, users } = await open();
    const [one, two] = [await createDocument(), await createDocument()];
    const batch = [one, two].map((id) => ({
      ...append(id, 1, [bytes(1)], users[0]),
      clients: [{ client: 5, user: users[0] }],
    }));
    const refused = {
      user: users[0],
      session: 'a session',
      verdict: 'postpone' as 'accept',
      suggestions: [],
      at: 1_700_000_000_000,
    };
    await expect(
      log.append(batch.map((each, i) => (i === 0 ? each : { ...each, decisions: [refused] }))),
    ).rejects.toThrow('verdict');
    for (const id of [one, two])
      expect(await log.load(id)).toMatchObject({ entries: [], clients: new Map() });
    expect(await log.append(batch)).toEqual(['stored', 'stored']);
  });
}

/** Tests of compaction. */
function compactionRules(open: OpenLog): void {
  test('[LOG6] a compaction replaces the entries that it covers, and keeps later ones', async () => {
    const { log, createDocument, users } = await open();
    const documentId = await createDocument();
    const { updates, snapshot } = writing(3);
    for (const [i, update] of updates.entries())
      await log.append([append(documentId, i + 1, [update], users[0])]);
    expect(await log.compact(documentId, snapshot(2))).toBe(true);
    const stored = await log.load(documentId);
    expect(stored?.snapshot).toEqual(snapshot(2));
    expect(stored?.entries.map(({ seq }) => seq)).toEqual([3]);
    expect(await log.append([append(documentId, 4, [bytes(0, 0)], users[0])])).toEqual(['stored']);
  });

  test('[LOG7] an older snapshot never replaces a newer one', async () => {
    const { log, createDocument, users } = await open();
    const documentId = await createDocument();
    const { updates, snapshot } = writing(3);
    for (const [i, update] of updates.entries())
      await log.append([append(documentId, i + 1, [update], users[0])]);
    expect(await log.compact(documentId, snapshot(3))).toBe(true);
    expect(await log.compact(documentId, snapshot(2))).toBe(false);
    expect(await log.compact(documentId, snapshot(3))).toBe(false);
    expect((await log.load(documentId))?.snapshot?.seq).toBe(3);
  });

  test('[LOG8] a writer that has fallen behind a compaction cannot append before it', async () => {
    const { log, createDocument, users } = await open();
    const documentId = await createDocument();
    const { updates, snapshot } = writing(3);
    for (const [i, update] of updates.entries())
      await log.append([append(documentId, i + 1, [update], users[0])]);
    await log.compact(documentId, snapshot(3));
    for (const seq of [1, 2, 3])
      expect(await log.append([append(documentId, seq, [bytes(1)], users[1])])).toEqual([
        'conflict',
      ]);
    expect(await log.append([append(documentId, 4, [bytes(0, 0)], users[1])])).toEqual(['stored']);
  });
}

/** Tests of what is loaded during and after compaction. */
function loadingRules(open: OpenLog): void {
  test('[LOG9] loads a whole document during appends and compactions', async () => {
    const { log, createDocument, users } = await open();
    const documentId = await createDocument();
    const { updates, snapshot } = writing(40);
    const lengths: number[] = [];
    const appending = (async () => {
      for (const [i, update] of updates.entries()) {
        await log.append([append(documentId, i + 1, [update], users[0])]);
        if (i % 7 === 6) await log.compact(documentId, snapshot(i + 1));
      }
    })();
    for (let i = 0; i < 60; i += 1) {
      const stored = await log.load(documentId);
      const doc = buildDoc([
        ...(stored?.snapshot ? [stored.snapshot.state] : []),
        ...(stored?.entries ?? []).flatMap((entry) => entry.updates),
      ]);
      lengths.push(rootsIn(doc).text.length);
    }
    await appending;
    expect(lengths).toEqual([...lengths].sort((a, b) => a - b));
    expect((await log.load(documentId))?.entries).toHaveLength(40 % 7);
  });

  test('[LOG10] authorship is stored with the updates and survives a compaction', async () => {
    const { log, createDocument, users, authorship } = await open();
    const documentId = await createDocument();
    const { updates, snapshot } = writing(3);
    for (const [i, update] of updates.entries()) {
      const inserted = [{ client: 5, from: i * 10, to: i * 10 + 10 }];
      const by: Authorship = {
        user: users[i % 2] ?? '',
        session: `session ${i % 2}`,
        at: 1_700_000_000_000 + i,
        inserted,
      };
      await log.append([{ ...append(documentId, i + 1, [update], users[0]), authorship: [by] }]);
    }
    await log.compact(documentId, snapshot(2));
    const ranges = (await authorship(documentId)).flatMap(({ user, inserted }) =>
      inserted.map(({ from, to }) => ({ user, from, to })),
    );
    expect(ranges.sort((a, b) => a.from - b.from)).toEqual([
      { user: users[0], from: 0, to: 10 },
      { user: users[1], from: 10, to: 20 },
      { user: users[0], from: 20, to: 30 },
    ]);
  });
}

function bytes(...values: number[]): Uint8Array {
  return Uint8Array.from(values);
}

function append(documentId: string, seq: number, updates: Uint8Array[], user: string): Append {
  return {
    documentId,
    seq,
    updates,
    authorship: [{ user, session: 'a session', at: 1_700_000_000_000, inserted: [] }],
    decisions: [],
    clients: [],
  };
}

/** Creates a document in `count` updates, and its snapshot after any number of them. */
function writing(count: number): { updates: Uint8Array[]; snapshot: (seq: number) => Snapshot } {
  const doc = Object.assign(new Y.Doc(), { clientID: 5 });
  const updates: Uint8Array[] = [];
  doc.on('update', (update: Uint8Array) => updates.push(update));
  for (let i = 0; i < count; i += 1) addBlock(doc, 0, '');
  return { updates, snapshot: (seq) => ({ seq, ...compactUpdates(updates.slice(0, seq)) }) };
}
