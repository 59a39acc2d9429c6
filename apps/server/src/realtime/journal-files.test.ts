import { execFile } from 'node:child_process';
import { mkdtemp, open, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { journalRules, type JournalUnderTest } from '@longhand/sync/testing/journal.rules';
import { openJournal } from './journal-files.ts';

const folders: string[] = [];
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true });
});

async function newFolder(): Promise<string> {
  const folder = join(await mkdtemp(join(tmpdir(), 'journal-')), 'parts');
  folders.push(folder);
  return folder;
}

/** Returns the path of the last part that is not empty. */
async function lastPart(folder: string): Promise<string> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.journal')).sort();
  for (const name of names.toReversed())
    if ((await stat(join(folder, name))).size > 0) return join(folder, name);
  throw new Error('no part has records');
}

async function underTest(folder: string): Promise<JournalUnderTest> {
  const journal = await openJournal(folder);
  return {
    journal,
    async reopen() {
      await journal.close();
      return underTest(folder);
    },
    async damageLast() {
      const path = await lastPart(folder);
      const file = await open(path, 'r+');
      await file.write(Buffer.of(0xee), 0, 1, (await file.stat()).size - 1);
      await file.close();
    },
  };
}

journalRules('the journal in files', async () => underTest(await newFolder()));

describe('the journal in files', () => {
  test('ends a part at every torn end of its last record', async () => {
    const folder = await newFolder();
    const journal = await openJournal(folder);
    for (const byte of [1, 2]) await journal.append([Uint8Array.of(byte, byte, byte)]);
    await journal.close();
    const path = await lastPart(folder);
    const { size } = await stat(path);
    expect(size).toBe(2 * 11);
    for (let end = size - 1; end >= size - 11; end -= 1) {
      const file = await open(path, 'r+');
      await file.truncate(end);
      await file.close();
      const records: number[][] = [];
      const next = await openJournal(folder);
      for await (const record of next.read()) records.push([...record]);
      await next.close();
      expect(records).toEqual([[1, 1, 1]]);
    }
  });

  test('a power cut that left zeros behind the last record loses nothing', async () => {
    const folder = await newFolder();
    const first = await openJournal(folder);
    await first.append([Uint8Array.of(7)]);
    await first.close();
    const path = await lastPart(folder);
    const { size } = await stat(path);
    const file = await open(path, 'r+');
    await file.truncate(size + 4096);
    await file.close();
    const next = await openJournal(folder);
    const records: number[][] = [];
    for await (const record of next.read()) records.push([...record]);
    expect([records, next.isDamaged]).toEqual([[[7]], false]);
    await next.close();
  });

  test('is read although its folder has other files, and a length beyond the end', async () => {
    const folder = await newFolder();
    const first = await openJournal(folder);
    await first.append([Uint8Array.of(5)]);
    await first.close();
    await writeFile(join(folder, 'notes.txt'), 'not a part');
    await writeFile(join(folder, '0000000009.journal'), Buffer.alloc(8, 0xff));
    const next = await openJournal(folder);
    const records: number[][] = [];
    for await (const record of next.read()) records.push([...record]);
    expect(records).toEqual([[5]]);
    await next.append([Uint8Array.of(6)]);
    await next.close();
    expect(await readdir(folder)).toContain('0000000010.journal');
  });

  test('removes no part that another process has written', async () => {
    const folder = await newFolder();
    const journal = await openJournal(folder);
    await journal.append([Uint8Array.of(1)]);
    await writeFile(join(folder, '0000000002.journal'), 'another process');
    await journal.removeBefore((await journal.endPart()) + 1);
    expect(await readdir(folder)).toEqual(['0000000002.journal']);
    await journal.close();
  });

  test('begins another part after a write that a full disk ended in the middle', async () => {
    const folder = await newFolder();
    // Files end at eight blocks of 512 bytes: the second record is torn.
    const script = `
      const { openJournal } = await import(${JSON.stringify(import.meta.resolve('./journal-files.ts'))});
      const journal = await openJournal(${JSON.stringify(folder)});
      for (const byte of [1, 2, 3])
        await journal.append([new Uint8Array(3000).fill(byte)]).catch(({ code }) => console.log(byte, code));`;
    const { stdout } = await promisify(execFile)('sh', [
      '-c',
      'ulimit -f 8 && exec "$0" --input-type=module -e "$1"',
      process.execPath,
      script,
    ]);
    expect(stdout).toBe('2 EFBIG\n');
    const parts = (await readdir(folder)).filter((name) => name.endsWith('.journal')).sort();
    const sizes = parts.map(async (name) => (await stat(join(folder, name))).size);
    expect(await Promise.all(sizes)).toEqual([4096, 3008]);
    const records: number[] = [];
    const next = await openJournal(folder);
    for await (const record of next.read()) records.push(record[0] ?? 0);
    expect(records).toEqual([1, 3]);
  });
});
