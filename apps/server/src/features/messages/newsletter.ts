import { sql, type Kysely } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import {
  addAddressRequest,
  takeAddressRequest,
  type AddressRequest,
} from '../../domain/address-requests.ts';
import { emailKey } from '../../domain/people.ts';
import { hashOf, newToken } from '../../platform/secrets.ts';
import { newsletterMail } from '../../mail/mails.ts';
import { refuse } from '../../platform/refusal.ts';
import { currentCaller } from '../../platform/work.ts';
import { spendAddress, type MessagesDeps } from './service.ts';
import { addMessage } from './store.ts';

type Db = Kysely<Schema>;

/** First number of the advisory locks of addresses during subscription. */
const lockSpace = 0x4c48_4e4c;

/** Returns the subscription of an address, created if missing. Concurrent calls are serialized. */
async function getOrAddSubscription(
  { ids, clock, mail }: MessagesDeps,
  trx: Db,
  { email, userId }: AddressRequest,
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
 * Stores a request for the newsletter. A job handles it, so that neither the response nor its time
 * reveals who is subscribed. Refuses `too_many`, counted by address.
 */
export async function askForNewsletter(
  deps: MessagesDeps,
  userId: string | null,
  email: string,
): Promise<void> {
  const { db, clock, ids, jobs } = deps;
  spendAddress(deps, 'newsletter', email);
  await db.transaction().execute(async (trx) => {
    const request = {
      id: ids.uuid(),
      purpose: 'newsletter',
      email,
      userId,
      language: currentCaller()?.language ?? null,
      at: new Date(clock.now()),
    } as const;
    const requestId = await addAddressRequest(trx, request);
    await jobs.enqueue('newsletter.look_up', { requestId }, { trx, key: requestId });
  });
  jobs.prompt();
}

/**
 * Handles a request as a job. If there is a mail server, the address gets a confirmation link and
 * no other mail before it is used. Subscribed addresses get no mail. Idempotent.
 */
export async function subscribe(deps: MessagesDeps, requestId: string): Promise<void> {
  const { db, clock, mail, links } = deps;
  await db.transaction().execute(async (trx) => {
    const request = await takeAddressRequest(trx, requestId);
    if (request === null) return;
    const { messageId, state } = await getOrAddSubscription(deps, trx, request);
    if (state === 'subscribed') return;
    await setState(deps, trx, messageId, mail.configured ? 'pending' : 'subscribed');
    if (!mail.configured) return;
    const token = newToken();
    await trx
      .insertInto('newsletter_links')
      .values({
        token_hash: hashOf(token),
        message_id: messageId,
        created_at: new Date(clock.now()),
      })
      .execute();
    const urls = { confirm: links.confirmNewsletter(token), leave: links.leaveNewsletter(token) };
    await mail.send(trx, {
      to: request.email,
      language: request.language,
      mail: newsletterMail(urls),
    });
  });
  mail.flush();
}

/** Sets the state of the subscription of a link. Idempotent. Refuses `link_ended`. */
async function follow(
  deps: MessagesDeps,
  token: string,
  state: 'subscribed' | 'left',
): Promise<void> {
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
