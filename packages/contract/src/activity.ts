import { z } from 'zod';
import { id, moment } from './text.ts';
import { person } from './user.ts';

/** All types of activity. `document.edited` summarizes the edits of one user in one sitting. */
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
 * An event in a project or document. `data` has the values for its sentence, such as `title`,
 * `name`, `from`, `to`, `role`, `wordsAdded` and `wordsRemoved`. `title` is the title of the
 * document and `projectName` the name of the project at that time, if any. Source: API, Shapes,
 * Activity.
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
