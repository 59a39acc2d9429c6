import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { hintBytesMax, hintChannels, openHints, type Hints } from '../db/hints.ts';
import { createTestDatabase, type TestDatabase } from '../db/testing.ts';
import { createLoginThrottle } from '../domain/login-throttle.ts';
import { systemClock as clock } from '../platform/clock.ts';
import { createLog } from '../platform/log.ts';
import { Refusal } from '../platform/refusal.ts';
import { openSharedCounts, type SharedCounts } from './shared-counts.ts';
import { createSlidingWindow } from './sliding-window.ts';

const log = createLog('silent');
let database: TestDatabase;
let hints: readonly Hints[];
let nodes: readonly SharedCounts[];
/** Hints of counts that were sent, and their payloads. */
let sending: Promise<void>[] = [];
let sent: string[] = [];
/** Called with the hints that tell that earlier ones have arrived. */
const arrived = [vi.fn<(payload: string) => void>(), vi.fn<(payload: string) => void>()];

beforeAll(async () => {
  database = await createTestDatabase();
  hints = [openHints(database, log), openHints(database, log)];
  nodes = hints.map((each, at) => {
    const recorded: Pick<Hints, 'listen' | 'send'> = {
      listen: each.listen,
      send(channel, payload) {
        const done = each.send(channel, payload);
        sending.push(done);
        sent.push(payload);
        return done;
      },
    };
    return openSharedCounts(recorded, `node-${at}`, log);
  });
  const connected = hints.map(
    (each, at) =>
      new Promise<void>((missed) => {
        each.listen(hintChannels.rights, { heard: (payload) => arrived[at]?.(payload), missed });
      }),
  );
  await Promise.all(connected);
});
beforeEach(() => {
  sending = [];
  sent = [];
});
afterAll(async () => {
  for (const each of hints) await each.stop();
  await database.drop();
});

/** Waits until the counts so far have been sent and have arrived. */
async function exchanged(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 150));
  await Promise.all(sending);
  const last = randomUUID();
  await hints[0]?.send(hintChannels.rights, last);
  await vi.waitFor(() => arrived.forEach((heard) => expect(heard).toHaveBeenCalledWith(last)));
}

/** Two nodes' windows of one rate limit. */
const openWindows = (name: string, limit: number) =>
  nodes.map((node) =>
    createSlidingWindow({ clock, rate: { limit, windowMs: 3_600_000 }, share: node.of(name) }),
  );

test('the calls of two nodes count together, each key for itself', async () => {
  const [first, second] = openWindows('together', 9);
  for (let call = 0; call < 8; call += 1) expect(first?.take('ada')).toBe(0);
  await exchanged();
  expect(second?.take('ada')).toBe(0);
  expect(second?.take('ada')).toBeGreaterThan(0);
  await exchanged();
  expect(first?.take('ada')).toBeGreaterThan(0);
  expect(first?.take('ben')).toBe(0);
});

test('many keys are sent in several hints, none of them in plain text', async () => {
  const [first, second] = openWindows('many', 1);
  const keys = Array.from({ length: 250 }, (_, at) => `${'ada'.repeat(50)}-${at}`);
  for (const key of keys) expect(first?.take(key)).toBe(0);
  await exchanged();
  expect(sent).toHaveLength(3);
  for (const payload of sent) {
    expect(Buffer.byteLength(payload)).toBeLessThan(hintBytesMax);
    expect(payload).not.toContain('ada');
  }
  for (const key of keys) expect(second?.take(key)).toBeGreaterThan(0);
});

test('a key that has used less than a tenth of its limit is not sent', async () => {
  const [first] = openWindows('few', 100);
  for (let call = 0; call < 9; call += 1) first?.take('ada');
  await exchanged();
  expect(sent).toEqual([]);
  first?.take('ada');
  await exchanged();
  expect(sent).toHaveLength(1);
});

test('failed sign-ins count on the other node, and successful ones do not', async () => {
  const rule = { failures: 3, windowMs: 60_000, thenEveryMs: 60_000 };
  const [first, second] = nodes.map((node) =>
    createLoginThrottle({ clock, rule, share: node.of('failures') }),
  );
  for (let failure = 0; failure < 3; failure += 1) first?.begin('ada');
  for (let success = 0; success < 9; success += 1) first?.begin('ben').succeeded();
  first?.begin('cyd');
  await exchanged();
  expect(() => second?.begin('ada')).toThrow(Refusal);
  for (let failure = 0; failure < 3; failure += 1) expect(() => second?.begin('ben')).not.toThrow();
  for (let failure = 0; failure < 2; failure += 1) expect(() => second?.begin('cyd')).not.toThrow();
  expect(() => second?.begin('cyd')).toThrow(Refusal);
});

test('a hint that is none changes nothing', async () => {
  const [first, second] = openWindows('strange', 1);
  for (const payload of ['', '{', '{"from":"x","counts":[["strange","ada"]]}'])
    await hints[0]?.send(hintChannels.counts, payload);
  expect(first?.take('ada')).toBe(0);
  await exchanged();
  expect(second?.take('ada')).toBeGreaterThan(0);
});
