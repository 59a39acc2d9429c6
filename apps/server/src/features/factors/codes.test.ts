import { afterAll, describe, expect, test } from 'vitest';
import type { Factors, StartedOneTimeCodes } from '@longhand/contract';
import { openTestApp, testPassword, type Member, type TestBrowser } from '../../app.testing.ts';
import {
  addOneTimeCodes,
  confirm,
  openAuthenticatorApp,
  signIn,
  waitingFor,
} from './factors.testing.ts';

const minute = 60_000;
const own = '/api/v1/user/factors';

const host = await openTestApp();
const admin = await host.member('admin');
afterAll(() => host.close());

const enter = (browser: TestBrowser, code: string) =>
  browser.call('POST', '/api/v1/login/code', { body: { code } });
const factorsOf = async (browser: TestBrowser) =>
  (await browser.call('GET', own)).body as unknown as Factors;
const isSignedIn = async (browser: TestBrowser) =>
  (await browser.call('GET', '/api/v1/user/me')).status === 200;

const confirmByCode = (member: Member, code: string) =>
  member.call('POST', '/api/v1/user/confirm', { body: { code } });

async function mailsTo(address: string): Promise<string> {
  await host.jobs.runDue();
  const rows = await host.db
    .selectFrom('mail_outbox')
    .select('body_text as text')
    .where('recipient', '=', address)
    .execute();
  return rows.map(({ text }) => text).join('\n');
}

async function auditOf(username: string): Promise<string[]> {
  const asked = await admin.call('GET', `/api/v1/admin/audit?limit=100&person=${username}`);
  return asked.body.items.map((entry) => (entry as unknown as { action: string }).action);
}

