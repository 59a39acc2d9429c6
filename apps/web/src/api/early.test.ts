import { subprotocol } from '@longhand/sync/protocol';
import { runInNewContext } from 'node:vm';
import { expect, test, vi } from 'vitest';
import { earlyScript, type EarlyRequests, type EarlySocket } from './early-script.ts';
import { takeEarly, takeEarlySocket } from './early.ts';

/** The part of a WebSocket that the script and `takeEarlySocket` use. */
class Socket extends EventTarget {
  readonly OPEN = 1;
  readyState = 0;
  binaryType = '';
  onopen: ((event: Event) => void) | null = null;
  onmessage: ((event: Event) => void) | null = null;
  readonly url: string;
  readonly protocols: readonly string[];

  constructor(url: string, protocols: readonly string[]) {
    super();
    this.url = url;
    this.protocols = protocols;
  }

  close(): void {
    this.readyState = 3;
  }
}

/** A window with the results of the inline script. */
type Page = { earlyRequests?: EarlyRequests; earlySocket?: EarlySocket };

/** Runs the inline script in a page. Returns its calls, and what it stored in the window. */
function runScript(
  object: Parameters<typeof earlyScript>[0],
  pathname: string,
  respond: () => Promise<Response>,
) {
  const calls: { address: string; init: RequestInit }[] = [];
  const timers: { call: () => void; delay: number }[] = [];
  const order: unknown[] = [];
  const page: Page = {};
  const offline: (() => void)[] = [];
  runInNewContext(earlyScript(object, ['/assets/a.js', '/assets/b.js']), {
    window: page,
    location: { pathname, origin: 'https://example.org' },
    Date: { now: () => 1234 },
    fetch: (address: string, init: RequestInit) => {
      calls.push({ address, init });
      order.push(address);
      return respond();
    },
    WebSocket: Socket,
    document: {
      createElement: (name: string) => ({ name }),
      head: { append: (element: object) => void order.push({ ...element }) },
    },
    setTimeout: (call: () => void, delay: number) => timers.push({ call, delay }),
    addEventListener: (type: string, call: () => void) => type === 'offline' && offline.push(call),
  });
  return { calls, offline, order, page, requests: page.earlyRequests, timers };
}

/** The page of a document after the script has connected. */
async function connected() {
  const ran = runScript('document', '/documents/7a', async () => new Response('{"id":"u1"}'));
  await vi.waitFor(() => expect(ran.page.earlySocket).toBeDefined());
  return { ...ran, socket: ran.page.earlySocket?.socket as unknown as Socket };
}

const address = 'wss://example.org/collab/7a?as=u1';

const user = '/api/v1/user/me';
const get = { method: 'GET', now: 100 };

test('the script requests the user, and the document of the page’s path', () => {
  const { calls } = runScript('document', '/documents/7a/', async () => new Response('{}'));
  expect(calls.map(({ address }) => address)).toEqual([
    `${user}?_=1234`,
    '/api/v1/documents/7a?_=1234',
  ]);
  expect(calls[0]?.init).toMatchObject({ credentials: 'include', cache: 'no-store' });
  const without = runScript(null, '/dashboard', async () => new Response('{}'));
  expect(without.calls.map(({ address }) => address)).toEqual([`${user}?_=1234`]);
});

test('the script preloads the modules after it has started the calls', () => {
  const { order } = runScript(null, '/dashboard', async () => new Response('{}'));
  const link = { name: 'link', rel: 'modulepreload' };
  expect(order).toEqual([
    `${user}?_=1234`,
    { ...link, href: '/assets/a.js' },
    { ...link, href: '/assets/b.js' },
  ]);
});

