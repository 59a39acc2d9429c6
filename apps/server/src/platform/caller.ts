import { AsyncLocalStorage } from 'node:async_hooks';

/** On whose behalf something is done. `gone`: aborted when they hung up, and wait for no answer. */
export type Caller = { readonly person: string; readonly gone: AbortSignal | null };

const storage = new AsyncLocalStorage<Caller>();

/** Does `work` on behalf of `caller`: what it asks of shared machinery counts as theirs. */
export function onBehalfOf<Result>(caller: Caller, work: () => Result): Result {
  return storage.run(caller, work);
}

/** Does `work` on nobody's behalf, whoever caused it. */
export function onOwnBehalf<Result>(work: () => Result): Result {
  return storage.exit(work);
}

/** On whose behalf the running code works; null where the server itself wants something. */
export function currentCaller(): Caller | null {
  return storage.getStore() ?? null;
}
