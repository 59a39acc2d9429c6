import type { Kysely } from 'kysely';
import type { OutboxMail } from '@longhand/contract';
import type { Schema } from '../../db/schema.ts';
import { momentKeyOf, newestFirst, pageOf, type Page, type PageAsked } from '../../domain/pages.ts';
import { secretKinds } from '../../mail/mail-content.ts';

function mails(db: Kysely<Schema>) {
  return db
    .selectFrom('mail_outbox')
    .select([
      'id',
      'kind',
      'recipient',
      'subject',
      'body_text as text',
      'state',
      'attempts',
      'last_error as lastError',
    ])
    .select([
      'created_at as createdAt',
      'sent_at as sentAt',
      momentKeyOf('created_at').as('createdKey'),
    ]);
}

type Row = Awaited<ReturnType<ReturnType<typeof mails>['executeTakeFirstOrThrow']>>;

/**
 * Administrators may not read secrets that a mail server delivers to other users, but only those of
 * undelivered mail.
 */
function present({
  createdKey: _,
  recipient: to,
  text,
  createdAt,
  sentAt,
  ...row
}: Row): OutboxMail {
  const isOpen = row.state === 'kept' || !secretKinds.has(row.kind);
  return {
    ...row,
    to,
    text: isOpen ? text : null,
    createdAt: createdAt.toISOString(),
    sentAt: sentAt?.toISOString() ?? null,
  };
}

/** Returns mail, newest first. Without `all`, only unsent mail. */
export async function listMail(
  db: Kysely<Schema>,
  { limit, cursor, all }: PageAsked & { all: boolean },
): Promise<Page<OutboxMail>> {
  let query = mails(db);
  if (!all) query = query.where('state', '!=', 'sent');
  const rows = await newestFirst(query, { limit, cursor }, ['created_at', 'id']).execute();
  return pageOf(rows, { limit, keysOf: (row) => [row.createdKey, row.id], present });
}