test('a response is taken once, by a GET of the same path without further parameters', async () => {
  const { requests } = runScript('document', '/documents/7a', async () => new Response('early'));
  const document = '/api/v1/documents/7a';
  expect(takeEarly(requests, { ...get, address: `${document}?format=text&_=1` })).toBeNull();
  expect(takeEarly(requests, { ...get, address: '/api/v1/documents/7b?_=1' })).toBeNull();
  expect(takeEarly(requests, { ...get, address: `${document}?_=1`, method: 'DELETE' })).toBeNull();
  const taken = await takeEarly(requests, { ...get, address: `${document}?_=1` });
  expect(await taken?.text()).toBe('early');
  expect(takeEarly(requests, { ...get, address: `${document}?_=1` })).toBeNull();
});

test('a response is not used after twenty seconds', () => {
  const { requests } = runScript(null, '/', async () => new Response('early'));
  expect(takeEarly(requests, { ...get, address: `${user}?_=1`, now: 20_001 })).toBeNull();
});

test('a call without a response fails as the call of the page would', async () => {
  const failure = new TypeError('Failed to fetch');
  const { requests } = runScript(null, '/', () => Promise.reject(failure));
  await expect(takeEarly(requests, { ...get, address: `${user}?_=1` })).rejects.toBe(failure);
});

test('a page without early calls takes none', () => {
  expect(takeEarly(undefined, { ...get, address: `${user}?_=1` })).toBeNull();
});

test('the script connects to the document as the user of the first call, whose response stays unread', async () => {
  const { socket, requests } = await connected();
  expect(socket.url).toBe(address);
  expect(socket.protocols).toEqual([subprotocol]);
  expect(socket.binaryType).toBe('arraybuffer');
  const taken = await takeEarly(requests, { ...get, address: `${user}?_=1` });
  expect(await taken?.json()).toEqual({ id: 'u1' });
});

test('the script connects to nothing without a user, or for a project', async () => {
  const refused = runScript(
    'document',
    '/documents/7a',
    async () => new Response('', { status: 401 }),
  );
  const failed = runScript('document', '/documents/7a', () =>
    Promise.reject(new TypeError('lost')),
  );
  const project = runScript('project', '/projects/7a', async () => new Response('{"id":"u1"}'));
  await new Promise((resolve) => setTimeout(resolve, 20));
  for (const { page } of [refused, failed, project]) expect(page.earlySocket).toBeUndefined();
});

test('a connection is taken once, for its address, with its events from the beginning', async () => {
  const { page, socket } = await connected();
  socket.readyState = 1;
  const [opened, message] = [new Event('open'), new MessageEvent('message', { data: 'first' })];
  socket.onopen?.(opened);
  socket.onmessage?.(message);
  expect(takeEarlySocket(page, 'wss://example.org/collab/7a?as=u2')).toBeNull();
  expect(takeEarlySocket(page, address)).toBe(socket);
  const heard: Event[] = [];
  for (const type of ['open', 'message'])
    socket.addEventListener(type, (event) => heard.push(event));
  expect(heard).toEqual([]);
  await Promise.resolve();
  expect(heard).toEqual([opened, message]);
  expect(socket.onmessage).toBeNull();
  expect(takeEarlySocket(page, address)).toBeNull();
});

test('a connection that has ended is not taken', async () => {
  const { page, socket } = await connected();
  socket.close();
  expect(takeEarlySocket(page, address)).toBeNull();
});

test('a connection that no link takes is closed, and one that is taken stays open', async () => {
  const [left, taken] = [await connected(), await connected()];
  takeEarlySocket(taken.page, address);
  for (const { timers } of [left, taken])
    for (const { call, delay } of timers) {
      expect(delay).toBe(20_000);
      call();
    }
  expect(left.socket.readyState).toBe(3);
  expect(taken.socket.readyState).toBe(0);
});

test('a connection that no link has taken is closed when the browser goes offline', async () => {
  const { page, socket, offline } = await connected();
  for (const tell of offline) tell();
  expect(socket.readyState).toBe(3);
  expect(page.earlySocket).toBeUndefined();
});
