import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  collabUrl,
  databasePid,
  openOwn,
  addParagraph,
  wordsOf,
  signUp,
  socketAs,
  startProduct,
  until,
  type Person,
  type Product,
} from '@longhand/driver';
import { createMemoryOutbox } from '@longhand/sync/testing/memory';

let product: Product;
let ada: Person;

beforeAll(async () => {
  product = await startProduct();
  ada = await signUp(product.url, 'ada', 'Ada');
}, 300_000);

afterAll(() => product.close());

async function newDocument(): Promise<string> {
  return (await ada.call('createDocument', { body: { title: 'In trouble' } })).id;
}

function own(documentId: string) {
  return openOwn({ url: product.url, person: ada, documentId, outbox: createMemoryOutbox() });
}

/**
 * Stops or continues every process of the database. A stopped database neither responds nor fails,
 * as under a lock or a hanging disk.
 */
async function signalDatabase(signal: 'SIGSTOP' | 'SIGCONT'): Promise<void> {
  const pid = (await databasePid(product.dataDir)) as number;
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' });
  for (const one of [pid, ...children.trim().split(/\s+/).map(Number)]) process.kill(one, signal);
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Resident memory of the product's process (bytes). */
function memory(): number {
  return (
    Number(execFileSync('ps', ['-o', 'rss=', '-p', String(product.pid)], { encoding: 'utf8' })) *
    1024
  );
}

describe('trouble', () => {
  test('while the database hangs nothing is acknowledged and nobody is shown anything; afterwards it goes on by itself', async () => {
    const documentId = await newDocument();
    const [writer, reader] = [own(documentId), own(documentId)];
    await until('connected', () => writer.link.state.connected && reader.link.state.connected);
    addParagraph(writer.doc, 'before');
    await until(
      'saved',
      () => writer.link.state.saved.kind === 'saved' && wordsOf(reader.doc).includes('before'),
    );
    await signalDatabase('SIGSTOP');
    const marks = new Set<string>();
    const stop = writer.link.onChange(({ saved }) => marks.add(saved.kind));
    for (let i = 0; i < 50; i += 1) {
      addParagraph(writer.doc, `while it hangs ${i}.`);
      await sleep(60);
    }
    expect(writer.link.unsent()).toHaveLength(50);
    expect(marks).not.toContain('saved');
    expect(wordsOf(reader.doc)).not.toContain('while it hangs');
    stop();
    await signalDatabase('SIGCONT');
    await until('saved', () => writer.link.state.saved.kind === 'saved');
    await until('seen', () => wordsOf(reader.doc).includes('while it hangs 49.'));
    expect(wordsOf(reader.doc)).toBe(wordsOf(writer.doc));
    writer.link.close();
    reader.link.close();
  });

  test('a writer who floods while the database hangs is held back, and memory stays bounded', async () => {
    const documentId = await newDocument();
    const flood = own(documentId);
    await until('connected', () => flood.link.state.connected);
    const before = memory();
    await signalDatabase('SIGSTOP');
    // Sends 72 MB, where 4 MiB of one connection may be queued. One copy in memory exceeds the
    // limit; the runtime's own growth does not.
    for (let i = 0; i < 240; i += 1) addParagraph(flood.doc, `${i}:${'x'.repeat(300_000)}`);
    await sleep(3_000);
    const grown = memory() - before;
    await signalDatabase('SIGCONT');
    expect(grown).toBeLessThan(60 * 1024 * 1024);
    await until(
      'saved',
      () => flood.link.state.connected && flood.link.state.saved.kind === 'saved',
      120_000,
    );
    flood.link.close();
  }, 300_000);

  test('a reader who does not read holds nobody up, and catches up', async () => {
    const documentId = await newDocument();
    const writer = own(documentId);
    await until('connected', () => writer.link.state.connected);
    const slow = socketAs(ada, collabUrl(product.url, documentId), ['longhand.1']);
    await new Promise((resolve) => slow.once('open', resolve));
    slow.pause();
    const follower = own(documentId);
    await until('follows', () => follower.link.state.connected);
    for (let i = 0; i < 200; i += 1) {
      addParagraph(writer.doc, `${i}:${'y'.repeat(100_000)}`);
      if (i % 20 === 0) await sleep(30);
    }
    await until('saved', () => writer.link.state.saved.kind === 'saved', 120_000);
    await until('the other has it', () => wordsOf(follower.doc).includes('199:'), 120_000);
    let bytes = 0;
    slow.on('message', (data: Buffer) => (bytes += data.length));
    slow.resume();
    await until('it catches up', () => bytes > 20_000_000, 120_000);
    slow.terminate();
    writer.link.close();
    follower.link.close();
  }, 300_000);
});
