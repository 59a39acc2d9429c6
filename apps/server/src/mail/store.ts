import { sql, type Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { secretKinds } from './letter.ts';
import type { Posting } from './post.ts';

type Db = Kysely<Schema>;

const day = 24 * 60 * 60 * 1_000;

/** Milliseconds for which a process may be at sending a mail: less than its job lasts, so that a dead one's mail is free again. */
const claimMs = 240_000;

/** Milliseconds after which mail is removed: what was sent after a month, the rest after half a year. */
const keptFor = { sent: 30 * day, other: 180 * day };

/** Stores a mail. */
export async function addMail(
  db: Db,
  { id: mailId, to, subject, text, html, leave, date, kind, state }: Posting & { kind: string; state: 'queued' | 'kept' },
): Promise<void> {
  const row = { recipient: to, subject, body_text: text, body_html: html, list_unsubscribe: leave, created_at: date };
  await db
    .insertInto('mail_outbox')
    .values({ id: mailId, kind, state, ...row })
    .execute();
}

/**
 * Takes a mail that waits to be sent, so that no other process does: `busy` where one has it, `done` where it does not wait any
 * more, as at the second run of its job. `by` is this process; `alone`: whoever else had taken it is dead.
 */
export async function claimMail(
  db: Db,
  mailId: string,
  { now, by, alone }: { now: number; by: string; alone: boolean },
): Promise<Posting | 'busy' | 'done'> {
  const row = await db
    .updateTable('mail_outbox')
    .set((eb) => ({ attempts: eb('attempts', '+', 1), claimed_by: by, claimed_until: new Date(now + claimMs) }))
    .where('id', '=', mailId)
    .where('state', '=', 'queued')
    .where((eb) =>
      eb.or([
        eb('claimed_until', 'is', null),
        eb('claimed_until', '<=', new Date(now)),
        ...(alone ? [eb('claimed_by', '!=', by)] : []),
      ]),
    )
    .returningAll()
    .executeTakeFirst();
  if (!row) {
    const left = await db.selectFrom('mail_outbox').select('state').where('id', '=', mailId).executeTakeFirst();
    return left?.state === 'queued' ? 'busy' : 'done';
  }
  const { id: own, recipient: to, subject, body_text: text, body_html: html, list_unsubscribe: leave, created_at: date } = row;
  return { id: own, to, subject, text, html, leave, isOneClick: row.kind === 'notifications', date };
}

/** Writes down that a mail was sent; what was secret in it goes. */
export async function markSent(db: Db, mailId: string, now: number): Promise<void> {
  const secret = sql<boolean>`kind = any(${[...secretKinds]})`;
  await db
    .updateTable('mail_outbox')
    .set({
      state: 'sent',
      sent_at: new Date(now),
      claimed_until: null,
      last_error: null,
      body_text: sql<string>`case when ${secret} then '' else body_text end`,
      body_html: sql<string | null>`case when ${secret} then null else body_html end`,
      list_unsubscribe: null,
    })
    .where('id', '=', mailId)
    .execute();
}

/** Writes down that a mail was not sent: `queued` where it is tried again, `failed` where not, `kept` without a mail server. */
export async function markUnsent(
  db: Db,
  mailId: string,
  { state, code }: { state: 'queued' | 'failed' | 'kept'; code: string | null },
): Promise<void> {
  await db.updateTable('mail_outbox').set({ state, claimed_until: null, last_error: code }).where('id', '=', mailId).execute();
}

/** Removes mail that is old. */
export async function removeOldMail(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('mail_outbox')
    .where((eb) =>
      eb.or([
        eb.and([eb('state', '=', 'sent'), eb('created_at', '<', new Date(now - keptFor.sent))]),
        eb('created_at', '<', new Date(now - keptFor.other)),
      ]),
    )
    .execute();
}

/** Mail that waits although no job is left for it, as where a process died at its last try. */
export async function findAbandonedMail(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from mail_outbox o where state = 'queued' and not exists (
      select from jobs.job j where j.state <= 'active' and j.data->>'job' = 'mail.deliver' and j.data->'payload'->>'mailId' = o.id::text)`.execute(
    db,
  );
  return rows.map((row) => row.id);
}
