import { adminOverview, adminUser, adminUserChange, auditAsked, auditEntry, usersAsked } from '../admin.ts';
import { byId } from '../asked.ts';
import { endpoint } from '../endpoint.ts';
import { listOf } from '../text.ts';

/** Running the server. None of it shows what people write. Source: API, Calls; features, Running it. */
export const adminEndpoints = {
  getOverview: endpoint({
    method: 'GET',
    path: '/api/v1/admin/overview',
    summary: 'How it stands with the server: people, work, jobs, mail, storage',
    access: 'administrator',
    tokens: false,
    budget: 'calls',
    status: 200,
    answer: adminOverview,
    refuses: [],
  }),
  listUsers: endpoint({
    method: 'GET',
    path: '/api/v1/admin/users',
    summary: 'The people of this server, newest first',
    access: 'administrator',
    tokens: false,
    budget: 'calls',
    query: usersAsked,
    status: 200,
    answer: listOf(adminUser),
    refuses: [],
  }),
  changeUser: endpoint({
    method: 'PATCH',
    path: '/api/v1/admin/users/{id}',
    summary: 'Make somebody an administrator or no longer one, shut somebody out or let them in again',
    access: 'administrator',
    tokens: false,
    budget: 'calls',
    params: byId,
    body: adminUserChange,
    status: 200,
    answer: adminUser,
    refuses: ['not_found', 'last_administrator', 'demo_person'],
  }),
  listAudit: endpoint({
    method: 'GET',
    path: '/api/v1/admin/audit',
    summary: 'Who did what that matters to the server, newest first',
    access: 'administrator',
    tokens: false,
    budget: 'calls',
    query: auditAsked,
    status: 200,
    answer: listOf(auditEntry),
    refuses: [],
  }),
} as const;
