import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import {
  usualBranding,
  type AuditEntry,
  type Branding,
  type BrandingChange,
} from '@longhand/contract';
import { openTestApp, type Member } from '../../app.testing.ts';

const manifest = JSON.stringify({
  name: 'Longhand',
  short_name: 'Longhand',
  start_url: '/dashboard',
});
const shell = '<!doctype html><html><head><title>Longhand</title></head><body>app</body></html>';
const front =
  '<!doctype html><html><head><title>Longhand</title></head><body>front<ul><li hidden="" data-server-link="imprintUrl"><a href="" class="x">Imprint</a></li></ul></body></html>';
const pagesDir = await mkdtemp(join(tmpdir(), 'longhand-branded-'));
await mkdir(join(pagesDir, 'about'));
await writeFile(join(pagesDir, '__spa-fallback.html'), shell);
await writeFile(join(pagesDir, 'about', 'index.html'), front);
await writeFile(join(pagesDir, 'manifest.webmanifest'), manifest);
const host = await openTestApp({}, { pagesDir });
const [root, ada] = await host.members('root', 'ada');
afterAll(async () => {
  await host.close();
  await rm(pagesDir, { recursive: true });
});

const { logos: _, ...usual } = usualBranding;
const set = (change: Partial<BrandingChange>, by: Member = root) =>
  by.call('PUT', '/api/v1/admin/branding', { body: { ...usual, ...change } });
const reset = () => root.call('DELETE', '/api/v1/admin/branding');
afterEach(reset);

const get = (url: string, headers: Record<string, string> = {}) =>
  host.app.inject({ method: 'GET', url, headers });

