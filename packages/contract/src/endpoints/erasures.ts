import { byId, page } from '../asked.ts';
import { endpoint } from '../endpoint.ts';
import { erasure, erasurePreview, formerMember, newErasure, newWordsErasure } from '../erasure.ts';
import { hold, holdsAsked, newHold } from '../hold.ts';
import { listOf } from '../text.ts';

const administration = { access: 'administrator', tokens: false, rateLimit: 'calls' } as const;

/** Erasure of users, and legal holds. */
export const erasuresEndpoints = {
  previewErasure: endpoint({
    method: 'GET',
    path: '/api/v1/admin/users/{id}/erasure',
    summary: 'Get what the erasure of a user would concern',
    ...administration,
    params: byId,
    status: 200,
    answer: erasurePreview,
    refuses: ['not_found'],
  }),
  createErasure: endpoint({
    method: 'POST',
    path: '/api/v1/admin/users/{id}/erasure',
    summary:
      'Erase a user: delete the account, and optionally remove the text that the user wrote. Documents are changed by a job',
    ...administration,
    repeatable: false,
    params: byId,
    body: newErasure,
    status: 202,
    answer: erasure,
    refuses: [
      'not_found',
      'not_yourself',
      'not_this_username',
      'on_hold',
      'last_administrator',
      'demo_person',
      'wrong_password',
      'sign_in_again',
    ],
  }),
  listErasures: endpoint({
    method: 'GET',
    path: '/api/v1/admin/erasures',
    summary: 'List the erasures of users with their progress, newest first',
    ...administration,
    query: page,
    status: 200,
    answer: listOf(erasure),
    refuses: [],
  }),
  listFormerMembers: endpoint({
    method: 'GET',
    path: '/api/v1/admin/former-members',
    summary:
      'List the users whose accounts are deleted and whose text was not removed, the last deleted first',
    ...administration,
    query: page,
    status: 200,
    answer: listOf(formerMember),
    refuses: [],
  }),
  eraseFormerMember: endpoint({
    method: 'POST',
    path: '/api/v1/admin/former-members/{id}/erasure',
    summary:
      'Remove the text of a user whose account is deleted, and the names that the user gave. Documents are changed by a job',
    ...administration,
    repeatable: false,
    params: byId,
    body: newWordsErasure,
    status: 202,
    answer: erasure,
    refuses: ['not_found', 'words_removed', 'on_hold', 'wrong_password', 'sign_in_again'],
  }),
  listHolds: endpoint({
    method: 'GET',
    path: '/api/v1/admin/holds',
    summary: 'List the legal holds, newest first',
    ...administration,
    query: holdsAsked,
    status: 200,
    answer: listOf(hold),
    refuses: [],
  }),
  createHold: endpoint({
    method: 'POST',
    path: '/api/v1/admin/holds',
    summary: 'Put a user, a project or a document on legal hold',
    ...administration,
    body: newHold,
    status: 201,
    answer: hold,
    refuses: ['hold_object_not_found', 'held_already', 'demo_person'],
  }),
  endHold: endpoint({
    method: 'POST',
    path: '/api/v1/admin/holds/{id}/end',
    summary: 'End a legal hold',
    ...administration,
    params: byId,
    status: 200,
    answer: hold,
    refuses: ['not_found'],
  }),
} as const;
