import type { Role } from '@longhand/contract';
import type { Words } from './letter.ts';
import { strangersWords } from './strangers-words.ts';

const ignoreThis = 'If this was not you, there is nothing to do: without the link nothing changes.';

/** A link to set a new password. */
export function passwordLetter({ name, url }: { name: string; url: string }): Words {
  const paragraphs = [
    `Hello ${name},`,
    'Somebody asked to set a new password for your account. The link works once, for an hour.',
  ];
  return {
    kind: 'password',
    subject: 'Set a new password',
    body: { paragraphs, link: { label: 'Set a new password', url }, after: [ignoreThis] },
  };
}

/** Tells that the password was changed by a link. */
export function passwordChangedLetter({ name, url }: { name: string; url: string }): Words {
  return {
    kind: 'password_notice',
    subject: 'Your password was changed',
    body: {
      paragraphs: [
        `Hello ${name},`,
        'Your password was just changed by a link that was mailed to you. You are signed out everywhere.',
      ],
      link: { label: 'Sign in', url },
      after: ['If this was not you, set a new password at once and tell whoever runs this server.'],
    },
  };
}

/**
 * A link by which a new account confirms its address. Whoever reads it may never have heard of us: of what was typed it says the
 * user name alone, so that nobody confirms an account that is another's.
 */
export function confirmationLetter({ username, url }: { username: string; url: string }): Words {
  return {
    kind: 'confirmation',
    subject: 'Confirm your email address',
    body: {
      paragraphs: [
        `The account “${strangersWords(username)}” was made with this address. Confirm it if the account is yours: people can then share their work with you by this address.`,
      ],
      link: { label: 'Confirm this address', url },
      after: ['The link works once, for a day.', 'If the account is not yours, do not follow the link.'],
    },
  };
}

/** A link to confirm a new address, to that address. */
export function emailLetter({ username, url }: { username: string; url: string }): Words {
  return {
    kind: 'email',
    subject: 'Confirm your email address',
    body: {
      paragraphs: [
        `This address was given as the new one of the account “${strangersWords(username)}”. Until it is confirmed, the old one holds.`,
      ],
      link: { label: 'Confirm this address', url },
      after: ['The link works once, for a day.', ignoreThis],
    },
  };
}

/** Tells the old address of it. */
export function emailNoticeLetter({ name, url }: { name: string; url: string }): Words {
  return {
    kind: 'email_notice',
    subject: 'Your email address is about to change',
    body: {
      paragraphs: [
        `Hello ${name},`,
        'A new email address was given for your account. This one holds until the new one is confirmed.',
      ],
      link: { label: 'Look at your account', url },
      after: ['If this was not you, somebody knows your password: set a new one at once.'],
    },
  };
}

const articles: Readonly<Record<Role, string>> = {
  owner: 'an owner',
  editor: 'an editor',
  reviewer: 'a reviewer',
  viewer: 'a viewer',
};

/** An invitation to a project. Its name and that of the inviter are somebody's words, and stand where they cannot be more. */
export function invitationLetter(given: { inviter: string; project: string; role: Role; until: Date; url: string }): Words {
  const { inviter, project, role, until, url } = given;
  return {
    kind: 'invitation',
    subject: 'You are invited to write together',
    body: {
      paragraphs: [`${strangersWords(inviter)} invites you to the project “${strangersWords(project)}” as ${articles[role]}.`],
      link: { label: 'See the invitation', url },
      after: [`The link works once, until ${until.toISOString().slice(0, 10)}.`, 'If you do not know the sender, leave it be.'],
    },
  };
}

/** Asks whether the newsletter is wanted. */
export function newsletterLetter({ confirm, leave }: { confirm: string; leave: string }): Words {
  return {
    kind: 'newsletter',
    subject: 'Confirm your subscription',
    body: {
      paragraphs: ['Somebody, probably you, asked for our newsletter at this address.'],
      link: { label: 'Yes, send it to me', url: confirm },
      after: ['If you do not want it, there is nothing to do.', `Leave at any time: ${leave}`],
    },
    leave,
  };
}

/** What somebody is told of: one sentence each, with the address that leads to it. Names and titles are people's words, and stand where they cannot be more. */
export function notificationsLetter(given: {
  lines: readonly { sentence: string; url: string }[];
  more: number;
  inbox: string;
  leave: string;
  oneClick: string;
}): Words {
  const { lines, more, inbox, leave, oneClick } = given;
  const [first] = lines;
  const alone = lines.length === 1 && more === 0 ? first : undefined;
  const after = ['Change when you are mailed under Settings, Notifications.', `No mail of this kind any more: ${leave}`];
  return {
    kind: 'notifications',
    subject: alone?.sentence ?? `${lines.length + more} things on Longhand`,
    body: alone
      ? { paragraphs: [alone.sentence], link: { label: 'Look at it', url: alone.url }, after }
      : {
          paragraphs: [...lines.map(({ sentence, url }) => `${sentence}\n${url}`), ...(more > 0 ? [`And ${more} more.`] : [])],
          link: { label: 'All of it', url: inbox },
          after,
        },
    oneClick,
  };
}

/** A visitor's message, to our own mailbox. The sender's address stands in the text, as anything that they typed. */
export function messageLetter(given: {
  kind: 'contact' | 'demo';
  name: string;
  email: string;
  subject: string;
  message: string;
  companyName: string;
  teamSize: string;
  username: string | null;
}): Words {
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

/** To try whether mail goes out. */
export function testLetter({ url }: { url: string }): Words {
  return {
    kind: 'test',
    subject: 'Mail from Longhand works',
    body: { paragraphs: ['An administrator asked for this mail, to see whether it arrives.'], link: { label: 'Longhand', url } },
  };
}
