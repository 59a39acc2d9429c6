import { expect, test } from 'vitest';
import { translationsOf } from '../platform/translations.ts';
import { confirmationMail, emailMail } from './account-mails.ts';
import { invitationMail } from './mails.ts';
import { renderText } from './render.ts';

const english = await translationsOf('en');

const url = 'https://longhand.test/link';
const invitation = {
  inviter: 'Ada',
  project: 'Letters',
  role: 'viewer' as const,
  until: new Date(),
  url,
};

test.each([
  ['an invitation', 'its sender', (inviter: string) => invitationMail({ ...invitation, inviter })],
  ['an invitation', 'its project', (project: string) => invitationMail({ ...invitation, project })],
  [
    'the confirmation of a new account',
    'the account',
    (username: string) => confirmationMail({ username, url }),
  ],
  [
    'the confirmation of a new address',
    'the account',
    (username: string) => emailMail({ username, url }),
  ],
])('the mail of %s contains the name of %s shortened and without addresses', (_, __, mailOf) => {
  const said = (name: string): string => renderText(mailOf(name)(english).body);
  const claim = said('You won!\nhttps://evil.example/claim by prize@evil.example');
  expect(claim).toContain('You won! https evil example/claim by prize at evil example');
  expect(claim).not.toContain('evil.example');
  expect(said('n'.repeat(200))).toContain(`${'n'.repeat(59)}…`);
  expect(said('n'.repeat(200))).not.toContain('n'.repeat(60));
});
