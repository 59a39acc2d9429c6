import { sql, type Kysely } from 'kysely';
import { email, limits, personName } from '@longhand/contract';
import type SCIMMY from 'scimmy';
import type { Schema } from '../../db/schema.ts';
import { hasAdministrator, setDisabled } from '../../domain/disabling.ts';
import { endLinksWithoutRight } from '../../domain/guest-links.ts';
import { noPassword } from '../../domain/passwords.ts';
import { emailKey, nextColor } from '../../domain/people.ts';
import { addPerson } from '../../domain/registration.ts';
import { chooseUsername, isOfDomains, usernameFrom } from '../../domain/usernames.ts';
import { refuse } from '../../platform/refusal.ts';
import { managedByScim, type Connection } from './connections.ts';
import { refuseMissing, scimError, type Context } from './context.ts';
import type { Asked } from './lists.ts';

/** A user as a directory sends it. */
type SentUser = InstanceType<typeof SCIMMY.Schemas.User>;

/** Attributes of users that can be filtered, by their paths in lower case. */
export const userFilters = ['id', 'username', 'externalid', 'emails', 'emails.value'] as const;

function usersOf(db: Kysely<Schema>, connectionId: string) {
  return db
    .selectFrom('scim_users as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select(['u.id', 'u.name', 'u.email', 'u.disabled_at as disabledAt'])
    .select(['s.user_name as userName', 's.external_id as externalId'])
    .select(['s.is_created as isCreated'])
    .select(['s.created_at as createdAt', 's.updated_at as updatedAt'])
    .where('s.connection_id', '=', connectionId)
    .where('s.deleted_at', 'is', null);
}

type Row = Awaited<ReturnType<ReturnType<typeof usersOf>['executeTakeFirstOrThrow']>>;

/** Returns a user in the form of SCIM. */
function present(row: Row) {
  return {
    id: row.id,
    ...(row.externalId !== null && { externalId: row.externalId }),
    userName: row.userName,
    displayName: row.name,
    name: { formatted: row.name },
    active: row.disabledAt === null,
    emails: [{ value: row.email, type: 'work', primary: true }],
    meta: { created: row.createdAt, lastModified: row.updatedAt },
  };
}

const isId = (text: string): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text);

async function getRow({ trx, connection }: Context, id: string): Promise<Row> {
  if (!isId(id)) return refuseMissing(id);
  const row = await usersOf(trx, connection.id).where('u.id', '=', id).executeTakeFirst();
  return row ?? refuseMissing(id);
}

/** Returns a user of the connection. */
export const readUser = async (ctx: Context, id: string) => present(await getRow(ctx, id));

/** Returns a part of the users of a connection, and their number. */
export async function listUsers({ trx, connection }: Context, { offset, count, where }: Asked) {
  let query = usersOf(trx, connection.id);
  if (where !== null) {
    const { attribute, value } = where;
    if (attribute === 'id') query = query.where(sql<boolean>`u.id::text = ${value.toLowerCase()}`);
    else if (attribute === 'externalid') query = query.where('s.external_id', '=', value);
    else if (attribute === 'username')
      query = query.where('s.user_name_key', '=', value.toLowerCase());
    else query = query.where('u.email_key', '=', emailKey(value));
  }
  const { total } = await trx
    .selectFrom(query.as('all'))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await query
    .orderBy('s.created_at')
    .orderBy('u.id')
    .offset(offset)
    .limit(count)
    .execute();
  return { total, items: rows.map(present) };
}

/** Data of a user, as far as it is stored. */
type Profile = {
  userName: string;
  externalId: string | null;
  name: string;
  address: string;
  isActive: boolean;
};

/** Returns a text that can be stored, or null. */
export function lineOf(value: unknown, what: string): string | null {
  if (value === undefined || value === null || value === '') return null;
  const isStorable = typeof value === 'string' && value.isWellFormed() && !value.includes('\u0000');
  if (isStorable && value.length <= limits.lineMax) return value;
  throw scimError(400, 'invalidValue', `${what} is too long or cannot be stored`);
}

