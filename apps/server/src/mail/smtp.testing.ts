import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A mail as a mail server takes it: the envelope, and the message as it came. */
export type TakenMail = { from: string; to: string[]; raw: string };

/** A real mail server on this machine, for tests. */
export interface TestSmtp {
  /** What `SMTP_URL` has to be. */
  readonly url: string;
  readonly port: number;
  readonly taken: TakenMail[];
  /** From now on every message is answered so; null for yes. 4xx: perhaps later, 5xx: never. */
  answer(code: number | null): void;
  close(): Promise<void>;
}

/** Starts a mail server; `port` is that of one that was closed before. */
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
          done(Object.assign(new Error('Not this one, ada@example.org'), { responseCode: refusal }));
          return;
        }
        const { mailFrom, rcptTo } = session.envelope;
        const from = mailFrom === false ? '' : mailFrom.address;
        taken.push({ from, to: rcptTo.map(({ address }) => address), raw: Buffer.concat(chunks).toString('utf8') });
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

/** The headers of a message, folded lines joined, by their names in lower case; of several of one name all. */
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

/** The plain text of a message, decoded. */
export function textOf({ raw }: TakenMail): string {
  const part = /Content-Type: text\/plain[\s\S]*?\r\n\r\n([\s\S]*?)(?=\r\n--|$)/.exec(raw);
  const isBase64 = /Content-Type: text\/plain[^-]*?Content-Transfer-Encoding: base64/i.test(raw);
  const body = part?.[1] ?? '';
  if (isBase64) return Buffer.from(body, 'base64').toString('utf8');
  const joined = body.replaceAll('=\r\n', '');
  const bytes = joined.replaceAll(/((?:=[0-9A-F]{2})+)/g, (run) => Buffer.from(run.replaceAll('=', ''), 'hex').toString('utf8'));
  return bytes.replaceAll('\r\n', '\n');
}

/** The secret that a message's link carries. */
export function tokenOf(mail: TakenMail | undefined): string {
  const token = mail && /#token=([\w-]+)/.exec(textOf(mail))?.[1];
  if (!token) throw new Error('There is no link with a secret in this mail');
  return token;
}
