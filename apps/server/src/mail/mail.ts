import type { Language } from '@longhand/contract';
import type { Kysely } from 'kysely';
import { readServerName } from '../db/branding.ts';
import type { Schema } from '../db/schema.ts';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import { Fault } from '../platform/fault.ts';
import type { Ids } from '../platform/ids.ts';
import { translationsOf } from '../platform/translations.ts';
import { languageFor } from './languages.ts';
import { headerText, onePlainAddress } from './header-text.ts';
import { leaveOf, type AddressedMail, type MailContent } from './mail-content.ts';
import { createPost, type Outcome, type Post, type Posting } from './post.ts';
import { renderHtml, renderText } from './render.ts';
import {
  addMail,
  claimMail,
  findAbandonedMail,
  markSent,
  markUnsent,
  removeOldMail,
} from './store.ts';

/** Result of sending a mail at once. `kept`: there is no mail server. */
export type SentNow = { state: 'sent' } | { state: 'kept' } | { state: 'failed'; code: string };

/** Mail that is stored with its cause and sent afterwards. */
export interface Mail {
  /**
   * True if there is a mail server. Without one, mail waits in the outbox for administrators to
   * read.
   */
  readonly configured: boolean;
  /** Mailboxes for visitors' messages. Null for none: the messages are stored nevertheless. */
  readonly mailboxes: { readonly sales: string | null; readonly support: string | null };
  /** Language of mail to recipients whose language is not known, such as those mailboxes. */
  readonly language: Language;
  /**
   * Stores a mail in the transaction that causes it. Call `flush` after the commit, so that it is
   * sent at once.
   */
  send(trx: Kysely<Schema>, content: AddressedMail): Promise<void>;
  /** Starts sending stored mail. */
  flush(): void;
  /** Sends a mail while the caller waits. Tries only once. */
  sendNow(content: AddressedMail): Promise<SentNow>;
}

/** Interface to the jobs: two kinds of jobs, stored in a transaction and run after its commit. */
export interface MailJobs {
  readonly alone: boolean;
  enqueue(
    name: 'mail.deliver',
    data: { mailId: string },
    options: { trx?: Kysely<Schema>; key: string },
  ): Promise<void>;
  prompt(): void;
  handle(
    name: 'mail.deliver',
    handler: (data: { mailId: string }, attempt: { isLast: boolean }) => Promise<void>,
  ): void;
  handle(name: 'mail.tidy', handler: () => Promise<void>): void;
  every(everySeconds: number, name: 'mail.tidy'): void;
}

/** Dependencies of mail. */
export type MailDeps = {
  db: Kysely<Schema>;
  clock: Clock;
  ids: Ids;
  jobs: MailJobs;
  config: Config['mail'];
};

const hourSeconds = 3_600;

/** Renders a new mail in the language of its recipient. */
async function postingOf(
  db: Kysely<Schema>,
  addressed: AddressedMail,
  { ids, clock, config }: Pick<MailDeps, 'ids' | 'clock' | 'config'>,
): Promise<Posting & { kind: MailContent['kind'] }> {
  const language = (await languageFor(db, addressed)) ?? config.language;
  const content = addressed.mail(await translationsOf(language));
  const { kind, subject, body } = content;
  return {
    kind,
    id: ids.uuid(),
    to: onePlainAddress(addressed.to),
    subject: headerText(subject),
    text: renderText(body),
    html: renderHtml(body, language),
    leave: leaveOf(content),
    isOneClick: kind === 'notifications',
    date: new Date(clock.now()),
  };
}

/**
 * Creates {@link Mail} and registers its jobs. A mail is sent at least once: a process that dies
 * between the server's acceptance and recording it sends it again, with the same Message-ID.
 * Repeated jobs send it once, because of its state.
 */
export function createMail({ db, clock, ids, jobs, config }: MailDeps): Mail {
  const { server, from } = config;
  const by = crypto.randomUUID();
  const post = server === null || from === null ? null : createPost({ server, from });

  async function tryOnce(send: Post, posting: Posting): Promise<Outcome> {
    const outcome = await send(posting, await readServerName(db));
    if (outcome.state === 'sent') await markSent(db, posting.id, clock.now());
    return outcome;
  }

  async function deliver(mailId: string, isLast: boolean): Promise<void> {
    const posting = await claimMail(db, mailId, { now: clock.now(), by, alone: jobs.alone });
    if (posting === 'done') return;
    if (posting === 'busy') throw new Fault('Another process is sending this mail');
    // Stored while there was a mail server, which has been removed since.
    if (post === null) return markUnsent(db, mailId, { state: 'kept', code: null });
    const outcome = await tryOnce(post, posting);
    if (outcome.state === 'sent') return;
    const isOver = outcome.state === 'refused' || isLast;
    await markUnsent(db, mailId, { state: isOver ? 'failed' : 'queued', code: outcome.code });
    if (!isOver) throw new Fault(`The mail server did not accept a mail: ${outcome.code}`);
  }

  jobs.handle('mail.deliver', ({ mailId }, { isLast }) => deliver(mailId, isLast));
  jobs.handle('mail.tidy', async () => {
    await removeOldMail(db, clock.now());
    for (const mailId of await findAbandonedMail(db))
      await jobs.enqueue('mail.deliver', { mailId }, { key: mailId });
  });
  jobs.every(hourSeconds, 'mail.tidy');

  return {
    configured: post !== null,
    mailboxes: { sales: config.sales, support: config.support },
    language: config.language,
    async send(trx, content) {
      const posting = await postingOf(trx, content, { ids, clock, config });
      await addMail(trx, { ...posting, state: post === null ? 'kept' : 'queued' });
      if (post !== null)
        await jobs.enqueue('mail.deliver', { mailId: posting.id }, { trx, key: posting.id });
    },
    flush: () => jobs.prompt(),
    async sendNow(content) {
      const posting = await postingOf(db, content, { ids, clock, config });
      await addMail(db, { ...posting, state: 'kept' });
      if (post === null) return { state: 'kept' };
      const outcome = await tryOnce(post, posting);
      if (outcome.state === 'sent') return { state: 'sent' };
      await markUnsent(db, posting.id, { state: 'failed', code: outcome.code });
      return { state: 'failed', code: outcome.code };
    },
  };
}
