import type { Kysely } from 'kysely';
import type { DataRequest, ExportFormat } from '@longhand/contract';
import { accountColumns, type Account } from '../../db/accounts.ts';
import type { Schema } from '../../db/schema.ts';
import { accountLinkMs, addAccountLink, findAccountLink } from '../../domain/account-links.ts';
import type { Audit } from '../../domain/audit.ts';
import { requireOwner, type ReauthenticationDeps } from '../../domain/reauthentication.ts';
import type { Session } from '../../http/session.ts';
import type { Links } from '../../mail/links.ts';
import type { Mail } from '../../mail/mail.ts';
import { userExportMail } from '../../mail/account-mails.ts';
import { refuse } from '../../platform/refusal.ts';

/** Dependencies of exports of a person's data that an administrator requests. */
export type DataRequestsDeps = ReauthenticationDeps & { audit: Audit; mail: Mail; links: Links };

type Db = Kysely<Schema>;

/** A user whose account is not deleted. `isDisabled`: the user cannot sign in. */
type Subject = Account & { isDisabled: boolean };

async function getSubject(db: Db, userId: string): Promise<Subject> {
  const row = await db
    .selectFrom('users')
    .select(accountColumns)
    .select('users.disabled_at as disabledAt')
    .where('users.id', '=', userId)
    .where('users.deleted_at', 'is', null)
    .where('users.is_guest', '=', false)
    .executeTakeFirst();
  if (row === undefined) refuse('not_found');
  const { disabledAt, ...account } = row;
  return { ...account, isDisabled: disabledAt !== null };
}

/**
 * Mails a user a link to an archive of their data. The caller, an administrator, proves the
 * ownership of their own account, and does not receive the link. Earlier links stay valid.
 *
 * Refuses `not_found`, `demo_person`, `address_unconfirmed`, `wrong_password`, `sign_in_again`.
 */
export async function requestUserExport(
  deps: DataRequestsDeps,
  session: { sessionId: string; user: Account },
  { userId, currentPassword }: { userId: string; currentPassword?: string | undefined },
): Promise<DataRequest> {
  const { db, clock, audit, mail, links } = deps;
  await requireOwner(deps, session, currentPassword);
  const { name, email, demoUntil, emailConfirmedAt, isDisabled } = await getSubject(db, userId);
  if (demoUntil !== null) refuse('demo_person');
  if (mail.configured && emailConfirmedAt === null) refuse('address_unconfirmed');
  const now = clock.now();
  const until = new Date(now + accountLinkMs.data);
  await db.transaction().execute(async (trx) => {
    const token = await addAccountLink(trx, { kind: 'data', userId, now });
    const url = links.userExport(token);
    await mail.send(trx, { to: email, mail: userExportMail({ name, url, until, isDisabled }) });
    await audit(trx, { action: 'data.requested', actorId: session.user.id, target: userId });
  });
  mail.flush();
  return { email, expiresAt: until.toISOString() };
}

/** Refuses a session that may not use the link of its user. */
function requireSessionOf(userId: string, session: Session | null): void {
  if (session === null || session.user.id !== userId) refuse('not_signed_in');
  if (session.user.mustConfirmEmail) refuse('email_unconfirmed');
  if (session.mustAddFactor) refuse('second_factor_needed');
}

/**
 * Returns the user of a mailed link, and records that the data is exported. A user who can sign in
 * has to be signed in, so that the link alone does not replace a password and a second factor.
 *
 * Refuses `link_ended`, `not_signed_in`, `email_unconfirmed`, `second_factor_needed`.
 */
export async function openUserExport(
  { db, clock, audit }: Pick<DataRequestsDeps, 'db' | 'clock' | 'audit'>,
  session: Session | null,
  { token, format }: { token: string; format: ExportFormat },
): Promise<Subject> {
  const link = await findAccountLink(db, { kind: 'data', token, now: clock.now() });
  if (link === null) refuse('link_ended');
  const subject = await getSubject(db, link.userId);
  if (!subject.isDisabled) requireSessionOf(subject.id, session);
  const actorId = session?.user.id === subject.id ? subject.id : null;
  await db.transaction().execute((trx) =>
    audit(trx, {
      action: 'data.exported',
      actorId,
      target: subject.id,
      data: { format, by: 'link' },
    }),
  );
  return subject;
}
