import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as present from '@longhand/driver';
import * as protocol from '@longhand/sync/protocol';
import * as presentMemory from '@longhand/sync/testing/memory';
import { startBalancer } from '../nodes/balancer.ts';
import { startClusterDatabase } from '../nodes/database.ts';
import { unpackRelease } from './other-versions.ts';
import {
  expectedIn,
  openWriter,
  type PageOptions,
  type Pages,
  type Writer,
} from './version-writers.ts';

const { addParagraph, signIn, signUp, startProduct, until, wordsOf } = present;

/** Choices of an upgrade in which two versions run at once. */
export type UpgradeChoices = {
  /** Number of words that each page writes at least in each of the phases. */
  readonly words: number;
  /** Time between two words of a page (ms). */
  readonly pace: number;
  /** Signal by which the older node ends while its pages write. */
  readonly end: 'SIGTERM' | 'SIGKILL';
  /** Time from the first word of the last phase until the older node ends (ms). */
  readonly after: number;
};

/** Outcome of an upgrade. */
export type UpgradeOutcome = {
  readonly words: number;
  /** Number of pages that were told to reload, because the newer node speaks another protocol. */
  readonly outdated: number;
  /** Words that are missing or twice, by page or server; pages that ended otherwise; log errors. */
  readonly failures: readonly string[];
};

/** Functions that close what an upgrade has opened. */
type Closers = (() => unknown)[];

/**
 * Starts a released version and this one on one database. Users of both write in the same
 * documents, pages of the older version also at the newer node. Then the older node ends, and its
 * pages go to the newer one.
 */
export async function upgradeWhileWriting(
  version: string,
  choices: UpgradeChoices,
): Promise<UpgradeOutcome> {
  const scratch = await mkdtemp(join(tmpdir(), 'longhand-two-versions-'));
  await chmod(scratch, 0o711);
  const closers: Closers = [() => rm(scratch, { recursive: true, force: true })];
  try {
    const upgrade = await prepare({ version, scratch, closers, choices });
    await writeAtBoth(upgrade);
    await endOlder(upgrade);
    return {
      words: upgrade.pages.reduce((sum, { words }) => sum + words().length, 0),
      outdated: upgrade.outdated.length,
      failures: upgrade.failures,
    };
  } finally {
    for (const close of closers.toReversed()) await close();
  }
}

type Preparation = {
  version: string;
  scratch: string;
  closers: Closers;
  choices: UpgradeChoices;
};

/** Code of both versions, and whether they speak the same protocol. */
async function loadVersions({ version, scratch }: Preparation) {
  const released = await unpackRelease(join(scratch, `program-${version}`), version);
  const oldPages: Pages = {
    ...((await import(released.driver)) as typeof present),
    ...((await import(released.memory)) as typeof presentMemory),
  };
  // Otherwise the pages of this version would be tried twice.
  if (oldPages.openOwnClient === present.openOwnClient)
    throw new Error(`The pages of ${version} are those of this version.`);
  const { subprotocol } = (await import(released.protocol)) as typeof protocol;
  const newPages: Pages = { ...present, ...presentMemory };
  const isSame = subprotocol === protocol.subprotocol;
  return { main: released.main, oldPages, newPages, isSame };
}

/**
 * Starts the older node on a new database, a load balancer for its pages, which can lead to the
 * newer node later, and a function that starts that node.
 */
async function startOlder({ version, scratch, closers }: Preparation, main: string) {
  const database = await startClusterDatabase(join(scratch, `db-${version}`), () => undefined);
  closers.push(() => database.stop());
  const start = async (program?: string): Promise<present.Product> => {
    const env = { DATABASE_URL: database.url };
    const product = await startProduct({ env, ...(program !== undefined && { main: program }) });
    closers.push(() => product.close());
    return product;
  };
  const older = await start(main);
  let used = older.url;
  const balancer = await startBalancer(() => [used]);
  closers.push(() => balancer.close());
  return { older, start, balanced: balancer.url, lead: (url: string): void => void (used = url) };
}

/** Starts both nodes. One document is created, and first opened, at each of them. */
async function prepare(preparation: Preparation) {
  const { closers, choices } = preparation;
  const { main, oldPages, newPages, isSame } = await loadVersions(preparation);
  const { older, start, balanced, lead } = await startOlder(preparation, main);
  const open = (pages: Pages, options: Omit<PageOptions, 'pace'>): Writer => {
    const writer = openWriter(pages, { ...options, pace: choices.pace });
    closers.push(writer.close);
    return writer;
  };
  const ada = await signUp(older.url, 'ada');
  await signUp(older.url, 'ben');
  const atOlder = await newDocument(ada, 'ben');
  const first = open(oldPages, { url: balanced, person: ada, documentId: atOlder, mark: 'a' });
  addParagraph(first.doc, '');
  await writeTogether([first], choices.words);

  const newer = await start();
  const ben = await signIn(newer.url, 'ben');
  const atNewer = await newDocument(ben, 'ada');
  const second = open(newPages, { url: newer.url, person: ben, documentId: atNewer, mark: 'b' });
  addParagraph(second.doc, '');
  await writeTogether([second], choices.words);

  const readers = {
    older: await signIn(older.url, 'ben'),
    newer: await signIn(newer.url, 'ada'),
  };
  const inBoth = (pages: Pages, options: Omit<PageOptions, 'pace' | 'documentId'>): Writer[] =>
    [atOlder, atNewer].map((documentId) => open(pages, { ...options, documentId }));
  const oldAtOlder = [
    first,
    open(oldPages, { url: balanced, person: ada, documentId: atNewer, mark: 'a' }),
  ];
  const oldAtNewer = inBoth(oldPages, { url: newer.url, person: readers.newer, mark: 'd' });
  const newAtNewer = [
    second,
    open(newPages, { url: newer.url, person: ben, documentId: atOlder, mark: 'b' }),
  ];
  // A node refuses pages that speak a newer version of the protocol.
  const newAtOlder = isSame
    ? inBoth(newPages, { url: balanced, person: readers.older, mark: 'c' })
    : [];
  const pages = [...oldAtOlder, ...oldAtNewer, ...newAtNewer, ...newAtOlder];
  const leadToNewer = (): void => lead(newer.url);
  const nodes = { older, newer, leadToNewer };
  return { choices, isSame, nodes, readers, oldAtOlder, oldAtNewer, ...createNotes(pages, isSame) };
}