/** A WebP and a PNG of one pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const upload = (bytes: Buffer, variant = 'light', by: Member = root) =>
  by.call('POST', `/api/v1/admin/branding/logos/${variant}`, {
    raw: Buffer.concat([
      Buffer.from(
        '--edge\r\nContent-Disposition: form-data; name="files"; filename="logo"\r\nContent-Type: image/png\r\n\r\n',
      ),
      bytes,
      Buffer.from('\r\n--edge--\r\n'),
    ]),
    headers: { 'content-type': 'multipart/form-data; boundary=edge' },
  });

const factsIn = (html: string): Branding | null => {
  const found = /<meta name="branding" content="([^"]*)">/.exec(html)?.[1];
  return found === undefined
    ? null
    : (JSON.parse(
        found
          .replaceAll('&quot;', '"')
          .replaceAll('&lt;', '<')
          .replaceAll('&gt;', '>')
          .replaceAll('&amp;', '&'),
      ) as Branding);
};

describe('the branding', () => {
  test('is changed by administrators only, and each changed part is audited without its content', async () => {
    expect((await set({ name: 'Acme Docs' }, ada)).status).toBe(403);
    const { body } = await set({ name: ' Acme Docs ', signInNotice: 'Staff only' });
    expect(body).toMatchObject({ name: 'Acme Docs', signInNotice: 'Staff only' });
    const audit = await root.call('GET', '/api/v1/admin/audit?action=branding.changed');
    const parts = (audit.body.items as unknown as AuditEntry[]).map(({ data }) => data);
    expect(parts).toEqual(expect.arrayContaining([{ part: 'name' }, { part: 'signInNotice' }]));
    expect(JSON.stringify(parts)).not.toContain('Acme');
  });

  test.each([
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(41) }, 'name'],
    [{ imprintUrl: 'http://a.example' }, 'imprintUrl'],
    [{ privacyUrl: 'javascript:alert(1)' }, 'privacyUrl'],
    [{ signInNotice: 'x'.repeat(1_001) }, 'signInNotice'],
    [{ accent: { light: 'red', dark: '#a5bdf3' } }, 'accent.light'],
    [{ accent: { light: '#2b4a8b', dark: '#2b4a8b' } }, 'accent.dark'],
  ])('refuses %j', async (change, field) => {
    const { status, body } = await set(change as Partial<BrandingChange>);
    expect(status).toBe(422);
    expect(JSON.stringify(body)).toContain(field);
    expect((await root.call('GET', '/api/v1/admin/branding')).body).toEqual(usualBranding);
  });
});

describe('pages of the application', () => {
  test('contain the branding and its style sheet, and public pages only the links', async () => {
    const before = await get('/auth');
    expect(factsIn(before.body)).toBeNull();
    await set({ name: 'A "quoted" <name>', accent: { light: '#7a1f1f', dark: '#f0b0b0' } });
    const page = await get('/auth');
    expect(factsIn(page.body)).toMatchObject({ name: 'A "quoted" <name>' });
    expect(page.headers.etag).not.toBe(before.headers.etag);
    const [, style = ''] = /<link rel="stylesheet" href="([^"]*)">/.exec(page.body) ?? [];
    const { headers, body } = await get(style);
    expect(headers['content-type']).toContain('text/css');
    expect(body).toContain('--accent: light-dark(#7a1f1f, #f0b0b0)');
    expect((await get('/about')).body).toBe(front);
    await set({ imprintUrl: 'https://acme.example/?a=1&b="2"', privacyUrl: null });
    const about = await get('/about');
    expect(about.body).toBe(
      front.replace(
        '<li hidden="" data-server-link="imprintUrl"><a href=""',
        '<li><a href="https://acme.example/?a=1&amp;b=&quot;2&quot;" rel="noreferrer"',
      ),
    );
    expect((await get('/about', { 'if-none-match': String(about.headers.etag) })).statusCode).toBe(
      304,
    );
    await reset();
    expect((await get('/about')).body).toBe(front);
    expect((await get('/auth')).body).toBe(shell);
  });

  test('name the server in the manifest of the installed application', async () => {
    expect((await get('/manifest.webmanifest')).body).toBe(manifest);
    await set({ name: 'Acme' });
    expect(JSON.parse((await get('/manifest.webmanifest')).body)).toEqual({
      name: 'Acme',
      short_name: 'Acme',
      start_url: '/dashboard',
    });
  });
});

describe('a logo', () => {
  test('is served to everyone as a picture that cannot run scripts, at an address of its version', async () => {
    const { status, body } = await upload(png);
    expect(status).toBe(200);
    const { logos } = body as unknown as Branding;
    expect(logos.dark).toBeNull();
    const { headers, rawPayload } = await get(logos.light ?? '');
    expect(rawPayload.equals(png)).toBe(true);
    expect(headers['content-type']).toBe('image/png');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['content-security-policy']).toContain('sandbox');
    host.pass(1_000);
    const again = (await upload(png)).body as unknown as Branding;
    expect(again.logos.light).not.toBe(logos.light);
    await root.call('DELETE', '/api/v1/admin/branding/logos/light');
    expect((await get('/api/v1/branding/logos/light')).statusCode).toBe(404);
  });

  test.each([
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')],
    ['a GIF', Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAAC', 'base64')],
    ['no file', Buffer.alloc(0)],
  ])('is not %s', async (_, bytes) => {
    expect((await upload(bytes)).body.code).toBe('wrong_logo');
    expect((await get('/api/v1/branding/logos/light')).statusCode).toBe(404);
  });

  test('has at most 256 KB, and is set by administrators', async () => {
    const large = Buffer.concat([png, Buffer.alloc(262_144)]);
    expect((await upload(large)).status).toBe(413);
    expect((await upload(png, 'light', ada)).status).toBe(403);
  });
});

test('mails carry the name of the server', async () => {
  await set({ name: 'Acme Docs' });
  await root.call('POST', '/api/v1/admin/mail-test');
  const mails = await host.db.selectFrom('mail_outbox').select('subject').execute();
  expect(mails.map(({ subject }) => subject)).toContain('Test mail from Acme Docs');
});
