import { z } from 'zod';
import { limits } from './limits.ts';
import { id, moment, textOf } from './text.ts';

/** An announcement to all signed-in users. `endsAt` null: until it is deleted. */
export const announcement = z
  .object({
    id,
    text: z.string(),
    startsAt: moment,
    endsAt: moment.nullable(),
    createdAt: moment,
    updatedAt: moment,
  })
  .meta({ id: 'Announcement' });
/** See {@link announcement}. */
export type Announcement = z.infer<typeof announcement>;

const text = textOf({ min: 1, max: limits.announcementMax, trim: true, what: 'The announcement' });

/** Body of `POST /admin/announcements`. Without `startsAt` it starts at once. */
export const newAnnouncement = z.strictObject({
  text,
  startsAt: moment.optional(),
  endsAt: moment.nullable().optional(),
});
/** See {@link newAnnouncement}. */
export type NewAnnouncement = z.infer<typeof newAnnouncement>;

/** Body of `PATCH /admin/announcements/{id}`. */
export const announcementChange = z.strictObject({
  text: text.optional(),
  startsAt: moment.optional(),
  endsAt: moment.nullable().optional(),
});
/** See {@link announcementChange}. */
export type AnnouncementChange = z.infer<typeof announcementChange>;