describe('one-time codes', () => {
  test('are active only after a confirmation and the first code, and are stored sealed', async () => {
    const ada = await host.member('ada');
    expect((await ada.call('POST', `${own}/one-time-codes`)).body.code).toBe('confirm_first');
    expect((await confirm(ada)).status).toBe(200);
    const started = await ada.call('POST', `${own}/one-time-codes`);
    const { secret, url } = started.body as unknown as StartedOneTimeCodes;
    expect(url).toContain(`otpauth://totp/Longhand:ada?issuer=Longhand&secret=${secret}`);
    expect(waitingFor(await signIn(host.visitor(), 'ada'))).toBeUndefined();
    const app = openAuthenticatorApp(host.now, secret);
    const activate = (code: string) =>
      ada.call('POST', `${own}/one-time-codes/activate`, { body: { code } });
    expect((await activate('12345')).status).toBe(422);
    expect((await activate(app.code(5))).body.code).toBe('wrong_code');
    const added = await activate(app.code());
    expect((added.body as unknown as { recoveryCodes: string[] }).recoveryCodes).toHaveLength(10);
    expect((await ada.call('POST', `${own}/one-time-codes`)).body.code).toBe('one_time_codes_on');
    const stored = await host.db.selectFrom('one_time_codes').selectAll().execute();
    expect(stored[0]?.secret.toString('latin1')).not.toContain(secret);
    expect(await factorsOf(ada)).toMatchObject({ recoveryCodesLeft: 10, isRequired: false });
  });

  test('are not accepted for an hour after ten wrong ones, which is mailed once', async () => {
    const { app } = await addOneTimeCodes(host, await host.member('gil'));
    const browser = host.visitor();
    const start = async () => waitingFor(await signIn(browser, 'gil'));
    await start();
    for (let tries = 0; tries < 10; tries += 1)
      expect((await enter(browser, app.code(5 + tries))).body.code).toBe('wrong_code');
    expect((await enter(browser, app.code())).body.code).toBe('too_many');
    // Failed sign-ins are forgotten by now.
    host.pass(20 * minute);
    await start();
    expect((await enter(browser, app.code())).body.code).toBe('too_many');
    const mails = await mailsTo('gil@example.org');
    expect(mails.split('Ten wrong codes were entered')).toHaveLength(2);
    host.pass(41 * minute);
    await start();
    expect((await enter(browser, app.code())).status).toBe(200);
  });

  test('paused at one address still work at another, in a session, and so do recovery codes', async () => {
    const owner = await host.member('hal');
    const { app, recoveryCodes } = await addOneTimeCodes(host, owner);
    const attacker = host.visitor();
    await signIn(attacker, 'hal');
    // More than all addresses together may try.
    for (let tries = 0; tries < 60; tries += 1) await enter(attacker, '000000');
    expect((await enter(attacker, app.code())).body.code).toBe('too_many');
    const elsewhere = host.visitor();
    await signIn(elsewhere, 'hal');
    expect((await enter(elsewhere, app.code())).status).toBe(200);
    host.pass(minute);
    expect((await confirmByCode(owner, app.code())).status).toBe(200);
    // Recovery codes are accepted even where one-time codes are paused.
    const [first = ''] = recoveryCodes ?? [];
    expect((await enter(attacker, first)).status).toBe(200);
  });

  test('that are wrong at many addresses pause those of the account in sign-ins, but not in its sessions', async () => {
    const owner = await host.member('ivo');
    const { app } = await addOneTimeCodes(host, owner);
    for (let address = 0; address < 5; address += 1) {
      const attacker = host.visitor();
      await signIn(attacker, 'ivo');
      for (let tries = 0; tries < 10; tries += 1)
        expect((await enter(attacker, '000000')).body.code).toBe('wrong_code');
    }
    const fresh = host.visitor();
    await signIn(fresh, 'ivo');
    expect((await enter(fresh, app.code())).body.code).toBe('too_many');
    expect((await confirmByCode(owner, app.code())).status).toBe(200);
  });

  test('work in a browser that knows the account, whatever is entered in others', async () => {
    const owner = await host.member('kay');
    const { app } = await addOneTimeCodes(host, owner);
    await owner.call('POST', '/api/v1/logout');
    const known = owner.cookies.get('known-browser') ?? '';
    const pauseOthers = async () => {
      for (let address = 0; address < 6; address += 1) {
        const attacker = host.visitor();
        await signIn(attacker, 'kay');
        for (let tries = 0; tries < 11; tries += 1) await enter(attacker, '000000');
      }
    };
    await pauseOthers();
    await signIn(owner, 'kay');
    expect((await enter(owner, app.code())).status).toBe(200);
    expect(owner.cookies.get('known-browser')).not.toBe(known);

    // Wrong codes of a known browser are limited too, in any spelling of its cookie.
    const stolen = host.visitor();
    const statuses = [];
    for (let tries = 0; tries < 12; tries += 1) {
      stolen.cookies.set('known-browser', `${known}${'='.repeat(tries)}`);
      await signIn(stolen, 'kay');
      statuses.push((await enter(stolen, '000000')).status);
    }
    expect(statuses).toEqual([...Array<number>(10).fill(403), 429, 429]);
    // They pause neither the other known browser nor, with fifty of them, the addresses.
    host.pass(minute);
    await owner.call('POST', '/api/v1/logout');
    await signIn(owner, 'kay');
    expect((await enter(owner, app.code())).status).toBe(200);
  });

  test.each([
    ['of another account', (other: string) => other],
    ['that was forged', (_: string, own: string) => `${own.slice(0, -4)}AAAA`],
    ['that is nonsense', () => 'known'],
  ])('are paused in a browser with a mark %s', async (kind, markOf) => {
    const name = `mark${kind.length}`;
    const owner = await host.member(name);
    const { app } = await addOneTimeCodes(host, owner);
    const stranger = await host.member(`not${name}`);
    await addOneTimeCodes(host, stranger);
    const mark = markOf(
      stranger.cookies.get('known-browser') ?? '',
      owner.cookies.get('known-browser') ?? '',
    );
    for (let address = 0; address < 5; address += 1) {
      const attacker = host.visitor();
      await signIn(attacker, name);
      for (let tries = 0; tries < 10; tries += 1) await enter(attacker, '000000');
    }
    const browser = host.visitor();
    browser.cookies.set('known-browser', mark);
    await signIn(browser, name);
    expect((await enter(browser, app.code())).body.code).toBe('too_many');
  });

  test('end a sign-in whose password was correct, each once, within one time step', async () => {
    const { app } = await addOneTimeCodes(host, await host.member('bob'));
    const browser = host.visitor();
    expect(waitingFor(await signIn(browser, 'bob'))).toEqual({ codes: true, passkeys: false });
    expect(browser.cookies.has('session')).toBe(false);
    expect(await isSignedIn(browser)).toBe(false);
    for (const steps of [-3, 3])
      expect((await enter(browser, app.code(steps))).body.code).toBe('wrong_code');
    const ended = await enter(browser, app.code(1));
    expect([ended.status, ended.body.username]).toEqual([200, 'bob']);
    expect(await isSignedIn(browser)).toBe(true);

    const other = host.visitor();
    await signIn(other, 'bob');
    expect((await enter(other, app.code(1))).body.code).toBe('wrong_code');
    expect((await enter(other, app.code(0))).body.code).toBe('wrong_code');
    host.pass(minute);
    const tries = await Promise.all([1, 2, 3].map(() => enter(other, app.code())));
    expect(tries.map(({ status }) => status).toSorted()).toEqual([200, 403, 403]);
  });

  test('need the browser that sent the password, within five minutes, without a change of the password', async () => {
    const bea = await host.member('bea');
    const { app } = await addOneTimeCodes(host, bea);
    expect((await enter(host.visitor(), app.code())).body.code).toBe('second_step_expired');
    const slow = host.visitor();
    await signIn(slow, 'bea');
    const planted = slow.cookies.get('second-step') ?? '';
    host.pass(5 * minute);
    expect((await enter(slow, app.code())).body.code).toBe('second_step_expired');
    // A secret that was set in the browser before is replaced.
    slow.cookies.set('second-step', planted);
    await signIn(slow, 'bea');
    expect(slow.cookies.get('second-step')).not.toBe(planted);
    const change = { newPassword: 'four words are better', currentPassword: testPassword };
    expect((await bea.call('PATCH', '/api/v1/user', { body: change })).status).toBe(200);
    expect((await enter(slow, app.code())).body.code).toBe('second_step_expired');
    expect(await mailsTo('bea@example.org')).toContain(
      'Your password was changed in the settings.',
    );
  });

  test('that are wrong do not slow down sign-ins with the password', async () => {
    await addOneTimeCodes(host, await host.member('guessed'));
    const browser = host.visitor();
    await signIn(browser, 'guessed');
    const statuses = [];
    for (let count = 0; count < 11; count += 1)
      statuses.push((await enter(browser, '000000')).status);
    expect(statuses).toEqual([...Array<number>(10).fill(403), 429]);
    expect((await signIn(host.visitor(), 'guessed')).status).toBe(200);
  });

  test('that are added and removed end the other sessions, and are mailed and audited', async () => {
    const cy = await host.member('cyd');
    const elsewhere = host.visitor();
    await signIn(elsewhere, 'cyd');
    await addOneTimeCodes(host, cy);
    expect([await isSignedIn(elsewhere), await isSignedIn(cy)]).toEqual([false, true]);
    host.pass(10 * minute);
    const remove = () => cy.call('DELETE', `${own}/one-time-codes`);
    expect((await remove()).body.code).toBe('confirm_first');
    await confirm(cy);
    expect((await remove()).status).toBe(204);
    expect((await remove()).status).toBe(404);
    expect(await factorsOf(cy)).toMatchObject({ oneTimeCodesSince: null, recoveryCodesLeft: 0 });
    expect(waitingFor(await signIn(elsewhere, 'cyd'))).toBeUndefined();
    const mails = await mailsTo('cyd@example.org');
    expect(mails).toContain('One-time codes of an authenticator app were added');
    expect(mails).toContain('The one-time codes of an authenticator app were removed');
    expect(await auditOf('cyd')).toEqual(
      expect.arrayContaining(['factor.added', 'factor.removed']),
    );
  });
});

