import { setTimeout as sleep } from 'node:timers/promises';
import type * as Y from 'yjs';
import {
  addParagraph,
  openOwnClient,
  signUp,
  startProduct,
  textName,
  until,
  type Person,
  type Product,
} from '@longhand/driver';
import type { Link } from '@longhand/sync/client';
import { createMemoryOutbox } from '@longhand/sync/testing/memory';
import { percentile } from '../measure/statistics.ts';
import type { Bench } from './bench.ts';

/** Number of users who watch the project, and are notified of each new title. */
const watchers = 20;
/** Number of documents in which a user types, out of those that are renamed. */
const typedIn = 10;
/** Time between two characters in one document (ms). */
const pause = 100;
/** Number of parallel calls. */
const atOnce = 8;

type Page = { readonly doc: Y.Doc; readonly link: Link };

type Setup = {
  readonly product: Product;
  readonly owner: Person;
  readonly documents: readonly string[];
};

/**
 * Measures the time from a key press to its acknowledgement while all documents of a project are
 * renamed, again and again, and without it.
 */
export async function runRenames(bench: Bench): Promise<void> {
  const [count, seconds] = bench.isQuick ? [10, 2] : [100, 10];
  const setup = await setUp(count);
  try {
    const pages = setup.documents.slice(0, typedIn).map((documentId) => open(setup, documentId));
    await until('the documents are open', () => pages.every(({ link }) => link.state.synced));
    for (let round = 0; round < bench.rounds; round += 1) {
      const alone = await type(pages, seconds);
      let isOver = false;
      const renaming = renameAll(setup, () => isOver);
      const beside = await type(pages, seconds).finally(() => (isOver = true));
      const renamed = await renaming;
      const size = `${count} documents, ${watchers} watchers`;
      for (const [what, times] of [
        ['without renames', alone],
        ['during renames', beside],
      ] as const) {
        for (const p of [50, 99]) {
          const measure = {
            workload: 'renames',
            size,
            what: `key to acknowledgement ${what}, p${p}`,
            unit: 'ms',
            goal: null,
          };
          bench.figures.add(measure, 'longhand', percentile(times, p / 100));
        }
      }
      bench.figures.add(
        { workload: 'renames', size, what: 'renames per second', unit: '', goal: null },
        'longhand',
        renamed / seconds,
      );
      bench.say(`renames: ${renamed} in ${seconds} s, round ${round + 1}`);
    }
    for (const { doc } of pages) doc.destroy();
  } finally {
    await setup.product.close();
  }
}

async function setUp(count: number): Promise<Setup> {
  const product = await startProduct({ env: { LIMIT_CALLS: '1000000' } });
  const owner = await signUp(product.url, 'owner');
  const { id } = await owner.call('createProject', { body: { name: 'Renamed' } });
  for (let n = 0; n < watchers; n += 1) {
    const watcher = await signUp(product.url, `watcher-${n}`);
    const body = { usernameOrEmail: `watcher-${n}`, role: 'viewer' } as const;
    await owner.call('addProjectCollaborator', { params: { id }, body });
    await watcher.call('setProjectWatch', { params: { id }, body: { watching: true } });
  }
  const documents: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const document = await owner.call('createProjectDocument', {
      params: { id },
      body: { title: `Document ${n}` },
    });
    documents.push(document.id);
  }
  return { product, owner, documents };
}

function open({ product, owner }: Setup, documentId: string): Page {
  const { doc, link } = openOwnClient({
    url: product.url,
    person: owner,
    documentId,
    outbox: createMemoryOutbox(),
  });
  addParagraph(doc, 'a');
  return { doc, link };
}

/**
 * Types at the end of each page for some seconds. Returns the time of each character until it was
 * acknowledged (ms).
 */
async function type(pages: readonly Page[], seconds: number): Promise<number[]> {
  const end = performance.now() + seconds * 1_000;
  const typing = pages.map(async ({ doc, link }, at) => {
    const times: number[] = [];
    await sleep((pause * at) / pages.length);
    while (performance.now() < end) {
      const pressed = performance.now();
      const acknowledged = new Promise<void>((resolve) => {
        const stop = link.onChange(({ saved }) => {
          if (saved.kind !== 'saved') return;
          stop();
          resolve();
        });
      });
      const text = doc.getText(textName);
      text.insert(text.length, 'a');
      await acknowledged;
      times.push(performance.now() - pressed);
      await sleep(pause);
    }
    return times;
  });
  return (await Promise.all(typing)).flat();
}

/** Renames one document after the other until `isOver`. Returns their number. */
async function renameAll({ owner, documents }: Setup, isOver: () => boolean): Promise<number> {
  let next = 0;
  const caller = async (): Promise<void> => {
    while (!isOver()) {
      const id = documents[next % documents.length] ?? '';
      next += 1;
      await owner.call('updateDocument', { params: { id }, body: { title: `Title ${next}` } });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, caller));
  return next;
}
