import { execFileSync } from 'node:child_process';
import {
  afterAll,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest';
import pg from 'pg';
import type { WebSocket } from 'ws';
import type * as Y from 'yjs';
import {
  CallRefused,
  databaseAddress,
  databasePid,
  signalDatabase,
  openOwnClient,
  addParagraph,
  wordsOf,
  signUp,
  startProduct,
  until,
  type Person,
  type Product,
  createExternalDatabase,
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
async function newDocument(person = ada): Promise<string> {
  let id = '';
  await until('a document is created', async () => {
    const created = person.call('createDocument', { body: { title: 'In trouble' } });
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

function own(
  documentId: string,
  person = ada,
  { url = product.url, opening }: { url?: string; opening?: (socket: WebSocket) => void } = {},
) {
  return openOwnClient({
    url,
    person,
    documentId,
    outbox: createMemoryOutbox(),
    ...(opening !== undefined && { opening }),
  });
}

/** Opens a document for a writer and a reader, who have both seen a first word. */
async function openPair(documentId: string, person = ada, url = product.url) {
  const [writer, reader] = [own(documentId, person, { url }), own(documentId, person, { url })];
  await until('connected', () => writer.link.state.connected && reader.link.state.connected);
  addParagraph(writer.doc, 'before');
  await until(
    'saved',
    () => writer.link.state.saved.kind === 'saved' && wordsOf(reader.doc).includes('before'),
  );
  return [writer, reader] as const;
}

/** Types 50 paragraphs in three seconds. */
async function typeWhileItHangs(doc: Y.Doc): Promise<void> {
  for (let i = 0; i < 50; i += 1) {
    addParagraph(doc, `while it hangs ${i}.`);
    await sleep(60);
  }
}

/** True if the log of a document in the database has some words. Makes no call on the document. */
async function isInDatabase(documentId: string, words: string): Promise<boolean> {
  const client = new pg.Client({ ...(await databaseAddress(product.dataDir)) });
  await client.connect();
  try {
    const { rows } = await client.query<{ updates: Buffer }>(
      'select updates from document_log where document_id = $1',
      [documentId],
    );
    return rows.some(({ updates }) => updates.includes(words));
  } finally {
    await client.end();
  }
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
  test('while the database hangs, updates are acknowledged from the journal; afterwards the database has them', async () => {
    const documentId = await newDocument();
    const [writer, reader] = await openPair(documentId);
    await signalDatabase(product.dataDir, 'SIGSTOP');
    await typeWhileItHangs(writer.doc);
    await until('saved', () => writer.link.state.saved.kind === 'saved');
    await until('seen', () => wordsOf(reader.doc).includes('while it hangs 49.'));
    await signalDatabase(product.dataDir, 'SIGCONT');
    await until('the database has it', () => isInDatabase(documentId, 'while it hangs 49.'));
    expect(wordsOf(reader.doc)).toBe(wordsOf(writer.doc));
    writer.link.close();
    reader.link.close();
  });

  test('while an external database hangs, no update is acknowledged or shown to others; afterwards writing resumes by itself', async () => {
    const DATABASE_URL = await createExternalDatabase(product.dataDir, 'external');
    const sharing = await startProduct({ env: { DATABASE_URL } });
    onTestFinished(() => sharing.close());
    const { url } = sharing;
    const person = await signUp(url, 'ada', 'Ada');
    const documentId = await newDocument(person);
    const [writer, reader] = await openPair(documentId, person, url);
    await signalDatabase(product.dataDir, 'SIGSTOP');
    const marks = new Set<string>();
    const stop = writer.link.onChange(({ saved }) => marks.add(saved.kind));
    await typeWhileItHangs(writer.doc);
    expect(writer.link.pendingUpdates()).toHaveLength(50);
    expect(marks).not.toContain('saved');
    expect(wordsOf(reader.doc)).not.toContain('while it hangs');
    stop();
    await signalDatabase(product.dataDir, 'SIGCONT');
    await until('saved', () => writer.link.state.saved.kind === 'saved');
    await until('seen', () => wordsOf(reader.doc).includes('while it hangs 49.'));
    expect(wordsOf(reader.doc)).toBe(wordsOf(writer.doc));
    writer.link.close();
    reader.link.close();
  }, 300_000);

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
    await signalDatabase(product.dataDir, 'SIGSTOP');
    // Sends 120 MB, where 4 MiB of one connection may be queued and 8 MiB may wait in the journal.
    // A copy of all of it in memory exceeds the limit; the runtime's own growth does not.
    for (let i = 0; i < 400; i += 1) addParagraph(flood.doc, `${i}:${'x'.repeat(300_000)}`);
    await sleep(3_000);
    const grown = memory() - before;
    await signalDatabase(product.dataDir, 'SIGCONT');
    expect(grown).toBeLessThan(90 * 1024 * 1024);
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
    const slow = own(documentId, ada, {
      opening: (socket) => void sockets.push(socket),
    });
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
      if (writer.link.pendingUpdates().length === 0) saved = 299;
      return saved > 100;
    });
    const words = wordsOf(writer.doc);
    writer.link.close();
    // Text is saved in the journal before there is another database.
    await until('another database', async () => {
      const now = await databasePid(product.dataDir);
      return now !== null && now !== database;
    });
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
