import { describe, expect, test } from 'vitest';
import { JournaledLog } from './journaled-log.ts';
import { replayJournal } from './replay.ts';
import type { Append, Appended } from '../ports.ts';
import type { BaseLog } from './ports.ts';
import { journalRules, type JournalUnderTest } from '../../testing/journal.rules.ts';
import { createHeldClock, createMemoryLog } from '../../testing/memory.ts';
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

/** Creates a log over a journal and a database with one document, whose appends may be replaced. */
function begin({
  database = createMemoryLog(),
  journal = new MemoryJournal(),
  append = database.append,
}: {
  database?: ReturnType<typeof createMemoryLog>;
  journal?: MemoryJournal;
  append?: BaseLog['append'];
} = {}) {
  const clock = createHeldClock();
  const reported: unknown[] = [];
  const log = new JournaledLog({
    journal,
    database: { ...database, append },
    timeline: 'this one',
    clock,
    report: (error) => reported.push(error),
  });
  void database.beginTimeline('this one');
  return { log, database, journal, clock, reported };
}

const entry = (seq: number, size = 1): Append => ({
  documentId: 'a',
  seq,
  updates: [new Uint8Array(size).fill(seq)],
  authorship: [{ user: 'ada', session: 's', at: 1_700_000_000_000, inserted: [] }],
  decisions: [],
  clients: [{ client: seq, user: 'ada' }],
});

/** Returns the first byte of each update of the document. */
async function bytesIn(log: Pick<BaseLog, 'load'>): Promise<(number | undefined)[]> {
  const stored = await log.load('a');
  return (stored?.entries ?? []).flatMap(({ updates }) => updates.map(([byte]) => byte));
}

/** Runs all pending promise callbacks. */
async function settled(): Promise<void> {
  for (let i = 0; i < 200; i += 1) await Promise.resolve();
}

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
    const append: BaseLog['append'] = async (batch) => {
      const results = await database.append(batch.filter(({ documentId }) => documentId !== 'a'));
      let next = 0;
      return batch.map(({ documentId }) => {
        if (documentId === 'a') return 'refused';
        return results[next++] ?? 'conflict';
      });
    };
    const { log, journal, clock, reported } = begin({ database, append });
    for (const id of ['a', 'b']) database.create(id);
    await log.append([entry(1), { ...entry(1), documentId: 'b' }]);
    clock.advance(1_000);
    await settled();
    expect(await log.append([entry(2), { ...entry(2), documentId: 'b' }])).toEqual([
      'stored',
      'stored',
    ]);
    clock.advance(6_000);
    await settled();
    expect(reported.map(String)).toEqual(['Error: the database refuses entries of document a']);
    expect((await database.load('b'))?.entries).toHaveLength(2);
    expect((await log.load('a'))?.entries).toHaveLength(2);
    await log.close();
    expect(journal.records).toBeGreaterThan(0);
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