describe('recovery codes', () => {
  test('end a sign-in once each, in any spelling, and are renewed', async () => {
    const dee = await host.member('dee');
    const { recoveryCodes } = await addOneTimeCodes(host, dee);
    const [first = '', second = ''] = recoveryCodes ?? [];
    expect(new Set(recoveryCodes).size).toBe(10);
    const use = async (code: string) => {
      const browser = host.visitor();
      await signIn(browser, 'dee');
      return (await enter(browser, code)).status;
    };
    expect(await use(first.toUpperCase().replaceAll('-', ' '))).toBe(200);
    expect(await use(first)).toBe(403);
    expect(await factorsOf(dee)).toMatchObject({ recoveryCodesLeft: 9 });
    expect(await mailsTo('dee@example.org')).toContain('A recovery code of your account was used.');
    const rows = await host.db.selectFrom('recovery_codes').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(second);
    const renewed = await dee.call('POST', `${own}/recovery-codes`);
    const [fresh = ''] = (renewed.body as unknown as { recoveryCodes: string[] }).recoveryCodes;
    expect([await use(second), await use(fresh)]).toEqual([403, 200]);
    expect(await auditOf('dee')).toEqual(
      expect.arrayContaining(['recovery_codes.renewed', 'recovery_code.used']),
    );
  });

  test('do not exist without a second factor', async () => {
    const eli = await host.member('eli');
    await confirm(eli);
    const asked = await eli.call('POST', `${own}/recovery-codes`);
    expect(asked.body.code).toBe('no_second_factor');
  });
});

