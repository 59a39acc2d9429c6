import { sql, type Kysely } from 'kysely';
import {
  guestPrefix,
  guestRole,
  limits,
  type AdminGuestLink,
  type Guest,
  type GuestEntry,
  type GuestLink,
  type GuestOffer,
  type NewGuestLink,
} from '@longhand/contract';
import type { Account } from '../../db/accounts.ts';
import type { Schema } from '../../db/schema.ts';
import { requireRole, requireChange, can } from '../../domain/access.ts';
import type { LoginThrottle } from '../../domain/login-throttle.ts';
import type { Audit } from '../../domain/audit.ts';
import { publish } from '../../domain/events.ts';
import { readRules } from '../../db/rules.ts';
import { removeGuests } from '../../domain/guest-links.ts';
import type { Live } from '../../domain/live.ts';
import { withDocument } from '../../domain/document-tx.ts';
import { findDocumentAccess, getDocumentAccess } from '../../domain/membership.ts';
import type { Page, PageAsked } from '../../domain/pages.ts';
import type { Passwords } from '../../domain/passwords.ts';
import { nextColor } from '../../domain/people.ts';
import type { SlidingWindow } from '../../http/sliding-window.ts';
import type { Links } from '../../mail/links.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Ids } from '../../platform/ids.ts';
import { refuse } from '../../platform/refusal.ts';
import { hashOf, newToken } from '../../platform/secrets.ts';
import { textsOfCaller } from '../../platform/translations.ts';
import * as store from './store.ts';

/** Dependencies of guests. `entries`: rate limit of guests per link. */
export type GuestsDeps = {
  db: Kysely<Schema>;
  clock: Clock;
  ids: Ids;
  live: Live;
  links: Links;
  passwords: Passwords;
  loginThrottle: LoginThrottle;
  audit: Audit;
  entries: SlidingWindow;
};

const dayMs = 86_400_000;

/** Returns the valid links of a document. Requires the owner role. */
export async function listLinks(
  { db, clock }: GuestsDeps,
  userId: string,
  { documentId, ...asked }: PageAsked & { documentId: string },
): Promise<Page<GuestLink>> {
  requireRole(await getDocumentAccess(db, userId, documentId), 'share');
  return store.listLinks(db, documentId, { ...asked, now: clock.now() });
}

/**
 * Creates a link. Its secret is in the response; only the hash is stored. Refuses `not_found`,
 * `not_allowed`, `archived`, `too_many_links`, and `demo_account`, because the identity of demo
 * users is unknown.
 */
export async function makeLink(
  { db, clock, ids, links, passwords, audit }: GuestsDeps,
  caller: Account,
  { documentId, role, expiresInDays, password }: NewGuestLink & { documentId: string },
): Promise<GuestLink & { token: string; link: string }> {
  requireChange(await getDocumentAccess(db, caller.id, documentId), 'share');
  if (caller.demoUntil !== null) refuse('demo_account');
  const { guestLinks, guestLinkDays } = await readRules(db);
  if (!guestLinks) refuse('guest_links_off');
  const days = expiresInDays ?? Math.min(limits.invitationDays, guestLinkDays);
  if (days > guestLinkDays) refuse('guest_link_too_long');
  const passwordHash = password === undefined ? null : await passwords.hash(password);
  const [linkId, token, now] = [ids.uuid(), newToken(), clock.now()];
  const made = await withDocument(
    db,
    { userId: caller.id, documentId },
    async ({ trx, access }) => {
      requireChange(access, 'share');
      if ((await store.countLinks(trx, documentId, now)) >= limits.guestLinksMax)
        refuse('too_many_links');
      const data = { documentId, role, hasPassword: password !== undefined };
      await audit(trx, { action: 'guest_link.made', actorId: caller.id, target: linkId, data });
      const times = {
        created_at: new Date(now),
        expires_at: new Date(now + days * dayMs),
      };
      const row = {
        id: linkId,
        document_id: documentId,
        role,
        password_hash: passwordHash,
        created_by: caller.id,
        ...times,
      };
      return store.addLink(trx, { ...row, token_hash: hashOf(token) }, now);
    },
  );
  return { ...made, token, link: links.guest(token) };
}

/**
 * Ends a link. Its guests are removed and their sockets closed. Refuses `not_found`, `not_allowed`.
 */
export async function endLink(
  deps: GuestsDeps,
  userId: string,
  { documentId, linkId }: { documentId: string; linkId: string },
): Promise<undefined> {
  return endAs(deps, userId, { documentId, linkId }, async (trx) =>
    requireRole(await getDocumentAccess(trx, userId, documentId), 'share'),
  );
}

/**
 * Returns the links of all documents. A title is user content: it is included only if the
 * administrator may read the document.
 */
export async function listAllLinks(
  { db, clock }: GuestsDeps,
  userId: string,
  asked: PageAsked,
): Promise<Page<AdminGuestLink>> {
  const { items, nextCursor } = await store.listAllLinks(db, { ...asked, now: clock.now() });
  const titled: AdminGuestLink[] = [];
  for (const link of items) {
    const title =
      (await findDocumentAccess(db, userId, link.documentId)) === null
        ? null
        : await store.titleOf(db, link.documentId);
    titled.push({ ...link, title });
  }
  return { items: titled, nextCursor };
}

/** Ends a link as administrator. Refuses `not_found`. */
export async function endAnyLink(
  deps: GuestsDeps,
  userId: string,
  linkId: string,
): Promise<undefined> {
  const documentId = (await store.documentOfLink(deps.db, linkId)) ?? refuse('not_found');
  return endAs(deps, userId, { documentId, linkId }, () => Promise.resolve());
}