type Upgrade = Awaited<ReturnType<typeof prepare>>;

/** Notes which pages were told to reload, and what failed. */
function createNotes(pages: readonly Writer[], isSame: boolean) {
  const failures: string[] = [];
  const outdated: Writer[] = [];
  return {
    pages,
    failures,
    outdated,
    /** Notes pages at the newer node as outdated if the protocols differ, otherwise failures. */
    expectOutdated(old: readonly Writer[]): void {
      const outcome = isSame ? null : protocol.closeCodes.outdated;
      for (const { name, link } of old)
        if ((link.state.ended?.code ?? null) !== outcome)
          failures.push(`page ${name} ended by ${String(link.state.ended?.code ?? null)}`);
      if (!isSame) outdated.push(...old);
    },
    isOpen: (page: Writer): boolean => !outdated.includes(page),
  };
}

/** Pages of both versions write at both nodes. */
async function writeAtBoth(upgrade: Upgrade): Promise<void> {
  const { choices, failures, readers } = upgrade;
  await settle(upgrade.pages);
  upgrade.expectOutdated(upgrade.oldAtNewer);
  const open = upgrade.pages.filter(upgrade.isOpen);
  await until('all have the paragraph', () => open.every(({ doc }) => wordsOf(doc) !== ''));
  await writeTogether(open, choices.words);
  failures.push(...(await findWrong(open, open, [readers.older, readers.newer])));
}

/** The older node ends while its pages write, and these go to the newer one. */
async function endOlder(upgrade: Upgrade): Promise<void> {
  const { choices, failures, nodes } = upgrade;
  const before = upgrade.pages.filter(upgrade.isOpen);
  // Text of an outdated page waits on its device for the page that is loaded next.
  const stay = upgrade.isSame
    ? before
    : before.filter((page) => !upgrade.oldAtOlder.includes(page));
  for (const { begin } of stay) begin();
  await sleep(choices.after);
  nodes.leadToNewer();
  failures.push(...errorsOf('older', nodes.older.errors()));
  await nodes.older.kill(choices.end);
  await settle(before);
  for (const { end } of stay) end();
  upgrade.expectOutdated(upgrade.oldAtOlder);
  await writeTogether(stay, choices.words);
  failures.push(...(await findWrong(before, stay, [upgrade.readers.newer])));
  failures.push(...errorsOf('newer', nodes.newer.errors()));
}

const errorsOf = (node: string, log: string): string[] =>
  log.split('\n').flatMap((line) => (/"level":(50|60)/.test(line) ? [`${node}: ${line}`] : []));

/** Creates a document that `shared` may edit too. */
async function newDocument(person: present.Person, shared: string): Promise<string> {
  const { id } = await person.call('createDocument', { body: { title: 'Two versions' } });
  await person.call('addDocumentCollaborator', {
    params: { id },
    body: { usernameOrEmail: shared, role: 'editor' },
  });
  return id;
}

/** Starts all writers, and waits until each has written enough words and all are saved. */
async function writeTogether(writers: readonly Writer[], enough: number): Promise<void> {
  const before = writers.map(({ typed }) => typed());
  for (const { begin } of writers) begin();
  await until(
    'each has written',
    () => writers.every(({ typed }, at) => typed() >= (before[at] ?? 0) + enough),
    60_000,
  );
  for (const { end } of writers) end();
  await until('all is saved', () => writers.every(({ isSaved }) => isSaved()), 60_000);
}

/** Waits until pages are connected, or told that they have to reload. */
async function settle(writers: readonly Writer[]): Promise<void> {
  await until(
    'the pages are connected or told to reload',
    () => writers.every(({ link }) => link.state.connected || link.state.ended !== null),
    60_000,
  );
}

/** Finds what open pages and servers lack, or have twice, of the words of the writers. */
async function findWrong(
  writers: readonly Writer[],
  open: readonly Writer[],
  readers: readonly present.Person[],
): Promise<string[]> {
  const wrong: string[] = [];
  for (const id of new Set(writers.map(({ documentId }) => documentId))) {
    const isHere = ({ documentId }: Writer): boolean => documentId === id;
    const expected = expectedIn(writers.filter(isHere));
    for (const { doc, name } of open.filter(isHere)) {
      await until('the page has all words', () => expected.isIn(wordsOf(doc))).catch(() =>
        wrong.push(`page ${name}: ${expected.differenceOf(wordsOf(doc))}`),
      );
    }
    for (const reader of readers) {
      const { content } = await reader.call('getDocument', {
        params: { id },
        query: { format: 'text' },
      });
      if (!expected.isIn(String(content)))
        wrong.push(`server: ${expected.differenceOf(String(content))}`);
    }
  }
  return wrong;
}
