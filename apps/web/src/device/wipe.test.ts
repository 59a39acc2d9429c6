import { expect, onTestFinished, test, vi } from 'vitest';
import type { Storing } from '../ui/storage.ts';
import { wipeBrowser } from './wipe.ts';

const unsent = 'longhand-unsent';

/** Event by which a browser answers the request to delete a database. */
type Answer = 'onsuccess' | 'onerror' | 'onblocked';

/**
 * A browser that stores data of this site. Node has neither `indexedDB` nor `caches`; journeys test
 * the same code in real browsers.
 */
class TestBrowser {
  readonly local = new Map<string, string>();
  readonly tab = new Map<string, string>();
  readonly cookies = new Map<string, string>();
  readonly caches = new Set<string>();
  readonly databases = new Set<string | undefined>();
  /** Numbers of records in the stores of the database of unsent changes; null: cannot be read. */
  records: { updates: number; titles: number } | null = { updates: 0, titles: 0 };
  answer: Answer = 'onsuccess';
  /** Connections to the database of unsent changes. */
  open = 0;

  /** Replaces the globals of the browser until the test has finished. */
  install(replaced: Record<string, unknown> = {}): void {
    const globals = {
      window: { localStorage: storingIn(this.local), sessionStorage: storingIn(this.tab) },
      document: documentWith(this.cookies),
      caches: {
        keys: async () => [...this.caches],
        delete: async (name: string) => this.caches.delete(name),
      },
      indexedDB: {
        databases: async () => [...this.databases].map((name) => ({ name })),
        deleteDatabase: (name: string) => this.#deletion(name),
        open: () => this.#opening(),
      },
      ...replaced,
    };
    for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
    onTestFinished(() => void vi.unstubAllGlobals());
  }

  #deletion(name: string) {
    return answered((request) => {
      const isBlocked = name === unsent && this.open > 0;
      if (this.answer === 'onsuccess' && !isBlocked) this.databases.delete(name);
      request[isBlocked ? 'onblocked' : this.answer]?.();
    });
  }

  #opening() {
    const { records } = this;
    if (records === null) return answered((request) => request.onerror?.());
    this.open += 1;
    const close = (): void => void (this.open -= 1);
    const objectStore = (name: 'updates' | 'titles') => ({
      count: () => ({ result: records[name] }),
    });
    const transaction = () =>
      Object.assign(
        answered((request) => request.oncomplete?.()),
        { objectStore },
      );
    return answered((request) => request.onsuccess?.(), { close, transaction });
  }
}

type Request = Partial<Record<Answer | 'oncomplete', () => void>> & { result: unknown };

/** Creates a request that is answered when its handlers have been set. */
function answered(answer: (request: Request) => void, result?: unknown): Request {
  const request: Request = { result };
  void Promise.resolve().then(() => answer(request));
  return request;
}

function storingIn(values: Map<string, string>): Storing {
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
    clear: () => values.clear(),
  };
}

/** A document with the `cookie` property of browsers. */
function documentWith(cookies: Map<string, string>): { cookie: string } {
  return {
    get cookie() {
      return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    },
    set cookie(line) {
      const [pair = '', ...attributes] = line.split('; ');
      const [name = '', value = ''] = pair.split('=');
      if (attributes.includes('Path=/') && attributes.includes('Max-Age=0')) cookies.delete(name);
      else cookies.set(name, value);
    },
  };
}

/** Creates a browser in which each kind of storage contains something. */
function fullBrowser(): TestBrowser {
  const browser = new TestBrowser();
  browser.local.set('theme', 'dark').set('draft', 'a comment');
  browser.tab.set('tab', '1');
  browser.cookies.set('XSRF-TOKEN', 'abc').set('seen', '1');
  for (const name of ['pages', 'files']) browser.caches.add(name);
  for (const name of ['longhand-copies', unsent, 'other']) browser.databases.add(name);
  return browser;
}

test('deletes storage, cookies, caches and databases, and spares the listed settings', async () => {
  const browser = fullBrowser();
  browser.install();
  await wipeBrowser(['theme', 'absent']);
  expect([...browser.local]).toEqual([['theme', 'dark']]);
  expect([browser.tab.size, browser.cookies.size, browser.caches.size]).toEqual([0, 0, 0]);
  expect([...browser.databases]).toEqual([]);
  expect(browser.open).toBe(0);
});

test.each([
  { updates: 1, titles: 0 },
  { updates: 0, titles: 1 },
])('spares the database of unsent changes while it holds %j', async (records) => {
  const browser = fullBrowser();
  browser.records = records;
  browser.install();
  await wipeBrowser([]);
  expect([...browser.databases]).toEqual([unsent]);
  expect(browser.open).toBe(0);
});

test('spares the database of unsent changes if it cannot be read', async () => {
  const browser = fullBrowser();
  browser.records = null;
  browser.install();
  await wipeBrowser([]);
  expect([...browser.databases]).toContain(unsent);
  expect(browser.caches.size).toBe(0);
});

test('skips a database without a name', async () => {
  const browser = fullBrowser();
  browser.databases.clear();
  browser.databases.add(undefined).add('other');
  browser.install();
  await wipeBrowser([]);
  expect([...browser.databases]).toEqual([undefined]);
});

test.each(['onerror', 'onblocked'] as const)(
  'completes if the browser answers the deletion of a database with %s',
  async (answer) => {
    const browser = fullBrowser();
    browser.answer = answer;
    browser.install();
    await wipeBrowser([]);
    expect(browser.databases.size).toBe(3);
    expect([browser.local.size, browser.caches.size]).toEqual([0, 0]);
  },
);

test.each([
  ['lacks caches', { caches: undefined }],
  ['refuses caches', { caches: { keys: () => Promise.reject(new DOMException('denied')) } }],
])('deletes the databases in a browser that %s', async (_, replaced) => {
  const browser = fullBrowser();
  browser.install(replaced);
  await wipeBrowser([]);
  expect([...browser.databases]).toEqual([]);
});

test.each([
  ['lacks databases', { indexedDB: undefined }],
  ['cannot list databases', { indexedDB: {} }],
  [
    'refuses databases',
    { indexedDB: { databases: () => Promise.reject(new DOMException('denied')) } },
  ],
])('deletes storage and caches in a browser that %s', async (_, replaced) => {
  const browser = fullBrowser();
  browser.install(replaced);
  await wipeBrowser(['theme']);
  expect([...browser.local]).toEqual([['theme', 'dark']]);
  expect([browser.tab.size, browser.cookies.size, browser.caches.size]).toEqual([0, 0, 0]);
});

test('deletes cookies, caches and databases in a browser that forbids storage', async () => {
  const browser = fullBrowser();
  const refuse = (): never => {
    throw new DOMException('denied', 'SecurityError');
  };
  const refusing = Object.defineProperties(
    {},
    { localStorage: { get: refuse }, sessionStorage: { get: refuse } },
  );
  browser.install({ window: refusing });
  await wipeBrowser(['theme']);
  expect([browser.cookies.size, browser.caches.size, browser.databases.size]).toEqual([0, 0, 0]);
});