async function endAs(
  { db, clock, live, audit }: GuestsDeps,
  userId: string,
  { documentId, linkId }: { documentId: string; linkId: string },
  authorize: (trx: Kysely<Schema>) => Promise<unknown>,
): Promise<undefined> {
  const guests = await db.transaction().execute(async (trx) => {
    await authorize(trx);
    if (!(await store.endLink(trx, { documentId, linkId, at: new Date(clock.now()) })))
      refuse('not_found');
    await audit(trx, {
      action: 'guest_link.ended',
      actorId: userId,
      target: linkId,
      data: { documentId },
    });
    return removeGuests(trx, [linkId]);
  });
  for (const guestId of guests) live.sessionEnded({ userId: guestId });
  return undefined;
}

/**
 * Returns a usable link: it is valid, its creator still owns the document, and the document is not
 * deleted. Refuses `link_ended`.
 */
async function getLink({ db, clock }: GuestsDeps, token: string) {
  const link = (await store.findLink(db, token, clock.now())) ?? refuse('link_ended');
  const maker = await findDocumentAccess(db, link.createdBy, link.documentId);
  if (maker === null || !can(maker.role, 'share') || maker.deletedAt !== null) refuse('link_ended');
  return link;
}

/**
 * Describes a link to its bearer: the role, the inviter, and the title unless a password protects
 * it. Refuses `link_ended`.
 */
export async function describeLink(deps: GuestsDeps, token: string): Promise<GuestOffer> {
  const { role, passwordHash, expiresAt, documentId, inviterName } = await getLink(deps, token);
  const needsPassword = passwordHash !== null;
  const title = needsPassword ? null : await store.titleOf(deps.db, documentId);
  return { role, inviterName, title, needsPassword, expiresAt: expiresAt.toISOString() };
}

/**
 * Verifies the password of a link. Refuses `wrong_link_password`. Attempts are counted per link for
 * all callers (`too_many`).
 */
async function checkPassword(
  { db, passwords, loginThrottle, audit }: GuestsDeps,
  { id, passwordHash }: { id: string; passwordHash: string | null },
  password: string | undefined,
): Promise<void> {
  if (passwordHash === null) return;
  const attempt = loginThrottle.begin(`guest link ${id}`);
  if (await passwords.verify(passwordHash, password ?? '')) return attempt.succeeded();
  await audit(db, { action: 'guest.refused', actorId: null, target: id });
  refuse('wrong_link_password');
}

/**
 * Creates a guest with access to the one document. Returns the guest and the end of their session.
 * Refuses `link_ended`, `wrong_link_password`, `too_many`.
 */
export async function enter(
  deps: GuestsDeps,
  { token, name, password }: GuestEntry,
): Promise<{ guest: Guest; endsAt: Date }> {
  const { db, clock, ids, audit, entries } = deps;
  const link = await getLink(deps, token);
  await checkPassword(deps, link, password);
  const retryAfterSeconds = entries.take(link.id);
  if (retryAfterSeconds > 0) refuse('too_many', { retryAfterSeconds });
  const userId = ids.uuid();
  const { documentId, role, expiresAt } = link;
  const own = name
    .replaceAll(/\(guest\)/giu, ' ')
    .split(/\s+/u)
    .filter(Boolean)
    .join(' ');
  const i18n = await textsOfCaller();
  // Part of the name, so that it is shown everywhere. A prefix, because long names are truncated at
  // the end.
  const shown = guestPrefix + (own || i18n._('Guest'));
  const color = await nextColor(
    db,
    sql<boolean>`id in (
      select user_id from document_roles where document_id = ${documentId}
      union select m.user_id from project_roles m join documents d on d.project_id = m.project_id where d.id = ${documentId})`,
  );
  await db.transaction().execute(async (trx) => {
    if (!(await store.isStillHolding(trx, link.id, clock.now()))) refuse('link_ended');
    const at = new Date(clock.now());
    await store.addGuest(trx, {
      id: userId,
      name: shown,
      color,
      linkId: link.id,
      documentId,
      role,
      at,
    });
    await audit(trx, {
      action: 'guest.entered',
      actorId: null,
      target: link.id,
      data: { documentId },
    });
    // Open pages load the collaborators again: the guest's edits are shown with their name.
    await publish(trx, {
      name: 'activity',
      to: { projectId: null, documentId },
      data: { type: 'member.joined', actorId: userId, projectId: null, documentId },
    });
  });
  const user = { id: userId, username: '', name: shown, avatarColor: color };
  return {
    guest: { user, documentId, role, expiresAt: expiresAt.toISOString() },
    endsAt: expiresAt,
  };
}

/**
 * Returns the guest of a session. Refuses `not_signed_in` for other users, and for a guest who was
 * removed.
 */
export async function whoIsGuest(
  { db }: GuestsDeps,
  user: Account | null,
  endsAt: Date | null,
): Promise<Guest> {
  if (user === null || !user.isGuest || endsAt === null) refuse('not_signed_in');
  const membership = (await store.findMembership(db, user.id)) ?? refuse('not_signed_in');
  const { id, name, avatarColor } = user;
  const role = guestRole.parse(membership.role);
  return {
    user: { id, username: '', name, avatarColor },
    documentId: membership.documentId,
    role,
    expiresAt: endsAt.toISOString(),
  };
}
