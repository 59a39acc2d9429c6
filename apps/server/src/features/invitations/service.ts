import type { Kysely } from 'kysely';
import { limits, type Invitation, type NewInvitation, type Role } from '@longhand/contract';
import type { Account } from '../../db/accounts.ts';
import type { Schema } from '../../db/schema.ts';
import { requireRole, requireNotTrashed } from '../../domain/access.ts';
import { joinByInvitation } from '../../domain/invitations.ts';
import type { RecordActivity } from '../../domain/record-activity.ts';
import type { Live } from '../../domain/live.ts';
import { getProjectAccess } from '../../domain/membership.ts';
import { emailKey } from '../../domain/people.ts';
import type { Page, PageAsked } from '../../domain/pages.ts';
import { hashOf, newToken } from '../../platform/secrets.ts';
import type { SlidingWindow } from '../../http/sliding-window.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { invitationMail } from '../../mail/mails.ts';
import type { Links } from '../../mail/links.ts';
import type { Mail } from '../../mail/mail.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Ids } from '../../platform/ids.ts';
import { refuse } from '../../platform/refusal.ts';
import * as store from './store.ts';

/**
 * Dependencies of invitations. `mailed`: rate limit of mailed invitations per user. `perAddress`:
 * the same per recipient.
 */
export type InvitationsDeps = {
  db: Kysely<Schema>;
  clock: Clock;
  ids: Ids;
  jobs: Jobs;
  mail: Mail;
  links: Links;
  live: Live;
  recordActivity: RecordActivity;
  mailed: SlidingWindow;
  perAddress: SlidingWindow;
};

const dayMs = 86_400_000;

/**
 * Returns the valid invitations to a project. Requires the owner role, because they reveal the
 * invited addresses.
 */
export async function list(
  { db, clock }: InvitationsDeps,
  callerId: string,
  { projectId, ...asked }: PageAsked & { projectId: string },
): Promise<Page<Invitation>> {
  requireRole(await getProjectAccess(db, callerId, projectId), 'share');
  return store.listInvitations(db, projectId, { ...asked, now: clock.now() });
}

/**
 * Invites to a project. The secret is in the response and in the mail; only its hash is stored.
 *
 * Demo users cannot invite, because their identity is unknown. Mail to strangers requires that the
 * sender's own address is confirmed. Refuses `not_found`, `not_allowed`, `demo_account`,
 * `email_unconfirmed`, `archived`, `already_collaborator`, `too_many`.
 */
export async function invite(
  deps: InvitationsDeps,
  caller: Account,
  {
    projectId,
    role,
    email,
    expiresInDays = limits.invitationDays,
  }: NewInvitation & { projectId: string },
): Promise<Invitation & { token: string; link: string }> {
  const { db, clock, ids, mail, links } = deps;
  const [id, token, now] = [ids.uuid(), newToken(), clock.now()];
  const expiresAt = new Date(now + expiresInDays * dayMs);
  const link = links.invitation(token);
  const made = await db.transaction().execute(async (trx) => {
    requireNotTrashed(await getProjectAccess(trx, caller.id, projectId), 'share');
    if (caller.demoUntil !== null) refuse('demo_account');
    if (email !== undefined && mail.configured && caller.emailConfirmedAt === null)
      refuse('email_unconfirmed');
    if (
      email !== undefined &&
      (await store.isMember(trx, { projectId, email, onlyConfirmed: mail.configured }))
    )
      refuse('already_collaborator');
    if (email !== undefined) consumeRateLimits(deps, caller.id, email);
    const row = {
      id,
      project_id: projectId,
      role,
      email: email ?? null,
      token_hash: hashOf(token),
      created_by: caller.id,
    };
    await store.addInvitation(trx, { ...row, created_at: new Date(now), expires_at: expiresAt });
    if (email !== undefined) {
      const project = await store.getProjectName(trx, projectId);
      const words = invitationMail({
        inviter: caller.name,
        project,
        role,
        until: expiresAt,
        url: link,
      });
      await mail.send(trx, { to: email, mail: words });
    }
    return store.getInvitation(trx, projectId, id);
  });
  mail.flush();
  return { ...made, token, link };
}

function consumeRateLimits(
  { mailed, perAddress }: InvitationsDeps,
  userId: string,
  email: string,
): void {
  const retryAfterSeconds = mailed.take(userId) || perAddress.take(`invitation ${emailKey(email)}`);
  if (retryAfterSeconds > 0) refuse('too_many', { retryAfterSeconds });
}

/** Revokes an invitation. Refuses `not_found` (also if it has ended), `not_allowed`, `archived`. */
export async function takeBack(
  { db, clock }: InvitationsDeps,
  callerId: string,
  { projectId, invitationId }: { projectId: string; invitationId: string },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    requireNotTrashed(await getProjectAccess(trx, callerId, projectId), 'share');
    if (!(await store.endInvitation(trx, { projectId, invitationId, now: clock.now() })))
      refuse('not_found');
  });
}

/** Accepts an invitation. Refuses `link_ended`, and `not_allowed` for demo users. */
export async function accept(
  { db, clock, recordActivity, live }: InvitationsDeps,
  caller: Account,
  token: string,
): Promise<{ projectId: string; role: Role }> {
  if (caller.demoUntil !== null) refuse('not_allowed');
  const { joined, ...membership } = await db
    .transaction()
    .execute((trx) =>
      joinByInvitation(trx, { token, userId: caller.id, now: clock.now(), recordActivity }),
    );
  if (joined) live.rightsChanged({ userId: caller.id, projectId: membership.projectId });
  return membership;
}
