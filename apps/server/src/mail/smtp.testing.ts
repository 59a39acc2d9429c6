import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A mail as received by a mail server: the envelope and the raw message. */
export type TakenMail = { from: string; to: string[]; raw: string };

/** A real mail server on this machine, for tests. */
export interface TestSmtp {
  /** Value for `SMTP_URL`. */
  readonly url: string;
  readonly port: number;
  readonly taken: TakenMail[];
  /**
   * Sets the response code to every message from now on; null accepts. 4xx: temporary error, 5xx:
   * permanent error.
   */
  answer(code: number | null): void;
  close(): Promise<void>;
}

/** Starts a mail server. `port`: that of a server closed before. */
export async function openTestSmtp(port = 0): Promise<TestSmtp> {
  const taken: TakenMail[] = [];
  let refusal: number | null = null;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    closeTimeout: 100,
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (refusal !== null) {
          done(
            Object.assign(new Error('Not this one, ada@example.org'), { responseCode: refusal }),
          );
          return;
        }
        const { mailFrom, rcptTo } = session.envelope;
        const from = mailFrom === false ? '' : mailFrom.address;
        taken.push({
          from,
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString('utf8'),
        });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const bound = (server.server.address() as AddressInfo).port;
  return {
    url: `smtp://127.0.0.1:${bound}`,
    port: bound,
    taken,
    answer: (code) => void (refusal = code),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

/**
 * Returns the headers of a message by lower-case name, unfolded, with all values of repeated
 * headers.
 */
export function headersOf({ raw }: TakenMail): Map<string, string[]> {
  const head = raw.slice(0, raw.indexOf('\r\n\r\n')).replaceAll(/\r\n[ \t]+/g, ' ');
  const headers = new Map<string, string[]>();
  for (const line of head.split('\r\n')) {
    const at = line.indexOf(':');
    const name = line.slice(0, at).toLowerCase();
    headers.set(name, [...(headers.get(name) ?? []), line.slice(at + 1).trim()]);
  }
  return headers;
}

/** Returns the decoded plain text of a message. */
export const textOf = (mail: TakenMail): string => partOf(mail, 'plain');

/** Returns the decoded HTML of a message. */
export const htmlOf = (mail: TakenMail): string => partOf(mail, 'html');

function partOf({ raw }: TakenMail, subtype: string): string {
  const part = new RegExp(
    `Content-Type: text/${subtype}([\\s\\S]*?)\\r\\n\\r\\n([\\s\\S]*?)(?=\\r\\n--|$)`,
  ).exec(raw);
  const [, head = '', body = ''] = part ?? [];
  if (/Content-Transfer-Encoding: base64/i.test(head))
    return Buffer.from(body, 'base64').toString('utf8');
  const joined = body.replaceAll('=\r\n', '');
  const bytes = joined.replaceAll(/((?:=[0-9A-F]{2})+)/g, (run) =>
    Buffer.from(run.replaceAll('=', ''), 'hex').toString('utf8'),
  );
  return bytes.replaceAll('\r\n', '\n');
}

/** Returns the secret in a message's link. */
export function tokenOf(mail: TakenMail | undefined): string {
  const token = mail && /#token=([\w-]+)/.exec(textOf(mail))?.[1];
  if (!token) throw new Error('There is no link with a secret in this mail');
  return token;
}
