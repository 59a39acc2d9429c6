import type { Kysely } from 'kysely';
import type { AuditAction } from '@longhand/contract';
import type { Schema } from '../db/schema.ts';
import type { Clock } from '../platform/clock.ts';
import type { Ids } from '../platform/ids.ts';

/**
 * An action relevant to the operators of the server. `actorId`: null if unknown. `target`: id of
 * the affected object. `data` never contains secrets or user content.
 */
export type Audited = {
  action: AuditAction;
  actorId: string | null;
  target?: string | null;
  data?: Readonly<Record<string, string | number | boolean | null>>;
};

/** Writes an entry in the transaction of the action (`trx`), so that both are stored or neither. */
export type Audit = (trx: Kysely<Schema>, audited: Audited) => Promise<void>;

/**
 * Creates the {@link Audit}. `address` returns the client address of the current request, or null
 * if there is none.
 */
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
