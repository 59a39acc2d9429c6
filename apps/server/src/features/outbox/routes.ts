import type { Kysely } from 'kysely';
import { endpoints } from '@longhand/contract';
import { readServerName } from '../../db/branding.ts';
import type { Schema } from '../../db/schema.ts';
import type { Route } from '../../http/routes.ts';
import { testMail } from '../../mail/mails.ts';
import type { Links } from '../../mail/links.ts';
import type { Mail } from '../../mail/mail.ts';
import { listMail } from './store.ts';

/** Dependencies of the outbox. */
export type OutboxDeps = { db: Kysely<Schema>; mail: Mail; links: Links };

/**
 * Registers the routes of the mail outbox, for administrators. Without a mail server it contains
 * all mail.
 */
export function outboxRoutes(route: Route, { db, mail, links }: OutboxDeps): void {
  route(endpoints.listOutbox, ({ query }) => listMail(db, { ...query, all: !mail.configured }));
  route(endpoints.testMail, async ({ user }) => {
    const mailed = testMail({ url: links.home(), serverName: await readServerName(db) });
    const sent = await mail.sendNow({ to: user.email, mail: mailed });
    return { outcome: sent.state, code: sent.state === 'failed' ? sent.code : null };
  });
}
