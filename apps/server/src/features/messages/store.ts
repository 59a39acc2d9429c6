import type { Kysely } from 'kysely';
import type { Message, MessageKind } from '@longhand/contract';
import type { Schema } from '../../db/schema.ts';
import { momentKeyOf, newestFirst, pageOf, type Page, type PageAsked } from '../../domain/pages.ts';

type Db = Kysely<Schema>;

/** An incoming message. */
export type NewMessage = {
  id: string;
  kind: MessageKind;
  name?: string;
  email: string;
  subject?: string;
  message?: string;
  companyName?: string;
  teamSize?: string;
  userId: string | null;
  at: Date;
};

/** Stores a message. */
export async function addMessage(
  trx: Db,
  { companyName = '', teamSize = '', userId, at, ...row }: NewMessage,
): Promise<void> {
  await trx
    .insertInto('messages')
    .values({
      ...row,
      company_name: companyName,
      team_size: teamSize,
      user_id: userId,
      created_at: at,
    })
    .execute();
}

function messagesFor(db: Db) {
  return db
    .selectFrom('messages as m')
    .leftJoin('users as u', 'u.id', 'm.user_id')
    .leftJoin('newsletter_subscriptions as s', 's.message_id', 'm.id')
    .select([
      'm.id',
      'm.kind',
      'm.name',
      'm.email',
      'm.subject',
      'm.message',
      'm.created_at as createdAt',
    ])
    .select(['m.company_name as companyName', 'm.team_size as teamSize', 's.state as subscription'])
    .select([
      'u.id as userId',
      'u.username as username',
      'u.name as userName',
      'u.avatar_color as avatarColor',
    ])
    .select(momentKeyOf('m.created_at').as('createdKey'));
}

type Row = Awaited<ReturnType<ReturnType<typeof messagesFor>['executeTakeFirstOrThrow']>>;

function present({
  createdKey: _,
  userId,
  username,
  userName,
  avatarColor,
  createdAt,
  ...row
}: Row): Message {
  const isKnown = userId !== null && username !== null && userName !== null && avatarColor !== null;
  const user = isKnown ? { id: userId, username, name: userName, avatarColor } : null;
  return { ...row, user, createdAt: createdAt.toISOString() };
}

/** Returns visitors' messages, newest first. */
export async function listMessages(
  db: Db,
  { limit, cursor, kind }: PageAsked & { kind?: MessageKind | undefined },
): Promise<Page<Message>> {
  let query = messagesFor(db);
  if (kind) query = query.where('m.kind', '=', kind);
  const rows = await newestFirst(query, { limit, cursor }, ['m.created_at', 'm.id']).execute();
  return pageOf(rows, { limit, keysOf: (row) => [row.createdKey, row.id], present });
}
