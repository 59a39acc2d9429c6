import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  databasePid,
  openOwnClient,
  addParagraph,
  textName,
  wordsOf,
  signIn,
  signUp,
  startProduct,
  until,
  type Product,
  createExternalDatabase,
  runAsAdministrator,
} from '@longhand/driver';
import { createMemoryOutbox } from '@longhand/sync/testing/memory';
import { expectNoLossIn } from '../ledger/expect-no-loss.ts';
import { startOnPowerCutDisk } from './power-subject.ts';
import {
  signalIfThere,
  stopAll,
  losesUnsyncedData,
  createPowerCutDisk,
  findUnsupportedReason,
} from './disk.ts';

/** Time between two words (ms), and number of promised words before the power cut. */
const pace = 10;
const promisedMin = 150;

const machineLacks = await findUnsupportedReason();
if (machineLacks !== null)
  console.warn(
    `NOT TRIED: a power cut. This machine has no file system in a file: ${machineLacks}`,
  );

const wordOf = (number: number): string => `w${String(number).padStart(5, '0')} `;

/** Returns every word of a document, repeated as often as it occurs. */
async function wordsIn(url: string, documentId: string): Promise<string[]> {
  const ada = await signIn(url, 'ada');
  const { doc, link } = openOwnClient({
    url,
    person: ada,
    documentId,
    outbox: createMemoryOutbox(),
  });
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
  { product, host }: Typed,
  documentId: string,
  cut: () => Promise<void>,
): Promise<number> {
  const ada = await signIn(product.url, 'ada');
  const { doc, link } = openOwnClient({
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
  const promised = (): number => typed - link.pendingUpdates().length;
  await until('enough is promised', () => promised() >= promisedMin);
  const postmaster = (await databasePid(host.dataDir)) ?? 0;
  const all = await stopAll([product.pid, host.pid, postmaster]);
  clearInterval(typing);
  // Data that left the server before the stop may still be in flight.
  await sleep(500);
  const count = promised();
  await cut();
  doc.destroy();
  for (const pid of all) signalIfThere(pid, 'SIGKILL');
  return count;
}

/** The product in which words are typed, and the one whose database it uses. */
type Typed = { readonly product: Product; readonly host: Product };

/**
 * Returns the number of promised words, and those that are missing or duplicated after a power cut.
 *
 * @param prepare receives a product on a disk that is cut; returns the one in which words are typed
 * @param weaken weakens the database when it has the user and the document
 */
async function lostByCut(
  prepare: (host: Product) => Promise<Product>,
  weaken?: (host: Product) => Promise<void>,
): Promise<{ promised: number; wrong: number[] }> {
  const disk = await createPowerCutDisk();
  onTestFinished(() => disk.remove());
  expect(await losesUnsyncedData(disk), 'the copy lacks what was not synced').toBe(true);
  const dataDir = join(disk.folder, 'data');
  await mkdir(dataDir, { mode: 0o711 });
  const host = await startProduct({ dataDir, env: { MIN_FREE_BYTES: '0' } });
  onTestFinished(() => host.close());
  const product = await prepare(host);
  const ada = await signUp(product.url, 'ada');
  const { id: documentId } = await ada.call('createDocument', {
    body: { title: 'A letter', projectId: null },
  });
  await weaken?.(host);
  await disk.flush();
  const promised = await cutWhileTyping({ product, host }, documentId, () => disk.cut());
  const stopped = [...new Set([product, host])];
  for (const each of stopped) await each.kill('SIGKILL');
  await disk.restart();
  for (const each of stopped.toReversed()) await each.start();
  const words = await wordsIn(product.url, documentId);
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const numbers = Array.from({ length: promised }, (_, i) => i + 1);
  return { promised, wrong: numbers.filter((number) => counts.get(wordOf(number).trim()) !== 1) };
}

/** Starts a second product, which uses the database of the first one as an external one. */
async function startSharing(host: Product): Promise<Product> {
  const DATABASE_URL = await createExternalDatabase(host.dataDir, 'external');
  const product = await startProduct({ env: { DATABASE_URL } });
  onTestFinished(() => product.close());
  return product;
}

describe.runIf(machineLacks === null)('a power cut during typing', () => {
  test.each([
    ['the journal', async (host: Product) => host],
    ['an external database', startSharing],
  ] as const)(
    'loses no acknowledged text of %s although the disk keeps only synced data',
    async (_name, prepare) => {
      const { promised, wrong } = await lostByCut(prepare);
      expect(wrong).toEqual([]);
      expect(promised).toBeGreaterThanOrEqual(promisedMin);
    },
    900_000,
  );

  const cuts = Array.from({ length: 6 }, (): 'power' => 'power');

  test(
    `${cuts.length} power cuts, one after the other, lose no text that was typed, seen or acknowledged`,
    async () =>
      expectNoLossIn(await startOnPowerCutDisk(), cuts, fc.readConfigureGlobal().seed ?? 1),
    900_000,
  );

  test('loses text of a database that answers before it has synced, which proves that the tests above detect it', async () => {
    const { promised, wrong } = await lostByCut(startSharing, async (host) => {
      await runAsAdministrator(host.dataDir, [
        'alter role longhand set synchronous_commit = off',
        // Otherwise the WAL writer would sync the words a moment later.
        "alter system set wal_writer_delay = '10s'",
      ]);
      await host.kill('SIGTERM');
      await host.start();
    });
    expect(promised).toBeGreaterThanOrEqual(promisedMin);
    // If typing takes longer than those 10 s, the database has synced the first words by then.
    expect(wrong.length).toBeGreaterThan(0);
  }, 900_000);
});
