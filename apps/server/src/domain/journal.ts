import type { Kysely } from 'kysely';
import type { ActivityType } from '@longhand/contract';
import type { Schema } from '../db/schema.ts';
import type { Clock } from '../platform/clock.ts';
import type { Ids } from '../platform/ids.ts';

/**
 * An activity. `data` contains the parts of its sentence that cannot be looked up later: the title
 * at that time, the role given.
 */
export type Entry = {
  type: ActivityType;
  actorId: string;
  projectId: string | null;
  documentId: string | null;
  data?: Readonly<Record<string, unknown>>;
};

/**
 * Writes an activity in the transaction that caused it (`trx`), so that both are stored or neither.
 */
export type Journal = (trx: Kysely<Schema>, entry: Entry) => Promise<void>;

/** Creates the {@link Journal}. */
export function createJournal({ clock, ids }: { clock: Clock; ids: Ids }): Journal {
  return async (trx, { type, actorId, projectId, documentId, data = {} }) => {
    await trx
      .insertInto('activities')
      .values({
        id: ids.uuid(),
        type,
        actor_id: actorId,
        project_id: projectId,
        document_id: documentId,
        data: JSON.stringify(data),
        created_at: new Date(clock.now()),
      })
      .execute();
  };
}
