import { z } from 'zod';
import {
  activityData,
  activityTypes,
  type ActivityEvent,
  type ActivityType,
} from './activity-data.ts';
import { documentPath } from './document.ts';
import { id, moment } from './text.ts';
import { person } from './user.ts';

/** A type of activity. See {@link activityData}. */
export const activityType = z.enum(activityTypes);

const circumstances = {
  id,
  actor: person,
  projectId: id.nullable(),
  documentId: id.nullable(),
  createdAt: moment,
  path: documentPath.optional(),
};

const ofType = <T extends ActivityType>(type: T) =>
  z.object({ ...circumstances, type: z.literal(type), data: activityData[type] });

const [first, ...others] = activityTypes;

/** See {@link activity}. */
export type Activity = Readonly<z.infer<z.ZodObject<typeof circumstances>>> & ActivityEvent;

const union = z
  .discriminatedUnion('type', [ofType(first), ...others.map((type) => ofType(type))])
  .meta({ id: 'Activity' });

/**
 * An event in a project or document. `path`: of the document, in lists. `data` depends on `type`.
 * `title` is the title of the document and `projectName` the name of the project at that time, if
 * any.
 */
export const activity = union as z.ZodType<unknown> as z.ZodType<Activity>;

/**
 * Returns stored data as that of its type.
 *
 * @throws ZodError if it is not
 */
export function activityEventOf(type: ActivityType, data: unknown): ActivityEvent {
  return { type, data: activityData[type].parse(data) } as ActivityEvent;
}
