import { AsyncLocalStorage } from 'node:async_hooks';
import type { Language } from '@longhand/contract';
import type { TracePlace } from './tracing.ts';

/**
 * The user on whose behalf work is done. `person`: the id of a user, or the address of a client
 * that is not signed in (`isUser` is false or missing). `gone`: aborted when the client has
 * disconnected. `language`: of the page, or of the browser; null if it is not known.
 */
export type Caller = {
  readonly person: string;
  readonly isUser?: boolean;
  readonly gone: AbortSignal | null;
  readonly language?: Language | null;
};

/**
 * Ids of the call, the connection or the job that work is done for. Each entry that is logged
 * meanwhile has them.
 */
export type LogIds = {
  readonly requestId?: string;
  readonly connectionId?: string;
  readonly jobId?: string;
};

/** The work that the running code is part of. It follows asynchronous calls. */
type Work = {
  readonly caller: Caller | null;
  readonly ids: LogIds;
  readonly place: TracePlace | null;
};

const ownWork: Work = { caller: null, ids: {}, place: null };
const storage = new AsyncLocalStorage<Work>();

const current = (): Work => storage.getStore() ?? ownWork;

/** Runs `work` on behalf of `caller`, whose limits apply to shared resources. */
export function onBehalfOf<Result>(caller: Caller, work: () => Result): Result {
  return storage.run({ ...current(), caller }, work);
}

/** Runs `work` on behalf of the server, independent of its cause. `ids`: for its log entries. */
export function onOwnBehalf<Result>(work: () => Result, ids: LogIds = {}): Result {
  return storage.run({ ...ownWork, ids }, work);
}

/** Runs `work` with further ids for its log entries. */
export function withLogIds<Result>(ids: LogIds, work: () => Result): Result {
  const { ids: before, ...rest } = current();
  return storage.run({ ...rest, ids: { ...before, ...ids } }, work);
}

/** Runs `work` under a place of a trace. */
export function under<Result>(place: TracePlace, work: () => Result): Result {
  return storage.run({ ...current(), place }, work);
}

/** Returns the caller of the running code, or null if the server itself is the caller. */
export function currentCaller(): Caller | null {
  return current().caller;
}

/** Returns the ids for log entries of the running code. */
export function currentLogIds(): LogIds {
  return current().ids;
}

/** Returns the place of the running code in a trace; null if no trace has begun. */
export function currentPlace(): TracePlace | null {
  return current().place;
}
