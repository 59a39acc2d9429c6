import type { Role } from '@longhand/contract';
import type { MailContent } from './mail-content.ts';
import { strangersWords } from './strangers-words.ts';

const ignoreThis =
  'If you did not request this, ignore this message. Nothing changes unless the link is used.';

/** Mail with a link to set a new password. */
export function passwordMail({ name, url }: { name: string; url: string }): MailContent {
  const paragraphs = [
    `Hello ${name},`,
    'A new password was requested for your account. The link works once and expires in one hour.',
  ];
  return {
    kind: 'password',
    subject: 'Set a new password',
    body: { paragraphs, link: { label: 'Set a new password', url }, after: [ignoreThis] },
  };
}

/** Mail after the password was changed. `byLink`: by a mailed link; otherwise in the settings. */
export function passwordChangedMail({
  name,
  url,
  byLink,
}: {
  name: string;
  url: string;
  byLink: boolean;
}): MailContent {
  const said = byLink
    ? 'Your password was changed with the link that was sent to you. You are signed out on all devices.'
    : 'Your password was changed in the settings. You are signed out on all other devices, and your access tokens were revoked.';
  return {
    kind: 'password_notice',
    subject: 'Your password was changed',
    body: {
      paragraphs: [`Hello ${name},`, said],
      link: { label: 'Sign in', url },
      after: [
        'If you did not do this, set a new password immediately and tell the administrator of this server.',
      ],
    },
  };
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
}): MailContent {
  return {
    kind: 'confirmation',
    subject: 'Confirm your email address',
    body: {
      paragraphs: [
        `The account “${strangersWords(username)}” was created with this address. If the account is yours, confirm the address. Others can then share documents with you by this address.`,
      ],
      link: { label: 'Confirm this address', url },
      after: [
        'The link works once and expires in 24 hours.',
        'If the account is not yours, do not use the link.',
      ],
    },
  };
}

/** Mail to a new address with a link to confirm it. */
export function emailMail({ username, url }: { username: string; url: string }): MailContent {
  return {
    kind: 'email',
    subject: 'Confirm your email address',
    body: {
      paragraphs: [
        `This address was entered as the new address of the account “${strangersWords(username)}”. Until you confirm it, the account keeps its old address.`,
      ],
      link: { label: 'Confirm this address', url },
      after: ['The link works once and expires in 24 hours.', ignoreThis],
    },
  };
}

/** Mail to the old address about the change. */
export function emailNoticeMail({ name, url }: { name: string; url: string }): MailContent {
  return {
    kind: 'email_notice',
    subject: 'Your email address is about to change',
    body: {
      paragraphs: [
        `Hello ${name},`,
        'A new email address was entered for your account. Your account keeps this address until the new one is confirmed.',
      ],
      link: { label: 'Open your account', url },
      after: [
        'If you did not do this, another person knows your password. Set a new one immediately.',
      ],
    },
  };
}

/** Mail after an identity was connected to the account, by the user or by its verified address. */
export function identityLinkedMail(given: {
  name: string;
  provider: string;
  url: string;
}): MailContent {
  return identityMail(given, {
    subject: 'A way to sign in was added to your account',
    said: `You can now sign in to your account with “${given.provider}”.`,
    unwanted:
      'If you did not do this, disconnect it in Settings, Security, and tell the administrator of this server.',
  });
}

/** Mail after an identity was disconnected from the account. */
export function identityUnlinkedMail(given: {
  name: string;
  provider: string;
  url: string;
}): MailContent {
  return identityMail(given, {
    subject: 'A way to sign in was removed from your account',
    said: `“${given.provider}” does not sign in to your account any more.`,
    unwanted: 'If you did not do this, tell the administrator of this server.',
  });
}

