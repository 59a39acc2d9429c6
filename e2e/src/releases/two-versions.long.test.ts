import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import * as present from '@longhand/driver';
import * as protocol from '@longhand/sync/protocol';
import * as presentMemory from '@longhand/sync/testing/memory';
import { startBalancer } from '../nodes/balancer.ts';
import { startClusterDatabase } from '../nodes/database.ts';
import { releaseFolder } from './archive.ts';
import { unpackRelease } from './other-versions.ts';

const { addParagraph, signIn, signUp, startProduct, textName, until, wordsOf } = present;

const releases = await readdir(dirname(releaseFolder('any')));

/** Number of words that each page writes at least in each phase. */
const enough = 50;

let scratch: string;
beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'longhand-two-versions-'));
  await chmod(scratch, 0o711);
});
afterAll(() => rm(scratch, { recursive: true, force: true }));

/** Code of the pages of a version. */
type Pages = Pick<typeof present, 'openOwnClient'> &
  Pick<typeof presentMemory, 'createMemoryOutbox'>;

/** Place and user of a page. `mark`: the letter that its words begin with. */
type Place = { url: string; person: present.Person; documentId: string; mark: string };

/** A page of a version that writes numbered words. */
function openWriter({ openOwnClient, createMemoryOutbox }: Pages, place: Place) {
  const { doc, link } = openOwnClient({ ...place, outbox: createMemoryOutbox() });
  onTestFinished(() => doc.destroy());
  let typed = 0;
  let timer: ReturnType<typeof setInterval> | undefined;
  onTestFinished(() => clearInterval(timer));
  return {
    doc,
    link,
    documentId: place.documentId,
    begin() {
      const text = doc.getText(textName);
      timer = setInterval(() => {
        text.insert(text.length, `${place.mark}${String((typed += 1)).padStart(5, '0')} `);
      }, 40);
    },
    end: () => clearInterval(timer),
    typed: () => typed,
    words: () =>
      Array.from({ length: typed }, (_, at) => `${place.mark}${String(at + 1).padStart(5, '0')}`),
    isSaved: () => link.state.connected && link.state.saved.kind === 'saved',
  };
}

type Writer = ReturnType<typeof openWriter>;

const wordsIn = (text: string): string[] => (text.match(/[a-d]\d{5}/g) ?? []).sort();

/** Starts all writers, and waits until each has written enough words and all are saved. */
async function writeTogether(writers: readonly Writer[]): Promise<void> {
  const before = writers.map(({ typed }) => typed());
  for (const { begin } of writers) begin();
  await until('each has written', () =>
    writers.every(({ typed }, at) => typed() >= (before[at] ?? 0) + enough),
  );
  for (const { end } of writers) end();
  await until('all is saved', () => writers.every(({ isSaved }) => isSaved()));
}

/** Expects every word of the writers once, on each open page and on each server. */
async function expectAll(
  writers: readonly Writer[],
  open: readonly Writer[],
  readers: readonly present.Person[],
): Promise<void> {
  for (const id of new Set(writers.map(({ documentId }) => documentId))) {
    const isHere = ({ documentId }: Writer): boolean => documentId === id;
    const all = writers
      .filter(isHere)
      .flatMap(({ words }) => words())
      .sort();
    for (const { doc } of open.filter(isHere)) {
      await until('the page has all words', () => wordsIn(wordsOf(doc)).length >= all.length);
      expect(wordsIn(wordsOf(doc))).toEqual(all);
    }
    for (const reader of readers) {
      const { content } = await reader.call('getDocument', {
        params: { id },
        query: { format: 'text' },
      });
      expect(wordsIn(String(content))).toEqual(all);
    }
  }
}

/** Creates a document that `shared` may edit too. */
async function newDocument(person: present.Person, shared: string): Promise<string> {
  const { id } = await person.call('createDocument', { body: { title: 'Two versions' } });
  await person.call('addDocumentCollaborator', {
    params: { id },
    body: { usernameOrEmail: shared, role: 'editor' },
  });
  return id;
}

/** Waits until pages are connected, or told that they have to reload. */
async function settle(writers: readonly Writer[]): Promise<void> {
  await until('the pages are connected or told to reload', () =>
    writers.every(({ link }) => link.state.connected || link.state.ended !== null),
  );
}

