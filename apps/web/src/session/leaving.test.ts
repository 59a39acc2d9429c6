import { expect, onTestFinished, test, vi } from 'vitest';
import { createTestCaller, problem } from '../api/testing.ts';
import type { Toast } from '../ui/toast-provider.tsx';
import { createLogout, type Leaving, type LogoutPorts } from './leaving.ts';
import type { OpenPage } from './session-provider.tsx';
import type { UnsentChanges } from '../device/outbox/outbox.ts';

const letter: UnsentChanges = { documentId: 'letter', updates: [new Uint8Array([1])], title: null };
const poem: UnsentChanges = { documentId: 'poem', updates: [], title: 'A poem' };

/**
 * Creates a logout of a user whose device holds `stored`, with a real server. `done` lists what was
 * deleted, closed and called, in this order.
 */
async function setUp(stored: readonly UnsentChanges[] = []) {
  const done: string[] = [];
  const states: Leaving[] = [];
  const toasts: Toast[] = [];
  const openPages = new Set<OpenPage>();
  const device = { stored, arrives: true, isBroken: false };
  const server = { isDown: false };
  const { call } = await createTestCaller((_, response) => {
    done.push('session ended');
    if (server.isDown) response.writeHead(500).end(problem(500, 'Broken'));
    else response.end(JSON.stringify({ continueAt: 'https://provider.test/end' }));
  });
  const ports: LogoutPorts = {
    openPages,
    async readUnsent() {
      if (device.isBroken) throw new Error('no storage');
      return device.stored;
    },
    async discardUnsent() {
      if (device.isBroken) throw new Error('no storage');
      device.stored = [];
      done.push('unsent deleted');
    },
    loadSender: async () => async () => {
      if (device.arrives) device.stored = [];
      return device.stored;
    },
    endSession: async () => (await call('logout', {})).continueAt,
    closeUnsent: () => void done.push('unsent closed'),
    closeCopies: () => void done.push('copies closed'),
    depart: async (continueAt) => {
      expect(continueAt).toBe('https://provider.test/end');
      done.push('wiped');
    },
    tell: (toast) => void toasts.push(toast),
  };
  const logout = createLogout(ports);
  onTestFinished(logout.subscribe(() => void states.push(logout.state())));
  return { logout, ports, done, states, toasts, device, server, openPages };
}

/** Adds an open page with unsent text. `answer` ends its flush: true if the text has arrived. */
function openPage(openPages: Set<OpenPage>) {
  const { promise, resolve: answer } = Promise.withResolvers<boolean>();
  openPages.add({ hasUnsent: () => true, flush: () => promise });
  return { answer };
}

/** Silences the warning that a test expects. */
function expectWarning(): { readonly times: () => number } {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  onTestFinished(() => warn.mockRestore());
  return { times: () => warn.mock.calls.length };
}

const left = ['session ended', 'unsent closed', 'copies closed', 'wiped'];

test('signs out, closes the databases and then wipes the browser if nothing is unsent', async () => {
  const { logout, done, states, toasts, openPages } = await setUp();
  const idle = { hasUnsent: () => false, flush: () => Promise.reject(new Error('not needed')) };
  openPages.add(idle);
  await logout.start();
  expect(done).toEqual(left);
  expect(states).toEqual([{ kind: 'sending', changes: null }, { kind: 'leaving' }]);
  expect(toasts).toEqual([]);
});

test('lists unsent changes while they are sent, and signs out when they have arrived', async () => {
  const { logout, done, states } = await setUp([letter]);
  await logout.start();
  expect(done).toEqual(left);
  expect(states).toEqual([
    { kind: 'sending', changes: null },
    { kind: 'sending', changes: [letter] },
    { kind: 'leaving' },
  ]);
});

test('waits ten seconds at most for open pages and for stored changes', async () => {
  const { logout, ports, openPages } = await setUp([letter]);
  const waited: number[] = [];
  const note = (milliseconds: number): void => void waited.push(milliseconds);
  openPages.add({
    hasUnsent: () => true,
    flush: async (timeout) => {
      note(timeout);
      return true;
    },
  });
  ports.loadSender = async () => async (timeout) => {
    note(timeout);
    return [];
  };
  await logout.start();
  expect(waited).toEqual([10_000, 10_000]);
});

test('asks about the changes that have not arrived, and signs out if a second attempt sends them', async () => {
  const { logout, ports, done, device } = await setUp([letter, poem]);
  ports.loadSender = async () => async () => (device.stored = device.arrives ? [] : [poem]);
  device.arrives = false;
  await logout.start();
  expect(logout.state()).toEqual({ kind: 'asking', changes: [poem] });
  expect(done).toEqual([]);
  device.arrives = true;
  await logout.start();
  expect(done).toEqual(left);
});

