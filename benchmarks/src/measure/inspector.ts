import { WebSocket } from 'ws';

/** Measures a Node process through its inspector, without its cooperation. */
export type Inspector = {
  /**
   * Returns the bytes of live objects on the main thread's heap and in buffers, after a full
   * garbage collection.
   */
  liveBytes(): Promise<number>;
  /** Starts to record how long the event loop of the main thread is held. */
  watchPauses(): Promise<void>;
  /** Returns the longest pauses since {@link watchPauses} and stops recording. */
  longestPauses(): Promise<LongestPauses>;
  close(): void;
};

/**
 * Longest pauses of an event loop, between two firings of a timer of 1 ms. `clock`: by the clock
 * (ms), including the time in which other processes had the processor. `cpu`: by the CPU time of
 * the main thread (ms), without that time, and without waiting for threads that collect garbage.
 */
export type LongestPauses = { readonly clock: number; readonly cpu: number };

/** Records pauses in the measured process, in `globalThis.pauses`. */
const recordPauses = `
  globalThis.pauses = (() => {
    const now = () => {
      const { user, system } = process.threadCpuUsage();
      return { clock: performance.now(), cpu: (user + system) / 1_000 };
    };
    const longest = { clock: 0, cpu: 0 };
    let last = now();
    const note = () => {
      const next = now();
      for (const by of ['clock', 'cpu'])
        longest[by] = Math.max(longest[by], next[by] - last[by]);
      last = next;
    };
    const timer = setInterval(note, 1);
    return {
      stop() {
        clearInterval(timer);
        note();
        return longest;
      },
    };
  })();
  undefined`;

type Answer = {
  id: number;
  result?: { result?: { value?: unknown } };
  error?: { message: string };
};

/** Connects to the inspector on a local port (`--inspect`). */
export async function inspect(port: number): Promise<Inspector> {
  const targets = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as {
    webSocketDebuggerUrl: string;
  }[];
  const socket = new WebSocket(targets[0]?.webSocketDebuggerUrl ?? '', {
    perMessageDeflate: false,
  });
  await new Promise<void>((resolve, reject) => socket.once('open', resolve).once('error', reject));
  const open = new Map<
    number,
    { resolve: (answer: Answer) => void; reject: (error: Error) => void }
  >();
  let last = 0;
  socket.on('message', (data: Buffer) => {
    const answer = JSON.parse(data.toString()) as Answer;
    const asked = open.get(answer.id);
    open.delete(answer.id);
    if (answer.error === undefined) asked?.resolve(answer);
    else asked?.reject(new Error(answer.error.message));
  });
  socket.on('close', () => {
    for (const { reject } of open.values()) reject(new Error('the inspected process is gone'));
  });

  function ask(method: string, params: object = {}): Promise<Answer> {
    last += 1;
    const id = last;
    return new Promise((resolve, reject) => {
      open.set(id, { resolve, reject });
      socket.send(JSON.stringify({ id, method, params }));
    });
  }

  async function evaluate(expression: string): Promise<unknown> {
    const answer = await ask('Runtime.evaluate', { expression, returnByValue: true });
    return answer.result?.result?.value;
  }

  return {
    async liveBytes() {
      // Collected twice: objects released by finalizers in the first collection are freed in the
      // second.
      await ask('HeapProfiler.collectGarbage');
      await ask('HeapProfiler.collectGarbage');
      return Number(
        await evaluate('(({ heapUsed, external }) => heapUsed + external)(process.memoryUsage())'),
      );
    },
    async watchPauses() {
      await evaluate(recordPauses);
    },
    longestPauses: async () => (await evaluate('globalThis.pauses.stop()')) as LongestPauses,
    close: () => socket.close(),
  };
}
