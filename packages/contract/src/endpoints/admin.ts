import {
  adminOverview,
  adminUser,
  adminUserChange,
  auditAsked,
  auditEntry,
  usersAsked,
} from '../admin.ts';
import { byId } from '../asked.ts';
import { endpoint } from '../endpoint.ts';
import { listOf } from '../text.ts';

/** Administration of the server, without access to document content. */
export const adminEndpoints = {
  getOverview: endpoint({
    method: 'GET',
    path: '/api/v1/admin/overview',
    summary: 'Get the state of the server: users, documents, jobs, mail, storage',
    access: 'administrator',
    tokens: false,
    rateLimit: 'calls',
    status: 200,
    answer: adminOverview,
    refuses: [],
  }),
  listUsers: endpoint({
    method: 'GET',
    path: '/api/v1/admin/users',
    summary: 'List the users of this server, newest first',
    access: 'administrator',
    tokens: false,
    rateLimit: 'calls',
    query: usersAsked,
    status: 200,
    answer: listOf(adminUser),
    refuses: [],
  }),
  changeUser: endpoint({
    method: 'PATCH',
    path: '/api/v1/admin/users/{id}',
    summary: 'Grant or revoke administration for a user; block or unblock a user',
    access: 'administrator',
    tokens: false,
    rateLimit: 'calls',
    stores: false,
    params: byId,
    body: adminUserChange,
    status: 200,
    answer: adminUser,
    refuses: ['not_found', 'last_administrator', 'demo_person'],
  }),
  listAudit: endpoint({
    method: 'GET',
    path: '/api/v1/admin/audit',
    summary: 'List the audit log, newest first',
    access: 'administrator',
    tokens: false,
    rateLimit: 'calls',
    query: auditAsked,
    status: 200,
    answer: listOf(auditEntry),
    refuses: [],
  }),
} as const;