test('asks if the code that sends cannot be loaded', async () => {
  const { logout, ports, done } = await setUp([letter]);
  const warnings = expectWarning();
  ports.loadSender = () => Promise.reject(new Error('no network'));
  await logout.start();
  expect(logout.state()).toEqual({ kind: 'asking', changes: [letter] });
  expect(done).toEqual([]);
  expect(warnings.times()).toBe(1);
});

test('asks if an open page has text that neither the device nor the server has', async () => {
  const { logout, done, openPages } = await setUp();
  openPage(openPages).answer(false);
  openPage(openPages).answer(true);
  await logout.start();
  expect(logout.state()).toEqual({ kind: 'asking', changes: [] });
  expect(done).toEqual([]);
});

test('deletes unsent changes and closes the copies before it signs out, if the user discards them', async () => {
  const { logout, done, device } = await setUp([letter]);
  device.arrives = false;
  await logout.start();
  await logout.discard();
  expect(done).toEqual(['unsent deleted', 'copies closed', ...left]);
  expect(logout.state()).toEqual({ kind: 'leaving' });
});

test('does not restore discarded changes if the server then refuses to end the session', async () => {
  const { logout, done, device, server } = await setUp([letter]);
  device.arrives = false;
  server.isDown = true;
  await logout.start();
  await logout.discard();
  expect(done).toEqual(['unsent deleted', 'copies closed', 'session ended']);
  expect(logout.state()).toEqual({ kind: 'idle' });
});

test('tells the user if nothing could be discarded, and does not sign out', async () => {
  const { logout, done, toasts, device } = await setUp([letter]);
  device.arrives = false;
  await logout.start();
  device.isBroken = true;
  await logout.discard();
  expect(toasts).toEqual([
    { title: 'Nothing was discarded', text: 'no storage', isDestructive: true },
  ]);
  expect(done).toEqual([]);
  expect(logout.state()).toEqual({ kind: 'asking', changes: [letter] });
});

test('asks again if nothing could be discarded while changes were being sent', async () => {
  const { logout, ports, done, openPages } = await setUp([letter]);
  const page = openPage(openPages);
  ports.discardUnsent = () => Promise.reject(new Error('no storage'));
  const started = logout.start();
  await expect.poll(logout.state).toEqual({ kind: 'sending', changes: [letter] });
  await logout.discard();
  expect(logout.state()).toEqual({ kind: 'asking', changes: [letter] });
  page.answer(true);
  await started;
  expect(done).toEqual([]);
  expect(logout.state()).toEqual({ kind: 'asking', changes: [letter] });
});

test('wipes nothing and can start again if the server does not end the session', async () => {
  const { logout, done, toasts, server } = await setUp();
  server.isDown = true;
  await logout.start();
  expect(done).toEqual(['session ended']);
  expect(logout.state()).toEqual({ kind: 'idle' });
  expect(toasts).toEqual([{ title: 'Logout failed', text: 'Broken.', isDestructive: true }]);
  server.isDown = false;
  await logout.start();
  expect(done).toEqual(['session ended', ...left]);
});

test('an attempt that is cancelled while it sends never signs out', async () => {
  const { logout, done, states, openPages } = await setUp([letter]);
  const page = openPage(openPages);
  const started = logout.start();
  logout.cancel();
  page.answer(true);
  await started;
  expect(done).toEqual([]);
  expect(states).toEqual([{ kind: 'sending', changes: null }, { kind: 'idle' }]);
});

test('an attempt that is cancelled while it sends does not ask about what is left', async () => {
  const { logout, openPages } = await setUp();
  const page = openPage(openPages);
  const started = logout.start();
  logout.cancel();
  page.answer(false);
  await started;
  expect(logout.state()).toEqual({ kind: 'idle' });
});

test('signs out once if a second attempt starts while the first one sends', async () => {
  const { logout, done, openPages } = await setUp([letter]);
  const page = openPage(openPages);
  const both = [logout.start(), logout.start()];
  page.answer(true);
  await Promise.all(both);
  expect(done).toEqual(left);
});

test('signs out once if the user discards changes while they are sent', async () => {
  const { logout, done, openPages } = await setUp([letter]);
  const page = openPage(openPages);
  const started = logout.start();
  await logout.discard();
  page.answer(true);
  await started;
  expect(done).toEqual(['unsent deleted', 'copies closed', ...left]);
});

test.each([
  [true, 'leaving', left],
  [false, 'asking', []],
])(
  'without storage, the open pages decide: all sent is %s, then the state is %s',
  async (hasArrived, kind, expected) => {
    const warnings = expectWarning();
    const { logout, done, device, openPages } = await setUp([letter]);
    device.isBroken = true;
    openPage(openPages).answer(hasArrived);
    await logout.start();
    expect(done).toEqual(expected);
    expect(logout.state().kind).toBe(kind);
    expect(warnings.times()).toBe(2);
  },
);

test('does not call a listener that has unsubscribed', async () => {
  const { logout } = await setUp();
  let calls = 0;
  logout.subscribe(() => (calls += 1))();
  logout.cancel();
  expect(calls).toBe(0);
});
