import type { announcementsEndpoints } from '@longhand/contract';
import type { Rows, Stage } from './row.ts';

/** Signed-in users read announcements; administrators write them. */
export const announcementsRows: Rows<typeof announcementsEndpoints> = {
  listRunningAnnouncements: { of: 'signed_in', status: 200 },
  listAnnouncements: { of: 'administrator', status: 200 },
  createAnnouncement: {
    of: 'administrator',
    status: 201,
    body: () => ({ text: 'Closed for an hour tonight' }),
  },
  updateAnnouncement: {
    of: 'administrator',
    status: 200,
    params: anAnnouncement,
    body: () => ({ text: 'Open again' }),
  },
  deleteAnnouncement: { of: 'administrator', status: 204, params: anAnnouncement },
};

async function anAnnouncement({ db }: Stage): Promise<{ id: string }> {
  const id = crypto.randomUUID();
  await db
    .insertInto('announcements')
    .values({ id, text: 'Hello', starts_at: new Date() })
    .execute();
  return { id };
}
