import type { EventName, ServerEvent } from '@longhand/contract';

/** URL of the event stream. */
const address = '/api/v1/events';

/** Event names. Listed here so that the front page need not load the contract. */
const names: readonly EventName[] = [
  'hello',
  'alive',
  'activity',
  'thread',
  'rights',
  'account',
  'job',
  'inbox',
  'metrics',
  'announcement',
];

/**
 * Delay before a broken stream is opened again, and the first delay after the server refused one,
 * which is doubled after each refusal (ms); and its maximum.
 */
const firstWait = 3_000;
const longestWait = 60_000;

/**
 * Time without an event after which a stream counts as broken (ms). The server sends one at least
 * every 25 s. A connection that is lost silently causes no error.
 */
const silentFor = 75_000;

/** The part of the browser's EventSource that is used. */
export type Stream = Pick<EventSource, 'addEventListener' | 'close' | 'readyState'>;

/**
 * Environment of the listener, replaceable in tests. `after` runs a callback once, and returns a
 * function that cancels it.
 */
export type ListenOptions = {
  readonly open: (address: string) => Stream;
  readonly after: (milliseconds: number, run: () => void) => () => void;
  readonly heard: (event: ServerEvent) => void;
  /** Called if the server refused the stream, for example because the user is signed out. */
  readonly turnedAway: () => void;
  /** Returns the time since the page was opened (ms). */
  readonly now: () => number;
  /** The part of that time since which the data of the page are read. */
  readonly readSince: number;
};

/**
 * Listens to events. A broken or silent stream is opened again, a refused one with exponential
 * backoff. The server sends the events since the last one, or says in `hello` that some may have
 * been missed.
 *
 * @returns a function that stops it, and returns the time until which all events were received
 */
export function listen(options: ListenOptions): () => number {
  const { open, after, heard, turnedAway, now } = options;
  let wait = firstWait;
  let stop = (): void => undefined;
  let heardUntil = options.readSince;

  function begin(): void {
    const age = Math.max(0, Math.ceil(now() - heardUntil));
    const stream = open(`${address}?age=${age}`);
    let cancel = (): void => undefined;
    stop = () => {
      cancel();
      stream.close();
    };
    const expectEvent = (): void => {
      cancel();
      cancel = after(silentFor, () => {
        stream.close();
        begin();
      });
    };
    expectEvent();
    // Before `hello`, older events may still follow.
    let isCurrent = false;
    for (const name of names) {
      stream.addEventListener(name, (event) => {
        expectEvent();
        wait = firstWait;
        isCurrent ||= name === 'hello';
        if (isCurrent) heardUntil = now();
        heard(readEvent(name, (event as MessageEvent<string>).data));
      });
    }
    stream.addEventListener('error', () => {
      // Any other state is a broken connection, which the browser would restore with the same age.
      const isRefused = stream.readyState === closed;
      stop();
      stop = after(isRefused ? wait : firstWait, begin);
      if (!isRefused) return;
      turnedAway();
      wait = Math.min(2 * wait, longestWait);
    });
  }

  begin();
  return () => {
    stop();
    return heardUntil;
  };
}

/** Value of EventSource.CLOSED, which is not defined in the test environment. */
const closed = 2;

/**
 * Reads an event. The server of this page sends what the contract says, so only the JSON is
 * checked: an event that does not parse counts as missed.
 */
function readEvent(name: EventName, json: string): ServerEvent {
  try {
    return { name, data: JSON.parse(json) } as ServerEvent;
  } catch (error) {
    if (error instanceof SyntaxError) return { name: 'hello', data: { missed: true } };
    throw error;
  }
}
