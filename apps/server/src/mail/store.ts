import { sql, type Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { secretKinds } from './mail-content.ts';
import type { Posting } from './post.ts';

type Db = Kysely<Schema>;

const day = 24 * 60 * 60 * 1_000;

/**
 * Maximum time for a process to send a mail (ms). It is shorter than the job's timeout, so that
 * mail of a dead process is released.
 */
const claimMs = 240_000;

/** Retention times of mail (ms): sent mail one month, other mail half a year. */
const retentionMs = { sent: 30 * day, other: 180 * day };

/** Stores a mail. */
export async function addMail(
  db: Db,
  {
    id: mailId,
    to,
    subject,
    text,
    html,
    leave,
    date,
    kind,
    state,
  }: Posting & { kind: string; state: 'queued' | 'kept' },
): Promise<void> {
  const row = {
    recipient: to,
    subject,
    body_text: text,
    body_html: html,
    list_unsubscribe: leave,
    created_at: date,
  };
  await db
    .insertInto('mail_outbox')
    .values({ id: mailId, kind, state, ...row })
    .execute();
}

/**
 * Claims a queued mail, so that no other process sends it. Returns `busy` if another process has
 * claimed it, `done` if it is no longer queued, as in a second run of its job. `by`: this process.
 * `alone`: other claims belong to dead processes.
 */
export async function claimMail(
  db: Db,
  mailId: string,
  { now, by, alone }: { now: number; by: string; alone: boolean },
): Promise<Posting | 'busy' | 'done'> {
  const row = await db
    .updateTable('mail_outbox')
    .set((eb) => ({
      attempts: eb('attempts', '+', 1),
      claimed_by: by,
      claimed_until: new Date(now + claimMs),
    }))
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
    const left = await db
      .selectFrom('mail_outbox')
      .select('state')
      .where('id', '=', mailId)
      .executeTakeFirst();
    return left?.state === 'queued' ? 'busy' : 'done';
  }
  const {
    id: own,
    recipient: to,
    subject,
    body_text: text,
    body_html: html,
    list_unsubscribe: leave,
    created_at: date,
  } = row;
  return {
    id: own,
    to,
    subject,
    text,
    html,
    leave,
    isOneClick: row.kind === 'notifications',
    date,
  };
}

/** Records that a mail was sent, and removes its secret content. */
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

/**
 * Records that a mail was not sent: `queued` for a retry, `failed` for none, `kept` without a mail
 * server.
 */
export async function markUnsent(
  db: Db,
  mailId: string,
  { state, code }: { state: 'queued' | 'failed' | 'kept'; code: string | null },
): Promise<void> {
  await db
    .updateTable('mail_outbox')
    .set({ state, claimed_until: null, last_error: code })
    .where('id', '=', mailId)
    .execute();
}

/** Removes old mail. */
export async function removeOldMail(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('mail_outbox')
    .where((eb) =>
      eb.or([
        eb.and([eb('state', '=', 'sent'), eb('created_at', '<', new Date(now - retentionMs.sent))]),
        eb('created_at', '<', new Date(now - retentionMs.other)),
      ]),
    )
    .execute();
}

/** Returns queued mail that has no job, for example if a process died at the last attempt. */
export async function findAbandonedMail(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from mail_outbox o where state = 'queued' and not exists (
      select from jobs.job j where j.state <= 'active' and j.data->>'job' = 'mail.deliver' and j.data->'payload'->>'mailId' = o.id::text)`.execute(
    db,
  );
  return rows.map((row) => row.id);
}
