/**
 * Service worker between the installed application and the network. While the server is reachable,
 * pages always come from it, and only files with content-hashed names are cached. So a new version
 * is used from the next page load on, and pages are never reloaded while a user writes. Without the
 * server, users who opened a document on this device before get the pages of that time. These show
 * the documents that are stored on the device. Other users get a page which says that their unsent
 * text is stored. Source: W3C, Service Workers.
 */

/**
 * Inserted by the build (`vite/service-worker.ts`): changes with every file of the build, and so
 * does this script.
 */
const build = '__BUILD__';
const cacheName = `assets-${build}`;

/**
 * Inserted by the build (`vite/offline-parts.ts`): all files that pages of signed-in users may
 * need, and the first segments of their paths.
 */
const parts = ['__PARTS__'];
const places = ['__PLACES__'];

/**
 * Cache key of the shell page, which selects the page in the browser. The server returns it for
 * every path of an application page.
 */
const shell = '/documents';
/**
 * Number of parallel fetches when caching: the user is writing in one of the pages at that time.
 */
const atOnce = 4;

/** Inserted by the build (`vite/offline-texts.ts`): texts of the page below, by language. */
const texts = { en: '__TEXTS__' };

const manifest = '/manifest.webmanifest';

/** Matches files with translated articles: those in the language of the user are cached. */
const articleFile = /^(?:articles|_virtual_article-index)-(?!en)(\w\w)-/;

/** Returns the page for users without a kept page, in the language of the last pages. */
async function offlinePage() {
  const cache = await caches.open(cacheName);
  const language = await lastLanguage(cache);
  const { dir, title, heading, paragraphs, again } = texts[language];
  const name = escaped(await serverName(cache));
  const named = (text) => text.replaceAll('{server}', () => name);
  return `<!doctype html>
<html lang="${language}" dir="${dir}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${named(title)}</title><style>
:root { --paper: #fbfaf7; --ink: #1d1b18; --accent: #2b4a8b }
@media (prefers-color-scheme: dark) { :root { --paper: #171614; --ink: #ece8e1; --accent: #a9c0f5 } }
body { display: grid; min-height: 100vh; margin: 0; place-items: center; background: var(--paper); color: var(--ink);
font: 1.15rem/1.6 Georgia, serif } main { max-width: 34rem; padding: 2rem } h1 { font-size: 2rem; font-weight: 500; line-height: 1.2 }
a { color: var(--accent) }</style></head><body><main><h1>${named(heading)}</h1>
${paragraphs.map((text) => `<p>${named(text)}</p>`).join('\n')}
<p><a href="">${again}</a></p></main></body></html>`;
}

/** Returns the language of the kept pages, otherwise the first of the browser that has texts. */
async function lastLanguage(cache) {
  const page = await cache.match(shell, { ignoreVary: true });
  const kept = /<html lang="(\w+)"/.exec((await page?.text()) ?? '')?.[1];
  const accepted = navigator.languages.map((tag) => tag.toLowerCase().split('-', 1)[0]);
  return [kept, ...accepted].find((each) => each in texts) ?? 'en';
}

/** Returns the name that administrators gave this server. The kept manifest has it. */
async function serverName(cache) {
  try {
    return (await (await cache.match(manifest)).json()).name;
  } catch {
    // Signing in and out clears the cache.
    return 'Longhand';
  }
}

function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

async function offline() {
  return new Response(await offlinePage(), {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
    },
  });
}

/**
 * Returns the page from the server. If the server is not reachable, also behind a proxy (502, 504),
 * returns the cached page.
 */
async function pageFromServer(event, pathname) {
  const answer = await askServer(event);
  if (answer !== null && answer.status !== 502 && answer.status !== 504) return answer;
  return (await keptPage(pathname)) ?? answer ?? (await offline());
}

async function askServer(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return null;
  }
}

/**
 * Returns the cached shell if the path is a page of the application and everything is cached,
 * otherwise null.
 */
async function keptPage(pathname) {
  const [, place, next] = pathname.split('/');
  if (!places.includes(place) || (place === 'help-center' && next === 'public')) return null;
  const cache = await caches.open(cacheName);
  return (await cache.match(shell, { ignoreVary: true })) ?? null;
}

/**
 * Caches all files of the application, and the shell last: it is only present if everything that it
 * needs is. The shell of a different build is not cached: the worker of that build will do so.
 */
async function keepPages() {
  const cache = await caches.open(cacheName);
  await cache.add(manifest);
  if (await cache.match(shell, { ignoreVary: true })) return;
  const page = await fetch(shell, { cache: 'no-store' });
  const text = await page.clone().text();
  const named = [...text.matchAll(/"\/assets\/([^"#?]+)/g)].map(([, name]) => name);
  // The translations of the user's language. Other languages are not cached.
  const catalogs = named.filter((name) => /^language-\w+-[\w-]+\.js$/.test(name));
  const others = named.filter((name) => !catalogs.includes(name));
  if (!page.ok || named.length === 0 || others.some((name) => !parts.includes(name))) return;
  const [, language] = /<html lang="(\w+)"/.exec(text) ?? [];
  const needed = parts.filter((name) => {
    const [, translated = language] = articleFile.exec(name) ?? [];
    return translated === language;
  });
  const missing = [...needed, ...catalogs];
  const next = async () => {
    for (let name = missing.pop(); name !== undefined; name = missing.pop()) {
      const path = `/assets/${name}`;
      if (!(await cache.match(path))) await cache.add(path);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, next));
  await cache.put(shell, page);
}

/**
 * Returns a file that cannot change, cached after the first fetch. Signing in and out clears the
 * cache; then it is fetched again.
 */
async function asset(event) {
  const cache = await caches.open(cacheName);
  const kept = await cache.match(event.request);
  if (kept) return kept;
  const answer = await fetch(event.request);
  if (answer.ok) event.waitUntil(cache.put(event.request, answer.clone()).catch(() => undefined));
  return answer;
}

addEventListener('install', (event) => {
  const keepName = async () => (await caches.open(cacheName)).add(manifest);
  event.waitUntil(keepName().catch(() => undefined));
  // In browsers with static routing, API requests bypass the service worker without starting it.
  event.addRoutes?.(
    ['/api/*', '/collab/*'].map((pathname) => ({
      condition: { urlPattern: new URLPattern({ pathname }) },
      source: 'network',
    })),
  );
});

addEventListener('activate', (event) => {
  const removeOld = async () => {
    for (const name of await caches.keys()) if (name !== cacheName) await caches.delete(name);
    await registration.navigationPreload?.enable();
  };
  event.waitUntil(removeOld());
});

addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (
    request.method !== 'GET' ||
    origin !== location.origin ||
    /^\/(?:api|collab)(?:\/|$)/.test(pathname)
  )
    return;
  if (request.mode === 'navigate') event.respondWith(pageFromServer(event, pathname));
  else if (pathname.startsWith('/assets/')) event.respondWith(asset(event));
});

addEventListener('message', (event) => {
  // Files that cannot be fetched now are fetched when the next document is opened.
  if (event.data === 'keep-pages') event.waitUntil(keepPages().catch(() => undefined));
});
