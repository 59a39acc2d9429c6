import type { Kysely } from 'kysely';
import type { ActivityData, ActivityEvent, ActivityType } from '@longhand/contract';
import type { Schema } from '../db/schema.ts';
import type { Clock } from '../platform/clock.ts';
import type { Ids } from '../platform/ids.ts';

/** An activity to write. Its `data` depends on its type, see `activityData` of the contract. */
export type ActivityEntry = ActivityEvent & {
  readonly actorId: string;
  readonly projectId: string | null;
  readonly documentId: string | null;
};

/**
 * Writes an activity in the transaction that caused it (`trx`), so that both are stored or neither.
 */
export type RecordActivity = (trx: Kysely<Schema>, entry: ActivityEntry) => Promise<void>;

/** Creates the {@link RecordActivity}. */
export function createActivityRecorder({ clock, ids }: { clock: Clock; ids: Ids }): RecordActivity {
  return async (trx, { type, actorId, projectId, documentId, data }) => {
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

/** An event about a document, without the names at its time. See {@link named}. */
export type Unnamed<Type extends ActivityType> = {
  [T in Type]: { readonly type: T; readonly data: Omit<ActivityData<T>, 'title' | 'projectName'> };
}[Type];

/** Adds the names of a document and its project to the data of an event. */
export function named<Type extends ActivityType>(
  { type, data }: Unnamed<Type>,
  { title, projectName }: { readonly title: string; readonly projectName?: string | null },
): ActivityEvent<Type> {
  // The compiler cannot relate the data to the type within a union.
  const event: unknown = { type, data: { title, projectName, ...data } };
  return event as ActivityEvent<Type>;
}
