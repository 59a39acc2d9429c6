import type { Role } from '@longhand/contract';
import { dateLocaleOf, isolated, type I18n } from '../platform/translations.ts';
import type { WrittenMail } from './mail-content.ts';
import { chosen } from './phrases.ts';

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
}): WrittenMail {
  const { inviter, project, role, until, url } = given;
  return (i18n) => {
    const day = new Intl.DateTimeFormat(dateLocaleOf(i18n), { dateStyle: 'long', timeZone: 'UTC' });
    const names = { inviter: chosen(i18n, inviter), project: chosen(i18n, project) };
    return {
      kind: 'invitation',
      subject: i18n._('You are invited to a project'),
      body: {
        paragraphs: [
          i18n._(
            '{inviter} invites you to the project “{project}” {role, select, owner {as an owner} editor {as an editor} reviewer {as a reviewer} other {as a viewer}}.',
            { ...names, role },
          ),
        ],
        link: { label: i18n._('View invitation'), url },
        after: [
          i18n._('The link works once, until {day}.', { day: day.format(until) }),
          i18n._('If you do not know the sender, ignore this message.'),
        ],
      },
    };
  };
}

/** Mail that asks for confirmation of a newsletter subscription. */
export function newsletterMail({
  confirm,
  leave,
}: {
  confirm: string;
  leave: string;
}): WrittenMail {
  return (i18n) => ({
    kind: 'newsletter',
    subject: i18n._('Confirm your subscription'),
    body: {
      paragraphs: [i18n._('This address was entered to subscribe to our newsletter.')],
      link: { label: i18n._('Confirm subscription'), url: confirm },
      after: [
        i18n._('If you do not want the newsletter, ignore this message.'),
        i18n._('Unsubscribe at any time: {leave}', { leave: isolated(i18n, leave) }),
      ],
    },
    leave,
  });
}

/**
 * Mail with notifications: one sentence each, with its URL. Names and titles are user text; their
 * length and links are limited.
 */
export function notificationsMail(given: {
  lines: readonly { sentence: (i18n: I18n) => string; url: string }[];
  more: number;
  inbox: string;
  leave: string;
  oneClick: string;
  serverName: string;
}): WrittenMail {
  const { lines, more, inbox, leave, oneClick, serverName } = given;
  const [first] = lines;
  const alone = lines.length === 1 && more === 0 ? first : undefined;
  return (i18n) => {
    const after = [
      i18n._('Change when you receive email in Settings, Notifications.'),
      i18n._('Unsubscribe from these messages: {leave}', { leave: isolated(i18n, leave) }),
    ];
    if (alone !== undefined) {
      const sentence = alone.sentence(i18n);
      const link = { label: i18n._('Open'), url: alone.url };
      const body = { paragraphs: [sentence], link, after };
      return { kind: 'notifications', subject: sentence, body, oneClick };
    }
    return {
      kind: 'notifications',
      subject: i18n._(
        '{count, plural, one {# notification on {serverName}} other {# notifications on {serverName}}}',
        { count: lines.length + more, serverName: isolated(i18n, serverName) },
      ),
      body: {
        paragraphs: [
          ...lines.map(({ sentence, url }) => `${sentence(i18n)}\n${url}`),
          ...(more > 0
            ? [i18n._('{more, plural, one {And # more.} other {And # more.}}', { more })]
            : []),
        ],
        link: { label: i18n._('View all notifications'), url: inbox },
        after,
      },
      oneClick,
    };
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
}): WrittenMail {
  const { kind, name, email, subject, message, companyName, teamSize, username } = given;
  return (i18n) => {
    const shown = (text: string) => isolated(i18n, text);
    const facts = [
      i18n._('From: {name}', { name: shown(name) }),
      i18n._('Address as given: {email}', { email: shown(email) }),
      ...(companyName
        ? [
            i18n._('Company: {companyName}', { companyName: shown(companyName) }),
            i18n._('Team size: {teamSize}', { teamSize: shown(teamSize) }),
          ]
        : []),
      username === null
        ? i18n._('Not signed in')
        : i18n._('Signed in as: {username}', { username: shown(username) }),
      i18n._('Subject: {subject}', { subject: shown(subject) }),
    ];
    return {
      kind,
      subject:
        kind === 'demo'
          ? i18n._('Demo request from {name}', { name: shown(name) })
          : i18n._('Message from {name}: {subject}', {
              name: shown(name),
              subject: shown(subject),
            }),
      body: { paragraphs: [facts.join('\n')], quote: message },
    };
  };
}

/** Mail to test delivery. */
export function testMail({ url, serverName }: { url: string; serverName: string }): WrittenMail {
  return (i18n) => ({
    kind: 'test',
    subject: i18n._('Test mail from {serverName}', { serverName: isolated(i18n, serverName) }),
    body: {
      paragraphs: [i18n._('An administrator sent this message to test the delivery of mail.')],
      link: { label: serverName, url },
    },
  });
}
