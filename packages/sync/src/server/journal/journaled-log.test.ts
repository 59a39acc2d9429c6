import { describe, expect, test } from 'vitest';
import { begin, bytesIn, entry, refusing, settled } from './journaled-log.testing.ts';
import { replayJournal } from './replay.ts';
import type { Append, Appended } from '../ports.ts';
import type { BaseLog } from './ports.ts';
import { journalRules, type JournalUnderTest } from '../../testing/journal.rules.ts';
import { createMemoryLog } from '../../testing/memory.ts';
import { MemoryJournal } from '../../testing/memory-journal.ts';
import { updateLogRules } from '../../testing/update-log.rules.ts';

const ofMemory = (journal: MemoryJournal): JournalUnderTest => ({
  journal,
  reopen: async () => ofMemory(journal.reopen()),
  damageLast: async () => journal.damageLast(),
});

journalRules('the journal in memory', async () => ofMemory(new MemoryJournal()));

updateLogRules('the journal in front of a log', async () => {
  const { log, database } = begin();
  let documents = 0;
  return {
    log,
    users: ['ada', 'ben'],
    async createDocument() {
      documents += 1;
      database.create(`document ${documents}`);
      return `document ${documents}`;
    },
    async authorship(documentId) {
      await log.settle(documentId);
      return database.authorship(documentId);
    },
  };
});

