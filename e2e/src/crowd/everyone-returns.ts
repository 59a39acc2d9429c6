import { setTimeout as sleep } from 'node:timers/promises';
import {
  addParagraph,
  CallRefused,
  enterAsGuest,
  openOwnClient,
  signIn,
  signUp,
  until,
  type Person,
} from '@longhand/driver';
import { createMemoryOutbox } from '@longhand/sync/testing/memory';
import { startCrowd, type Crowd } from './crowd.ts';
import type { Memory } from '../ledger/memory.ts';
import { startServers, type Servers } from './servers.ts';
import type { Member } from './tasks.ts';

/** End of all connections: the servers are killed and started again, or they are cut. */
export type Break = 'killed' | 'cut';

/** Result of a return of all connections. */
export type Return = {
  /** Time from the break until a page was in sync again, by page (ms). */
  readonly back: readonly number[];
  /** Durations of sign-ins from the time at which the server was ready (ms). */
  readonly signIns: readonly number[];
  /** Sign-ins that failed, with their reasons. */
  readonly failedSignIns: readonly string[];
  /** Number of connections that failed or were closed, by reason. */
  readonly refused: Readonly<Record<string, number>>;
  /** Pages that lack a word which is typed after the return. */
  readonly without: number;
  readonly memory: Memory;
};

/** A product with many open pages. */
export type CrowdedProduct = {
  readonly pages: number;
  readonly memory: () => Memory;
  /** Breaks all connections, and resolves when all pages are in sync again. */
  everyoneReturns(how: Break): Promise<Return>;
  close(): Promise<void>;
};

/** Number of preparing calls at a time. */
const atOnce = 12;
/** Users who sign in, one after the other, and the time between two of them (ms). */
const others = 10;
const pace = 1_000;
/** Time after which a word that was typed is missing from a page (ms). */
const seenWithin = 60_000;

/** Runs `work` for each item, some of them at a time. */
async function forEach<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let at = 0; at < items.length; at += atOnce)
    results.push(...(await Promise.all(items.slice(at, at + atOnce).map(work))));
  return results;
}

/** Types a paragraph in a document, and resolves when it is saved. */
async function typeIn(url: string, person: Person, documentId: string, text: string) {
  const { doc, link } = openOwnClient({ url, person, documentId, outbox: createMemoryOutbox() });
  await until('connected', () => link.state.connected);
  addParagraph(doc, text);
  await until('saved', () => link.pendingUpdates().length === 0);
  doc.destroy();
}

/** Creates documents with a text and a guest link each. Returns them with the links' tokens. */
async function createDocuments(url: string, ada: Person, count: number) {
  return forEach(
    Array.from({ length: count }, (_, number) => number),
    async (number) => {
      const { id } = await ada.call('createDocument', { body: { title: `Document ${number}` } });
      await typeIn(url, ada, id, 'It was a dark night. '.repeat(20));
      const { token } = await ada.call('createGuestLink', {
        params: { id },
        body: { role: 'editor' },
      });
      return { id, token };
    },
  );
}

/** Signs other users in, about one a second, until it is stopped. */
function signInMeanwhile(url: string) {
  const durations: number[] = [];
  const failures: string[] = [];
  let isOver = false;
  async function run(): Promise<void> {
    for (let turn = 0; !isOver; turn += 1) {
      const began = performance.now();
      await signIn(url, `other-${turn % others}`).then(
        () => durations.push(performance.now() - began),
        (error: unknown) =>
          failures.push(error instanceof CallRefused ? error.message : String(error)),
      );
      await sleep(Math.max(0, pace - (performance.now() - began)));
    }
  }
  const running = run();
  return async () => {
    isOver = true;
    await running;
    return { signIns: durations.map(Math.round), failedSignIns: failures };
  };
}

/**
 * Starts a product with many pages of guests, each with a session of its own, which are evenly
 * spread over documents.
 *
 * @param count numbers of pages, of documents, and of nodes (default 1)
 * @param say receives progress
 */
export async function startCrowdedProduct(
  count: { readonly pages: number; readonly documents: number; readonly nodes?: number },
  say: (line: string) => void = () => undefined,
): Promise<CrowdedProduct> {
  const servers = await startServers(count.nodes ?? 1);
  const { url } = servers;
  const crowd = startCrowd();
  try {
    const ada = await signUp(url, 'ada');
    for (let other = 0; other < others; other += 1) await signUp(url, `other-${other}`);
    const documents = await createDocuments(url, ada, count.documents);
    say(`${documents.length} documents`);
    const numbers = Array.from({ length: count.pages }, (_, number) => number);
    const members = await forEach(numbers, async (number): Promise<Member> => {
      const document = documents[number % documents.length] ?? { id: '', token: '' };
      const name = `Guest ${number}`;
      const guest = await enterAsGuest(url, { token: document.token, name });
      return { documentId: document.id, cookie: guest.cookie() };
    });
    say(`${members.length} guests`);
    await crowd.run({ kind: 'join', url, members });
    return crowded({ servers, crowd, ada, ids: documents.map(({ id }) => id) }, members.length);
  } catch (error) {
    crowd.close();
    await servers.close();
    throw error;
  }
}

type Parts = {
  readonly servers: Servers;
  readonly crowd: Crowd;
  readonly ada: Person;
  readonly ids: readonly string[];
};

function crowded({ servers, crowd, ada, ids }: Parts, pages: number): CrowdedProduct {
  const { url, memory } = servers;
  let words = 0;
  return {
    pages,
    memory,
    async everyoneReturns(how) {
      await crowd.run({ kind: 'watch', drop: how === 'cut' });
      const brokenAt = Date.now();
      if (how === 'killed') await servers.killAndStart();
      const stop = signInMeanwhile(url);
      const { backAt, refused } = await crowd.run({ kind: 'returned' });
      const signedIn = await stop();
      const word = `after${(words += 1)}`;
      await forEach(ids, (id) => typeIn(url, ada, id, word));
      const without = await crowd.run({ kind: 'see', word, within: seenWithin });
      const back = [...backAt].map((at) => at - brokenAt);
      return { back, ...signedIn, refused, without, memory: memory() };
    },
    async close() {
      crowd.close();
      await servers.close();
    },
  };
}
