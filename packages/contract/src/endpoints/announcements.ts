import { announcement, announcementChange, newAnnouncement } from '../announcement.ts';
import { byId, page } from '../asked.ts';
import { endpoint } from '../endpoint.ts';
import { signedIn } from '../signed-in.ts';
import { listOf } from '../text.ts';

/** Announcements by administrators to all users. */
export const announcementsEndpoints = {
  listRunningAnnouncements: endpoint({
    method: 'GET',
    path: '/api/v1/announcements',
    summary: 'List current announcements, newest first',
    ...signedIn,
    query: page,
    status: 200,
    answer: listOf(announcement),
    refuses: [],
  }),
  listAnnouncements: endpoint({
    method: 'GET',
    path: '/api/v1/admin/announcements',
    summary: 'List all announcements, including past and scheduled ones',
    access: 'administrator',
    tokens: false,
    rateLimit: 'calls',
    query: page,
    status: 200,
    answer: listOf(announcement),
    refuses: [],
  }),
  createAnnouncement: endpoint({
    method: 'POST',
    path: '/api/v1/admin/announcements',
    summary: 'Create an announcement',
    access: 'administrator',
    tokens: false,
    rateLimit: 'calls',
    body: newAnnouncement,
    status: 201,
    answer: announcement,
    refuses: [],
  }),
  updateAnnouncement: endpoint({
    method: 'PATCH',
    path: '/api/v1/admin/announcements/{id}',
    summary: 'Change an announcement, or end it',
    access: 'administrator',
    tokens: false,
    rateLimit: 'calls',
    params: byId,
    body: announcementChange,
    status: 200,
    answer: announcement,
    refuses: ['not_found'],
  }),
  deleteAnnouncement: endpoint({
    method: 'DELETE',
    path: '/api/v1/admin/announcements/{id}',
    summary: 'Delete an announcement',
    access: 'administrator',
    tokens: false,
    rateLimit: 'calls',
    params: byId,
    status: 204,
    answer: null,
    refuses: ['not_found'],
  }),
} as const;
