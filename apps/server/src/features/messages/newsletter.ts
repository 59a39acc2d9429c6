import { sql, type Kysely } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import { emailKey } from '../../domain/people.ts';
import { hashOf, newToken } from '../../http/session.ts';
import { newsletterLetter } from '../../mail/letters.ts';
import { refuse } from '../../platform/refusal.ts';
import { spendAddress, type MessagesDeps } from './service.ts';
import { addMessage } from './store.ts';

type Db = Kysely<Schema>;

/** The first of the two numbers of the locks that one address is held by while it subscribes. */
const lockSpace = 0x4c48_4e4c;

/** The subscription of an address, made where there is none. Equal calls at once come one after the other. */
async function keepSubscription(
  { ids, clock, mail }: MessagesDeps,
  trx: Db,
  { email, userId }: { email: string; userId: string | null },
) {
  const key = emailKey(email);
  await sql`select pg_advisory_xact_lock(${lockSpace}::integer, hashtext(${key}))`.execute(trx);
  const found = await trx
    .selectFrom('newsletter_subscriptions')
    .select(['message_id as messageId', 'state'])
    .where('email_key', '=', key)
    .executeTakeFirst();
  if (found) return found;
  const [messageId, at] = [ids.uuid(), new Date(clock.now())];
  await addMessage(trx, { id: messageId, kind: 'newsletter', email, userId, at });
  const state = mail.configured ? 'pending' : 'subscribed';
  await trx
    .insertInto('newsletter_subscriptions')
    .values({ message_id: messageId, email_key: key, state, changed_at: at })
    .execute();
  return { messageId, state } as const;
}

async function setState(
  { clock }: Pick<MessagesDeps, 'clock'>,
  trx: Db,
  messageId: string,
  state: 'pending' | 'subscribed' | 'left',
) {
  await trx
    .updateTable('newsletter_subscriptions')
    .set({ state, changed_at: new Date(clock.now()) })
    .where('message_id', '=', messageId)
    .execute();
}

/**
 * Subscribes an address to the newsletter. Where mail goes out, it is asked by a link whether it wants that, and before then
 * nothing is sent to it; who is subscribed already is sent nothing. The answer is the same each time, so nobody learns who is.
 * Refuses `too_many`, counted by address.
 */
export async function subscribe(deps: MessagesDeps, userId: string | null, email: string): Promise<void> {
  const { db, clock, mail, links } = deps;
  spendAddress(deps, 'newsletter', email);
  await db.transaction().execute(async (trx) => {
    const { messageId, state } = await keepSubscription(deps, trx, { email, userId });
    if (state === 'subscribed') return;
    await setState(deps, trx, messageId, mail.configured ? 'pending' : 'subscribed');
    if (!mail.configured) return;
    const token = newToken();
    await trx
      .insertInto('newsletter_links')
      .values({ token_hash: hashOf(token), message_id: messageId, created_at: new Date(clock.now()) })
      .execute();
    const urls = { confirm: links.confirmNewsletter(token), leave: links.leaveNewsletter(token) };
    await mail.send(trx, { to: email, ...newsletterLetter(urls) });
  });
  mail.flush();
}

/** Sets the state of the subscription that a link belongs to. A second time is no error. Refuses `link_ended`. */
async function follow(deps: MessagesDeps, token: string, state: 'subscribed' | 'left'): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const link = await trx
      .selectFrom('newsletter_links')
      .select('message_id as messageId')
      .where('token_hash', '=', hashOf(token))
      .executeTakeFirst();
    await setState(deps, trx, (link ?? refuse('link_ended')).messageId, state);
  });
}

/** Confirms a subscription. */
export function confirmSubscription(deps: MessagesDeps, token: string): Promise<void> {
  return follow(deps, token, 'subscribed');
}

/** Ends a subscription. */
export function leaveNewsletter(deps: MessagesDeps, token: string): Promise<void> {
  return follow(deps, token, 'left');
}
