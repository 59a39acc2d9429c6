import { defaultNotificationSettings, type notificationsEndpoints } from '@longhand/contract';
import type { Rows } from './row.ts';

/**
 * Users only read their own notifications. Readers of an object may watch it. An invalid mail token
 * returns 404 to every caller.
 */
export const notificationsRows: Rows<typeof notificationsEndpoints> = {
  listNotifications: { of: 'signed_in', status: 200 },
  countNotifications: { of: 'signed_in', status: 200 },
  readNotifications: { of: 'signed_in', status: 200, body: () => ({}) },
  getNotificationSettings: { of: 'signed_in', status: 200 },
  setNotificationSettings: {
    of: 'signed_in',
    status: 200,
    body: () => defaultNotificationSettings,
  },
  getDocumentWatch: { of: 'document', least: 'viewer', status: 200 },
  setDocumentWatch: {
    of: 'document',
    least: 'viewer',
    status: 200,
    archived: 200,
    deleted: 200,
    body: () => ({ watching: true }),
  },
  getProjectWatch: { of: 'project', least: 'viewer', status: 200 },
  setProjectWatch: {
    of: 'project',
    least: 'viewer',
    status: 200,
    archived: 200,
    deleted: 200,
    body: () => ({ watching: true }),
  },
  leaveMail: { of: 'anyone', status: 404, body: () => ({ token: 'none' }) },
  leaveMailAtOnce: { of: 'anyone', status: 404, params: () => ({ token: 'none' }) },
};
