import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { WebSocket } from 'ws';
import {
  CallRefused,
  databasePid,
  openOwn,
  addParagraph,
  wordsOf,
  signUp,
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
beforeEach(({ onTestFailed }) => onTestFailed(() => console.error(product.errors())));

/** Creates a document. Repeats the call while no database connection is free. */
async function newDocument(): Promise<string> {
  let id = '';
  await until('a document is created', async () => {
    const created = ada.call('createDocument', { body: { title: 'In trouble' } });
    id = await created.then(
      (document) => document.id,
      (error: unknown) => {
        if (error instanceof CallRefused && error.problem.code === 'not_ready') return '';
        throw error;
      },
    );
    return id !== '';
  });
  return id;
}

function own(documentId: string, person = ada, opening?: (socket: WebSocket) => void) {
  return openOwn({
    url: product.url,
    person,
    documentId,
    outbox: createMemoryOutbox(),
    ...(opening !== undefined && { opening }),
  });
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

describe('outages and overload', () => {
  test('while the database hangs, no update is acknowledged or shown to others; afterwards writing resumes by itself', async () => {
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

  test('a flooding writer is slowed down by backpressure while the database hangs, and memory stays bounded', async () => {
    const documentId = await newDocument();
    const flood = own(documentId);
    await until('connected', () => flood.link.state.connected);
    // The first projection loads code, whose memory would count.
    addParagraph(flood.doc, 'before');
    await until(
      'projected',
      async () => (await ada.call('getDocument', { params: { id: documentId } })).wordCount > 0,
    );
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

  test('a reader who does not read delays no other user, and catches up', async () => {
    const documentId = await newDocument();
    const [writer, follower] = [own(documentId), own(documentId)];
    const sockets: WebSocket[] = [];
    const slow = own(documentId, ada, (socket) => void sockets.push(socket));
    await until('all are connected', () =>
      [writer, follower, slow].every(({ link }) => link.state.connected),
    );
    sockets[0]?.pause();
    for (let i = 0; i < 200; i += 1) {
      addParagraph(writer.doc, `${i}:${'y'.repeat(100_000)}`);
      if (i % 20 === 0) await sleep(30);
    }
    await until('saved', () => writer.link.state.saved.kind === 'saved', 120_000);
    await until('the other has it', () => wordsOf(follower.doc).includes('199:'), 120_000);
    expect(wordsOf(slow.doc)).not.toContain('199:');
    sockets[0]?.resume();
    await until('it has caught up', () => wordsOf(slow.doc).includes('199:'), 120_000);
    expect(wordsOf(slow.doc) === wordsOf(writer.doc)).toBe(true);
    // The connection is still the first one.
    expect(sockets).toHaveLength(1);
    for (const { link } of [writer, follower, slow]) link.close();
  }, 300_000);

  test('an immediate stop of the database loses no acknowledged text', async () => {
    const documentId = await newDocument();
    const writer = own(documentId);
    await until('connected', () => writer.link.state.connected);
    const database = await databasePid(product.dataDir);
    const isSaved = (): boolean => writer.link.state.saved.kind === 'saved';
    let saved = -1;
    for (let i = 0; i < 300; i += 1) {
      addParagraph(writer.doc, `word ${i}.`);
      if (i === 100) process.kill(database as number, 'SIGQUIT');
      await sleep(10);
      if (isSaved()) saved = i;
    }
    await until('saved some', () => {
      if (writer.link.unsent().length === 0) saved = 299;
      return saved > 100;
    });
    const words = wordsOf(writer.doc);
    writer.link.close();
    expect(await databasePid(product.dataDir)).not.toBe(database);
    // A new process reads only the stored text.
    await product.kill('SIGKILL');
    await product.start();
    const reader = own(documentId);
    await until('reads', () => wordsOf(reader.doc).includes(`word ${saved}.`));
    expect(words.startsWith(wordsOf(reader.doc))).toBe(true);
    reader.link.close();
  }, 300_000);

  test.each([1, -1])(
    'a client whose clock is %i hour off can sign in, write, read and show its presence',
    async (hours) => {
      const machine = Date.now;
      vi.spyOn(Date, 'now').mockImplementation(() => machine() + hours * 3_600_000);
      try {
        const person = await signUp(product.url, `off-${hours + 1}`);
        const { id: documentId } = await person.call('createDocument', { body: { title: 'Off' } });
        const expiresAt = new Date(Date.now() + 2 * 3_600_000).toISOString();
        const { token } = await person.call('createToken', {
          body: { name: 'Script', scopes: ['read'], expiresAt },
        });
        const answer = await fetch(`${product.url}/api/v1/documents/${documentId}`, {
          headers: { authorization: `Bearer ${token}` },
        });
        expect(answer.status).toBe(200);
        const [writer, reader] = [own(documentId, person), own(documentId, person)];
        writer.awareness.setLocalState({ cursor: 1 });
        addParagraph(writer.doc, 'late or early');
        await until('saved', () => writer.link.state.saved.kind === 'saved');
        await until('read', () => wordsOf(reader.doc).includes('late or early'));
        await until('present', () => reader.awareness.getStates().has(writer.doc.clientID));
        for (const { link } of [writer, reader]) link.close();
      } finally {
        vi.restoreAllMocks();
      }
    },
  );
});
