import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { refuse } from '../platform/refusal.ts';
import { usernameKey } from './people.ts';
import { createTurns } from './turns.ts';

/** argon2id with 19 MiB, two passes, one lane. Source: reliability, Security floor; OWASP Password Storage Cheat Sheet. */
const argon2id = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Tasks that may wait for a place: at some 30 ms each, the last one waits about 15 s on two cores. */
const waitingMax = 1_000;

/** What the server does with passwords. */
export interface Passwords {
  /** The hash to store, salted, with its parameters in it. */
  hash(password: string): Promise<string>;
  /**
   * Whether `password` made `stored`. With null (nobody of that name) and with what is no hash (people of the demo, accounts that
   * have ended) it does the same work and says false, so that the time of an answer does not tell whether an account exists.
   */
  verify(stored: string | null, password: string): Promise<boolean>;
  /** Why `password` may not be chosen, as a sentence, or null where it may. Its length is the contract's concern. */
  objectionTo(password: string, username: string): string | null;
}

/** One form for one password, whatever the keyboard sent. Source: RFC 8265, OpaqueString. */
function oneForm(password: string): string {
  return password.normalize('NFC');
}

function readCommonPasswords(): ReadonlySet<string> {
  const text = readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8');
  return new Set(text.split('\n').filter((line) => line !== ''));
}

/**
 * Opens {@link Passwords}. As many hashes as there are cores, and at most three, are worked out at once (19 MiB each): fifty
 * people who sign in together wait for each other. Node has four threads for such work, so files and packing keep one.
 * Refuses `too_many` when a thousand wait.
 */
export async function createPasswords(): Promise<Passwords> {
  const common = readCommonPasswords();
  const inTurn = createTurns({
    places: Math.min(3, availableParallelism()),
    waitingMax,
    overflow: () => refuse('too_many', { retryAfterSeconds: 30 }),
  });
  const nobody = await hash('nobody has this password', argon2id);

  return {
    hash: (password) => inTurn(() => hash(oneForm(password), argon2id)),
    verify: async (stored, password) => {
      const known = stored?.startsWith('$argon2id$') ? stored : null;
      const same = await inTurn(() => verify(known ?? nobody, oneForm(password)));
      return known !== null && same;
    },
    objectionTo: (password, username) => {
      if (usernameKey(password) === usernameKey(username)) return 'The password may not be the username';
      if (common.has(usernameKey(password))) return 'This password is among the commonest ones. Choose another';
      return null;
    },
  };
}
