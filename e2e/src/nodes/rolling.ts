import { setTimeout as sleep } from 'node:timers/promises';
import {
  addParagraph,
  openOwnClient,
  signUp,
  textName,
  until,
  wordsOf,
  type Person,
} from '@longhand/driver';
import { createMemoryOutbox } from '@longhand/sync/testing/memory';
import { startCluster, type Cluster } from './cluster.ts';

/** Number of documents; two users write in each. */
const documents = 4;

/** Time between two words of a writer (ms). */
const pace = 100;
/** Minimum and maximum time before, between and after the restarts (ms). */
const calm = { min: 500, max: 2_500 };

/** Result of a rolling restart. */
export type RollingRestart = {
  readonly nodes: number;
  readonly words: number;
  /** Words that are missing, or that pages or the server have in different numbers. */
  readonly lost: readonly string[];
  /** For each writer, the longest time during which *Saved* was not shown (ms). */
  readonly longestWaits: readonly number[];
  readonly calls: number;
  /** Calls that were repeated because their connection was closed. */
  readonly repeated: number;
  /** Calls that failed, and connections that ended for good. */
  readonly failures: readonly string[];
};

/**
 * Restarts all nodes, one after the other, while users write and call.
 *
 * @param random returns numbers in [0, 1), which decide the order and the times of the restarts
 */
export async function restartAll(count: number, random: () => number): Promise<RollingRestart> {
  const cluster = await startCluster(count);
  try {
    return await restartWhileWriting(cluster, random);
  } finally {
    await cluster.close();
  }
}

async function restartWhileWriting(
  cluster: Cluster,
  random: () => number,
): Promise<RollingRestart> {
  const people = [await signUp(cluster.url, 'ada'), await signUp(cluster.url, 'ben')] as const;
  const ids = await createDocuments(people);
  const writers = ids.flatMap((id, at) =>
    people.map((person, by) => openWriter(cluster.url, person, id, `${'abcd'[at]}${by}`)),
  );
  try {
    return await restartEach(cluster, people, { ids, writers, random });
  } finally {
    for (const { doc } of writers) doc.destroy();
  }
}

type Restarts = {
  readonly ids: readonly string[];
  readonly writers: readonly Writer[];
  readonly random: () => number;
};

async function restartEach(
  cluster: Cluster,
  people: readonly [Person, Person],
  { ids, writers, random }: Restarts,
): Promise<RollingRestart> {
  const callers = people.map((person) => openCaller(person, ids));
  await until('all are connected', () => writers.every(({ isSaved }) => isSaved()));
  for (const { doc } of writers.filter(({ doc }) => wordsOf(doc) === '')) addParagraph(doc, '');
  await until('all have a paragraph', () => writers.every(({ isSaved }) => isSaved()));
  for (const { begin } of [...writers, ...callers]) begin();
  const pause = (): Promise<void> => sleep(calm.min + random() * (calm.max - calm.min));
  await pause();
  const places = cluster.nodes.map(({ product }) => ({ product, place: random() }));
  for (const { product } of places.toSorted((a, b) => a.place - b.place)) {
    await product.kill('SIGTERM');
    await product.start();
    await pause();
  }
  for (const { end } of [...writers, ...callers]) end();
  await until('all is saved', () => writers.every(({ isSaved }) => isSaved()), 60_000);
  const lost = await findLost(people[0], ids, writers);
  return {
    nodes: cluster.nodes.length,
    words: writers.reduce((sum, { words }) => sum + words().length, 0),
    lost,
    longestWaits: writers.map(({ longestWait }) => longestWait()),
    calls: callers.reduce((sum, { calls }) => sum + calls(), 0),
    repeated: callers.reduce((sum, { repeated }) => sum + repeated(), 0),
    failures: [...callers, ...writers].flatMap(({ failures }) => failures()),
  };
}

