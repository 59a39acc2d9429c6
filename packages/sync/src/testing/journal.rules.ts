import { describe, expect, test } from 'vitest';
import type { Journal } from '../server/journal/ports.ts';

/** A journal under test. */
export type JournalUnderTest = {
  readonly journal: Journal;
  /** Ends the process without closing the journal, and returns the journal of the next one. */
  reopen(): Promise<JournalUnderTest>;
  /** Damages the last byte of the record that was appended last. */
  damageLast(): Promise<void>;
};

type OpenJournal = () => Promise<JournalUnderTest>;

/** Contract tests for every journal; each implementation runs them from its own test file. */
export function journalRules(name: string, open: OpenJournal): void {
  describe(`${name} keeps the rules of a journal`, () => {
    storingRules(open);
    damageRules(open);
  });
}

/** Tests of what is stored and removed. */
function storingRules(open: OpenJournal): void {
  test('[PART1] returns the records to the next process in order, byte by byte', async () => {
    const first = await open();
    expect(await recordsOf(first.journal)).toEqual([]);
    const large = new Uint8Array(300_000).fill(7);
    const records = [bytes(1), bytes(), large, bytes(255, 0), bytes(1, 2, 3, 4)];
    for (const record of records.slice(0, 2)) await first.journal.append([record]);
    await first.journal.endPart();
    for (const record of records.slice(2, 4)) await first.journal.append([record]);
    await first.journal.append([bytes(1), bytes(), bytes(2, 3), bytes(4)]);
    const second = await first.reopen();
    expect(await recordsOf(second.journal)).toEqual(records);
    await second.journal.append([bytes(9)]);
    const third = await second.reopen();
    expect(await recordsOf(third.journal)).toEqual([...records, bytes(9)]);
  });

  test('[PART2] removes whole parts before a part, and nothing after it', async () => {
    const first = await open();
    await first.journal.append([bytes(1)]);
    const two = await first.journal.endPart();
    await first.journal.append([bytes(2)]);
    expect(await first.journal.endPart()).toBeGreaterThan(two);
    await first.journal.append([bytes(3)]);
    await first.journal.removeBefore(two);
    const second = await first.reopen();
    expect(await recordsOf(second.journal)).toEqual([bytes(2), bytes(3)]);
    await second.journal.removeBefore(await second.journal.endPart());
    const third = await second.reopen();
    expect(await recordsOf(third.journal)).toEqual([]);
  });

  test('[PART3] does not return records that were set aside', async () => {
    const first = await open();
    await first.journal.append([bytes(1)]);
    const second = await first.reopen();
    expect(await recordsOf(second.journal)).toEqual([bytes(1)]);
    await second.journal.setAside();
    await second.journal.append([bytes(2)]);
    const third = await second.reopen();
    expect(await recordsOf(third.journal)).toEqual([bytes(2)]);
  });
}

/** Tests of records that are torn or damaged. */
function damageRules(open: OpenJournal): void {
  test('[PART4] a damaged record ends its part, and later parts are read', async () => {
    const first = await open();
    await first.journal.append([bytes(1)]);
    await first.journal.append([bytes(2, 2)]);
    await first.damageLast();
    await first.journal.endPart();
    await first.journal.append([bytes(3)]);
    const second = await first.reopen();
    expect(await recordsOf(second.journal)).toEqual([bytes(1), bytes(3)]);
    expect(second.journal.isDamaged).toBe(false);
  });

  test('[PART5] records after a damaged one are reported as missing', async () => {
    const first = await open();
    await first.journal.append([bytes(1)]);
    await first.journal.append([bytes(2, 2)]);
    await first.damageLast();
    await first.journal.append([bytes(3)]);
    const second = await first.reopen();
    expect(await recordsOf(second.journal)).toEqual([bytes(1)]);
    expect(second.journal.isDamaged).toBe(true);
  });
}

async function recordsOf(journal: Journal): Promise<Uint8Array[]> {
  const records: Uint8Array[] = [];
  for await (const record of journal.read()) records.push(new Uint8Array(record));
  return records;
}

function bytes(...values: number[]): Uint8Array {
  return Uint8Array.from(values);
}