/** Returns the data in a user. A user without an address has one in its `userName`. */
function profileOf(sent: SentUser): Profile {
  const { emails = [], name: parts } = sent;
  const main = emails.find(({ primary }) => primary === true) ?? emails[0];
  const userName = lineOf(sent.userName, 'userName') ?? '';
  const address = email.safeParse((main?.value ?? userName).trim());
  if (!address.success)
    throw scimError(400, 'invalidValue', 'emails needs the email address of the user');
  const joined = [parts?.givenName, parts?.familyName].filter(Boolean).join(' ');
  const named = [sent.displayName, parts?.formatted, joined, userName.split('@')[0]]
    .map((text) => personName.safeParse(text))
    .find(({ success }) => success);
  return {
    userName,
    externalId: lineOf(sent.externalId, 'externalId'),
    name: named?.data ?? 'New person',
    address: address.data,
    isActive: sent.active ?? true,
  };
}

/** True if the rule of a connection says that its addresses are those of their users. */
function isTrusted({ linkRule, linkDomains }: Connection, address: string): boolean {
  if (linkRule === 'domains') return isOfDomains(address, linkDomains);
  return linkRule === 'verified';
}

/** Disables or enables a user, with what belongs to it. Refuses `last_administrator`. */
async function setActive(ctx: Context, { id, disabledAt }: Row, isActive: boolean): Promise<void> {
  if (isActive === (disabledAt === null)) return;
  const { trx, clock, audit, connection } = ctx;
  await setDisabled(trx, id, isActive ? null : new Date(clock.now()));
  const action = isActive ? 'user.enabled' : 'user.disabled';
  await audit(trx, { action, actorId: null, target: id, data: { directory: connection.name } });
  if (isActive) return;
  if (!(await hasAdministrator(trx))) refuse('last_administrator');
  const guests = await endLinksWithoutRight(trx, ctx, { makerId: id, actorId: null });
  for (const userId of [id, ...guests]) ctx.ended.add(userId);
}

async function addRow(
  { trx, clock, connection }: Context,
  { userName, externalId }: Profile,
  { userId, isCreated }: { userId: string; isCreated: boolean },
): Promise<void> {
  const now = new Date(clock.now());
  const row = {
    user_name: userName,
    user_name_key: userName.toLowerCase(),
    external_id: externalId,
    updated_at: now,
    deleted_at: null,
  };
  await trx
    .insertInto('scim_users')
    .values({
      connection_id: connection.id,
      user_id: userId,
      is_created: isCreated,
      created_at: now,
      ...row,
    })
    .onConflict((conflict) => conflict.columns(['connection_id', 'user_id']).doUpdateSet(row))
    .execute();
}

const taken = (): Error =>
  scimError(409, 'uniqueness', 'Another user has this userName, externalId or email address');

/** Refuses a user whose name or external id another user of the connection has. */
async function requireFree(
  { trx, connection }: Context,
  { userName, externalId }: Profile,
  exceptId: string | null,
): Promise<void> {
  const row = await trx
    .selectFrom('scim_users')
    .select('user_id as userId')
    .where('connection_id', '=', connection.id)
    .where('deleted_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('user_name_key', '=', userName.toLowerCase()),
        ...(externalId === null ? [] : [eb('external_id', '=', externalId)]),
      ]),
    )
    .$if(exceptId !== null, (query) => query.where('user_id', '<>', exceptId))
    .executeTakeFirst();
  if (row !== undefined) throw taken();
}

/**
 * Takes over the account with the address, if the directory had it before, or as far as the rule of
 * the connection allows it for an address that was confirmed here. Returns null if there is none.
 */
