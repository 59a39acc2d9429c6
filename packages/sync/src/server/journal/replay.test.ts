import { describe, expect, test } from 'vitest';
import { begin, bytesIn, entry } from './journaled-log.testing.ts';
import type { BaseLog } from './ports.ts';
import { replayJournal } from './replay.ts';
import { createMemoryLog } from '../../testing/memory.ts';

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
    await journal.append([Uint8Array.of(255, 1, 2)]);
    expect(await replayJournal(journal.reopen(), database)).toEqual({
      stored: 0,
      aside: ['records cannot be read by this version'],
    });
  });

  test('[JNL7] stores the entries before one that the database refuses, and sets the journal aside', async () => {
    const { log, database, journal } = begin();
    database.create('a');
    for (const seq of [1, 2, 3]) await log.append([entry(seq)]);
    const append: BaseLog['append'] = async (batch) =>
      batch.some(({ seq }) => seq === 2) ? batch.map(() => 'refused') : database.append(batch);
    const next = journal.reopen();
    expect(await replayJournal(next, { ...database, append })).toEqual({
      stored: 1,
      aside: ['the database refuses entries of document a'],
    });
    expect([next.records, next.aside]).toEqual([0, 1]);
    expect(await bytesIn(database)).toEqual([1]);
  });
});
