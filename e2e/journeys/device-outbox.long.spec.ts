import { expect, type Page } from '@playwright/test';
import {
  expectOutage,
  expectRefusals,
  openSignedIn,
  test as base,
  type Workspace,
} from './fixtures.ts';
import { bundle, webModulePath } from './bundle.ts';

/**
 * Script with the unsent changes of a device, for a page. `type` stores a paragraph as an earlier
 * page would have left it; `reports` lists what a user has on the device.
 */
const source = `
import * as Y from 'yjs';
import { createCaller } from '${webModulePath('api/caller.ts')}';
import { endpoints as table } from '${webModulePath('api/table.ts')}';
import { openUnsentDatabase } from '${webModulePath('device/outbox/database.ts')}';
import { discardUnsent, hasNoUnsent, unsentChangesOf, outboxOf } from '${webModulePath('device/outbox/outbox.ts')}';
import { extractText } from '${webModulePath('device/outbox/extract-text.ts')}';
import { flushOutboxes } from '${webModulePath('device/outbox/flush-outboxes.ts')}';
import { titleOutboxOf } from '${webModulePath('device/outbox/titles.ts')}';
import { wipeBrowser } from '${webModulePath('device/wipe.ts')}';
const database = openUnsentDatabase(() => indexedDB);
const call = createCaller({
  table,
  fetch: fetch.bind(globalThis),
  now: Date.now,
  cookie: () => document.cookie,
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
});
const reported = (kept) =>
  kept.map(({ documentId, updates, title }) => ({ documentId, words: extractText(updates), title }));
// Merged updates have the structs of the highest client id first.
let client = 2 * Math.floor((1 + Math.random()) * 2 ** 30);
globalThis.device = {
  async type(userId, documentId, words) {
    const doc = new Y.Doc();
    doc.clientID = client -= 2;
    doc.getText('text').applyDelta([{ insert: new Y.Map() }, { insert: words }]);
    await outboxOf(database, userId, documentId).add(Y.encodeStateAsUpdate(doc));
  },
  entitle: (userId, documentId, title) => titleOutboxOf(database, userId, documentId).put(title),
  removeTitle: (userId, documentId, title) =>
    titleOutboxOf(database, userId, documentId).remove(title),
  reports: async (userId) => reported(await unsentChangesOf(database, userId)),
  isEmpty: () => hasNoUnsent(database),
  discard: (userId) => discardUnsent(database, userId),
  send: async (userId, timeout) => reported(await flushOutboxes({ database, call, userId, timeout })),
  wipe: (spared) => wipeBrowser(spared),
  close: () => database.close(),
};
`;

type UnsentChange = { documentId: string; words: string; title: string | null };

/** The functions of `source`, in the page. */
type Device = {
  type(userId: string, documentId: string, words: string): Promise<void>;
  entitle(userId: string, documentId: string, title: string): Promise<void>;
  removeTitle(userId: string, documentId: string, title: string): Promise<void>;
  reports(userId: string): Promise<UnsentChange[]>;
  isEmpty(): Promise<boolean>;
  discard(userId: string): Promise<void>;
  send(userId: string, timeout: number): Promise<UnsentChange[]>;
  wipe(spared: readonly string[]): Promise<void>;
  close(): void;
};

/** `test` with a page of Ada, signed in, in which the script runs with an empty storage. */
const test = base.extend<{ at: Page }, { script: string }>({
  script: [
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => use(await bundle(source)),
    { scope: 'worker' },
  ],
  at: async ({ browser, workspace, consoleErrors, script }, use) => {
    // The page has no scripts of its own, and its policy would refuse the connections of this one.
    const { page, context } = await openSignedIn(browser, workspace, workspace.ada, consoleErrors, {
      bypassCSP: true,
    });
    await page.goto(`${workspace.product.url}/healthz`);
    await page.evaluate(script);
    await use(page);
    await context.close();
  },
});

/** Runs `work` in the page. It must not refer to anything outside of itself and `given`. */
const inPage = <T, G>(page: Page, given: G, work: (device: Device, given: G) => Promise<T>) =>
  page.evaluate(`(${String(work)})(globalThis.device, ${JSON.stringify(given)})`) as Promise<T>;

/** Returns title and text of a document on the server. */
async function storedOf(
  workspace: Workspace,
  id: string,
): Promise<{ title: string; text: string }> {
  const asked = { params: { id }, query: { format: 'text' as const } };
  const { title, content } = await workspace.ada.call('getDocument', asked);
  return { title, text: String(content) };
}