describe('a journal in front of a database', () => {
  test('[JNL1] stores and loads entries while the database does not respond', async () => {
    const never = (): Promise<never> => new Promise(() => undefined);
    const { log, database } = begin({ append: never });
    database.create('a');
    for (const seq of [1, 2, 3]) expect(await log.append([entry(seq)])).toEqual(['stored']);
    expect(await bytesIn(log)).toEqual([1, 2, 3]);
    expect((await log.load('a'))?.clients).toEqual(
      new Map([1, 2, 3].map((client) => [client, 'ada'])),
    );
    expect(await bytesIn(database)).toEqual([]);
  });

  test('[JNL2] stores entries in the database after a second, in order', async () => {
    const { log, database, clock, reported } = begin();
    database.create('a');
    for (const seq of [1, 2, 3]) await log.append([entry(seq)]);
    clock.advance(999);
    await settled();
    expect(await bytesIn(database)).toEqual([]);
    clock.advance(1);
    await settled();
    expect(await bytesIn(database)).toEqual([1, 2, 3]);
    await log.append([entry(4)]);
    await log.settle('a');
    expect(await bytesIn(database)).toEqual([1, 2, 3, 4]);
    expect(await bytesIn(log)).toEqual([1, 2, 3, 4]);
    expect(reported).toEqual([]);
  });

  test.each([true, false])(
    '[JNL2] stores each entry once after a statement failed that had stored it: %s',
    async (isStored) => {
      const database = createMemoryLog();
      let failures = 1;
      const append = async (batch: readonly Append[]): Promise<readonly Appended[]> => {
        if (failures === 0) return database.append(batch);
        failures -= 1;
        if (isStored) await database.append(batch);
        throw new Error('the connection was lost');
      };
      const { log, clock, reported } = begin({ database, append });
      database.create('a');
      await log.append([entry(1)]);
      clock.advance(1_000);
      await settled();
      expect(reported).toHaveLength(1);
      for (const seq of [2, 3]) await log.append([entry(seq)]);
      clock.advance(5_000);
      await settled();
      expect(await bytesIn(database)).toEqual([1, 2, 3]);
      expect(reported).toHaveLength(1);
    },
  );

  test('[JNL2] compacts a document only after all of its entries are stored', async () => {
    const database = createMemoryLog();
    let isFirst = true;
    const { log } = begin({
      database,
      append: async (batch) => {
        const results = await database.append(batch);
        if (!isFirst) return results;
        isFirst = false;
        throw new Error('the connection was lost');
      },
    });
    database.create('a');
    await log.append([entry(1)]);
    await expect(log.settle('a')).rejects.toThrow('the connection was lost');
    await log.append([entry(2)]);
    const index = {
      stateVector: Uint8Array.of(0),
      deleteSet: Uint8Array.of(0),
      kinds: Uint8Array.of(0),
    };
    expect(await log.compact('a', { seq: 2, state: Uint8Array.of(0, 0), index })).toBe(true);
    expect((await database.load('a'))?.clients).toEqual(
      new Map([
        [1, 'ada'],
        [2, 'ada'],
      ]),
    );
    expect(database.authorship('a')).toHaveLength(0);
    expect(database.history('a')).toHaveLength(2);
  });

  test('[JNL2] stores the entries of one document, or of all, before their time', async () => {
    const { log, database } = begin();
    for (const id of ['a', 'b', 'c']) database.create(id);
    await log.append(['a', 'b', 'c'].map((documentId) => ({ ...entry(1), documentId })));
    const stored = async (): Promise<number[]> => {
      const all = await Promise.all(['a', 'b', 'c'].map((id) => database.load(id)));
      return all.map((document) => document?.entries.length ?? 0);
    };
    expect(await stored()).toEqual([0, 0, 0]);
    await log.settle('b');
    expect(await stored()).toEqual([0, 1, 0]);
    await log.settle();
    expect(await stored()).toEqual([1, 1, 1]);
  });

  test('[JNL9] reports entries that another process has written differently, and stores others', async () => {
    const { log, database, journal, clock, reported } = begin();
    for (const id of ['a', 'b']) database.create(id);
    await log.append([entry(1), { ...entry(1), documentId: 'b' }]);
    const other = { ...entry(1), updates: [Uint8Array.of(99)] };
    for (const seq of [1, 2]) await database.append([{ ...other, seq }]);
    for (const seq of [2, 3]) await log.append([entry(seq)]);
    clock.advance(1_000);
    await settled();
    clock.advance(5_000);
    await settled();
    expect(reported.map(String)).toEqual(['Error: the database has other entries of document a']);
    expect((await database.load('b'))?.entries).toHaveLength(1);
    await log.settle('a');
    await log.close();
    expect(journal.records).toBeGreaterThan(0);
  });

  test('[JNL9] reports entries that the database refuses, keeps them, and stores others', async () => {
    const database = createMemoryLog();
    const { log, journal, clock, reported } = begin({ database, append: refusing(database, 'a') });
    for (const id of ['a', 'b']) database.create(id);
    await log.append([entry(1, 2_000_000), { ...entry(1), documentId: 'b' }]);
    clock.advance(1_000);
    await settled();
    expect(await log.append([entry(2), { ...entry(2), documentId: 'b' }])).toEqual([
      'refused',
      'stored',
    ]);
    clock.advance(6_000);
    await settled();
    expect(reported.map(String)).toEqual(['Error: the database refuses entries of document a']);
    expect((await database.load('b'))?.entries).toHaveLength(2);
    expect((await log.load('a'))?.entries).toHaveLength(1);
    await log.close();
    expect(journal.records).toBeGreaterThan(0);
  });

  test('[JNL3] removes parts while the database refuses a document, whose entries are kept', async () => {
    const database = createMemoryLog();
    const { log, journal, clock } = begin({ database, append: refusing(database, 'a') });
    for (const id of ['a', 'b']) database.create(id);
    for (const seq of [1, 2]) await log.append([entry(seq)]);
    for (let seq = 1; seq <= 20; seq += 1) {
      await log.append([{ ...entry(seq, 1_000_000), documentId: 'b' }]);
      clock.advance(1_000);
      await settled();
    }
    expect(journal.records).toBeLessThan(12);
    await log.close();
    expect(await bytesIn(database)).toEqual([]);
    expect(await replayJournal(journal.reopen(), database)).toEqual({ stored: 2, aside: [] });
    expect(await bytesIn(database)).toEqual([1, 2]);
  });

  test('[JNL3] removes a part when the database has its entries, and not before', async () => {
    const { log, database, journal, clock } = begin();
    database.create('a');
    for (const seq of [1, 2, 3, 4, 5]) await log.append([entry(seq, 1_000_000)]);
    expect(journal.records).toBe(5);
    clock.advance(1_000);
    await settled();
    await log.append([entry(6)]);
    clock.advance(1_000);
    await settled();
    expect(await bytesIn(database)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(journal.records).toBeLessThan(3);
    await log.close();
    expect(journal.records).toBe(0);
  });

  test('[JNL8] waits for a database that is far behind, and fails if it does not respond', async () => {
    const database = createMemoryLog();
    let isBroken = true;
    const append: BaseLog['append'] = async (batch) => {
      if (isBroken) throw new Error('no connection');
      return database.append(batch);
    };
    const { log } = begin({ database, append });
    database.create('a');
    for (const seq of [1, 2, 3]) await log.append([entry(seq, 4_000_000)]);
    await expect(log.append([entry(4)])).rejects.toThrow('no connection');
    isBroken = false;
    expect(await log.append([entry(4)])).toEqual(['stored']);
    expect(await bytesIn(log)).toEqual([1, 2, 3, 4]);
  });

  test('[JNL5] drops the entries of a document that was removed', async () => {
    const database = createMemoryLog();
    let isRemoved = false;
    const { log, clock, reported, journal } = begin({
      database: {
        ...database,
        load: async (id) => (isRemoved ? null : database.load(id)),
      },
      append: async (batch) => (isRemoved ? batch.map(() => 'conflict') : database.append(batch)),
    });
    database.create('a');
    await log.append([entry(1)]);
    isRemoved = true;
    clock.advance(1_000);
    await settled();
    expect(reported).toEqual([]);
    await log.close();
    expect(journal.records).toBe(0);
  });
});
