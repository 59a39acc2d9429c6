import { flushCompileCache } from 'node:module';
import { Worker } from 'node:worker_threads';
import { joinPieces, sendInPieces, type Part } from './task-pieces.ts';
import type { Answer } from './task-processes.ts';

/** Returns the time since 1970 with fractions (ms). */
const timeNow = (): number => performance.timeOrigin + performance.now();

const asError = (error: unknown): Error =>
  error instanceof Error ? error : new Error(String(error));

/**
 * Runs the tasks that this process receives from its parent process, one after the other: the entry
 * module of `createTaskProcesses` calls it. A thread watches the memory of the process, because the
 * main thread is blocked during a task.
 *
 * @param perform runs a task; its result is sent by structured clone, an error with its name,
 *   message and stack
 */
export function serveTasks<Task, Result>(perform: (task: Task) => Result | Promise<Result>): void {
  const send = (answer: Answer<Result>): Promise<void> =>
    sendInPieces((part, sent) => process.send?.(part, undefined, undefined, sent), answer);
  async function answer(task: Task): Promise<void> {
    const from = timeNow();
    try {
      const done = await perform(task);
      await send({ done, times: { from, to: timeNow() } });
    } catch (error) {
      await send({ failed: asError(error), times: { from, to: timeNow() } });
    }
  }
  new Worker(new URL('./memory-watch.ts', import.meta.url), {
    workerData: Number(process.argv[2]),
  }).unref();
  // A terminal or a service manager sends these to all processes. The server still needs this one
  // for the tasks of its shutdown, and disconnects from it or kills it afterwards.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
  const receive = joinPieces<Task>((task) => void answer(task));
  process.on('message', (part) => receive(part as Part<Task>));
  process.on('disconnect', () => process.exit(0));
  // Otherwise, the cache for later starts is only written at an orderly exit.
  void send('ready').then(() => flushCompileCache());
}
