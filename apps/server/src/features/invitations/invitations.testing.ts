import type { Invitation } from '@longhand/contract';
import { openTestApp, type Member, type TestAnswer, type TestApp } from '../../app.testing.ts';
import { openTestSmtp } from '../../mail/smtp.testing.ts';

/** A day (ms). */
export const day = 24 * 60 * 60_000;

/** Starts the application with a mail server. `owner` is its administrator. */
export async function openInvitationsApp() {
  const smtp = await openTestSmtp();
  const host = await openTestApp({
    SMTP_URL: smtp.url,
    MAIL_FROM: 'team@longhand.test',
    LIMIT_INVITATIONS: '5',
  });
  return { host, smtp, owner: await host.member('owner') };
}

/** Runs the pending jobs and lets the rate limits pass. */
export async function settle(host: TestApp): Promise<void> {
  await host.jobs.runDue();
  host.pass(2 * 60 * 60_000);
}

/** Returns the invitation in a response. */
export const made = ({ body }: TestAnswer) =>
  body as unknown as Invitation & { token: string; link: string };

/** Creates an invitation to a project. */
export function inviteTo(projectId: string, body: object, by: Member): Promise<TestAnswer> {
  return by.call('POST', `/api/v1/projects/${projectId}/invitations`, { body });
}
