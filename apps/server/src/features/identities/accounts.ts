import { sql, type Kysely } from 'kysely';
import { accountColumns, type Account } from '../../db/accounts.ts';
import type { Schema } from '../../db/schema.ts';
import { onIdentityGroups } from '../../domain/identity-groups.ts';
import { joinByInvitation } from '../../domain/invitations.ts';
import { noPassword } from '../../domain/passwords.ts';
import { emailKey, nextColor } from '../../domain/people.ts';
import { addPerson, admitWhom, registering } from '../../domain/registration.ts';
import { chooseUsername, isOfDomains } from '../../domain/usernames.ts';
import { identityLinkedMail } from '../../mail/account-mails.ts';
import { refuse } from '../../platform/refusal.ts';
import type { Profile } from './claims.ts';
import type { IdentitiesDeps } from './deps.ts';
import type { ProviderRow } from './providers-store.ts';

type Db = Kysely<Schema>;

/** A person of a provider who signs in. `invitation`: secret of an invitation to accept. */
export type Arrival = {
  readonly provider: ProviderRow;
  readonly profile: Profile;
  readonly invitation: string | undefined;
};

/**
 * The account of an identity. `isNew`: it was created. `isLinked`: it existed, and was linked now.
 */
export type Arrived = {
  readonly account: Account;
  readonly identityId: string;
  readonly isNew: boolean;
  readonly isLinked: boolean;
};

/** Finds the account of an identity: issuer and subject, never the address. */
async function findByIdentity(
  db: Db,
  { provider, profile }: Pick<Arrival, 'provider' | 'profile'>,
): Promise<Arrived | null> {
  const row = await db
    .selectFrom('identities as i')
    .innerJoin('users', 'users.id', 'i.user_id')
    .select([...accountColumns, 'i.id as identityId', 'users.disabled_at as disabledAt'])
    .where('i.provider_id', '=', provider.id)
    .where('i.issuer', '=', profile.issuer)
    .where('i.subject', '=', profile.subject)
    .executeTakeFirst();
  if (!row) return null;
  const { identityId, disabledAt, ...account } = row;
  if (disabledAt !== null) refuse('account_closed');
  return { account, identityId, isNew: false, isLinked: false };
}

/** Finds the account with an address. Demo users and guests are not found. */
async function findByAddress(trx: Db, address: string) {
  const row = await trx
    .selectFrom('users')
    .select([...accountColumns, 'users.disabled_at as disabledAt'])
    .where('email_key', '=', emailKey(address))
    .executeTakeFirst();
  if (row === undefined) return null;
  const { disabledAt, ...account } = row;
  return { account, isDisabled: disabledAt !== null };
}

/** True if an identity may be linked to the account with its address, by the provider's rule. */
function mayLink({ provider, profile }: Arrival, account: Account): boolean {
  const { email, isVerified } = profile;
  if (email === null || !isVerified || account.emailConfirmedAt === null) return false;
  if (account.isGuest || account.demoUntil !== null) return false;
  if (provider.link_rule === 'domains') return isOfDomains(email, provider.link_domains);
  return provider.link_rule === 'verified';
}

/** Adds an identity to a user. Refuses `identity_exists`, `identity_taken`. */
export async function addIdentity(
  { ids, clock, audit }: Pick<IdentitiesDeps, 'ids' | 'clock' | 'audit'>,
  trx: Db,
  given: { provider: ProviderRow; profile: Profile; userId: string; by: string },
): Promise<string> {
  const { provider, profile, userId, by } = given;
  const taken = await trx
    .selectFrom('identities')
    .select('user_id as userId')
    .where('provider_id', '=', provider.id)
    .where((eb) =>
      eb.or([
        eb('user_id', '=', userId),
        eb.and([eb('issuer', '=', profile.issuer), eb('subject', '=', profile.subject)]),
      ]),
    )
    .execute();
  if (taken.some((row) => row.userId === userId)) refuse('identity_exists');
  if (taken.length > 0) refuse('identity_taken');
  const id = ids.uuid();
  await trx
    .insertInto('identities')
    .values({
      id,
      provider_id: provider.id,
      issuer: profile.issuer,
      subject: profile.subject,
      user_id: userId,
      email: profile.email,
      created_at: new Date(clock.now()),
    })
    .execute();
  await audit(trx, {
    action: 'identity.linked',
    actorId: userId,
    target: userId,
    data: { provider: provider.name, by },
  });
  return id;
}

/** Mails the owner of an account that an identity was connected. Call `mail.flush` afterwards. */
export async function tellLinked(
  { mail, links }: Pick<IdentitiesDeps, 'mail' | 'links'>,
  trx: Db,
  { account, provider }: { account: Pick<Account, 'email' | 'name'>; provider: ProviderRow },
): Promise<void> {
  const url = links.page('/settings?tab=security');
  const { name: providerName } = provider;
  await mail.send(trx, {
    to: account.email,
    mail: identityLinkedMail({ name: account.name, provider: providerName, url }),
  });
}

