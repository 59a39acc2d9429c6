import { describe, expect, test } from 'vitest';
import { eventNames } from '@longhand/contract';
import { queriesFor } from './invalidation.ts';
import { listen, type Stream } from './listen.ts';

type Opened = {
  tell(name: string, data: string): void;
  fail(readyState: number): void;
  isClosed(): boolean;
};

/** Starts a listener with fake streams and timers. */
function start() {
  const streams: Opened[] = [];
  const heard: [string, unknown][] = [];
  const waits: { milliseconds: number; run: () => void; cancelled: boolean }[] = [];
  let turnedAway = 0;
  const stop = listen({
    open() {
      const source = new EventTarget();
      const state = { readyState: 1, closed: false };
      const stream = {
        addEventListener: source.addEventListener.bind(source),
        close: () => void (state.closed = true),
        get readyState() {
          return state.readyState;
        },
      };
      streams.push({
        tell: (name, data) => void source.dispatchEvent(new MessageEvent(name, { data })),
        fail(readyState) {
          state.readyState = readyState;
          source.dispatchEvent(new Event('error'));
        },
        isClosed: () => state.closed,
      });
      return stream as unknown as Stream;
    },
    after(milliseconds, run) {
      const wait = { milliseconds, run, cancelled: false };
      waits.push(wait);
      return () => void (wait.cancelled = true);
    },
    heard: (name, data) => heard.push([name, data]),
    turnedAway: () => (turnedAway += 1),
  });
  return { streams, heard, waits, stop, turnedAway: () => turnedAway };
}

describe('listening to events', () => {
  test('every event of the contract is heard, with what it says', () => {
    const { streams, heard } = start();
    for (const name of eventNames) streams[0]?.tell(name, '{"a":1}');
    expect(heard).toEqual(eventNames.map((name) => [name, { a: 1 }]));
  });

  test('what is not JSON is still heard, and says nothing', () => {
    const { streams, heard } = start();
    streams[0]?.tell('activity', 'half a li');
    expect(heard).toEqual([['activity', null]]);
  });

  test('a cut line is left to the browser', () => {
    const { streams, waits, turnedAway } = start();
    streams[0]?.fail(0);
    expect([streams.length, waits.length, turnedAway()]).toEqual([1, 0, 0]);
  });

  test('a line that was turned away is tried again later and later, and at once as before when it held', () => {
    const { streams, waits, turnedAway } = start();
    for (let count = 0; count < 7; count += 1) {
      streams.at(-1)?.fail(2);
      waits.at(-1)?.run();
    }
    expect(waits.map(({ milliseconds }) => milliseconds)).toEqual([
      3_000, 6_000, 12_000, 24_000, 48_000, 60_000, 60_000,
    ]);
    expect(turnedAway()).toBe(7);
    streams.at(-1)?.tell('hello', '{}');
    streams.at(-1)?.fail(2);
    expect(waits.at(-1)?.milliseconds).toBe(3_000);
  });

  test('stopping closes the line, or the wait for the next one', () => {
    const open = start();
    open.stop();
    expect(open.streams[0]?.isClosed()).toBe(true);
    const waiting = start();
    waiting.streams[0]?.fail(2);
    waiting.stop();
    expect(waiting.waits[0]?.cancelled).toBe(true);
  });
});

test('what an event makes old has a key, and only a new beginning makes everything old', () => {
  for (const name of eventNames) {
    expect(queriesFor(name).length, name).toBeGreaterThan(0);
    expect(queriesFor(name).some((key) => key.length === 0)).toBe(name === 'hello');
  }
});