describe('a confirmation', () => {
  const change = (member: Member) =>
    member.call('PATCH', '/api/v1/user', { body: { newPassword: 'four words are better' } });

  test('by code allows what the password allows, for ten minutes and in this session only', async () => {
    const fay = await host.member('fay');
    const { app } = await addOneTimeCodes(host, fay);
    host.pass(10 * minute);
    expect((await change(fay)).status).toBe(422);
    const prove = (body: object) => fay.call('POST', '/api/v1/user/confirm', { body });
    expect((await prove({})).status).toBe(422);
    expect((await prove({ currentPassword: testPassword, code: '1' })).status).toBe(422);
    expect((await prove({ currentPassword: 'wrong' })).body.code).toBe('wrong_password');
    expect((await prove({ code: app.code(4) })).body.code).toBe('wrong_code');
    const other = host.visitor();
    await signIn(other, 'fay');
    await enter(other, app.code(1));
    host.pass(minute);
    expect((await prove({ code: app.code() })).status).toBe(200);
    expect((await change(Object.assign(other, { user: fay.user }))).status).toBe(422);
    expect((await change(fay)).status).toBe(200);
  });
});

// The last test, because the sessions of the others expire in it.
test('one-time codes are paused again in a browser that proved no factor for ninety days', async () => {
  const owner = await host.member('lou');
  const { app } = await addOneTimeCodes(host, owner);
  host.pass(90 * 24 * 60 * minute);
  for (let address = 0; address < 5; address += 1) {
    const attacker = host.visitor();
    await signIn(attacker, 'lou');
    for (let tries = 0; tries < 10; tries += 1) await enter(attacker, '000000');
  }
  const browser = host.visitor();
  browser.cookies.set('known-browser', owner.cookies.get('known-browser') ?? '');
  await signIn(browser, 'lou');
  expect((await enter(browser, app.code())).body.code).toBe('too_many');
});