/**
 * Links an identity to the account with its address, as far as the provider's rule allows it. Ends
 * the sessions of the account.
 */
async function link(
  deps: IdentitiesDeps,
  trx: Db,
  arrival: Arrival,
  { account, isDisabled }: { account: Account; isDisabled: boolean },
): Promise<Arrived> {
  if (!mayLink(arrival, account)) refuse('account_exists');
  if (isDisabled) refuse('account_closed');
  const { provider, profile } = arrival;
  const given = { provider, profile, userId: account.id, by: 'address' };
  const identityId = await addIdentity(deps, trx, given);
  await tellLinked(deps, trx, { account, provider });
  await trx.deleteFrom('sessions').where('user_id', '=', account.id).execute();
  return { account, identityId, isNew: false, isLinked: true };
}

/**
 * Refuses `accounts_not_created` if a provider may not create an account for a person, and
 * `provider_address_missing`. Returns the address.
 */
function requireCreation({ provider, profile }: Arrival): string {
  const { creates_accounts: creates, account_domains: domains } = provider;
  if (!creates) refuse('accounts_not_created');
  const { email, isVerified } = profile;
  if (email === null) refuse('provider_address_missing');
  if (domains.length > 0 && !(isVerified && isOfDomains(email, domains)))
    refuse('accounts_not_created');
  return email;
}

/** Creates an account for a person, under the same rules as a registration. */
async function create(
  deps: IdentitiesDeps,
  trx: Db,
  arrival: Arrival & { email: string; admission: Awaited<ReturnType<typeof admitWhom>> },
): Promise<Arrived> {
  const { provider, profile, invitation, email, admission } = arrival;
  const now = deps.clock.now();
  const id = deps.ids.uuid();
  const person = {
    id,
    username: await chooseUsername(trx, profile.usernames),
    name: profile.name,
    email,
    password_hash: noPassword,
    avatar_color: await nextColor(trx, sql<boolean>`not is_guest and demo_id is null`),
    created_at: new Date(now),
    email_confirmed_at: profile.isVerified ? new Date(now) : null,
    must_confirm_email: admission.mustConfirm,
  };
  const account = await addPerson(trx, person, admission.admit);
  await deps.audit(trx, {
    action: 'account.made',
    actorId: id,
    target: id,
    data: { provider: provider.name },
  });
  const given = { provider, profile, userId: id, by: 'creation' };
  const identityId = await addIdentity(deps, trx, given);
  if (!profile.isVerified && deps.confirm.isPossible) await deps.confirm.ask(trx, account);
  if (invitation !== undefined) {
    const { recordActivity } = deps;
    await joinByInvitation(trx, { token: invitation, userId: id, now, recordActivity });
  }
  return { account, identityId, isNew: true, isLinked: false };
}

/**
 * Returns the account of a person who signs in: that of the identity, otherwise a linked or a new
 * one, as the rules of the provider and of the server allow.
 *
 * Refuses `account_closed`, `account_exists`, `accounts_not_created`, `provider_address_missing`,
 * `sign_up_closed`, `link_ended` (the invitation), `too_many` (mails to the address).
 */
export async function arrive(deps: IdentitiesDeps, arrival: Arrival): Promise<Arrived> {
  const { profile } = arrival;
  const known = await findByIdentity(deps.db, arrival);
  if (known !== null) return known;
  const arrived = await registering(deps.db, async (trx) => {
    // A concurrent sign-in of the same person may have created it.
    const meanwhile = await findByIdentity(trx, arrival);
    if (meanwhile !== null) return meanwhile;
    const existing = profile.email === null ? null : await findByAddress(trx, profile.email);
    if (existing !== null) return link(deps, trx, arrival, existing);
    const email = requireCreation(arrival);
    const { isVerified } = profile;
    const person = { email, invitation: arrival.invitation, isVerified };
    const admission = await admitWhom({ ...deps, db: trx }, person);
    if (!isVerified && deps.confirm.isPossible) deps.confirm.consumeRateLimit(email);
    return create(deps, trx, { ...arrival, email, admission });
  });
  if (arrived.isLinked) deps.live.sessionEnded({ userId: arrived.account.id });
  deps.mail.flush();
  return arrived;
}

/**
 * Stores what a provider said about a person at this sign-in: the address and the groups. Call
 * `live.rightsChanged` for the user after the commit.
 */
export async function noteSignIn(
  { clock, ids }: Pick<IdentitiesDeps, 'clock' | 'ids'>,
  trx: Db,
  given: {
    arrived: Pick<Arrived, 'identityId'>;
    userId: string;
    arrival: Omit<Arrival, 'invitation'>;
  },
): Promise<void> {
  const { arrived, userId, arrival } = given;
  const { email, groups } = arrival.profile;
  await trx
    .updateTable('identities')
    .set({ email, last_sign_in_at: new Date(clock.now()) })
    .where('id', '=', arrived.identityId)
    .execute();
  if (groups !== null)
    await onIdentityGroups(
      trx,
      { ids, now: clock.now() },
      { userId, providerId: arrival.provider.id, names: groups },
    );
}
