import type { FastifyReply, FastifyRequest } from 'fastify';
import { languageOf, type Language } from '@longhand/contract';
import {
  brandedManifest,
  brandStylePath,
  createBrandedPages,
  type PageBrand,
} from './branded-pages.ts';
import { cookieNames, languageOfRequest, readCookie, sendLanguageCookie } from './cookies.ts';
import { translationsOf, type I18n } from '../platform/translations.ts';
import { isOurOrigin } from './origin.ts';
import { isPacked, pageFileOf, type Coding, type PageFile, type PageFiles } from './page-files.ts';
import { pageIndexAt } from './page-index.ts';
import { pagePolicy } from './page-policy.ts';

/** Caching of files named after their content: one year, without revalidation. */
const forever = 'public, max-age=31536000, immutable';

/**
 * Caching of pages: revalidated on each request, because a page refers to other assets after an
 * update.
 */
const askAgain = 'no-cache';

/**
 * Script of the service worker. Its scope is the whole site. It is revalidated each time, so that
 * no old version persists.
 */
const serviceWorker = '/service-worker.js';

/** Responds to a request for a page or one of its files. */
export type Pages = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Path of the manifest of the installed application. */
const manifest = '/manifest.webmanifest';

/**
 * Creates {@link Pages}. `files`: null if the pages have not been built. `publicUrl`: null to use
 * `Host`. `brand`: returns the branding of the pages, or null for the usual one.
 */
export function createPages({
  files,
  publicUrl,
  brand = () => Promise.resolve(null),
}: {
  files: PageFiles | null;
  publicUrl: string | null;
  brand?: () => Promise<PageBrand | null>;
}): Pages {
  const brandedPage = createBrandedPages();
  const publicHost = publicUrl === null ? undefined : new URL(publicUrl).host;
  return async (request, reply) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return plain(request, reply.header('allow', 'GET, HEAD'), 405, (i18n) =>
        i18n._('This URL accepts GET and HEAD only.'),
      );
    }
    if (files === null)
      return plain(request, reply, 503, (i18n) =>
        i18n._('The pages of Longhand are not built yet. Run npm start, which builds them.'),
      );
    const { path, asked } = partsOf(request.url);
    const base = publicUrl ?? `${request.protocol}://${request.host}`;
    const index = await pageIndexAt(path, files, { base, language: asked ?? 'en' });
    if (index) return reply.header('cache-control', askAgain).type(index.type).send(index.text);
    if (path === brandStylePath) {
      reply.header('cache-control', askAgain);
      return sendFile(request, reply, styleFile((await brand())?.css ?? ''));
    }
    const exact = files.get(path);
    if (exact && !exact.type.startsWith('text/html')) {
      reply.header('cache-control', path.startsWith('/assets/') ? forever : askAgain);
      // For a worker's script, this is the policy of the worker.
      reply.header('content-security-policy', pagePolicy([], publicHost ?? request.host));
      const branding = path === manifest ? await brand() : null;
      if (branding !== null)
        return sendFile(request, reply, await brandedManifest(exact, branding));
      if (path === serviceWorker) reply.header('service-worker-allowed', '/');
      return sendFile(request, reply, exact);
    }
    if (isAsset(path)) return plain(request, reply, 404, (i18n) => i18n._('File not found.'));
    const { cookie } = request.headers;
    const page = findPage(files, path, {
      mayBeMember: readCookie(cookie, cookieNames.session) !== null,
      language: languageFor(request),
    });
    if (!page) return plain(request, reply, 404, (i18n) => i18n._('Page not found.'));
    const branding = await brand();
    const file = branding === null ? page.file : await brandedPage(page, branding);
    reply.header('cache-control', askAgain);
    reply.header('content-security-policy', pagePolicy(file.scripts, publicHost ?? request.host));
    // A link of our own pages is a choice. One of a search engine only selects the page.
    if (asked !== null && isOurOrigin(request.headers, publicUrl)) {
      sendLanguageCookie(reply, asked, publicUrl?.startsWith('https:') ?? false);
      reply.header('cache-control', `private, ${askAgain}`);
    }
    return sendFile(request, reply, file);
  };
}

/**
 * Splits the URL of a request. `asked`: the language that it names (`?lang=de`), or null. So that
 * each language of a page has a URL, for search engines and for links to another language.
 */
