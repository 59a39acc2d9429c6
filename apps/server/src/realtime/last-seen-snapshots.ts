import { sql, type Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { packState } from '../domain/packed-state.ts';
import type { Whole } from './summarizing.ts';
import type { Workers } from './workers.ts';

/**
 * Maximum number of queued snapshots. Beyond it a snapshot is skipped, and an older version is used
 * instead.
 */
const waitingMax = 100;

/**
 * Stores the content of a document at the time a user leaves while others stay. It cannot be
 * reconstructed later.
 */
export type LastSeenSnapshots = {
  /** Queues the content of a document that a user has left. Returns at once. */
  keep(documentId: string, whole: Whole): void;
  /** Resolves when every queued snapshot is stored. */
  idle(): Promise<void>;
};

/** Creates the {@link LastSeenSnapshots}. Sights are stored one at a time. */
export function createLastSeenSnapshots(options: {
  db: Kysely<Schema>;
  workers: Pick<Workers, 'content'>;
  report: (error: unknown, documentId: string) => void;
}): LastSeenSnapshots {
  const { db } = options;
  const waiting = new Map<string, { documentId: string; whole: Whole }>();
  let running: Promise<void> | null = null;

  async function isKept(documentId: string, seq: number): Promise<boolean> {
    const { rows } = await sql`
      select from document_versions where document_id = ${documentId} and seq = ${seq}
      union all select from document_sights where document_id = ${documentId} and seq = ${seq}`.execute(
      db,
    );
    return rows.length > 0;
  }

  async function keepOne(documentId: string, { seq, updates }: Whole): Promise<void> {
    if (seq === 0 || (await isKept(documentId, seq))) return;
    const json = JSON.stringify(await options.workers.content(updates, 'json'));
    const content = await packState(Buffer.from(json));
    await sql`insert into document_sights (document_id, seq, content)
      select id, ${seq}, ${content} from documents where id = ${documentId} on conflict do nothing`.execute(
      db,
    );
    await sql`delete from document_sights s where s.document_id = ${documentId} and s.seq <> ${seq} and not exists (
      select from document_visits v where v.document_id = s.document_id and (v.left_seq = s.seq or v.since_seq = s.seq))`.execute(
      db,
    );
  }

  async function run(): Promise<void> {
    for (const [key, { documentId, whole }] of waiting) {
      waiting.delete(key);
      await keepOne(documentId, whole).catch((error: unknown) => options.report(error, documentId));
    }
    running = null;
  }

  return {
    keep(documentId, whole) {
      if (waiting.size >= waitingMax) return;
      waiting.set(`${documentId} ${whole.seq}`, { documentId, whole });
      running ??= run();
    },
    async idle() {
      while (running !== null) await running;
    },
  };
}
