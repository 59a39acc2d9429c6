import { createTransport } from 'nodemailer';
import type { SmtpServer } from '../platform/setting-types.ts';

/** A mail as it goes out. `id` makes its Message-ID, the same at every try. */
export type Posting = {
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string | null;
  leave: string | null;
  /** Whether `leave` is an address that mail programs may call by themselves. */
  isOneClick: boolean;
  date: Date;
};

/**
 * How a try ended. `sent`: the server has taken it. `refused`: it never will. `away`: perhaps later. `code` is a word of the
 * protocol or of the system, such as `550` or `ECONNREFUSED`, never what the server said, which may hold addresses.
 */
export type Outcome = { state: 'sent' } | { state: 'refused' | 'away'; code: string };

/** Hands one mail to the mail server. It never throws. */
export type Post = (posting: Posting) => Promise<Outcome>;

/**
 * Milliseconds for the connection, the greeting, and any silence after. Together, for all of the commands that a mail takes, less than
 * a process may be at sending it.
 */
const patience = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 30_000 };

function outcomeOf(error: unknown): Outcome {
  const { code, responseCode, permanent } = (error instanceof Error ? error : {}) as {
    code?: unknown;
    responseCode?: unknown;
    permanent?: unknown;
  };
  const word = typeof responseCode === 'number' ? String(responseCode) : typeof code === 'string' ? code : 'UNKNOWN';
  // A wrong password is the operator's to put right, and no reason to give a mail up.
  return { state: permanent === true && code !== 'EAUTH' ? 'refused' : 'away', code: word };
}

/**
 * Makes {@link Post} for a server; `from` is the sender's address. The envelope is given apart from the headers, so that
 * nothing in those can add a recipient. `Auto-Submitted` keeps out-of-office answers away. With a user name the connection
 * has to be encrypted, except to this machine. Source: RFC 3834, 5; RFC 2369, 3.2; RFC 8058, 3.
 */
export function createPost({ server, from }: { server: SmtpServer; from: string }): Post {
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(server.host);
  const transport = createTransport({
    host: server.host,
    port: server.port,
    secure: server.secure,
    requireTLS: server.login !== null && !isHere,
    ...(server.login === null ? {} : { auth: { user: server.login.user, pass: server.login.password } }),
    ...patience,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = from.slice(from.lastIndexOf('@') + 1);
  return async ({ id, to, subject, text, html, leave, isOneClick, date }) => {
    try {
      await transport.sendMail({
        envelope: { from, to: [to] },
        from: { name: 'Longhand', address: from },
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
