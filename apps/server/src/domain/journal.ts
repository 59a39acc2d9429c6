import type { Kysely } from 'kysely';
import type { ActivityType } from '@longhand/contract';
import type { Schema } from '../db/schema.ts';
import type { Clock } from '../platform/clock.ts';
import type { Ids } from '../platform/ids.ts';

/** Something that happened. `data` is what its sentence needs and cannot be looked up later: the title as it was, the role given. */
export type Entry = {
  type: ActivityType;
  actorId: string;
  projectId: string | null;
  documentId: string | null;
  data?: Readonly<Record<string, unknown>>;
};

/**
 * Writes down what happened, in the transaction that made it happen: `trx` is that transaction, so that there is never one without
 * the other.
 */
export type Journal = (trx: Kysely<Schema>, entry: Entry) => Promise<void>;

/** Makes the {@link Journal}. */
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