function partsOf(url: string): { path: string; asked: Language | null } {
  const [path = '/', query = ''] = url.split(/[?#]/, 2);
  return { path, asked: languageOf(new URLSearchParams(query).get('lang') ?? '') };
}

const styleFile = (css: string): PageFile =>
  pageFileOf(Buffer.from(css), 'text/css; charset=utf-8');

/** True if a path can only be a file. If it is missing, the response is an error and not a page. */
function isAsset(path: string): boolean {
  return path.startsWith('/assets/') || /\.[a-z0-9]{1,12}$/i.test(path);
}

/**
 * Returns the page of a route of signed-in users, if the path belongs to one. A parameter of a
 * route is its last segment, which is `_` in the name of the file.
 */
function findRoutePage(files: PageFiles, folder: string, language: Language): PageFile | undefined {
  const parent = folder.slice(0, Math.max(0, folder.lastIndexOf('/')));
  return (
    translated(files, `/__routes${folder}`, language) ??
    translated(files, `/__routes${parent}/_`, language)
  );
}

/**
 * Returns a page in a language, otherwise in English. The build wrote it once per language, a
 * public page only if it is translated.
 */
function translated(files: PageFiles, path: string, language: Language): PageFile | undefined {
  return (
    (language === 'en' ? undefined : files.get(`${path}.${language}.html`)) ??
    files.get(`${path}.html`)
  );
}

/** The visitor that a page is selected for. `mayBeMember`: the browser has a session cookie. */
type Visitor = { readonly mayBeMember: boolean; readonly language: Language };

/**
 * Returns the page built for this path, otherwise the fallback page that routes in the browser.
 * Requests with a session cookie, valid or not, get the variant of a public page for members, which
 * checks the session, or the page of their route: it names all files of its route, and starts the
 * first calls. Other requests get the variant for visitors, or the fallback page.
 * `isApplication`: false for a public page.
 */
function findPage(
  files: PageFiles,
  path: string,
  { mayBeMember, language }: Visitor,
): { file: PageFile; isApplication: boolean } | undefined {
  let end = path.length;
  while (end > 0 && path[end - 1] === '/') end -= 1;
  const folder = path.slice(0, end);
  const own = mayBeMember ? translated(files, `${folder}/member`, language) : undefined;
  const open = own ?? translated(files, `${folder}/index`, language);
  if (open) return { file: open, isApplication: false };
  const file =
    (mayBeMember ? findRoutePage(files, folder, language) : undefined) ??
    translated(files, '/__spa-fallback', language) ??
    files.get('/index.html');
  return file && { file, isApplication: true };
}

async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: PageFile,
): Promise<FastifyReply> {
  reply.header('etag', file.etag).type(file.type);
  if (isPacked(file.type))
    reply.header(
      'vary',
      file.type.startsWith('text/html')
        ? 'accept-encoding, accept-language, cookie'
        : 'accept-encoding',
    );
  if (request.headers['if-none-match'] === file.etag) return reply.code(304).send();
  const coding = isPacked(file.type) ? codingFor(request.headers['accept-encoding']) : 'identity';
  if (coding !== 'identity') reply.header('content-encoding', coding);
  return reply.send(await file.bytes(coding));
}

/** Returns the best coding that the browser accepts. Codings with `q=0` are excluded. */
function codingFor(accepted: string | undefined): Coding {
  const taken = new Set(
    (accepted ?? '')
      .toLowerCase()
      .split(',')
      .map((part) => part.trim())
      .filter((part) => !/;\s*q=0(?:\.0*)?$/.test(part))
      .map((part) => part.split(';', 1)[0]?.trim()),
  );
  if (taken.has('br')) return 'br';
  return taken.has('gzip') ? 'gzip' : 'identity';
}

/** Returns the language of a response: that which the URL names, or that of the browser. */
function languageFor({ url, headers }: FastifyRequest): Language {
  return partsOf(url).asked ?? languageOfRequest(headers) ?? 'en';
}

/** Sends a text without a page, in the language in which a page would be sent. */
async function plain(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  text: (i18n: I18n) => string,
): Promise<FastifyReply> {
  const language = languageFor(request);
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .header('content-language', language)
    .type('text/plain; charset=utf-8')
    .send(`${text(await translationsOf(language))}\n`);
}