describe('the next process', () => {
  test('[JNL4] stores what the database lacks, and empties the journal', async () => {
    const { log, database, journal } = begin();
    database.create('a');
    await log.append([entry(1)]);
    await log.settle('a');
    for (const seq of [2, 3]) await log.append([entry(seq)]);
    const next = journal.reopen();
    expect(await replayJournal(next, database)).toEqual({ stored: 2, aside: [] });
    expect(await bytesIn(database)).toEqual([1, 2, 3]);
    expect(database.authorship('a')).toHaveLength(3);
    expect(next.records).toBe(0);
    expect(await replayJournal(next.reopen(), database)).toEqual({ stored: 0, aside: [] });
  });

  test('[JNL5] drops the entries of a document that was removed', async () => {
    const { log, database, journal } = begin();
    database.create('a');
    await log.append([entry(1)]);
    const next = journal.reopen();
    const other = createMemoryLog();
    await other.beginTimeline('this one');
    expect(await replayJournal(next, other)).toEqual({ stored: 0, aside: [] });
    expect(next.records).toBe(0);
  });

  test.each([true, false])(
    '[JNL6] an append that was rejected, stored (%s) or not, is replaced by the next one',
    async (isStored) => {
      const { log, database, journal } = begin();
      database.create('a');
      await log.append([entry(1)]);
      journal.failNext(isStored);
      await expect(log.append([{ ...entry(2), updates: [Uint8Array.of(99)] }])).rejects.toThrow(
        'the journal failed',
      );
      expect(await bytesIn(log)).toEqual([1]);
      for (const seq of [2, 3]) expect(await log.append([entry(seq)])).toEqual(['stored']);
      expect(await replayJournal(journal.reopen(), database)).toEqual({ stored: 3, aside: [] });
      expect(await bytesIn(database)).toEqual([1, 2, 3]);
    },
  );

  test('[JNL7] sets a journal aside whose entries do not continue the database', async () => {
    const { log, database, journal } = begin();
    database.create('a');
    for (const seq of [1, 2]) await log.append([entry(seq)]);
    const next = journal.reopen();
    const older = createMemoryLog();
    older.create('a');
    await older.beginTimeline('this one');
    await journal.removeBefore(await journal.endPart());
    await log.append([entry(3)]);
    expect(await replayJournal(next.reopen(), older)).toEqual({
      stored: 0,
      aside: ['entries before those of document a are missing'],
    });
    expect([next.records, next.aside]).toEqual([0, 1]);
    expect(await bytesIn(older)).toEqual([]);
    expect(await bytesIn(database)).toEqual([]);
  });

  test('[JNL7] sets a journal aside that belongs to another timeline of the database', async () => {
    const { log, database, journal } = begin();
    database.create('a');
    await log.append([entry(1)]);
    await database.beginTimeline('an earlier one');
    const next = journal.reopen();
    expect(await replayJournal(next, database)).toEqual({
      stored: 0,
      aside: ['the database has another timeline'],
    });
    expect([next.records, next.aside]).toEqual([0, 1]);
    expect(await bytesIn(database)).toEqual([]);
  });

  test('[JNL7] raises the epochs before it sets a journal aside', async () => {
    const { log, database, journal } = begin();
    database.create('a');
    await log.append([entry(1)]);
    await database.beginTimeline('an earlier one');
    const next = journal.reopen();
    const epoch = async () => (await database.load('a'))?.epoch;
    const setAside = next.setAside.bind(next);
    next.setAside = async () => {
      expect(await epoch()).toBe(2);
      await setAside();
    };
    expect(await epoch()).toBe(1);
    await replayJournal(next, database);
    expect([await epoch(), next.aside]).toEqual([2, 1]);
  });

  test('[JNL7] stores what precedes a damaged record, and sets the journal aside', async () => {
    const { log, database, journal } = begin();
    database.create('a');
    for (const seq of [1, 2]) await log.append([entry(seq)]);
    journal.damageLast();
    await log.append([entry(3)]);
    const next = journal.reopen();
    expect(await replayJournal(next, database)).toEqual({
      stored: 1,
      aside: ['records are damaged'],
    });
    expect([next.records, next.aside]).toEqual([0, 1]);
    expect(await bytesIn(database)).toEqual([1]);
  });

  test('[JNL7] stores what precedes missing entries, and sets the journal aside', async () => {
    const { log, database, journal } = begin();
    database.create('a');
    for (const seq of [1, 2]) await log.append([entry(seq)]);
    journal.damageLast();
    await journal.endPart();
    await log.append([entry(3)]);
    const next = journal.reopen();
    expect(await replayJournal(next, database)).toEqual({
      stored: 1,
      aside: ['entries before those of document a are missing'],
    });
    expect([next.records, next.aside]).toEqual([0, 1]);
    expect(await bytesIn(database)).toEqual([1]);
  });

  test('[JNL7] sets records aside that another version has written', async () => {
    const { database, journal } = begin();
    await journal.append(Uint8Array.of(255, 1, 2));
    expect(await replayJournal(journal.reopen(), database)).toEqual({
      stored: 0,
      aside: ['records cannot be read by this version'],
    });
  });
});
