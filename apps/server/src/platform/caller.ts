import { AsyncLocalStorage } from 'node:async_hooks';

/** The user on whose behalf work is done. `gone`: aborted when the client has disconnected. */
export type Caller = { readonly person: string; readonly gone: AbortSignal | null };

const storage = new AsyncLocalStorage<Caller>();

/** Runs `work` on behalf of `caller`, whose limits apply to shared resources. */
export function onBehalfOf<Result>(caller: Caller, work: () => Result): Result {
  return storage.run(caller, work);
}

/** Runs `work` on behalf of the server, independent of its cause. */
export function onOwnBehalf<Result>(work: () => Result): Result {
  return storage.exit(work);
}

/** Returns the caller of the running code, or null if the server itself is the caller. */
export function currentCaller(): Caller | null {
  return storage.getStore() ?? null;
}
