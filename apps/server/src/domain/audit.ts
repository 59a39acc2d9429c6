import type { Kysely } from 'kysely';
import type { AuditAction } from '@longhand/contract';
import type { Schema } from '../db/schema.ts';
import type { Clock } from '../platform/clock.ts';
import type { Ids } from '../platform/ids.ts';

/**
 * Something done that those who answer for the server may have to account for. `actorId` null: nobody who is known. `target` is the
 * id of what it was done to. `data` never holds a secret or what people wrote.
 */
export type Audited = {
  action: AuditAction;
  actorId: string | null;
  target?: string | null;
  data?: Readonly<Record<string, string | number | boolean | null>>;
};

/** Writes down what is done, in the transaction that does it (`trx`): so that there is never one without the other. */
export type Audit = (trx: Kysely<Schema>, audited: Audited) => Promise<void>;

/** Makes the {@link Audit}. `address` tells where the call came from that is being answered; null where there is none. */
export function createAudit(deps: { clock: Clock; ids: Ids; address: () => string | null }): Audit {
  return async (trx, { action, actorId, target = null, data = {} }) => {
    await trx
      .insertInto('audit_log')
      .values({
        id: deps.ids.uuid(),
        actor_id: actorId,
        action,
        target,
        data: JSON.stringify(data),
        address: deps.address(),
        created_at: new Date(deps.clock.now()),
      })
      .execute();
  };
}
