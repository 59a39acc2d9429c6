import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readPageFiles } from './page-files.ts';
import { inlineScriptSources, pagePolicy } from './page-policy.ts';
import { createPages } from './pages.ts';

const script = 'console.log("hello")';
const source = `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
const packed = brotliCompressSync(`export const words = ${JSON.stringify('word '.repeat(500))};`);
const files: Record<string, string | Buffer> = {
  'index.html': `<h1>Landing</h1><script>${script}</script><script type="module" src="/assets/app-1a2b.js"></script>`,
  'member.html': '<h1>Landing of members</h1>',
  '__spa-fallback.html': '<h1>Application</h1>',
  '__spa-fallback.de.html': '<h1>Anwendung</h1>',
  '__routes/documents.html': '<h1>Documents</h1>',
  '__routes/documents.de.html': '<h1>Dokumente</h1>',
  '__routes/documents/_.de.html': '<h1>Dokument</h1>',
  '__routes/documents/_.html': '<h1>Document</h1>',
  'index.de.html': '<h1>Startseite</h1>',
  'member.de.html': '<h1>Startseite der Mitglieder</h1>',
  'about/index.html':
    '<link rel="canonical" href="/about"/><link rel="alternate" hrefLang="de" href="/about?lang=de"/><meta property="og:image" content="/social.png"/><h1>About</h1><a href="/about">here</a>',
  'assets/app-1a2b.js': `export const words = ${JSON.stringify('word '.repeat(500))};`,
  'assets/app-1a2b.js.br': packed,
  'assets/other-3c4d.js': `export const more = ${JSON.stringify('more '.repeat(500))};`,
  'service-worker.js': 'addEventListener("fetch", () => {})',
  'favicon.ico': 'icon',
};

let folder = '';
let app: FastifyInstance;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'longhand-pages-'));
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  await writeFile(join(dirname(folder), 'outside.txt'), 'not to be served');
  app = Fastify();
  app.setNotFoundHandler(
    createPages({ files: await readPageFiles(folder, null), publicUrl: null }),
  );
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

describe('serving a page', () => {
  test.each([
    ['/', 'Landing'],
    ['/about', 'About'],
    ['/about/', 'About'],
    ['/about?x=1', 'About'],
    ['/documents/0192f0c1-7a00-7000-8000-0123456789ab', 'Application'],
    ['/constructor', 'Application'],
    ['/about/us', 'Application'],
  ])('responds to %s with the page %s', async (url, title) => {
    const answer = await app.inject(url);
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-cache']);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.payload).toContain(`<h1>${title}</h1>`);
  });

  test.each([
    ['/documents', { 'accept-language': 'de-CH, en;q=0.8', cookie: 'session=x' }, 'Dokumente'],
    ['/documents/1', { 'accept-language': 'en;q=0.8, de', cookie: 'session=x' }, 'Dokument'],
    ['/documents/1', { 'accept-language': 'de' }, 'Anwendung'],
    ['/documents', { 'accept-language': 'pl, fr;q=0.2', cookie: 'session=x' }, 'Documents'],
    ['/documents', { 'accept-language': 'en', cookie: 'session=x; language=de' }, 'Dokumente'],
    ['/documents', { 'accept-language': 'de', cookie: 'session=x; language=en' }, 'Documents'],
    ['/documents', { 'accept-language': 'de;q=0', cookie: 'session=x; language=../' }, 'Documents'],
    ['/about', { 'accept-language': 'de' }, 'About'],
    ['/', { 'accept-language': 'de' }, 'Startseite'],
    ['/', { 'accept-language': 'de', cookie: 'session=x' }, 'Startseite der Mitglieder'],
    ['/', { 'accept-language': 'fr, de;q=0.5' }, 'Landing'],
    ['/', { 'accept-language': 'en', cookie: 'language=de' }, 'Startseite'],
    ['/?lang=de', { 'accept-language': 'en' }, 'Startseite'],
    ['/?lang=en', { 'accept-language': 'de', cookie: 'language=de' }, 'Landing'],
    ['/?lang=xx', { 'accept-language': 'de' }, 'Startseite'],
  ])('responds to %s with %o with the page %s', async (url, headers, title) => {
    const answer = await app.inject({ url, headers });
    expect(answer.payload).toContain(`<h1>${title}</h1>`);
    expect(answer.headers['vary']).toBe('accept-encoding, accept-language, cookie');
  });

  test('stores the language of a link of its own pages, and not that of another site', async () => {
    const follow = (site: string | undefined, url = '/?lang=de') =>
      app.inject({ url, headers: { ...(site !== undefined && { 'sec-fetch-site': site }) } });
    const chosen = await follow('same-origin');
    expect(chosen.headers['set-cookie']).toMatch(
      /^language=de; Max-Age=31536000; Path=\/; HttpOnly/,
    );
    expect(chosen.headers['cache-control']).toBe('private, no-cache');
    // Browsers send no such header to an address without TLS.
    expect((await follow(undefined)).headers['set-cookie']).toMatch(/^language=de;/);
    const foreign = await follow('cross-site');
    expect(foreign.headers['set-cookie']).toBeUndefined();
    expect(foreign.headers['cache-control']).toBe('no-cache');
    expect(foreign.payload).toContain('<h1>Startseite</h1>');
    expect((await follow('same-origin', '/?lang=xx')).headers['set-cookie']).toBeUndefined();
  });

  test.each([
    '/index.de.html',
    '/assets/app-0000.js',
    '/assets/app-1a2b.js.br',
    '/assets/',
    '/assets/nothing',
    '/__routes/documents.html',
    '/missing.png',
    '/../outside.txt',
    '/%2e%2e/outside.txt',
  ])('responds to %s with 404 instead of a page', async (url) => {
    const answer = await app.inject(url);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([
      404,
      'text/plain; charset=utf-8',
    ]);
  });

  test.each([
    ['/', 'session=anything', 'Landing of members'],
    ['/documents', 'session=anything', 'Documents'],
    ['/documents/0192f0c1-7a00-7000-8000-0123456789ab', 'session=anything', 'Document'],
    ['/documents/a/', 'session=anything', 'Document'],
    ['/documents/a/b', 'session=anything', 'Application'],
    ['/documents', '', 'Application'],
    ['/_', 'session=anything', 'Application'],
    ['/', 'XSRF-TOKEN=a', 'Landing'],
    ['/about', 'session=anything', 'About'],
  ])('responds to %s with the cookie %s with the page %s', async (url, cookie, title) => {
    const answer = await app.inject({ url, headers: { cookie } });
    expect(answer.payload).toContain(`<h1>${title}</h1>`);
    expect(answer.headers.vary).toBe('accept-encoding, accept-language, cookie');
  });

  test('accepts only GET and HEAD', async () => {
    const answer = await app.inject({ method: 'POST', url: '/about' });
    expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'GET, HEAD']);
    const head = await app.inject({ method: 'HEAD', url: '/about' });
    expect([head.statusCode, head.payload]).toEqual([200, '']);
  });
});

describe('a static file', () => {
  test('is cached forever when its name contains a content hash', async () => {
    const answer = await app.inject('/assets/app-1a2b.js');
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(answer.headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect((await app.inject('/favicon.ico')).headers['cache-control']).toBe('no-cache');
  });

  test.each([
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['identity', undefined],
    ['', undefined],
  ])('for Accept-Encoding %j is sent with the encoding %s', async (accepted, coding) => {
    const answer = await app.inject({
      url: '/assets/app-1a2b.js',
      headers: { 'accept-encoding': accepted },
    });
    expect([answer.headers['content-encoding'], answer.headers.vary]).toEqual([
      coding,
      'accept-encoding',
    ]);
    const unpack =
      { br: brotliDecompressSync, gzip: gunzipSync }[coding ?? ''] ?? ((bytes: Buffer) => bytes);
    expect(unpack(answer.rawPayload).toString()).toBe(files['assets/app-1a2b.js']);
  });

  test('is sent as compressed by the build, and compressed on request otherwise', async () => {
    const headers = { 'accept-encoding': 'br' };
    expect((await app.inject({ url: '/assets/app-1a2b.js', headers })).rawPayload).toEqual(packed);
    const other = await app.inject({ url: '/assets/other-3c4d.js', headers });
    expect(brotliDecompressSync(other.rawPayload).toString()).toBe(files['assets/other-3c4d.js']);
  });

  test.each(['/assets/app-1a2b.js', '/favicon.ico', '/about'])(
    '%s is answered with 304 only when the ETag matches',
    async (url) => {
      const first = await app.inject(url);
      const ask = (etag: string) => app.inject({ url, headers: { 'if-none-match': etag } });
      const again = await ask(String(first.headers.etag));
      expect([again.statusCode, again.payload]).toEqual([304, '']);
      const other = await ask('"another"');
      expect([other.statusCode, other.payload]).toEqual([200, first.payload]);
    },
  );
});

test('the service worker is allowed for the whole site, and revalidated on each request', async () => {
  const { headers } = await app.inject('/service-worker.js');
  expect([headers['service-worker-allowed'], headers['cache-control']]).toEqual(['/', 'no-cache']);
  expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
  expect(
    (await app.inject('/assets/app-1a2b.js')).headers['service-worker-allowed'],
  ).toBeUndefined();
});

describe('the content security policy of a page', () => {
  test('allows its inline scripts by hash and scripts of the same origin, and no others', async () => {
    const policy = String((await app.inject('/')).headers['content-security-policy']);
    expect(policy).toContain(`script-src 'self' ${source};`);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy.match(/script-src [^;]*/)?.[0]).not.toContain('unsafe');
    expect((await app.inject('/about')).headers['content-security-policy']).toContain(
      "script-src 'self';",
    );
  });

  test('allows styles of the same origin and in attributes, and no style elements', async () => {
    const policy = String((await app.inject('/')).headers['content-security-policy']);
    expect(policy).toContain("; style-src 'self'; style-src-attr 'unsafe-inline';");
    expect(policy).not.toContain('style-src-elem');
  });

  test('allows the live channel on the host of the request', async () => {
    const answer = await app.inject({ url: '/', headers: { host: 'write.example.org:3000' } });
    expect(answer.headers['content-security-policy']).toContain(
      "connect-src 'self' ws://write.example.org:3000 wss://write.example.org:3000;",
    );
    expect(pagePolicy([], 'evil.example; script-src *')).toContain("connect-src 'self';");
  });

  test('hashes inline scripts with attributes, and omits scripts with a src', () => {
    expect(
      inlineScriptSources(`<script type="module" async>${script}</script><SCRIPT src=x></SCRIPT>`),
    ).toEqual([source]);
  });
});

test('pages contain absolute URLs when the public address is known, and paths otherwise', async () => {
  const known = Fastify();
  const publicUrl = 'https://write.example.org';
  known.setNotFoundHandler(
    createPages({ files: await readPageFiles(folder, publicUrl), publicUrl }),
  );
  expect((await known.inject('/about')).payload).toBe(
    `<link rel="canonical" href="${publicUrl}/about"/><link rel="alternate" hrefLang="de" href="${publicUrl}/about?lang=de"/><meta property="og:image" content="${publicUrl}/social.png"/><h1>About</h1><a href="/about">here</a>`,
  );
  expect((await app.inject('/about')).payload).toBe(files['about/index.html']);
  await known.close();
});

test.each([
  ['de', {}, '/missing.png', 'Datei nicht gefunden.\n'],
  ['de-CH', {}, '/missing.png', 'Datei nicht gefunden.\n'],
  ['en', { cookie: 'language=de' }, '/missing.png', 'Datei nicht gefunden.\n'],
  ['en', {}, '/missing.png?lang=de', 'Datei nicht gefunden.\n'],
  ['da', {}, '/missing.png', 'File not found.\n'],
])(
  'a text without a page is in the language of a page: %s %o %s',
  async (accepted, more, url, text) => {
    const answer = await app.inject({ url, headers: { 'accept-language': accepted, ...more } });
    expect([answer.statusCode, answer.payload]).toEqual([404, text]);
    expect(answer.headers['content-language']).toBe(text.startsWith('D') ? 'de' : 'en');
  },
);

test('responds with 503 when the pages have not been built', async () => {
  const bare = Fastify();
  bare.setNotFoundHandler(
    createPages({
      files: await readPageFiles(join(folder, 'about', 'nothing'), null),
      publicUrl: null,
    }),
  );
  const answer = await bare.inject('/');
  expect([answer.statusCode, answer.payload]).toEqual([503, expect.stringContaining('npm start')]);
  await bare.close();
});