test('unsent changes are listed by document, and discarding those of a user leaves those of others', async ({
  at,
}) => {
  const left = await inPage(at, null, async (device) => {
    await device.type('ada', 'letter', 'Dear');
    await device.type('ada', 'letter', 'friend');
    await device.entitle('ada', 'letter', 'A letter');
    await device.entitle('ada', 'poem', 'A poem');
    await device.type('ben', 'letter', 'Of Ben');
    const before = await device.reports('ada');
    await device.discard('ada');
    return [before, await device.reports('ada'), await device.reports('ben')];
  });
  expect(left).toEqual([
    [
      { documentId: 'letter', words: 'Dear\nfriend', title: 'A letter' },
      { documentId: 'poem', words: '', title: 'A poem' },
    ],
    [],
    [{ documentId: 'letter', words: 'Of Ben', title: null }],
  ]);
});

test('a title that was changed while it was sent stays on the device', async ({ at }) => {
  const kept = await inPage(at, null, async (device) => {
    await device.entitle('ada', 'letter', 'Second');
    await device.removeTitle('ada', 'letter', 'First');
    const changed = await device.reports('ada');
    await device.removeTitle('ada', 'letter', 'Second');
    return [changed, await device.reports('ada')];
  });
  expect(kept).toEqual([[{ documentId: 'letter', words: '', title: 'Second' }], []]);
});

test('wiping the browser deletes everything except spared settings and unsent text', async ({
  at,
}) => {
  const found = () =>
    at.evaluate(async () => ({
      local: Object.entries(localStorage),
      tab: sessionStorage.length,
      cookies: document.cookie,
      caches: await caches.keys(),
      databases: (await indexedDB.databases()).map(({ name }) => name),
    }));
  await at.evaluate(async () => {
    localStorage.setItem('theme', 'dark');
    localStorage.setItem('draft', 'a comment');
    sessionStorage.setItem('tab', '1');
    document.cookie = 'seen=1; Path=/';
    await caches.open('pages');
    const opening = indexedDB.open('other');
    await new Promise((resolve) => (opening.onsuccess = resolve));
    opening.result.close();
  });
  await inPage(at, null, async (device) => {
    await device.type('ben', 'letter', 'Of Ben');
    await device.wipe(['theme']);
  });
  const wiped = { local: [['theme', 'dark']], tab: 0, cookies: '', caches: [] };
  expect(await found()).toEqual({ ...wiped, databases: ['longhand-unsent'] });
  expect(await inPage(at, null, (device) => device.reports('ben'))).toHaveLength(1);
  await inPage(at, null, async (device) => {
    await device.discard('ben');
    await device.wipe(['theme']);
  });
  expect(await found()).toEqual({ ...wiped, databases: [] });
});

test('text and titles of closed pages are sent; what the server refuses stays on the device', async ({
  at,
  workspace,
  consoleErrors,
}) => {
  expectRefusals(consoleErrors, 409);
  const [letter, locked] = [
    await workspace.newDocument('Letter'),
    await workspace.newDocument('Locked'),
  ];
  await workspace.ada.call('lockDocument', { params: { id: locked } });
  const given = { userId: workspace.ada.user.id, letter, locked };
  const left = await inPage(at, given, async (device, { userId, letter: open, locked: shut }) => {
    await device.type(userId, open, 'First.');
    await device.type(userId, open, 'Second.');
    await device.entitle(userId, open, 'A new title');
    await device.type(userId, shut, 'Too late.');
    await device.entitle(userId, shut, 'Too late');
    return device.send(userId, 60_000);
  });
  expect(left).toEqual([{ documentId: locked, words: 'Too late.', title: 'Too late' }]);
  const sent = await storedOf(workspace, letter);
  expect(sent.title).toBe('A new title');
  expect(sent.text.match(/First\.|Second\./g)?.toSorted()).toEqual(['First.', 'Second.']);
  expect(await storedOf(workspace, locked)).toEqual({ title: 'Locked', text: '' });
  await workspace.ada.call('unlockDocument', { params: { id: locked } });
  const { userId } = given;
  expect(await inPage(at, userId, (device, id) => device.send(id, 60_000))).toEqual([]);
  expect(await storedOf(workspace, locked)).toMatchObject({ title: 'Too late', text: 'Too late.' });
});

test('without a connection, sending ends after its time limit, and everything stays on the device', async ({
  at,
  workspace,
  consoleErrors,
}) => {
  expectOutage(consoleErrors);
  const given = { userId: workspace.ada.user.id, id: await workspace.newDocument('Letter') };
  await at.context().setOffline(true);
  const left = await inPage(at, given, async (device, { userId, id }) => {
    await device.type(userId, id, 'Kept.');
    await device.entitle(userId, id, 'Kept');
    return device.send(userId, 500);
  });
  expect(left).toEqual([{ documentId: given.id, words: 'Kept.', title: 'Kept' }]);
  expect(await storedOf(workspace, given.id)).toEqual({ title: 'Letter', text: '' });
});
