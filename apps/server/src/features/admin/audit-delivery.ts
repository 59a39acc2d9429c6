import { open } from 'node:fs/promises';
import { sql, type Kysely } from 'kysely';
import type { AuditEntry } from '@longhand/contract';
import type { Schema } from '../../db/schema.ts';
import { auditSinksOf, type AuditSink } from '../../domain/audit.ts';
import { Fault } from '../../platform/fault.ts';
import { listQueued } from './audit-store.ts';

type Db = Kysely<Schema>;

/** Destinations of the audit log. `auditToken`: sent with each request to `auditUrl`. */
export type AuditDestinations = {
  readonly auditFile: string | null;
  readonly auditUrl: string | null;
  readonly auditToken: string | null;
};

/** Maximum number of entries in one delivery. */
const atOnce = 200;

/** Time after which a request is aborted (ms). */
const patience = 10_000;

/**
 * Delivers waiting entries to all destinations, oldest first, each at least once. Entries stay in
 * the queue until the file is on disk, or the address has answered with a status of 2xx.
 *
 * @throws Fault if a destination fails; the others still receive theirs
 */
export async function deliverAudit(db: Db, destinations: AuditDestinations): Promise<void> {
  const failures: unknown[] = [];
  for (const sink of auditSinksOf(destinations)) {
    try {
      while ((await deliverSome(db, sink, destinations)) === atOnce);
    } catch (error) {
      failures.push(error);
    }
  }
  const [first] = failures;
  if (first !== undefined)
    throw new Fault('entries of the audit log could not be delivered', { cause: first });
}

/** Delivers one batch. Returns its size. Another process skips the entries meanwhile. */
async function deliverSome(
  db: Db,
  sink: AuditSink,
  destinations: AuditDestinations,
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const entries = await listQueued(trx, sink, atOnce);
    if (entries.length === 0) return 0;
    const lines = entries.map((entry) => `${JSON.stringify(lineOf(entry))}\n`).join('');
    if (sink === 'file') await append(destinations.auditFile ?? '', lines);
    else await post(destinations, lines);
    await sql`delete from audit_queue where sink = ${sink}
      and entry_id = any(${entries.map(({ id }) => id)}::uuid[])`.execute(trx);
    return entries.length;
  });
}

/** Returns an entry as programs receive it: users by id and username. */
function lineOf({ id, action, actor, target, data, address, createdAt }: AuditEntry) {
  return {
    id,
    at: createdAt,
    action,
    actor: actor && { id: actor.id, username: actor.username },
    target,
    address,
    data,
  };
}

/** Appends lines to a file, which only its owner may read, and waits until they are on disk. */
async function append(path: string, lines: string): Promise<void> {
  const file = await open(path, 'a', 0o600);
  try {
    await file.appendFile(lines);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function post({ auditUrl, auditToken }: AuditDestinations, lines: string): Promise<void> {
  const answer = await fetch(auditUrl ?? '', {
    method: 'POST',
    redirect: 'error',
    signal: AbortSignal.timeout(patience),
    headers: {
      'content-type': 'application/x-ndjson',
      ...(auditToken !== null && { authorization: `Bearer ${auditToken}` }),
    },
    body: lines,
  });
  await answer.body?.cancel();
  if (!answer.ok) throw new Fault(`the address of AUDIT_URL answered with ${answer.status}`);
}