async function takeOver(ctx: Context, profile: Profile): Promise<string | null> {
  const { trx, connection, audit } = ctx;
  const account = await trx
    .selectFrom('users as u')
    .leftJoin('scim_users as s', (join) =>
      join.onRef('s.user_id', '=', 'u.id').on('s.connection_id', '=', connection.id),
    )
    .select(['u.id', 'u.is_guest as isGuest', 'u.demo_until as demoUntil'])
    .select(['u.disabled_at as disabledAt', 'u.email_confirmed_at as confirmedAt'])
    .select(['s.user_id as earlierId', 's.is_created as wasCreated'])
    .where('u.email_key', '=', emailKey(profile.address))
    .executeTakeFirst();
  if (account === undefined) return null;
  const other = await trx
    .selectFrom('scim_users')
    .select('user_id')
    .where('user_id', '=', account.id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  const isOrdinary = !account.isGuest && account.demoUntil === null && other === undefined;
  const isAllowed =
    account.earlierId !== null ||
    (account.disabledAt === null &&
      account.confirmedAt !== null &&
      isTrusted(connection, profile.address));
  if (!isOrdinary || !isAllowed) throw taken();
  const given = { userId: account.id, isCreated: account.wasCreated ?? false };
  await addRow(ctx, profile, given);
  const data = { directory: connection.name };
  await audit(trx, { action: 'scim.linked', actorId: null, target: account.id, data });
  return account.id;
}

async function addAccount(ctx: Context, profile: Profile): Promise<string> {
  const { trx, ids, clock, audit, connection } = ctx;
  const id = ids.uuid();
  const now = new Date(clock.now());
  const usernames = [profile.userName, profile.address, profile.name]
    .map(usernameFrom)
    .filter((name) => name !== null);
  const person = {
    id,
    username: await chooseUsername(trx, usernames),
    name: profile.name,
    email: profile.address,
    password_hash: noPassword,
    avatar_color: await nextColor(trx, sql<boolean>`not is_guest and demo_id is null`),
    created_at: now,
    email_confirmed_at: isTrusted(connection, profile.address) ? now : null,
  };
  await addPerson(trx, person, () => undefined);
  const data = { directory: connection.name };
  await audit(trx, { action: 'account.made', actorId: null, target: id, data });
  await addRow(ctx, profile, { userId: id, isCreated: true });
  return id;
}

/** Creates a user, or takes over the account with the address. */
export async function createUser(ctx: Context, sent: SentUser) {
  const profile = profileOf(sent);
  await requireFree(ctx, profile, null);
  const id = (await takeOver(ctx, profile)) ?? (await addAccount(ctx, profile));
  await setActive(ctx, await getRow(ctx, id), profile.isActive);
  return readUser(ctx, id);
}

/**
 * Changes a user. The address of an account that existed before the directory stays, because a new
 * one would give the account away.
 */
export async function replaceUser(ctx: Context, id: string, sent: SentUser) {
  const row = await getRow(ctx, id);
  const profile = profileOf(sent);
  await requireFree(ctx, profile, id);
  const { trx, audit, clock, connection } = ctx;
  await addRow(ctx, profile, { userId: id, isCreated: row.isCreated });
  if (profile.name !== row.name)
    await trx.updateTable('users').set({ name: profile.name }).where('id', '=', id).execute();
  if (row.isCreated && emailKey(profile.address) !== emailKey(row.email)) {
    const now = new Date(clock.now());
    await trx
      .updateTable('users')
      .set({
        email: profile.address,
        email_key: emailKey(profile.address),
        email_confirmed_at: isTrusted(connection, profile.address) ? now : null,
      })
      .where('id', '=', id)
      .execute();
    await trx.deleteFrom('account_links').where('user_id', '=', id).execute();
    const data = { directory: connection.name };
    await audit(trx, { action: 'email.changed', actorId: null, target: id, data });
  }
  await setActive(ctx, row, profile.isActive);
  return readUser(ctx, id);
}

/**
 * Removes a user from the connection and from its groups. The account is disabled, and keeps
 * everything.
 */
export async function deleteUser(ctx: Context, id: string): Promise<void> {
  const row = await getRow(ctx, id);
  await setActive(ctx, row, false);
  const { trx, clock, connection } = ctx;
  await sql`delete from group_members m using groups g where g.id = m.group_id
    and m.user_id = ${id} and g.managed_by = ${managedByScim(connection.id)}`.execute(trx);
  await trx
    .updateTable('scim_users')
    .set({ deleted_at: new Date(clock.now()) })
    .where('connection_id', '=', connection.id)
    .where('user_id', '=', id)
    .execute();
}
