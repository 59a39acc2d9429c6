import { wrongField } from '@longhand/contract';
import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';
import type { Clock } from '../platform/clock.ts';
import { refuse } from '../platform/refusal.ts';

/**
 * Timeouts: for an unanswered request to count as abandoned, and for a stored response to be
 * deleted (ms).
 */
const retentionMs = { unanswered: 60_000, answered: 24 * 60 * 60 * 1_000 };

/**
 * Polling of a repeated request for the response to the first one: interval (ms) and number of
 * attempts.
 */
const waits = { everyMs: 50, tries: 100 };

/** Syntax of a client's key: the standard only requires it to be unique. */
const keyPattern = /^[\x21-\x7e]{1,255}$/;

/** A request with an idempotency key. `caller`: the user or, without one, the address. */
export type IdempotentRequest = {
  caller: string;
  key: string;
  method: string;
  url: string;
  body: unknown;
};

/** Response to a request. `replayed`: true if it was returned before. */
export type IdempotentResponse = { status: number; answer: string | null; replayed: boolean };

/** Runs a request at most once per key, and returns the first response to repetitions. */
export type Idempotency = (
  request: IdempotentRequest,
  run: () => Promise<Omit<IdempotentResponse, 'replayed'>>,
) => Promise<IdempotentResponse>;

/**
 * Returns the key of an `Idempotency-Key` header, or null if there is none. Refuses `invalid` for
 * an invalid key.
 */
export function readKey(header: string | string[] | undefined): string | null {
  if (header === undefined) return null;
  if (typeof header === 'string' && keyPattern.test(header)) return header;
  refuse('invalid', {
    errors: [wrongField('Idempotency-Key', 'wrong_key')],
  });
}

function fingerprintOf({ method, url, body }: IdempotentRequest): string {
  return createHash('sha256')
    .update(`${method} ${url.split('?', 1)[0]} ${JSON.stringify(body) ?? ''}`)
    .digest('base64url');
}

/** Creates the stored requests and their responses. */
function createStoredAnswers(db: Kysely<Schema>) {
  return {
    /** Stores a request as begun. Returns false if its key is stored already. */
    async begin(
      { caller, key }: IdempotentRequest,
      fingerprint: string,
      now: number,
    ): Promise<boolean> {
      await db
        .deleteFrom('idempotency_answers')
        .where('caller', '=', caller)
        .where((eb) =>
          eb.or([
            eb('started_at', '<', new Date(now - retentionMs.answered)),
            eb.and([
              eb('status', 'is', null),
              eb('started_at', '<', new Date(now - retentionMs.unanswered)),
            ]),
          ]),
        )
        .execute();
      const begun = await db
        .insertInto('idempotency_answers')
        .values({ caller, key, fingerprint, started_at: new Date(now) })
        .onConflict((conflict) => conflict.doNothing())
        .returning('key')
        .executeTakeFirst();
      return begun !== undefined;
    },

    find: ({ caller, key }: IdempotentRequest) =>
      db
        .selectFrom('idempotency_answers')
        .select(['fingerprint', 'status', 'answer'])
        .where('caller', '=', caller)
        .where('key', '=', key)
        .executeTakeFirst(),

    keep: ({ caller, key }: IdempotentRequest, given: Omit<IdempotentResponse, 'replayed'>) =>
      db
        .updateTable('idempotency_answers')
        .set(given)
        .where('caller', '=', caller)
        .where('key', '=', key)
        .execute(),

    forget: ({ caller, key }: IdempotentRequest) =>
      db
        .deleteFrom('idempotency_answers')
        .where('caller', '=', caller)
        .where('key', '=', key)
        .execute(),
  };
}

/**
 * Creates {@link Idempotency}. Refused or failed requests changed nothing and run again; only
 * completed ones are stored.
 *
 * There is a moment between the commit of a change and that of its response. If the process is
 * killed there, a repetition within one minute gets `in_progress`. A later one runs again. Source:
 * the draft standard for the Idempotency-Key header.
 */
export function createIdempotency({
  db,
  clock,
}: {
  db: Kysely<Schema>;
  clock: Clock;
}): Idempotency {
  const stored = createStoredAnswers(db);

  /** Waits a limited time for the response to the same request in progress. */
  async function awaitAnswer(
    request: IdempotentRequest,
    fingerprint: string,
  ): Promise<IdempotentResponse> {
    for (let tries = 0; tries < waits.tries; tries += 1) {
      const before = await stored.find(request);
      if (before && before.fingerprint !== fingerprint) refuse('key_reused');
      if (!before) break;
      if (before.status !== null)
        return { status: before.status, answer: before.answer, replayed: true };
      await new Promise((resolve) => setTimeout(resolve, waits.everyMs));
    }
    return refuse('in_progress', { retryAfterSeconds: 1 });
  }

  return async (request, run) => {
    const fingerprint = fingerprintOf(request);
    if (!(await stored.begin(request, fingerprint, clock.now())))
      return awaitAnswer(request, fingerprint);
    try {
      const given = await run();
      await stored.keep(request, given);
      return { ...given, replayed: false };
    } catch (error) {
      await stored.forget(request);
      throw error;
    }
  };
}