describe.each(releases)('version %s and this one, on one database', (version) => {
  test('users of both write in one document, and pages of the old node go on at the new one', async () => {
    const released = await unpackRelease(join(scratch, `program-${version}`), version);
    const oldPages = {
      ...((await import(released.driver)) as typeof present),
      ...((await import(released.memory)) as typeof presentMemory),
    };
    const oldProtocol = (await import(released.protocol)) as typeof protocol;
    const newPages = { ...present, ...presentMemory };
    // Otherwise the pages of this version would be tried twice.
    expect(oldPages.openOwnClient).not.toBe(newPages.openOwnClient);
    // A page that speaks another version of the protocol is told to reload.
    const isSame = oldProtocol.subprotocol === protocol.subprotocol;

    const database = await startClusterDatabase(join(scratch, `db-${version}`), () => undefined);
    onTestFinished(() => database.stop());
    const env = { DATABASE_URL: database.url };
    const older = await startProduct({ env, main: released.main });
    onTestFinished(() => older.close());
    // Pages of the old node pass through a load balancer, which leads to the new node later.
    let used = older.url;
    const balancer = await startBalancer(() => [used]);
    onTestFinished(() => balancer.close());
    const ada = await signUp(older.url, 'ada');
    await signUp(older.url, 'ben');
    const atOlder = await newDocument(ada, 'ben');
    const first = openWriter(oldPages, {
      url: balancer.url,
      person: ada,
      documentId: atOlder,
      mark: 'a',
    });
    addParagraph(first.doc, '');
    await writeTogether([first]);

    const newer = await startProduct({ env });
    onTestFinished(() => newer.close());
    const ben = await signIn(newer.url, 'ben');
    const atNewer = await newDocument(ben, 'ada');
    const second = openWriter(newPages, {
      url: newer.url,
      person: ben,
      documentId: atNewer,
      mark: 'b',
    });
    addParagraph(second.doc, '');
    await writeTogether([second]);

    // Each version has the room of one of the documents.
    const both = [atOlder, atNewer];
    const benAtOlder = await signIn(older.url, 'ben');
    const adaAtNewer = await signIn(newer.url, 'ada');
    const oldAtOlder = [
      first,
      openWriter(oldPages, { url: balancer.url, person: ada, documentId: atNewer, mark: 'a' }),
    ];
    const oldAtNewer = both.map((documentId) =>
      openWriter(oldPages, { url: newer.url, person: adaAtNewer, documentId, mark: 'd' }),
    );
    const ownPages = [
      second,
      openWriter(newPages, { url: newer.url, person: ben, documentId: atOlder, mark: 'b' }),
      // A node refuses pages that speak a newer version.
      ...(isSame ? both : []).map((documentId) =>
        openWriter(newPages, { url: balancer.url, person: benAtOlder, documentId, mark: 'c' }),
      ),
    ];
    await settle([...oldAtOlder, ...oldAtNewer, ...ownPages]);
    const codeOf = ({ link }: Writer): number | null => link.state.ended?.code ?? null;
    const outcome = isSame ? null : protocol.closeCodes.outdated;
    expect(oldAtNewer.map(codeOf)).toEqual([outcome, outcome]);

    const together = [...oldAtOlder, ...ownPages, ...(isSame ? oldAtNewer : [])];
    await until('all have the paragraph', () => together.every(({ doc }) => wordsOf(doc) !== ''));
    await writeTogether(together);
    await expectAll(together, together, [benAtOlder, adaAtNewer]);

    // The last step of the upgrade: the old node is stopped, and its pages go to the new one.
    const last = isSame ? together : ownPages;
    for (const { begin } of last) begin();
    used = newer.url;
    expect(older.errors()).not.toMatch(/"level":(50|60)/);
    await older.kill('SIGTERM');
    await settle(together);
    for (const { end } of last) end();
    expect(oldAtOlder.map(codeOf)).toEqual([outcome, outcome]);
    await writeTogether(last);
    await expectAll(together, last, [adaAtNewer]);
    expect(newer.errors()).not.toMatch(/"level":(50|60)/);
  });
});
