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

/** Systems that receive each entry of the audit log: a file of lines, and an HTTP address. */
export type AuditSink = 'file' | 'http';

/** Returns the sinks of a configuration. */
export function auditSinksOf({
  auditFile,
  auditUrl,
}: {
  readonly auditFile: string | null;
  readonly auditUrl: string | null;
}): readonly AuditSink[] {
  return [
    ...(auditFile === null ? [] : (['file'] as const)),
    ...(auditUrl === null ? [] : (['http'] as const)),
  ];
}

/**
 * Creates the {@link Audit}. `address` returns the client address of the current request, or null
 * if there is none. An entry waits for each of the `sinks`, from the same transaction on.
 */
export function createAudit(deps: {
  clock: Clock;
  ids: Ids;
  address: () => string | null;
  sinks: readonly AuditSink[];
}): Audit {
  return async (trx, { action, actorId, target = null, data = {} }) => {
    const id = deps.ids.uuid();
    await trx
      .insertInto('audit_log')
      .values({
        id,
        actor_id: actorId,
        action,
        target,
        data: JSON.stringify(data),
        address: deps.address(),
        created_at: new Date(deps.clock.now()),
      })
      .execute();
    if (deps.sinks.length === 0) return;
    await trx
      .insertInto('audit_queue')
      .values(deps.sinks.map((sink) => ({ sink, entry_id: id })))
      .execute();
  };
}
