import { expect, onTestFinished, test, vi } from 'vitest';
import { createPartsLoader } from './parts-loader.ts';

/** A module in place of the built parts. Its first `failures` hosts cannot be started. */
function moduleOf(failures: number): string {
  const source = `let starts = 0;
    export async function startHost() {
      starts += 1;
      if (starts <= ${failures}) throw new Error('no host');
      return { starts };
    }
    // ${Math.random()}`;
  return `data:text/javascript,${encodeURIComponent(source)}`;
}

/** Creates a loader in a page whose script names the parts at `page.url`. */
function setUp(url: string) {
  const page = { url, notice: { hidden: true }, reloads: 0, fetched: 0 };
  vi.stubGlobal('document', {
    querySelector: (selector: string) =>
      selector === '[data-notice]' ? page.notice : { dataset: { parts: page.url } },
  });
  vi.stubGlobal('location', { reload: () => (page.reloads += 1) });
  const actual = fetch;
  vi.stubGlobal('fetch', (address: string) => {
    page.fetched += 1;
    return actual(address);
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  return { page, loader: createPartsLoader() };
}

test('loads the parts once, and starts one host', async () => {
  const { page, loader } = setUp(moduleOf(0));
  const hosts = await Promise.all([loader.openHost(), loader.askHost(), loader.openHost()]);
  await loader.load();
  expect(hosts).toEqual([{ starts: 1 }, { starts: 1 }, { starts: 1 }]);
  expect([page.fetched, page.notice.hidden]).toEqual([1, true]);
});

test('shows a message if an action of the reader cannot load the parts, until a later one can', async () => {
  const { page, loader } = setUp('data:broken');
  await expect(loader.askHost()).rejects.toThrow('fetch failed');
  expect(page.notice.hidden).toBe(false);
  page.url = moduleOf(0);
  expect(await loader.askHost()).toEqual({ starts: 1 });
  expect(page.notice.hidden).toBe(true);
});

test('shows no message if the host is opened without an action of the reader', async () => {
  const { page, loader } = setUp('data:broken');
  await expect(loader.openHost()).rejects.toThrow('fetch failed');
  expect(page.notice.hidden).toBe(true);
});

test('starts the host again after it could not be started', async () => {
  const { page, loader } = setUp(moduleOf(1));
  await expect(loader.openHost()).rejects.toThrow('no host');
  expect(await loader.openHost()).toEqual({ starts: 2 });
  expect(page.fetched).toBe(1);
});

test('reloads the page if the server has another build, and does not import its answer', async () => {
  const { page, loader } = setUp('unused');
  vi.stubGlobal('fetch', async () => new Response('Not found', { status: 404 }));
  await expect(loader.load()).rejects.toThrow('answered with 404');
  expect(page.reloads).toBe(1);
});
