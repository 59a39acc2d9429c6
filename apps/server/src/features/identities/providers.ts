import type {
  IdentityProvider,
  IdentityProviderChange,
  IdentityProviderTest,
  NewIdentityProvider,
  SignInRule,
} from '@longhand/contract';
import { newestFirst, pageOf, type Page, type PageAsked } from '../../domain/pages.ts';
import { registering } from '../../domain/registration.ts';
import { isOnlyProvider, writeOnlyProvider } from '../../domain/sign-in-rule.ts';
import { releaseGroups } from '../../domain/identity-groups.ts';
import { identityUnlinkedMail } from '../../mail/account-mails.ts';
import { refuse } from '../../platform/refusal.ts';
import type { IdentitiesDeps } from './deps.ts';
import * as store from './providers-store.ts';

type Row = store.ProviderRow & { identityCount: number | null };

/** An administrator, with the current session. */
export type Administrator = { readonly sessionId: string; readonly user: { readonly id: string } };

/** Returns the address to which a provider sends the browser back. Each provider has its own. */
export function redirectUriOf({ links }: Pick<IdentitiesDeps, 'links'>, id: string): string {
  return links.page(`/auth/provider/${id}`);
}

function present({ links }: Pick<IdentitiesDeps, 'links'>, row: Row): IdentityProvider {
  return {
    id: row.id,
    name: row.name,
    issuer: row.issuer,
    clientId: row.client_id,
    hasSecret: row.client_secret !== null,
    isEnabled: row.is_enabled,
    linkRule: row.link_rule,
    linkDomains: row.link_domains,
    createsAccounts: row.creates_accounts,
    accountDomains: row.account_domains,
    groupsClaim: row.groups_claim,
    redirectUri: redirectUriOf({ links }, row.id),
    signOutUri: links.page(`/api/v1/sign-in/${row.id}/sign-out`),
    afterSignOutUri: links.home(),
    identityCount: row.identityCount ?? 0,
    createdAt: row.created_at.toISOString(),
  };
}

/** Returns the providers, newest first. */
export async function listProviders(
  deps: IdentitiesDeps,
  { limit, cursor }: PageAsked,
): Promise<Page<IdentityProvider>> {
  const query = store.providersWithCounts(deps.db);
  const rows = await newestFirst(query, { limit, cursor }, ['p.created_at', 'p.id']).execute();
  return pageOf(rows, {
    limit,
    keysOf: (row) => [row.createdKey, row.id],
    present: (row) => present(deps, row),
  });
}

async function getPresented(deps: IdentitiesDeps, id: string): Promise<IdentityProvider> {
  const row = await store.providersWithCounts(deps.db).where('p.id', '=', id).executeTakeFirst();
  return row ? present(deps, row) : refuse('not_found');
}

/** Returns the columns for the given fields; absent fields are left out. */
function columnsOf(deps: IdentitiesDeps, id: string, given: IdentityProviderChange) {
  const { clientSecret } = given;
  const secret = clientSecret && deps.sealer.seal(clientSecret, store.secretContext(id));
  const all = {
    name: given.name,
    issuer: given.issuer,
    client_id: given.clientId,
    client_secret: clientSecret === undefined ? undefined : secret || null,
    is_enabled: given.isEnabled,
    link_rule: given.linkRule,
    link_domains: given.linkDomains,
    creates_accounts: given.createsAccounts,
    account_domains: given.accountDomains,
    groups_claim: given.groupsClaim === undefined ? undefined : given.groupsClaim || null,
  };
  return Object.fromEntries(
    Object.entries(all).filter(([, value]) => value !== undefined),
  ) as Partial<Omit<store.ProviderRow, 'id' | 'created_at'>>;
}

/** Adds a provider. */
export async function createProvider(
  deps: IdentitiesDeps,
  { user }: Administrator,
  given: NewIdentityProvider,
): Promise<IdentityProvider> {
  const id = deps.ids.uuid();
  await deps.db.transaction().execute(async (trx) => {
    const columns = columnsOf(deps, id, given) as Omit<store.ProviderRow, 'id' | 'created_at'>;
    await trx
      .insertInto('identity_providers')
      .values({ ...columns, id, created_at: new Date(deps.clock.now()) })
      .execute();
    await deps.audit(trx, {
      action: 'provider.made',
      actorId: user.id,
      target: id,
      data: { name: given.name, issuer: given.issuer },
    });
  });
  return getPresented(deps, id);
}