/** Creates documents that both users may edit, with a paragraph each. */
async function createDocuments([ada, ben]: readonly [Person, Person]): Promise<string[]> {
  const ids: string[] = [];
  for (let document = 0; document < documents; document += 1) {
    const { id } = await ada.call('createDocument', { body: { title: `Letter ${document}` } });
    await ada.call('addDocumentCollaborator', {
      params: { id },
      body: { usernameOrEmail: ben.user.username, role: 'editor' },
    });
    ids.push(id);
  }
  return ids;
}

/** A page that types numbered words in a document, and measures how long *Saved* is not shown. */
function openWriter(url: string, person: Person, documentId: string, name: string) {
  const { doc, link } = openOwnClient({
    url,
    person,
    documentId,
    outbox: createMemoryOutbox(),
  });
  let typed = 0;
  let longestWait = 0;
  let unsavedSince: number | null = null;
  let timer: ReturnType<typeof setInterval> | undefined;
  const look = (): void => {
    const now = performance.now();
    if (unsavedSince !== null) longestWait = Math.max(longestWait, now - unsavedSince);
    unsavedSince = link.pendingUpdates().length === 0 ? null : (unsavedSince ?? now);
  };
  link.onChange(look);
  doc.on('afterTransaction', look);
  const wordOf = (number: number): string => `${name}w${String(number).padStart(5, '0')}`;
  return {
    doc,
    documentId,
    begin() {
      longestWait = 0;
      timer = setInterval(() => {
        const text = doc.getText(textName);
        text.insert(text.length, `${wordOf((typed += 1))} `);
      }, pace);
    },
    end: () => clearInterval(timer),
    isSaved: (): boolean => link.state.connected && link.state.saved.kind === 'saved',
    words: () => Array.from({ length: typed }, (_, at) => wordOf(at + 1)),
    longestWait: () => Math.round(longestWait),
    failures: () => (link.state.ended === null ? [] : [JSON.stringify(link.state.ended)]),
  };
}

type Writer = ReturnType<typeof openWriter>;

/** Messages of a connection that was closed when a call was sent over it. */
const closedConnection = /other side closed|ECONNRESET/;

/**
 * A page that reads and renames documents. As browsers do, it repeats a call once whose connection
 * was closed before a response. Other failures are not repeated.
 */
function openCaller(person: Person, ids: readonly string[]) {
  let calls = 0;
  let repeated = 0;
  const failures: string[] = [];
  let isOver = false;
  let running: Promise<void> = Promise.resolve();
  async function run(): Promise<void> {
    while (!isOver) {
      const id = ids[calls % ids.length] ?? '';
      calls += 1;
      const call = (): Promise<unknown> =>
        calls % 2 === 0
          ? person.call('getDocument', { params: { id } })
          : person.call('updateDocument', { params: { id }, body: { title: `Letter ${calls}` } });
      await call()
        .catch((error: unknown) => {
          if (!closedConnection.test(describe(error))) throw error;
          repeated += 1;
          return call();
        })
        .catch((error: unknown) => failures.push(describe(error)));
      await sleep(20);
    }
  }
  return {
    begin: () => void (running = run()),
    end: () => void (isOver = true),
    settled: () => running,
    calls: () => calls,
    repeated: () => repeated,
    failures: () => failures,
  };
}

/** Returns the message of an error with those of its causes. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : `${error.message}: ${describe(error.cause)}`;
}

async function findLost(
  ada: Person,
  ids: readonly string[],
  writers: readonly Writer[],
): Promise<string[]> {
  const lost: string[] = [];
  for (const documentId of ids) {
    const pages = writers.filter((writer) => writer.documentId === documentId);
    const expected = pages.flatMap(({ words }) => words()).sort();
    const wordsIn = (text: string): string => (text.match(/\w+w\d{5}/g) ?? []).sort().join(' ');
    await until('the pages are equal', () =>
      pages.every(({ doc }) => wordsIn(wordsOf(doc)) === expected.join(' ')),
    ).catch(() => lost.push(`pages of ${documentId}`));
    const { content } = await ada.call('getDocument', {
      params: { id: documentId },
      query: { format: 'text' },
    });
    if (wordsIn(String(content)) !== expected.join(' ')) lost.push(`server ${documentId}`);
  }
  return lost;
}
