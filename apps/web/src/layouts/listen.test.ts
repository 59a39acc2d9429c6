import { describe, expect, test } from 'vitest';
import { eventNames } from '@longhand/contract';
import { listen, type Stream } from './listen.ts';

/** Time without an event after which a stream is opened again (ms). */
const silentFor = 75_000;

type Opened = {
  tell(name: string, data: string): void;
  fail(readyState: number): void;
  isClosed(): boolean;
};

/** Starts a listener with fake streams and timers. */
function start() {
  const addresses: string[] = [];
  let time = 700;
  const streams: Opened[] = [];
  const heard: [string, unknown][] = [];
  type Timer = { milliseconds: number; run: () => void; cancelled: boolean };
  const [waits, silences]: [Timer[], Timer[]] = [[], []];
  let turnedAway = 0;
  const stop = listen({
    open(address) {
      addresses.push(address);
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
      const timer = { milliseconds, run, cancelled: false };
      (milliseconds === silentFor ? silences : waits).push(timer);
      return () => void (timer.cancelled = true);
    },
    heard: ({ name, data }) => heard.push([name, data]),
    turnedAway: () => (turnedAway += 1),
    now: () => time,
    readSince: 200,
  });
  const pass = (milliseconds: number) => (time += milliseconds);
  const counted = { turnedAway: () => turnedAway };
  return { streams, addresses, heard, waits, silences, stop, pass, ...counted };
}

describe('listening to events', () => {
  test('receives every event of the contract with its data', () => {
    const { streams, heard } = start();
    for (const name of eventNames) streams[0]?.tell(name, '{"a":1}');
    expect(heard).toEqual(eventNames.map((name) => [name, { a: 1 }]));
  });

  test('counts an event with invalid JSON as missed', () => {
    const { streams, heard } = start();
    streams[0]?.tell('activity', 'half a li');
    expect(heard).toEqual([['hello', { missed: true }]]);
  });

  test('reopens a broken stream after three seconds, each time', () => {
    const { streams, waits, turnedAway } = start();
    for (let count = 0; count < 3; count += 1) {
      streams.at(-1)?.fail(0);
      expect(streams.at(-1)?.isClosed()).toBe(true);
      waits.at(-1)?.run();
    }
    expect(waits.map(({ milliseconds }) => milliseconds)).toEqual([3_000, 3_000, 3_000]);
    expect([streams.length, turnedAway()]).toEqual([4, 0]);
  });

  test('requests the events since the data was read, or since the last event', () => {
    const { streams, addresses, waits, pass, stop } = start();
    pass(50);
    streams[0]?.tell('hello', '{"missed":false}');
    pass(50);
    streams[0]?.tell('alive', '{}');
    pass(4_000);
    streams[0]?.fail(0);
    pass(3_000);
    waits[0]?.run();
    expect(addresses).toEqual(['/api/v1/events?age=500', '/api/v1/events?age=7000']);
    expect(stop()).toBe(800);
  });

  test('a stream that breaks before its hello does not count as received', () => {
    const { streams, addresses, waits, pass } = start();
    pass(100);
    streams[0]?.tell('activity', '{}');
    streams[0]?.fail(0);
    pass(3_000);
    waits[0]?.run();
    expect(addresses[1]).toBe('/api/v1/events?age=3600');
  });

  test('retries a refused stream with exponential backoff, and resets the delay after an event', () => {
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

  test('opens a stream again that has been silent for 75 seconds, with the events since the last one', () => {
    const { streams, addresses, silences, waits, pass, turnedAway } = start();
    streams[0]?.tell('hello', '{"missed":false}');
    pass(25_000);
    streams[0]?.tell('alive', '{}');
    expect(silences.map(({ cancelled }) => cancelled)).toEqual([true, true, false]);
    pass(75_000);
    silences.at(-1)?.run();
    expect(streams.map((stream) => stream.isClosed())).toEqual([true, false]);
    expect(addresses[1]).toBe('/api/v1/events?age=75000');
    expect([waits.length, turnedAway()]).toEqual([0, 0]);
    streams[1]?.fail(0);
    expect(silences.at(-1)?.cancelled).toBe(true);
  });

  test('stopping closes the stream, or cancels the pending retry', () => {
    const open = start();
    open.stop();
    expect(open.streams[0]?.isClosed()).toBe(true);
    expect(open.silences[0]?.cancelled).toBe(true);
    const waiting = start();
    waiting.streams[0]?.fail(2);
    waiting.stop();
    expect(waiting.waits[0]?.cancelled).toBe(true);
  });
});