function identityMail(
  { name, url }: { name: string; url: string },
  { subject, said, unwanted }: { subject: string; said: string; unwanted: string },
): MailContent {
  return {
    kind: 'identity_notice',
    subject,
    body: {
      paragraphs: [`Hello ${name},`, said],
      link: { label: 'Open your settings', url },
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
  said: string;
  url: string;
}): MailContent {
  return {
    kind: 'factor_notice',
    subject: 'The security of your account was changed',
    body: {
      paragraphs: [`Hello ${name},`, said],
      link: { label: 'Open your settings', url },
      after: [
        'If you did not do this, set a new password immediately and tell the administrator of this server.',
      ],
    },
  };
}

/**
 * Mail with a link to the data of a user, which an administrator has requested. `until`: end of the
 * validity of the link. `isDisabled`: the user cannot sign in.
 */
export function userExportMail(given: {
  name: string;
  url: string;
  until: Date;
  isDisabled: boolean;
}): MailContent {
  const { name, url, until, isDisabled } = given;
  const what = isDisabled
    ? 'your account data and your personal drafts. Your account is disabled, so documents of projects are not included'
    : 'your account data and all documents that you may read. Sign in to download it';
  return {
    kind: 'data',
    subject: 'Your data',
    body: {
      paragraphs: [
        `Hello ${name},`,
        `An administrator of this server has requested a copy of your data for you. The archive contains ${what}. Administrators cannot open the link and do not receive the archive.`,
      ],
      link: { label: 'Download your data', url },
      after: [
        `The link is valid until ${until.toISOString().slice(0, 10)}. Do not pass it on.`,
        'If you did not expect this, ask the administrator of this server. Nothing was changed.',
      ],
    },
  };
}

const articles: Readonly<Record<Role, string>> = {
  owner: 'an owner',
  editor: 'an editor',
  reviewer: 'a reviewer',
  viewer: 'a viewer',
};

/**
 * Invitation to a project. The names of project and inviter are user text and are shortened by
 * `strangersWords`.
 */
export function invitationMail(given: {
  inviter: string;
  project: string;
  role: Role;
  until: Date;
  url: string;
}): MailContent {
  const { inviter, project, role, until, url } = given;
  return {
    kind: 'invitation',
    subject: 'You are invited to a project',
    body: {
      paragraphs: [
        `${strangersWords(inviter)} invites you to the project “${strangersWords(project)}” as ${articles[role]}.`,
      ],
      link: { label: 'View invitation', url },
      after: [
        `The link works once, until ${until.toISOString().slice(0, 10)}.`,
        'If you do not know the sender, ignore this message.',
      ],
    },
  };
}

/** Mail that asks for confirmation of a newsletter subscription. */
export function newsletterMail({
  confirm,
  leave,
}: {
  confirm: string;
  leave: string;
}): MailContent {
  return {
    kind: 'newsletter',
    subject: 'Confirm your subscription',
    body: {
      paragraphs: ['This address was entered to subscribe to our newsletter.'],
      link: { label: 'Confirm subscription', url: confirm },
      after: [
        'If you do not want the newsletter, ignore this message.',
        `Unsubscribe at any time: ${leave}`,
      ],
    },
    leave,
  };
}

/**
 * Mail with notifications: one sentence each, with its URL. Names and titles are user text; their
 * length and links are limited.
 */
export function notificationsMail(given: {
  lines: readonly { sentence: string; url: string }[];
  more: number;
  inbox: string;
  leave: string;
  oneClick: string;
  serverName: string;
}): MailContent {
  const { lines, more, inbox, leave, oneClick, serverName } = given;
  const [first] = lines;
  const alone = lines.length === 1 && more === 0 ? first : undefined;
  const after = [
    'Change when you receive email in Settings, Notifications.',
    `Unsubscribe from these messages: ${leave}`,
  ];
  return {
    kind: 'notifications',
    subject: alone?.sentence ?? `${lines.length + more} notifications on ${serverName}`,
    body: alone
      ? { paragraphs: [alone.sentence], link: { label: 'Open', url: alone.url }, after }
      : {
          paragraphs: [
            ...lines.map(({ sentence, url }) => `${sentence}\n${url}`),
            ...(more > 0 ? [`And ${more} more.`] : []),
          ],
          link: { label: 'View all notifications', url: inbox },
          after,
        },
    oneClick,
  };
}

/**
 * A visitor's message, to our own mailbox. The sender's address is in the text, like all other
 * input.
 */
export function messageMail(given: {
  kind: 'contact' | 'demo';
  name: string;
  email: string;
  subject: string;
  message: string;
  companyName: string;
  teamSize: string;
  username: string | null;
}): MailContent {
  const { kind, name, email, subject, message, companyName, teamSize, username } = given;
  const facts = [
    `From: ${name}`,
    `Address as given: ${email}`,
    ...(companyName ? [`Company: ${companyName}`, `Team size: ${teamSize}`] : []),
    username === null ? 'Not signed in' : `Signed in as: ${username}`,
    `Subject: ${subject}`,
  ];
  return {
    kind,
    subject: kind === 'demo' ? `Demo request from ${name}` : `Message from ${name}: ${subject}`,
    body: { paragraphs: [facts.join('\n')], quote: message },
  };
}

/** Mail to test delivery. */
export function testMail({ url, serverName }: { url: string; serverName: string }): MailContent {
  return {
    kind: 'test',
    subject: `Test mail from ${serverName}`,
    body: {
      paragraphs: ['An administrator sent this message to test the delivery of mail.'],
      link: { label: serverName, url },
    },
  };
}
