import { WebSocket } from 'ws';

/** Measures a Node process through its inspector, without its cooperation. */
export type Inspector = {
  /**
   * Returns the bytes of live objects on the main thread's heap and in buffers, after a full
   * garbage collection.
   */
  liveBytes(): Promise<number>;
  /** Starts to record delays of the event loop. */
  watchPauses(): Promise<void>;
  /**
   * Returns the longest delay of the event loop since {@link watchPauses} (ms) and stops recording.
   */
  longestPause(): Promise<number>;
  close(): void;
};

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
      await evaluate(
        `globalThis.pauses = process.getBuiltinModule('perf_hooks').monitorEventLoopDelay({ resolution: 1 }); pauses.enable()`,
      );
    },
    longestPause: async () =>
      Number(await evaluate('globalThis.pauses.disable(), globalThis.pauses.max')) / 1e6,
    close: () => socket.close(),
  };
}
