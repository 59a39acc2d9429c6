import type { Kysely } from 'kysely';
import { endpoints, type OutboxMail } from '@longhand/contract';
import type { Schema } from '../../db/schema.ts';
import { pageOf, type Page, type PageAsked } from '../../domain/pages.ts';
import type { Route } from '../../http/routes.ts';
import { secretKinds } from '../../mail/letter.ts';
import { testLetter } from '../../mail/letters.ts';
import type { Links } from '../../mail/links.ts';
import type { Mail } from '../../mail/mail.ts';
import { listMail } from '../../mail/store.ts';

/** What the outbox stands on. */
export type OutboxDeps = { db: Kysely<Schema>; mail: Mail; links: Links };

type Row = Awaited<ReturnType<typeof listMail>>[number];

/** Who runs the server may not read a secret that a mail server is bringing to somebody else: only what nobody brings. */
function present({ createdKey: _, recipient: to, text, createdAt, sentAt, ...row }: Row): OutboxMail {
  const isOpen = row.state === 'kept' || !secretKinds.has(row.kind);
  return { ...row, to, text: isOpen ? text : null, createdAt: createdAt.toISOString(), sentAt: sentAt?.toISOString() ?? null };
}

async function list({ db, mail }: OutboxDeps, { limit, cursor }: PageAsked): Promise<Page<OutboxMail>> {
  const rows = await listMail(db, { limit, cursor, all: !mail.configured });
  return pageOf(rows, { limit, keysOf: (row) => [row.createdKey, row.id], present });
}

/** Mail on its way, for administrators. Source: API, Calls. */
export function outboxRoutes(route: Route, deps: OutboxDeps): void {
  route(endpoints.listOutbox, ({ query }) => list(deps, query));
  route(endpoints.testMail, async ({ user }) => {
    const sent = await deps.mail.sendNow({ to: user.email, ...testLetter({ url: deps.links.home() }) });
    return { outcome: sent.state, code: sent.state === 'failed' ? sent.code : null };
  });
}
