import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addressOf, clear, newFolder, startProcess, type Running } from '../process.testing.ts';
import { until } from '../testing/until.ts';
import { openTestSmtp, textOf, type TestSmtp } from './smtp.testing.ts';

let place: Awaited<ReturnType<typeof newFolder>>;
let smtp: TestSmtp;
let running: Running[];

beforeEach(async () => {
  [place, smtp, running] = [await newFolder(), await openTestSmtp(), []];
});
afterEach(async () => {
  await clear(running, join(place.folder, 'data'));
  await smtp.close();
  await place.remove();
}, 30_000);

function start(): Running {
  const env = {
    SMTP_URL: smtp.url,
    MAIL_FROM: 'team@longhand.test',
    SUPPORT_MAILBOX: 'support@longhand.test',
  };
  const one = startProcess(join(place.folder, 'data'), { env });
  running.push(one);
  return one;
}

async function write(address: string, subject: string): Promise<number> {
  const given = await fetch(`${address}/api/v1/csrf-token`);
  const { csrfToken } = (await given.json()) as { csrfToken: string };
  const cookie = given.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  const body = JSON.stringify({
    name: 'Vera',
    email: 'vera@example.org',
    subject,
    message: 'Is it open source?',
  });
  const headers = { 'content-type': 'application/json', 'x-xsrf-token': csrfToken, cookie };
  return (await fetch(`${address}/api/contact`, { method: 'POST', headers, body })).status;
}

test('mail is delivered without further requests, and undelivered mail survives a kill', async () => {
  const one = start();
  const address = await addressOf(one);
  expect(await write(address, 'first')).toBe(202);
  await until(() => smtp.taken.length === 1);
  const { port } = smtp;
  await smtp.close();
  expect(await write(address, 'second')).toBe(202);
  one.child.kill('SIGKILL');
  await one.ended;
  smtp = await openTestSmtp(port);
  await addressOf(start());
  await until(() => smtp.taken.length > 0);
  expect(smtp.taken.map((mail) => /Subject: (\w+)/.exec(textOf(mail))?.[1])).toEqual(['second']);
});
