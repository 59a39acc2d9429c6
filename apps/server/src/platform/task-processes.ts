import { fork, type ChildProcess } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { Fault } from './fault.ts';
import { joinPieces, sendInPieces } from './task-pieces.ts';
import { currentPlace } from './work.ts';

/**
 * Processes that run tasks, so that no task can block the server's process, fill its memory or end
 * it. Every running task has a process of its own: callers limit how many run at once.
 */
export type TaskProcesses<Task, Result> = {
  /**
   * Runs a task in an idle process, or in a new one.
   *
   * @param task passed by structured clone, like the result
   * @param signal kills the process of the task when it is aborted
   * @throws {ProcessEnded} if the process ended during the task
   * @throws the reason of an aborted `signal`
   * @throws {Fault} while the processes are being closed
   * @throws the error of the task itself, as an `Error` with its name, message and stack
   */
  run(task: Task, signal: AbortSignal): Promise<Result>;
  /** Kills all processes and waits for their end. */
  close(): Promise<void>;
};

/**
 * Options of the processes. `entry`: the module that calls `serveTasks`. `heap`: maximum size of
 * the JavaScript heap (MB). `bytes`: maximum total memory, which the process checks itself.
 * `idleFor`: time after which an idle process ends (ms).
 */
export type TaskProcessOptions = {
  readonly entry: URL;
  readonly heap: number;
  readonly bytes: number;
  readonly idleFor: number;
};

/** A process that ended during a task: it reached a memory limit, or something killed it. */
export class ProcessEnded extends Error {
  override readonly name = 'ProcessEnded';
}

/** Begin and end of a task in its process (ms since 1970, with fractions). */
export type TaskTimes = { readonly from: number; readonly to: number };

/** A message of a process: the first says that it has started, then each answers a task. */
export type Answer<Result> =
  | 'ready'
  | ({ readonly times: TaskTimes } & ({ readonly done: Result } | { readonly failed: Error }));

/** Maximum size of one half of the young generation of the heap (MB). */
const youngHeap = 8;
/** Timeout for the start of a process (ms). */
const startWithin = 60_000;

/** Starts a process in another turn of the event loop, because it takes some milliseconds. */
async function start(
  { entry, heap, bytes }: TaskProcessOptions,
  signal: AbortSignal,
): Promise<ChildProcess> {
  await sleep(0);
  signal.throwIfAborted();
  const compiled = getCompileCacheDir();
  return fork(entry, [String(bytes)], {
    execArgv: [`--max-old-space-size=${heap}`, `--max-semi-space-size=${youngHeap}`],
    serialization: 'advanced',
    stdio: 'ignore',
    // Settings are not passed on, because they contain secrets.
    env: compiled === undefined ? {} : { NODE_COMPILE_CACHE: compiled },
  });
}

/**
 * Resolves with the next answer of a process, or with null when it has ended. Kills it when
 * `signal` is aborted.
 */
function nextAnswer<Result>(
  child: ChildProcess,
  signal: AbortSignal,
): Promise<Answer<Result> | null> {
  return new Promise((resolve) => {
    const finish = (answer: Answer<Result> | null): void => {
      signal.removeEventListener('abort', kill);
      child.off('message', receive).off('exit', end).off('error', end);
      resolve(answer);
    };
    const kill = (): void => {
      child.kill('SIGKILL');
      finish(null);
    };
    const receive = joinPieces<Answer<Result>>(finish);
    const end = (): void => finish(null);
    child.on('message', receive).on('exit', end).on('error', end);
    signal.addEventListener('abort', kill, { once: true });
    if (signal.aborted) kill();
  });
}

/** Sends a task to a process. Resolves like {@link nextAnswer}. */
async function ask<Task, Result>(
  child: ChildProcess,
  task: Task,
  signal: AbortSignal,
): Promise<Answer<Result> | null> {
  const answer = nextAnswer<Result>(child, signal);
  await sendInPieces((part, sent) => child.send(part, sent), task);
  return answer;
}

/** Records a task as a span of the code that waits for it. The process itself traces nothing. */
function recordTimes({ from, to }: TaskTimes, isFailed: boolean): void {
  currentPlace()?.record({
    name: 'task process',
    from: from - performance.timeOrigin,
    to: to - performance.timeOrigin,
    isFailed,
  });
}

/** Creates the set of processes without a task. Each ends after `idleFor` milliseconds in it. */
function createIdleProcesses(idleFor: number) {
  const timers = new Map<ChildProcess, NodeJS.Timeout>();
  return {
    add(child: ChildProcess): void {
      const end = (): void => {
        timers.delete(child);
        if (child.connected) child.disconnect();
      };
      timers.set(child, setTimeout(end, idleFor).unref());
      // An idle process does not keep the server running.
      child.unref();
      child.channel?.unref();
    },

    /** Takes a process that has not ended, if there is one. */
    take(): ChildProcess | null {
      for (const [child, timer] of timers) {
        clearTimeout(timer);
        timers.delete(child);
        if (!child.connected) continue;
        child.ref();
        child.channel?.ref();
        return child;
      }
      return null;
    },
  };
}

/**
 * Creates the {@link TaskProcesses}. None is started before the first task.
 *
 * @example
 *   const processes = createTaskProcesses<Task, Result>({
 *     entry: new URL('./writer-process.ts', import.meta.url),
 *     heap: 768,
 *     bytes: 1_610_612_736,
 *     idleFor: 10_000,
 *   });
 *   await processes.run(task, AbortSignal.timeout(60_000));
 */
export function createTaskProcesses<Task, Result>(
  options: TaskProcessOptions,
): TaskProcesses<Task, Result> {
  const all = new Map<ChildProcess, Promise<void>>();
  const idle = createIdleProcesses(options.idleFor);
  const closing = new AbortController();

  async function startOne(signal: AbortSignal): Promise<ChildProcess> {
    const child = await start(options, signal);
    const ended = new Promise<void>((resolve) => {
      child.on('exit', () => resolve()).on('error', () => resolve());
    });
    all.set(
      child,
      ended.then(() => void all.delete(child)),
    );
    const started = AbortSignal.any([signal, AbortSignal.timeout(startWithin)]);
    if ((await nextAnswer(child, started)) === 'ready') return child;
    signal.throwIfAborted();
    throw new Fault('a process for tasks did not start');
  }

  async function answered(task: Task, signal: AbortSignal): Promise<Answer<Result>> {
    const known = idle.take();
    const child = known ?? (await startOne(signal));
    const answer = await ask<Task, Result>(child, task, signal);
    if (answer !== null) {
      idle.add(child);
      return answer;
    }
    signal.throwIfAborted();
    // The previous task may have left the process near its memory limit. That is not the fault of
    // this task, so it gets a process of its own.
    if (known !== null) return answered(task, signal);
    throw new ProcessEnded('the process of a task ended');
  }

  return {
    async run(task, signal) {
      try {
        const answer = await answered(task, AbortSignal.any([signal, closing.signal]));
        if (answer === 'ready') throw new Fault('a process for tasks sent no result');
        recordTimes(answer.times, 'failed' in answer);
        if ('failed' in answer) throw answer.failed;
        return answer.done;
      } catch (error) {
        if (closing.signal.aborted) throw new Fault('the server is going away', { cause: error });
        throw error;
      }
    },
    async close() {
      closing.abort();
      const ends = [...all];
      for (const [child] of ends) child.kill('SIGKILL');
      await Promise.all(ends.map(([, ended]) => ended));
    },
  };
}
