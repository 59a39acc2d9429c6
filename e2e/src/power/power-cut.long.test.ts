import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  databaseAddress,
  databasePid,
  openOwn,
  addParagraph,
  textName,
  wordsOf,
  signIn,
  signUp,
  startProduct,
  until,
  type Product,
} from '@longhand/driver';
import { createMemoryOutbox } from '@longhand/sync/testing/memory';
import { familyOf, losesWhatIsNotSynced, makeCutDisk, whyNoCutDisk } from './disk.ts';

/** Time between two words (ms), and number of promised words before the power cut. */
const pace = 10;
const promisedMin = 150;

const machineLacks = await whyNoCutDisk();
if (machineLacks !== null)
  console.warn(
    `NOT TRIED: a power cut. This machine has no file system in a file: ${machineLacks}`,
  );

const wordOf = (number: number): string => `w${String(number).padStart(5, '0')} `;

/** Returns every word of a document, repeated as often as it occurs. */
async function wordsIn(url: string, documentId: string): Promise<string[]> {
  const ada = await signIn(url, 'ada');
  const { doc, link } = openOwn({ url, person: ada, documentId, outbox: createMemoryOutbox() });
  await until('the document is there', () => link.state.synced);
  const words = wordsOf(doc).match(/w\d{5}/g) ?? [];
  doc.destroy();
  return words;
}

/**
 * Types until enough words are promised, stops every process at once, and copies the disk. Returns
 * the number of words promised by then. It includes words whose acknowledgement had left the server
 * before the stop.
 */
async function cutWhileTyping(
  product: Product,
  documentId: string,
  cut: () => Promise<void>,
): Promise<number> {
  const ada = await signIn(product.url, 'ada');
  const { doc, link } = openOwn({
    url: product.url,
    person: ada,
    documentId,
    outbox: createMemoryOutbox(),
  });
  await until('the document is there', () => link.state.synced);
  addParagraph(doc, '');
  const text = doc.getText(textName);
  let typed = 0;
  const typing = setInterval(() => text.insert(text.length, wordOf((typed += 1))), pace);
  // Each word is one update, and updates are acknowledged in order.
  const promised = (): number => typed - link.unsent().length;
  await until('enough is promised', () => promised() >= promisedMin);
  const postmaster = (await databasePid(product.dataDir)) ?? 0;
  const all = [...new Set([...(await familyOf(product.pid)), ...(await familyOf(postmaster))])];
  for (const pid of all) process.kill(pid, 'SIGSTOP');
  clearInterval(typing);
  // Data that left the server before the stop may still be in flight.
  await sleep(500);
  const count = promised();
  await cut();
  doc.destroy();
  for (const pid of all) process.kill(pid, 'SIGKILL');
  return count;
}

/**
 * Returns the number of promised words, and those that are missing or duplicated after a power cut.
 * `prepare` changes the product before it.
 */
async function lostByCut(
  prepare: (product: Product) => Promise<void>,
): Promise<{ promised: number; wrong: number[] }> {
  const disk = await makeCutDisk();
  onTestFinished(() => disk.remove());
  expect(await losesWhatIsNotSynced(disk), 'the copy lacks what was not synced').toBe(true);
  const dataDir = join(disk.folder, 'data');
  await mkdir(dataDir, { mode: 0o711 });
  const product = await startProduct({ dataDir, env: { MIN_FREE_BYTES: '0' } });
  onTestFinished(() => product.close());
  const ada = await signUp(product.url, 'ada');
  const { id: documentId } = await ada.call('createDocument', {
    body: { title: 'A letter', projectId: null },
  });
  await prepare(product);
  await disk.settle();
  const promised = await cutWhileTyping(product, documentId, () => disk.cut());
  await product.kill('SIGKILL');
  await disk.restart();
  await product.start();
  const words = await wordsIn(product.url, documentId);
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const numbers = Array.from({ length: promised }, (_, i) => i + 1);
  return { promised, wrong: numbers.filter((number) => counts.get(wordOf(number).trim()) !== 1) };
}

describe.runIf(machineLacks === null)('a power cut during typing', () => {
  test('loses no acknowledged text although the disk keeps only synced data', async () => {
    const { promised, wrong } = await lostByCut(async () => undefined);
    expect(wrong).toEqual([]);
    expect(promised).toBeGreaterThanOrEqual(promisedMin);
  }, 400_000);

  test('loses text of a database that answers before it has synced, which proves that the test above detects it', async () => {
    const { promised, wrong } = await lostByCut(async (product) => {
      const address = await databaseAddress(product.dataDir);
      const admin = new pg.Client({ ...address, user: 'postgres', database: 'longhand' });
      await admin.connect();
      await admin.query('alter role longhand set synchronous_commit = off');
      // Otherwise the WAL writer would sync the words a moment later.
      await admin.query("alter system set wal_writer_delay = '10s'");
      await admin.end();
      await product.kill('SIGTERM');
      await product.start();
    });
    expect(promised).toBeGreaterThanOrEqual(promisedMin);
    // If typing takes longer than those 10 s, the database has synced the first words by then.
    expect(wrong.length).toBeGreaterThan(0);
  }, 400_000);
});
