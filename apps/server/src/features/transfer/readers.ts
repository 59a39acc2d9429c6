import { fork, type ChildProcess } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import { UnreadableFile } from '@longhand/document';
import { Fault } from '../../platform/fault.ts';
import type { ReaderAnswer, ReaderResults, ReaderTask } from './reader-tasks.ts';

/**
 * Reads foreign files sequentially in a separate process, so that they cannot use the server's time
 * or memory.
 */
export interface Readers {
  /**
   * Rejects with {@link UnreadableFile} if the file causes the error, including timeout and memory
   * limit.
   */
  read<K extends ReaderTask['kind']>(
    task: Extract<ReaderTask, { kind: K }>,
  ): Promise<ReaderResults[K]>;
  close(): Promise<void>;
}

/**
 * Limits of the process: total memory (bytes), heap (MB), and timeout of one task (ms). 100,000
 * words take less than two seconds.
 */
export type ReaderLimits = {
  readonly bytes: number;
  readonly heap: number;
  readonly patience: number;
};

/** Limits of the process on a server. */
export const usualLimits: ReaderLimits = { bytes: 805_306_368, heap: 512, patience: 30_000 };

/** Timeout for the start of the process, and idle time after which it ends (ms). */
const startWithin = 20_000;
const idleFor = 10_000;

/** Answer of a process, or the reason why none came. */
type Answer = ReaderAnswer | 'too long' | 'gone';

/** Starts a process that reads files. */
function forkReader(limits: ReaderLimits): ChildProcess {
  const compiled = getCompileCacheDir();
  return fork(new URL('./reader-process.ts', import.meta.url), [String(limits.bytes)], {
    execArgv: [`--max-old-space-size=${limits.heap}`],
    serialization: 'advanced',
    stdio: 'ignore',
    // Settings are not passed on, because they contain secrets.
    env: compiled === undefined ? {} : { NODE_COMPILE_CACHE: compiled },
  });
}

/** Resolves with the next answer of a process. Kills it after `within` milliseconds. */
function answerOf(process: ChildProcess, within: number): Promise<Answer> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => finish('too long'), within);
    const finish = (answer: Answer): void => {
      clearTimeout(timer);
      process.off('message', heard).off('exit', ended).off('error', ended);
      if (answer === 'too long') process.kill('SIGKILL');
      resolve(answer);
    };
    const heard = (answer: unknown): void => finish(answer as ReaderAnswer);
    const ended = (): void => finish('gone');
    process.on('message', heard).on('exit', ended).on('error', ended);
  });
}

/** Returns the result of a task. Throws {@link UnreadableFile} if the file caused an error. */
function resultOf(answer: Answer): ReaderResults[ReaderTask['kind']] {
  if (answer === 'too long') throw new UnreadableFile('This takes too long.');
  if (answer === 'gone' || answer === 'ready')
    throw new UnreadableFile('This needs too much memory.');
  if ('unreadable' in answer) throw new UnreadableFile(answer.unreadable);
  return answer.done;
}

/** Creates the process that reads files. It is started for a task and ends when it is idle. */
function createReaderProcess(limits: ReaderLimits) {
  let child: ChildProcess | null = null;
  let idle: NodeJS.Timeout | undefined;
  let closed = false;

  function start(): ChildProcess {
    const started = forkReader(limits);
    started.on('exit', () => {
      if (child === started) child = null;
    });
    return started;
  }

  /** Ends an idle process. It gets no further task. */
  function rest(process: ChildProcess): void {
    if (child === process) child = null;
    process.kill();
  }

  async function ready(): Promise<{ process: ChildProcess; isNew: boolean }> {
    if (closed) throw new Fault('the server is going away');
    if (child?.connected) return { process: child, isNew: false };
    child = start();
    const started = child;
    if ((await answerOf(started, startWithin)) !== 'ready')
      throw new Fault('the process that reads files did not start');
    return { process: started, isNew: true };
  }

  async function ask(task: ReaderTask): Promise<Answer> {
    clearTimeout(idle);
    const { process, isNew } = await ready();
    process.send(task);
    const answer = await answerOf(process, limits.patience);
    idle = setTimeout(() => rest(process), idleFor).unref();
    if (answer === 'gone' && closed) throw new Fault('the server is going away');
    // The previous file may have left the process over its memory limit or about to end. That is
    // not the fault of this file.
    return answer === 'gone' && !isNew ? ask(task) : answer;
  }

  return {
    ask,
    close(): void {
      closed = true;
      clearTimeout(idle);
      child?.kill('SIGKILL');
    },
  };
}

/** Creates the {@link Readers}. */
export function createReaders(limits: ReaderLimits = usualLimits): Readers {
  const reader = createReaderProcess(limits);
  let last: Promise<unknown> = Promise.resolve();

  return {
    read<K extends ReaderTask['kind']>(task: Extract<ReaderTask, { kind: K }>) {
      const result = last.then(async () => resultOf(await reader.ask(task)));
      last = result.catch(() => undefined);
      return result as Promise<ReaderResults[K]>;
    },
    async close() {
      reader.close();
      await last;
    },
  };
}
