import type { Kysely } from 'kysely';
import { limits, type Invitation, type NewInvitation, type Role } from '@longhand/contract';
import type { Account } from '../../db/accounts.ts';
import type { Schema } from '../../db/schema.ts';
import { demand, demandKept } from '../../domain/access.ts';
import { joinByInvitation } from '../../domain/invitations.ts';
import type { Journal } from '../../domain/journal.ts';
import type { Live } from '../../domain/live.ts';
import { getProjectAccess } from '../../domain/membership.ts';
import { emailKey } from '../../domain/people.ts';
import type { Page, PageAsked } from '../../domain/pages.ts';
import { hashOf, newToken } from '../../platform/secrets.ts';
import type { Window } from '../../http/windows.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { invitationLetter } from '../../mail/letters.ts';
import type { Links } from '../../mail/links.ts';
import type { Mail } from '../../mail/mail.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Ids } from '../../platform/ids.ts';
import { refuse } from '../../platform/refusal.ts';
import * as store from './store.ts';

/** What invitations stand on. `mailed`: how many a person may have mailed; `perAddress`: how many may be mailed to one address. */
export type InvitationsDeps = {
  db: Kysely<Schema>;
  clock: Clock;
  ids: Ids;
  jobs: Jobs;
  mail: Mail;
  links: Links;
  live: Live;
  journal: Journal;
  mailed: Window;
  perAddress: Window;
};

const dayMs = 86_400_000;

/** The invitations to a project that hold. Owners only: who sees them knows whom others have asked. */
export async function list(
  { db, clock }: InvitationsDeps,
  callerId: string,
  { projectId, ...asked }: PageAsked & { projectId: string },
): Promise<Page<Invitation>> {
  demand(await getProjectAccess(db, callerId, projectId), 'share');
  return store.listInvitations(db, projectId, { ...asked, now: clock.now() });
}

/**
 * Invites to a project. The secret is in the answer and in the mail, and stored nowhere. People who are only looking around invite
 * nobody, since nobody knows who they are; and mail goes to strangers only from people whose own address is confirmed. Refuses
 * `not_found`, `not_allowed`, `demo_account`, `email_unconfirmed`, `archived`, `already_collaborator`, `too_many`.
 */
export async function invite(
  deps: InvitationsDeps,
  caller: Account,
  { projectId, role, email, expiresInDays = limits.invitationDays }: NewInvitation & { projectId: string },
): Promise<Invitation & { token: string; link: string }> {
  const { db, clock, ids, mail, links } = deps;
  const [id, token, now] = [ids.uuid(), newToken(), clock.now()];
  const expiresAt = new Date(now + expiresInDays * dayMs);
  const link = links.invitation(token);
  const made = await db.transaction().execute(async (trx) => {
    demandKept(await getProjectAccess(trx, caller.id, projectId), 'share');
    if (caller.demoUntil !== null) refuse('demo_account');
    if (email !== undefined && mail.configured && caller.emailConfirmedAt === null) refuse('email_unconfirmed');
    if (email !== undefined && (await store.isMember(trx, { projectId, email, onlyConfirmed: mail.configured })))
      refuse('already_collaborator');
    if (email !== undefined) spend(deps, caller.id, email);
    const row = { id, project_id: projectId, role, email: email ?? null, token_hash: hashOf(token), created_by: caller.id };
    await store.addInvitation(trx, { ...row, created_at: new Date(now), expires_at: expiresAt });
    if (email !== undefined) {
      const project = await store.getProjectName(trx, projectId);
      const words = invitationLetter({ inviter: caller.name, project, role, until: expiresAt, url: link });
      await mail.send(trx, { to: email, ...words });
    }
    return store.getInvitation(trx, projectId, id);
  });
  mail.flush();
  return { ...made, token, link };
}

function spend({ mailed, perAddress }: InvitationsDeps, userId: string, email: string): void {
  const retryAfterSeconds = mailed.take(userId) || perAddress.take(`invitation ${emailKey(email)}`);
  if (retryAfterSeconds > 0) refuse('too_many', { retryAfterSeconds });
}

/** Takes an invitation back. Refuses `not_found`, also where it has ended; `not_allowed`, `archived`. */
export async function takeBack(
  { db, clock }: InvitationsDeps,
  callerId: string,
  { projectId, invitationId }: { projectId: string; invitationId: string },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    demandKept(await getProjectAccess(trx, callerId, projectId), 'share');
    if (!(await store.endInvitation(trx, { projectId, invitationId, now: clock.now() }))) refuse('not_found');
  });
}

/** Comes into a project. Refuses `link_ended`, and `not_allowed` for people who are only looking around. */
export async function accept(
  { db, clock, journal, live }: InvitationsDeps,
  caller: Account,
  token: string,
): Promise<{ projectId: string; role: Role }> {
  if (caller.demoUntil !== null) refuse('not_allowed');
  const { joined, ...place } = await db
    .transaction()
    .execute((trx) => joinByInvitation(trx, { token, userId: caller.id, now: clock.now(), journal }));
  if (joined) live.rightsChanged({ userId: caller.id, projectId: place.projectId });
  return place;
}
