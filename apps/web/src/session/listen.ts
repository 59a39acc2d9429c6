import type { EventName } from '@longhand/contract';

/** URL of the event stream. Source: API, GET /events. */
const address = '/api/v1/events';

/** Event names. Listed here so that the front page need not load the contract. */
const names: readonly EventName[] = [
  'hello',
  'activity',
  'rights',
  'account',
  'job',
  'inbox',
  'metrics',
  'announcement',
];

/**
 * Backoff after the server refused a stream (ms): first delay, doubled after each failure, and
 * maximum.
 */
const firstWait = 3_000;
const longestWait = 60_000;

/** The part of the browser's EventSource that is used. */
export type Stream = Pick<EventSource, 'addEventListener' | 'close' | 'readyState'>;

/**
 * Environment of the listener, replaceable in tests. `after` runs a callback once, and returns a
 * function that cancels it.
 */
export type ListenOptions = {
  readonly open: (address: string) => Stream;
  readonly after: (milliseconds: number, run: () => void) => () => void;
  /** Called for an event; `data` is its payload. */
  readonly heard: (name: EventName, data: unknown) => void;
  /** Called if the server refused the stream, for example because the user is signed out. */
  readonly turnedAway: () => void;
};

/**
 * Listens to events. Returns a function that stops it. The browser reconnects a broken stream; a
 * refused one is retried with exponential backoff. Events in between are lost: the server sends
 * `hello` when a stream starts.
 */
export function listen({ open, after, heard, turnedAway }: ListenOptions): () => void {
  let wait = firstWait;
  let stop = (): void => undefined;

  function begin(): void {
    const stream = open(address);
    stop = () => stream.close();
    for (const name of names) {
      stream.addEventListener(name, (event) => {
        wait = firstWait;
        heard(name, dataOf(event));
      });
    }
    stream.addEventListener('error', () => {
      // Any state but closed is a broken connection, which the browser restores.
      if (stream.readyState !== closed) return;
      turnedAway();
      stop = after(wait, begin);
      wait = Math.min(2 * wait, longestWait);
    });
  }

  begin();
  return () => stop();
}

/** Value of EventSource.CLOSED, which is not defined in the test environment. */
const closed = 2;

function dataOf(event: Event): unknown {
  try {
    return JSON.parse((event as MessageEvent<string>).data) as unknown;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
