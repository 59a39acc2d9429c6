import type { Kysely } from 'kysely';
import type { Account } from '../db/accounts.ts';
import type { Schema } from '../db/schema.ts';

/** Confirms that an account owns its address. */
export interface Confirm {
  /**
   * True if there is a mail server. Without one, addresses cannot be confirmed and no confirmation
   * is requested.
   */
  readonly isPossible: boolean;
  /**
   * Counts one more mail to an address that was typed in. Refuses `too_many`, independent of the
   * caller of the earlier ones.
   */
  consumeRateLimit(email: string): void;
  /**
   * Stores a mail with a link that confirms the account's current address. Call `flush` after the
   * commit.
   */
  ask(trx: Kysely<Schema>, account: Pick<Account, 'id' | 'username' | 'email'>): Promise<void>;
  /** Starts sending the stored mails. */
  flush(): void;
}
