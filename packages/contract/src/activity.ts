import { z } from 'zod';
import { id, moment } from './text.ts';
import { person } from './user.ts';

/** Everything that activity tells of. `document.edited` gathers the edits of one person in one sitting. */
export const activityTypes = [
  'project.created',
  'project.renamed',
  'project.archived',
  'project.restored',
  'project.deleted',
  'project.handed_over',
  'member.added',
  'member.role_changed',
  'member.removed',
  'member.joined',
  'document.created',
  'document.edited',
  'document.renamed',
  'document.status_changed',
  'document.moved',
  'document.archived',
  'document.restored',
  'document.deleted',
  'document.duplicated',
  'document.imported',
  'document.tagged',
  'document.handed_over',
  'document.locked',
  'document.unlocked',
  'document.merged',
  'review.asked',
  'review.changed',
  'review.answered',
  'review.reminded',
  'review.approved',
  'review.ended',
  'version.named',
  'version.restored',
  'comment.created',
  'comment.replied',
  'comment.resolved',
  'comment.reopened',
  'comment.assigned',
  'comment.deleted',
] as const;

/** See {@link activityTypes}. */
export const activityType = z.enum(activityTypes);
/** See {@link activityTypes}. */
export type ActivityType = z.infer<typeof activityType>;

/**
 * Something that happened in a project or document. `data` has what its sentence needs: `title`, `name`, `from`, `to`, `role`,
 * `wordsAdded`, `wordsRemoved` … `title` is the document's and `projectName` the project's at that time, where they had one.
 * Source: API, Shapes, Activity.
 */
export const activity = z
  .object({
    id,
    type: activityType,
    actor: person,
    projectId: id.nullable(),
    documentId: id.nullable(),
    data: z.record(z.string(), z.unknown()),
    createdAt: moment,
  })
  .meta({ id: 'Activity' });
/** See {@link activity}. */
export type Activity = z.infer<typeof activity>;
