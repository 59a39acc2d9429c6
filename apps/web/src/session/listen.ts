import type { EventName } from '@longhand/contract';

/** Where events come from. Source: API, GET /events. */
const address = '/api/v1/events';

/** By their names, as a list that the front page need not load the contract for. */
const names: readonly EventName[] = ['hello', 'activity', 'rights', 'account', 'job', 'inbox', 'metrics', 'announcement'];

/** Milliseconds between a stream that the server turned away and the next try; after each that fails twice as long. */
const firstWait = 3_000;
const longestWait = 60_000;

/** The part of the browser's EventSource that is used. */
export type Stream = Pick<EventSource, 'addEventListener' | 'close' | 'readyState'>;

/** What listening needs from its surroundings, so that tests can bring their own. `after` runs once, and returns how not to. */
export type ListenOptions = {
  readonly open: (address: string) => Stream;
  readonly after: (milliseconds: number, run: () => void) => () => void;
  /** An event arrived; `data` is what it says. */
  readonly heard: (name: EventName, data: unknown) => void;
  /** The server turned the stream away, as it does when nobody is signed in any more. */
  readonly turnedAway: () => void;
};

/**
 * Listens to events until the returned function is called. A line that is cut is mended by the browser; one that the server turned
 * away is tried again later and later. Nothing is heard of what happened between: the server says `hello` when a stream begins.
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
      // Anything but closed is a cut line, which the browser is mending.
      if (stream.readyState !== closed) return;
      turnedAway();
      stop = after(wait, begin);
      wait = Math.min(2 * wait, longestWait);
    });
  }

  begin();
  return () => stop();
}

/** EventSource.CLOSED, which is not there where tests run. */
const closed = 2;

function dataOf(event: Event): unknown {
  try {
    return JSON.parse((event as MessageEvent<string>).data) as unknown;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
