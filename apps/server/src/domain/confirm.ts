import type { Kysely } from 'kysely';
import type { Account } from '../db/accounts.ts';
import type { Schema } from '../db/schema.ts';

/** How an account shows that the address it names is its own. */
export interface Confirm {
  /** Whether there is a mail server: without one nobody can show it, and nothing asks for it. */
  readonly isPossible: boolean;
  /** Counts one more mail to an address that was typed. Refuses `too_many`, whoever asked for those before. */
  spend(email: string): void;
  /** Stores a mail with a link by which the account confirms the address that it has. `flush` after the commit. */
  ask(trx: Kysely<Schema>, account: Pick<Account, 'id' | 'username' | 'email'>): Promise<void>;
  /** Begins to send what was stored. */
  flush(): void;
}
