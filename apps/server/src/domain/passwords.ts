import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import type { FieldCode } from '@longhand/contract';
import { refuse } from '../platform/refusal.ts';
import { createFairSemaphore } from './fair-semaphore.ts';
import { usernameKey } from './people.ts';

/** argon2id with 19 MiB, two passes, one lane. Source: OWASP Password Storage Cheat Sheet. */
const argon2id = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/**
 * Maximum number of waiting tasks. At about 30 ms each, the last one waits about 15 s on two cores.
 */
const waitingMax = 1_000;

/** Password operations of the server. */
export interface Passwords {
  /** Returns the salted hash to store, including its parameters. */
  hash(password: string): Promise<string>;
  /**
   * True if `stored` is the hash of `password`. For null (unknown username) and for values that are
   * no hash (demo users, ended accounts) it does the same work and returns false. So the response
   * time does not reveal whether an account exists.
   */
  verify(stored: string | null, password: string): Promise<boolean>;
  /**
   * Returns the reason why `password` is not allowed as a sentence, or null if it is allowed. The
   * contract validates its length.
   */
  objectionTo(password: string, username: string): FieldCode | null;
}

/**
 * Normalizes a password, so that all keyboards give the same form. Source: RFC 8265, OpaqueString.
 */
function oneForm(password: string): string {
  return password.normalize('NFC');
}

/** True if `stored` is the hash of a password. Demo users and users of a provider have none. */
export function isPasswordHash(stored: string): boolean {
  return stored.startsWith('$argon2id$');
}

/** Value in place of a hash, for an account without a password. */
export const noPassword = '!';

function readCommonPasswords(): ReadonlySet<string> {
  const text = readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8');
  return new Set(text.split('\n').filter((line) => line !== ''));
}

/**
 * Creates the {@link Passwords}.
 *
 * Concurrency is the number of cores, at most three (19 MiB each): fifty concurrent sign-ins are
 * queued. Node has four threads for such work, so one remains for files and compression. Refuses
 * `too_many` if a thousand tasks wait.
 */
export async function createPasswords(): Promise<Passwords> {
  const common = readCommonPasswords();
  const concurrency = Math.min(3, availableParallelism());
  const semaphore = createFairSemaphore({
    concurrency,
    concurrencyPerUser: concurrency,
    waitingMax,
    waitingPerUserMax: waitingMax,
    overflow: () => refuse('too_many', { retryAfterSeconds: 30 }),
  });
  // All callers form one line: most of them have not signed in yet.
  const inTurn = <Result>(task: () => Promise<Result>) => semaphore('', task);
  const unknown = await hash('the password of no account', argon2id);

  return {
    hash: (password) => inTurn(() => hash(oneForm(password), argon2id)),
    verify: async (stored, password) => {
      const known = stored !== null && isPasswordHash(stored) ? stored : null;
      const same = await inTurn(() => verify(known ?? unknown, oneForm(password)));
      return known !== null && same;
    },
    objectionTo: (password, username) => {
      if (usernameKey(password) === usernameKey(username)) return 'password_is_username';
      if (common.has(usernameKey(password))) return 'password_common';
      return null;
    },
  };
}
