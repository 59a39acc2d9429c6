import { dateLocaleOf, isolated, type I18n } from '../platform/translations.ts';
import type { WrittenMail } from './mail-content.ts';
import { chosen, greeting, ignoreThis } from './phrases.ts';

/** Mail with a link to set a new password. */
export function passwordMail({ name, url }: { name: string; url: string }): WrittenMail {
  return (i18n) => ({
    kind: 'password',
    subject: i18n._('Set a new password'),
    body: {
      paragraphs: [
        greeting(i18n, name),
        i18n._(
          'A new password was requested for your account. The link works once and expires in one hour.',
        ),
      ],
      link: { label: i18n._('Set a new password'), url },
      after: [ignoreThis(i18n)],
    },
  });
}

/**
 * Mail after the password was changed. `by`: a mailed link, the first one, which also removed other
 * ways to sign in, or the settings.
 */
export function passwordChangedMail({
  name,
  url,
  by,
}: {
  name: string;
  url: string;
  by: 'link' | 'first_link' | 'settings';
}): WrittenMail {
  return (i18n) => ({
    kind: 'password_notice',
    subject: i18n._('Your password was changed'),
    body: {
      paragraphs: [
        greeting(i18n, name),
        by === 'settings'
          ? i18n._(
              'Your password was changed in the settings. You are signed out on all other devices, and your access tokens were revoked.',
            )
          : i18n._(
              'Your password was changed with the link that was sent to you. You are signed out on all devices.',
            ),
        ...(by === 'first_link'
          ? [
              i18n._(
                'Passkeys, one-time codes and connected providers were removed, because they were added before your address was confirmed. You can add yours again in Settings, Security.',
              ),
            ]
          : []),
      ],
      link: { label: i18n._('Sign in'), url },
      after: [
        i18n._(
          'If you did not do this, set a new password immediately and tell the administrator of this server.',
        ),
      ],
    },
  });
}

/**
 * Mail with a link by which a new account confirms its address. The recipient may not know the
 * product. Of the typed data it contains only the username, so that no recipient confirms another
 * user's account.
 */
export function confirmationMail({
  username,
  url,
}: {
  username: string;
  url: string;
}): WrittenMail {
  return (i18n) => ({
    kind: 'confirmation',
    subject: i18n._('Confirm your email address'),
    body: {
      paragraphs: [
        i18n._(
          'The account “{username}” was created with this address. If the account is yours, confirm the address. Others can then share documents with you by this address.',
          { username: chosen(i18n, username) },
        ),
      ],
      link: { label: i18n._('Confirm this address'), url },
      after: [
        i18n._('The link works once and expires in 24 hours.'),
        i18n._('If the account is not yours, do not use the link.'),
      ],
    },
  });
}

/** Mail to a new address with a link to confirm it. */
export function emailMail({ username, url }: { username: string; url: string }): WrittenMail {
  return (i18n) => ({
    kind: 'email',
    subject: i18n._('Confirm your email address'),
    body: {
      paragraphs: [
        i18n._(
          'This address was entered as the new address of the account “{username}”. Until you confirm it, the account keeps its old address.',
          { username: chosen(i18n, username) },
        ),
      ],
      link: { label: i18n._('Confirm this address'), url },
      after: [i18n._('The link works once and expires in 24 hours.'), ignoreThis(i18n)],
    },
  });
}

/** Mail to the old address about the change. */
export function emailNoticeMail({ name, url }: { name: string; url: string }): WrittenMail {
  return (i18n) => ({
    kind: 'email_notice',
    subject: i18n._('Your email address is about to change'),
    body: {
      paragraphs: [
        greeting(i18n, name),
        i18n._(
          'A new email address was entered for your account. Your account keeps this address until the new one is confirmed.',
        ),
      ],
      link: { label: i18n._('Open your account'), url },
      after: [
        i18n._(
          'If you did not do this, another person knows your password. Set a new one immediately.',
        ),
      ],
    },
  });
}

/** Mail after an identity was connected to the account, by the user or by its verified address. */
export function identityLinkedMail(given: {
  name: string;
  provider: string;
  url: string;
}): WrittenMail {
  return (i18n) =>
    identityMail(i18n, given, {
      subject: i18n._('A way to sign in was added to your account'),
      said: i18n._('You can now sign in to your account with “{provider}”.', {
        provider: isolated(i18n, given.provider),
      }),
      unwanted: i18n._(
        'If you did not do this, disconnect it in Settings, Security, and tell the administrator of this server.',
      ),
    });
}

/** Mail after an identity was disconnected from the account. */
export function identityUnlinkedMail(given: {
  name: string;
  provider: string;
  url: string;
}): WrittenMail {
  return (i18n) =>
    identityMail(i18n, given, {
      subject: i18n._('A way to sign in was removed from your account'),
      said: i18n._('“{provider}” does not sign in to your account any more.', {
        provider: isolated(i18n, given.provider),
      }),
      unwanted: i18n._('If you did not do this, tell the administrator of this server.'),
    });
}

function identityMail(
  i18n: I18n,
  { name, url }: { name: string; url: string },
  { subject, said, unwanted }: { subject: string; said: string; unwanted: string },
): ReturnType<WrittenMail> {
  return {
    kind: 'identity_notice',
    subject,
    body: {
      paragraphs: [greeting(i18n, name), said],
      link: { label: i18n._('Open your settings'), url },
      after: [unwanted],
    },
  };
}

/** Mail after a change of the second factors of an account. `said`: the sentence of the change. */
export function factorMail({
  name,
  said,
  url,
}: {
  name: string;
  said: (i18n: I18n) => string;
  url: string;
}): WrittenMail {
  return (i18n) => ({
    kind: 'factor_notice',
    subject: i18n._('The security of your account was changed'),
    body: {
      paragraphs: [greeting(i18n, name), said(i18n)],
      link: { label: i18n._('Open your settings'), url },
      after: [
        i18n._(
          'If you did not do this, set a new password immediately and tell the administrator of this server.',
        ),
      ],
    },
  });
}

/**
 * Mail with a link to the data of a user, which an administrator has requested. `until`: end of the
 * validity of the link. `isDisabled`: the user cannot sign in.
 */
export function userExportMail({
  name,
  url,
  until,
  isDisabled,
}: {
  name: string;
  url: string;
  until: Date;
  isDisabled: boolean;
}): WrittenMail {
  return (i18n) => ({
    kind: 'data',
    subject: i18n._('Your data'),
    body: {
      paragraphs: [
        greeting(i18n, name),
        i18n._('An administrator of this server has requested a copy of your data for you.'),
        isDisabled
          ? i18n._(
              'The archive contains your account data and your personal drafts. Your account is disabled, so documents of projects are not included.',
            )
          : i18n._(
              'The archive contains your account data and all documents that you may read. Sign in to download it.',
            ),
        i18n._('Administrators cannot open the link and do not receive the archive.'),
      ],
      link: { label: i18n._('Download your data'), url },
      after: [
        i18n._('The link is valid until {date}. Do not pass it on.', {
          date: until.toLocaleDateString(dateLocaleOf(i18n), {
            dateStyle: 'long',
            timeZone: 'UTC',
          }),
        }),
        i18n._(
          'If you did not expect this, ask the administrator of this server. Nothing was changed.',
        ),
      ],
    },
  });
}
