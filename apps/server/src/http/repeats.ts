import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';
import type { Clock } from '../platform/clock.ts';
import { refuse } from '../platform/refusal.ts';

/** Milliseconds after which a request that was never answered counts as given up, and after which an answer is forgotten. */
const patience = { unanswered: 60_000, answered: 24 * 60 * 60 * 1_000 };

/** How often a second one looks for the answer of the first, and how many times. */
const waits = { everyMs: 50, tries: 100 };

/** What the key of a caller may look like: the standard asks for nothing but that it is unique. */
const keyPattern = /^[\x21-\x7e]{1,255}$/;

/** A request that names itself by a key. `caller`: a person or, without one, an address. */
export type Repeatable = { caller: string; key: string; method: string; url: string; body: unknown };

/** What a request got: its answer, and whether that was given before. */
export type Repeated = { status: number; answer: string | null; replayed: boolean };

/** Runs a request at most once for each key and answers its repetitions with what the first one got. */
export type Repeats = (request: Repeatable, run: () => Promise<Omit<Repeated, 'replayed'>>) => Promise<Repeated>;

/** The key of an `Idempotency-Key` header, null where there is none. Refuses `invalid` where it cannot be one. */
export function readKey(header: string | string[] | undefined): string | null {
  if (header === undefined) return null;
  if (typeof header === 'string' && keyPattern.test(header)) return header;
  refuse('invalid', { errors: [{ path: 'Idempotency-Key', message: 'This has to be 1 to 255 printable ASCII characters' }] });
}

function fingerprintOf({ method, url, body }: Repeatable): string {
  return createHash('sha256')
    .update(`${method} ${url.split('?', 1)[0]} ${JSON.stringify(body) ?? ''}`)
    .digest('base64url');
}

/**
 * Makes {@link Repeats}. What was refused or failed changed nothing and is run again; only what was done is remembered. Between
 * the commit of a change and that of its answer lies a moment: killed there, a repetition within the minute is told that it is
 * in progress, a later one is run again. Source: API, Conventions; the draft standard for the Idempotency-Key header.
 */
export function createRepeats({ db, clock }: { db: Kysely<Schema>; clock: Clock }): Repeats {
  async function begin({ caller, key }: Repeatable, fingerprint: string): Promise<boolean> {
    const now = clock.now();
    await db
      .deleteFrom('idempotency_answers')
      .where('caller', '=', caller)
      .where((eb) =>
        eb.or([
          eb('started_at', '<', new Date(now - patience.answered)),
          eb.and([eb('status', 'is', null), eb('started_at', '<', new Date(now - patience.unanswered))]),
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
  }

  function find({ caller, key }: Repeatable) {
    return db
      .selectFrom('idempotency_answers')
      .select(['fingerprint', 'status', 'answer'])
      .where('caller', '=', caller)
      .where('key', '=', key)
      .executeTakeFirst();
  }

  /** The answer that is being worked on elsewhere, waited for a little. */
  async function awaitAnswer(request: Repeatable, fingerprint: string): Promise<Repeated> {
    for (let tries = 0; tries < waits.tries; tries += 1) {
      const before = await find(request);
      if (before && before.fingerprint !== fingerprint) refuse('key_reused');
      if (!before) break;
      if (before.status !== null) return { status: before.status, answer: before.answer, replayed: true };
      await new Promise((resolve) => setTimeout(resolve, waits.everyMs));
    }
    return refuse('in_progress', { retryAfterSeconds: 1 });
  }

  function keep({ caller, key }: Repeatable, given: Omit<Repeated, 'replayed'>) {
    return db.updateTable('idempotency_answers').set(given).where('caller', '=', caller).where('key', '=', key).execute();
  }

  function forget({ caller, key }: Repeatable) {
    return db.deleteFrom('idempotency_answers').where('caller', '=', caller).where('key', '=', key).execute();
  }

  return async (request, run) => {
    const fingerprint = fingerprintOf(request);
    if (!(await begin(request, fingerprint))) return awaitAnswer(request, fingerprint);
    try {
      const given = await run();
      await keep(request, given);
      return { ...given, replayed: false };
    } catch (error) {
      await forget(request);
      throw error;
    }
  };
}