/**
 * Changes a provider. Identities of another issuer remain, and are found again if the issuer is
 * changed back. Refuses `not_found`, `last_provider`.
 */
export async function updateProvider(
  deps: IdentitiesDeps,
  { user }: Administrator,
  { id, change }: { id: string; change: IdentityProviderChange },
): Promise<IdentityProvider> {
  await registering(deps.db, async (trx) => {
    if ((await store.findProvider(trx, id)) === null) refuse('not_found');
    if (change.isEnabled === false) await requireOtherProvider(trx, id);
    await store.changeProvider(trx, id, columnsOf(deps, id, change));
    await deps.audit(trx, {
      action: 'provider.changed',
      actorId: user.id,
      target: id,
      data: { fields: Object.keys(change).toSorted().join(', ') },
    });
  });
  return getPresented(deps, id);
}

/** Refuses `last_provider` if passwords are off and no other provider is enabled. */
async function requireOtherProvider(trx: IdentitiesDeps['db'], id: string): Promise<void> {
  if (!(await isOnlyProvider(trx))) return;
  if (!(await store.hasOtherEnabled(trx, id))) refuse('last_provider');
}

/** Mails the users of a provider that it does not sign in to their accounts any more. */
async function tellUnlinked(
  { mail, links }: Pick<IdentitiesDeps, 'mail' | 'links'>,
  trx: IdentitiesDeps['db'],
  { id, name: provider }: { id: string; name: string },
): Promise<void> {
  const owners = await trx
    .selectFrom('identities as i')
    .innerJoin('users as u', 'u.id', 'i.user_id')
    .select(['u.name', 'u.email'])
    .where('i.provider_id', '=', id)
    .where('u.disabled_at', 'is', null)
    .execute();
  const url = links.page('/settings?tab=security');
  for (const { name, email: to } of owners)
    await mail.send(trx, { to, mail: identityUnlinkedMail({ name, provider, url }) });
}

/**
 * Deletes a provider with its identities, mails their users, and ends the sessions of other users
 * through it. Refuses `not_found`, `last_provider`.
 */
export async function deleteProvider(
  deps: IdentitiesDeps,
  { user, sessionId }: Administrator,
  id: string,
): Promise<void> {
  const ended = await registering(deps.db, async (trx) => {
    const row = (await store.findProvider(trx, id)) ?? refuse('not_found');
    await requireOtherProvider(trx, id);
    const sessions = await store.endSessionsOf(trx, { providerId: id }, sessionId);
    await releaseGroups(trx, id);
    await tellUnlinked(deps, trx, row);
    await trx.deleteFrom('identity_providers').where('id', '=', id).execute();
    await deps.audit(trx, {
      action: 'provider.deleted',
      actorId: user.id,
      target: id,
      data: { name: row.name, issuer: row.issuer },
    });
    return sessions;
  });
  for (const session of ended) deps.live.sessionEnded({ sessionId: session });
  deps.mail.flush();
}

/** Reads what a provider publishes. Refuses `not_found`, `provider_unreachable`, … */
export async function testProvider(
  deps: IdentitiesDeps,
  id: string,
): Promise<IdentityProviderTest> {
  const row = (await store.findProvider(deps.db, id)) ?? refuse('not_found');
  return deps.client.describe(store.openProvider(deps.sealer, row));
}

/** Returns the server-wide rule of sign-in, for an administrator. */
export async function readSignInRule(
  { db }: Pick<IdentitiesDeps, 'db'>,
  { sessionId }: Administrator,
): Promise<SignInRule> {
  return {
    onlyProvider: await isOnlyProvider(db),
    mayTurnOn: await store.isThroughProvider(db, sessionId),
  };
}

/**
 * Turns passwords off or on. Refuses `provider_session_needed` if the administrator, who might be
 * locked out, has not signed in through an enabled provider.
 */
export async function changeSignInRule(
  deps: IdentitiesDeps,
  administrator: Administrator,
  onlyProvider: boolean,
): Promise<SignInRule> {
  const { user, sessionId } = administrator;
  await registering(deps.db, async (trx) => {
    if (onlyProvider && !(await store.isThroughProvider(trx, sessionId)))
      refuse('provider_session_needed');
    await writeOnlyProvider(trx, onlyProvider, { userId: user.id, now: deps.clock.now() });
    await deps.audit(trx, {
      action: 'sign_in.changed',
      actorId: user.id,
      data: { onlyProvider },
    });
  });
  return readSignInRule(deps, administrator);
}
