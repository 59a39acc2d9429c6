import { createTransport } from 'nodemailer';
import type { SmtpServer } from '../platform/setting-types.ts';

/** A mail ready to send. `id` determines its Message-ID, which is the same for every attempt. */
export type Posting = {
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string | null;
  leave: string | null;
  /** True if `leave` is a URL that mail programs may call automatically. */
  isOneClick: boolean;
  date: Date;
};

/**
 * Result of an attempt. `sent`: the server has accepted it. `refused`: permanent error. `away`:
 * temporary error. `code`: a code of the protocol or system, such as `550` or `ECONNREFUSED`. It is
 * never the server's message, which may contain addresses.
 */
export type Outcome = { state: 'sent' } | { state: 'refused' | 'away'; code: string };

/** Passes one mail to the mail server, under the name of this server. Never throws. */
export type Post = (posting: Posting, serverName: string) => Promise<Outcome>;

/**
 * Timeouts for the connection, the greeting, and inactivity afterwards (ms). In total, all commands
 * of one mail must take less time than a process may claim it.
 */
const timeouts = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 30_000 };

function outcomeOf(error: unknown): Outcome {
  const { code, responseCode, permanent } = (error instanceof Error ? error : {}) as {
    code?: unknown;
    responseCode?: unknown;
    permanent?: unknown;
  };
  const word =
    typeof responseCode === 'number'
      ? String(responseCode)
      : typeof code === 'string'
        ? code
        : 'UNKNOWN';
  // A wrong password is the operator's error and does not fail the mail.
  return { state: permanent === true && code !== 'EAUTH' ? 'refused' : 'away', code: word };
}

/**
 * Creates a {@link Post} for a server. `from`: the sender's address. The envelope is separate from
 * the headers, so that headers cannot add recipients. `Auto-Submitted` suppresses out-of-office
 * replies. With a username the connection must be encrypted, except to this machine. Source: RFC
 * 3834, 5; RFC 2369, 3.2; RFC 8058, 3.
 */
export function createPost({ server, from }: { server: SmtpServer; from: string }): Post {
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(server.host);
  const transport = createTransport({
    host: server.host,
    port: server.port,
    secure: server.secure,
    requireTLS: server.login !== null && !isHere,
    ...(server.login === null
      ? {}
      : { auth: { user: server.login.user, pass: server.login.password } }),
    ...timeouts,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = from.slice(from.lastIndexOf('@') + 1);
  return async ({ id, to, subject, text, html, leave, isOneClick, date }, serverName) => {
    try {
      await transport.sendMail({
        envelope: { from, to: [to] },
        from: { name: serverName, address: from },
        to: { name: '', address: to },
        subject,
        text,
        ...(html === null ? {} : { html }),
        date,
        messageId: `<${id}@${domain}>`,
        headers: {
          'Auto-Submitted': 'auto-generated',
          ...(leave === null ? {} : { 'List-Unsubscribe': `<${leave}>` }),
          ...(isOneClick ? { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {}),
        },
      });
      return { state: 'sent' };
    } catch (error) {
      return outcomeOf(error);
    }
  };
}
