import { describe, expect, test } from 'vitest';
import { MemoryJournal } from './memory-journal.ts';

const record = (byte: number): Uint8Array[] => [new Uint8Array(20).fill(byte)];

/** Returns the first bytes of the records that the next process reads, and if some are missing. */
async function found(journal: MemoryJournal): Promise<[number[], boolean]> {
  const next = journal.reopen();
  const bytes: number[] = [];
  for await (const each of next.read()) bytes.push(each[0] as number);
  return [bytes, next.isDamaged];
}

describe('the journal in memory', () => {
  test.each([0, 3, 8, 27])(
    'a record of which only %i bytes are in the file is not read, and later ones are',
    async (bytes) => {
      const journal = new MemoryJournal();
      await journal.append(record(1));
      journal.tear(record(2), { bytes });
      await journal.append(record(3));
      expect(await found(journal)).toEqual([[1, 3], false]);
    },
  );

  test('a record that was written and not synced is read after a kill, and not after a power cut', async () => {
    const journal = new MemoryJournal();
    await journal.append(record(1));
    journal.tear(record(2), { bytes: Infinity });
    expect(await found(journal)).toEqual([[1, 2], false]);
    journal.cutPower(() => 0);
    expect(await found(journal)).toEqual([[1], false]);
  });

  test('a part whose name was not synced is gone after a power cut, unless a later one was synced', async () => {
    const journal = new MemoryJournal();
    journal.tear(record(1), { bytes: Infinity, isUnnamed: true });
    journal.cutPower(() => 0.9);
    expect(await found(journal)).toEqual([[], false]);
    journal.tear(record(1), { bytes: Infinity, isUnnamed: true });
    await journal.append(record(2));
    journal.cutPower(() => 0.4);
    expect(await found(journal)).toEqual([[2], false]);
  });

  test('a part that was removed may return after a power cut until its removal was synced', async () => {
    const journal = new MemoryJournal();
    await journal.append(record(1));
    journal.unlinkBefore(await journal.endPart());
    expect(await found(journal)).toEqual([[], false]);
    journal.cutPower(() => 0.4);
    expect(await found(journal)).toEqual([[1], false]);
    await journal.removeBefore(await journal.endPart());
    journal.cutPower(() => 0.4);
    expect(await found(journal)).toEqual([[], false]);
  });
});
