import type { ServerResponse } from 'node:http';

const waiting = new WeakMap<ServerResponse, (() => void)[]>();

/**
 * Calls `ended` once, when a response was sent or its connection is closed; at once if it is. All
 * callers share the listeners: Fastify adds several of its own, and Node warns about more than ten.
 */
export function onResponseEnd(response: ServerResponse, ended: () => void): void {
  if (response.closed || response.writableFinished) return ended();
  const known = waiting.get(response);
  if (known !== undefined) return void known.push(ended);
  const calls = [ended];
  waiting.set(response, calls);
  const end = (): void => {
    for (const call of calls.splice(0)) call();
  };
  response.once('finish', end).once('close', end);
}
