/**
 * Catalogue of all refusals: code, HTTP status and text.
 * A refusal is expected, and its text is for the user. Every other error is a fault or a bug, and
 * its message is never shown. `field`: the one field that it concerns, if any. Source of the
 * format: RFC 9457.
 */
export const refusals = {
  malformed: { status: 400, title: 'Malformed request', detail: 'The request could not be read. Nothing was changed.' },
  not_signed_in: { status: 401, title: 'Not signed in', detail: 'Sign in to continue. What you wrote is kept on this device.' },
  wrong_credentials: {
    status: 401,
    title: 'Wrong username or password',
    detail: 'The username or the password is not right. Check both and try again.',
  },
  csrf: {
    status: 403,
    title: 'CSRF token missing or not valid',
    detail: 'The CSRF token is missing, outdated or not of this session. Fetch a new one and send the request again.',
  },
  cross_origin: {
    status: 403,
    title: 'CSRF check failed: request from another site',
    detail: 'A CSRF check refused this request, because it came from another site.',
  },
  not_allowed: { status: 403, title: 'Not allowed', detail: 'Your role does not allow this. Ask an owner for a different role.' },
  administrators_only: { status: 403, title: 'Administrators only', detail: 'Only those who run this server can do this.' },
  scope: {
    status: 403,
    title: 'Not within this token',
    detail: 'This access token does not allow this call. Make one with the scope that is needed, or sign in.',
  },
  demo_account: {
    status: 403,
    title: 'Not in the demo',
    detail: 'This is a demo workspace that is wiped after a day. Make an account of your own to do this.',
  },
  not_by_script: {
    status: 403,
    title: 'Only from our own pages',
    detail: 'The demo is opened by the button on our own pages, and by nothing else.',
  },
  email_unconfirmed: {
    status: 403,
    title: 'Confirm your email address',
    detail: 'This needs a confirmed email address. Follow the link in the mail that was sent to yours, or have it sent again.',
  },
  sign_up_closed: {
    status: 403,
    title: 'Sign-up is closed',
    detail: 'New accounts are made here by invitation, or with an email address of the team. Ask whoever runs this server.',
  },
  wrong_link_password: {
    status: 403,
    field: 'password',
    title: 'Wrong password',
    detail: 'The password of this link is not right. Ask whoever gave you the link.',
  },
  wrong_password: { status: 403, title: 'Wrong password', detail: 'The current password is not right. Nothing was changed.' },
  not_found: { status: 404, title: 'Not found', detail: 'There is nothing here, or it is not shared with you.' },
  link_ended: {
    status: 404,
    title: 'This link has ended',
    detail: 'This link was used before, was taken back, or is too old. Request a new link.',
  },
  user_not_found: {
    status: 404,
    title: 'Person not found',
    detail: 'Nobody with this username or confirmed email address has an account here.',
  },
  method_not_allowed: { status: 405, title: 'Method not allowed', detail: 'This address does not take this kind of request.' },
  username_taken: {
    status: 409,
    field: 'username',
    title: 'Username taken',
    detail: 'Somebody already has this username. Choose another one.',
  },
  email_taken: {
    status: 409,
    field: 'email',
    title: 'Email address taken',
    detail: 'There is already an account with this email address. Sign in instead, or use another address.',
  },
  already_collaborator: {
    status: 409,
    title: 'Already a collaborator',
    detail: 'This person is a collaborator already. Change the role instead.',
  },
  archived: {
    status: 409,
    title: 'Archived',
    detail: 'This is archived or in the trash, so it can only be read. Restore it first.',
  },
  locked: {
    status: 409,
    title: 'Locked',
    detail: 'This document is locked after its approval, so it can only be read and commented on. An editor can unlock it.',
  },
  review_open: {
    status: 409,
    title: 'Already in review',
    detail: 'A round of review is open for this document. Change it, or end it before you ask for another.',
  },
  review_over: {
    status: 409,
    title: 'This review is over',
    detail: 'The round was approved, closed or cancelled in the meantime. Nothing was changed.',
  },
  cannot_review: {
    status: 409,
    field: 'reviewerIds',
    title: 'Cannot review this',
    detail: 'One of these people may not review this document. Share it with them as reviewers first.',
  },
  too_many_links: {
    status: 409,
    title: 'Too many links',
    detail: 'This document has as many links for guests as it can have. End one that is no longer needed.',
  },
  guest_signed_in: {
    status: 409,
    title: 'Signed in already',
    detail:
      'You are signed in with an account. Sign out first to come in as a guest, or ask an owner to share the document with you.',
  },
  not_published: {
    status: 409,
    title: 'Not published',
    detail: 'A working copy is made of what is published. This document can be edited itself.',
  },
  no_working_copy: {
    status: 409,
    title: 'No working copy',
    detail: 'This document is no working copy, or what it was made of is gone.',
  },
  merge_conflict: {
    status: 409,
    title: 'Both have changed',
    detail: 'The same passage was changed here and in the published document. Choose which version to keep.',
  },
  mail_needed: {
    status: 409,
    field: 'domain',
    title: 'A mail server is needed',
    detail: 'An email address is checked by a mail to it, and this server sends none. Set SMTP_URL, or choose another rule.',
  },
  not_archived: { status: 409, title: 'Not archived', detail: 'Archive this first; only what is archived can be deleted.' },
  not_deleted: {
    status: 409,
    title: 'Not in the trash',
    detail: 'Only what is in the trash can be removed for good. Delete it first.',
  },
  project_put_away: {
    status: 409,
    title: 'Its project is put away',
    detail: 'The project of this document is archived. Restore the project, and the document comes back with it.',
  },
  in_project: {
    status: 409,
    title: 'Belongs to a project',
    detail: 'This document belongs to a project, and so to the owners of that. Hand the project over instead.',
  },
  through_project: {
    status: 409,
    title: 'Works here through the project',
    detail: 'This person has their role through the project. Change it there.',
  },
  thread_full: {
    status: 409,
    title: 'Thread full',
    detail: 'This thread has as many comments as one can hold. Begin a new one.',
  },
  unchanged: {
    status: 409,
    title: 'Nothing has changed',
    detail: 'The newest version of this document has the same text and another name already.',
  },
  no_room: {
    status: 409,
    title: 'No room for more files',
    detail: 'You have reached your storage limit. Delete files you no longer need.',
  },
  order_differs: {
    status: 409,
    title: 'The list has changed',
    detail: 'Somebody added or removed a document meanwhile. Look at the list again and put it in order.',
  },
  last_owner_somewhere: {
    status: 409,
    title: 'Last owner of a project',
    detail: 'You are the only owner of a project. Hand it over, or archive and delete it, and then delete your account.',
  },
  demo_person: {
    status: 409,
    title: 'Only looking around',
    detail: 'This person is looking around in the demo for a day. Whoever runs this server needs an account that stays.',
  },
  last_administrator: {
    status: 409,
    title: 'Last administrator',
    detail: 'Somebody has to run this server. Make another person an administrator first.',
  },
  too_many_tokens: {
    status: 409,
    title: 'Too many tokens',
    detail: 'Delete a token that you no longer need before you make another.',
  },
  signed_in_already: {
    status: 409,
    title: 'Signed in already',
    detail: 'You are signed in. Sign out first to look at the demo.',
  },
  last_owner: { status: 409, title: 'Last owner', detail: 'There has to be an owner. Make someone else an owner first.' },
  in_progress: {
    status: 409,
    title: 'Still in progress',
    detail: 'The same request is being worked on already. Wait a moment and send it again.',
  },
  too_long_to_export: {
    status: 413,
    title: 'Too long for this format',
    detail: 'This is too long to be made in this format here. Export it as Markdown or HTML, or in parts.',
  },
  too_large: { status: 413, title: 'Too large', detail: 'The request is larger than the limit. Nothing was changed.' },
  wrong_type: {
    status: 415,
    title: 'Wrong content type',
    detail: 'Send this request in the content type that the description of the API names for it.',
  },
  key_reused: {
    status: 422,
    title: 'Idempotency key used before',
    detail: 'This Idempotency-Key came with another request before. Use a new one for every request.',
  },
  invalid: { status: 422, title: 'Not valid', detail: 'Some fields are not right. Nothing was changed.' },
  too_many: {
    status: 429,
    title: 'Too many requests',
    detail: 'That was too many tries in a short time. Wait a little and try again.',
  },
  bug: {
    status: 500,
    title: 'Something went wrong',
    detail: 'This is our mistake, not yours. It has been written down under the request id.',
  },
  not_ready: {
    status: 503,
    title: 'Not ready',
    detail: 'The server cannot reach its database right now. What you write stays on this device. Try again in a moment.',
  },
  disk_full: {
    status: 507,
    title: 'The server is almost out of disk space',
    detail:
      'The server is almost out of disk space, so it stores nothing new. Nothing was changed. Reading and deleting still work. Ask an administrator to free space.',
  },
} as const satisfies Record<string, { status: number; title: string; detail: string; field?: string }>;

/** Stable code that identifies a refusal to programs. */
export type RefusalCode = keyof typeof refusals;
