import { brandingRefusals } from './branding-refusals.ts';
import { factorRefusals } from './factor-refusals.ts';
import { groupRefusals } from './group-refusals.ts';
import { identityRefusals } from './identity-refusals.ts';
import { holdRefusals } from './hold-refusals.ts';
import { ruleRefusals } from './rule-refusals.ts';

/**
 * Catalogue of all refusals: code, HTTP status and text.
 * A refusal is expected, and its text is for the user. Every other error is a fault or a bug, and
 * its message is never shown. `field`: the one field that it concerns, if any. Source of the
 * format: RFC 9457.
 */
export const refusals = {
  ...identityRefusals,
  ...brandingRefusals,
  ...factorRefusals,
  ...groupRefusals,
  ...holdRefusals,
  ...ruleRefusals,
  malformed: {
    status: 400,
    title: 'Malformed request',
    detail: 'The request could not be read. Nothing was changed.',
  },
  not_signed_in: {
    status: 401,
    title: 'Not signed in',
    detail: 'Sign in to continue. Your text is stored on this device.',
  },
  wrong_credentials: {
    status: 401,
    title: 'Wrong username or password',
    detail: 'The username or password is incorrect. Check both and try again.',
  },
  csrf: {
    status: 403,
    title: 'CSRF token missing or not valid',
    detail:
      'The CSRF token is missing, expired or from another session. Fetch a new token and send the request again.',
  },
  cross_origin: {
    status: 403,
    title: 'CSRF check failed: request from another site',
    detail: 'The CSRF check rejected this request because it came from another site.',
  },
  not_allowed: {
    status: 403,
    title: 'Not allowed',
    detail: 'Your role does not allow this. Ask an owner for a different role.',
  },
  administrators_only: {
    status: 403,
    title: 'Administrators only',
    detail: 'Only administrators of this server can do this.',
  },
  scope: {
    status: 403,
    title: 'Insufficient token scope',
    detail:
      'This access token does not allow this call. Create a token with the required scope, or sign in.',
  },
  demo_account: {
    status: 403,
    title: 'Not available in the demo',
    detail: 'This demo workspace is deleted after a day. Create an account to do this.',
  },
  not_by_script: {
    status: 403,
    title: 'Only from the pages of this server',
    detail: 'The demo can only be opened with the button on the pages of this server.',
  },
  email_unconfirmed: {
    status: 403,
    title: 'Confirm your email address',
    detail:
      'This requires a confirmed email address. Follow the link in the email we sent you, or request a new link.',
  },
  sign_up_closed: {
    status: 403,
    title: 'Sign-up is closed',
    detail:
      'New accounts require an invitation or an email address of the team. Ask the administrator of this server.',
  },
  wrong_link_password: {
    status: 403,
    field: 'password',
    title: 'Wrong password',
    detail: 'The password of this link is incorrect. Ask the person who sent you the link.',
  },
  wrong_password: {
    status: 403,
    title: 'Wrong password',
    detail: 'The current password is incorrect. Nothing was changed.',
  },
  not_found: {
    status: 404,
    title: 'Not found',
    detail: 'This does not exist, or it is not shared with you.',
  },
  link_ended: {
    status: 404,
    title: 'Link no longer valid',
    detail: 'This link was already used, was revoked, or has expired. Request a new link.',
  },
  user_not_found: {
    status: 404,
    title: 'Person not found',
    detail: 'No account has this username or confirmed email address.',
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    detail: 'This URL does not accept this method.',
  },
  username_taken: {
    status: 409,
    field: 'username',
    title: 'Username taken',
    detail: 'This username is already in use. Choose another one.',
  },
  email_taken: {
    status: 409,
    field: 'email',
    title: 'Email address taken',
    detail:
      'An account with this email address already exists. Sign in instead, or use another address.',
  },
  already_collaborator: {
    status: 409,
    title: 'Already a collaborator',
    detail: 'This person is already a collaborator. Change their role instead.',
  },
  archived: {
    status: 409,
    title: 'Archived',
    detail: 'This is archived or in the trash, so it can only be read. Restore it first.',
  },
  locked: {
    status: 409,
    title: 'Locked',
    detail:
      'This document is locked after its approval, so it can only be read and commented on. An editor can unlock it.',
  },
  review_open: {
    status: 409,
    title: 'Already in review',
    detail:
      'This document already has an open review. Change it, or close it before you request another one.',
  },
  review_over: {
    status: 409,
    title: 'Review no longer open',
    detail: 'The review was approved, closed or cancelled in the meantime. Nothing was changed.',
  },
  cannot_review: {
    status: 409,
    field: 'reviewerIds',
    title: 'Cannot review this',
    detail:
      'One of these people cannot review this document. Share it with them as reviewers first.',
  },
  too_many_links: {
    status: 409,
    title: 'Too many links',
    detail:
      'This document has the maximum number of guest links. Revoke one that is no longer needed.',
  },
  guest_signed_in: {
    status: 409,
    title: 'Already signed in',
    detail:
      'You are signed in with an account. Sign out to join as a guest, or ask an owner to share the document with you.',
  },
  not_published: {
    status: 409,
    title: 'Not published',
    detail:
      'Working copies can only be created from published documents. You can edit this document directly.',
  },
  no_working_copy: {
    status: 409,
    title: 'Not a working copy',
    detail: 'This document is not a working copy, or its original document no longer exists.',
  },
  merge_conflict: {
    status: 409,
    title: 'Merge conflict',
    detail:
      'The same passage was changed in the working copy and in the published document. Choose which version to keep.',
  },
  mail_needed: {
    status: 409,
    field: 'domain',
    title: 'Mail server required',
    detail:
      'This rule requires email confirmation, but this server cannot send mail. Set SMTP_URL, or choose another rule.',
  },
  not_archived: {
    status: 409,
    title: 'Not archived',
    detail: 'Archive the project before you delete it.',
  },
  not_deleted: {
    status: 409,
    title: 'Not in the trash',
    detail:
      'Only documents in the trash can be deleted permanently. Move the document to the trash first.',
  },
  project_put_away: {
    status: 409,
    title: 'Project archived',
    detail:
      'The project of this document is archived. Restore the project to restore the document.',
  },
  in_project: {
    status: 409,
    title: 'Belongs to a project',
    detail: 'This document belongs to a project and its owners. Transfer the project instead.',
  },
  through_project: {
    status: 409,
    title: 'Role from the project',
    detail: 'This person has access through the project. Change the role in the project.',
  },
  through_parent: {
    status: 409,
    title: 'Role from a document above',
    detail:
      'This person has access through a document that contains this one. Change the role there.',
  },
  inside_itself: {
    status: 409,
    title: 'Inside itself',
    detail: 'A document cannot be moved into itself or into a document inside it.',
  },
  too_deep: {
    status: 409,
    title: 'Too many levels',
    detail: 'Documents can be at most 100 levels deep. Choose a document further up.',
  },
  inside_another: {
    status: 409,
    title: 'Inside another document',
    detail:
      'This document is inside another one and belongs to its owner. Transfer the outermost document, or move this one out first.',
  },
  thread_full: {
    status: 409,
    title: 'Thread full',
    detail: 'This thread has the maximum number of comments. Start a new thread.',
  },
  unchanged: {
    status: 409,
    title: 'No changes',
    detail: 'The newest version of this document has the same text and already has another name.',
  },
  no_room: {
    status: 409,
    title: 'Storage limit reached',
    detail: 'You have reached your storage limit. Delete files you no longer need.',
  },
  order_differs: {
    status: 409,
    title: 'The list has changed',
    detail:
      'A document was added or removed in the meantime. Check the list and set the order again.',
  },
  last_owner_somewhere: {
    status: 409,
    title: 'Last owner of a project',
    detail:
      'You are the only owner of a project. Transfer it, or archive and delete it, before you delete your account.',
  },
  demo_person: {
    status: 409,
    title: 'Demo account',
    detail:
      'This is a demo account that is deleted after a day. Administrators need a permanent account.',
  },
  last_administrator: {
    status: 409,
    title: 'Last administrator',
    detail:
      'This server needs at least one administrator. Make another person an administrator first.',
  },
  too_many_tokens: {
    status: 409,
    title: 'Too many tokens',
    detail: 'You have the maximum number of access tokens. Delete one before you create another.',
  },
  signed_in_already: {
    status: 409,
    title: 'Already signed in',
    detail: 'You are signed in. Sign out first to open the demo.',
  },
  last_owner: {
    status: 409,
    title: 'Last owner',
    detail: 'At least one owner is required. Make another person an owner first.',
  },
  in_progress: {
    status: 409,
    title: 'Still in progress',
    detail: 'The same request is already being processed. Wait a moment and send it again.',
  },
  too_long_to_export: {
    status: 413,
    title: 'Too long for this format',
    detail:
      'This is too long for an export in this format. Export it as Markdown or HTML, or in parts.',
  },
  too_large: {
    status: 413,
    title: 'Too large',
    detail: 'The request is larger than the limit. Nothing was changed.',
  },
  wrong_type: {
    status: 415,
    title: 'Wrong content type',
    detail: 'Send this request with the content type that the API documentation specifies.',
  },
  key_reused: {
    status: 422,
    title: 'Idempotency key already used',
    detail:
      'This Idempotency-Key was already used for another request. Use a new key for each request.',
  },
  invalid: {
    status: 422,
    title: 'Invalid fields',
    detail: 'Some fields are invalid. Nothing was changed.',
  },
  too_many: {
    status: 429,
    title: 'Too many requests',
    detail: 'There were too many requests in a short time. Wait a moment and try again.',
  },
  bug: {
    status: 500,
    title: 'Something went wrong',
    detail: 'The server had an internal error. The error was logged with the request id.',
  },
  not_ready: {
    status: 503,
    title: 'Not ready',
    detail:
      'The server cannot reach its database. Your changes are stored on this device. Try again in a moment.',
  },
  disk_full: {
    status: 507,
    title: 'The server is almost out of disk space',
    detail:
      'The server is almost out of disk space and stores no new data. Nothing was changed. You can still read and delete. Ask an administrator to free disk space.',
  },
} as const satisfies Record<
  string,
  { status: number; title: string; detail: string; field?: string }
>;

/** Stable code that identifies a refusal to programs. */
export type RefusalCode = keyof typeof refusals;
