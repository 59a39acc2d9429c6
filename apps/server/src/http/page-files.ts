import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { withWholeAddresses } from './page-addresses.ts';
import { inlineScriptSources } from './page-policy.ts';

/** Content codings of a response, best first. */
export type Coding = 'br' | 'gzip' | 'identity';

/**
 * A file of the built pages, in memory once requested. `scripts`: policy sources of its inline
 * scripts.
 */
export type PageFile = {
  type: string;
  etag: string;
  scripts: readonly string[];
  bytes(coding: Coding): Promise<Buffer>;
};

/** The built pages by path (`/assets/app-1a2b.js`), as read at the start of the server. */
export type PageFiles = ReadonlyMap<string, PageFile>;

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.data': 'text/x-script; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.ttf': 'font/ttf',
  '.xml': 'application/xml; charset=utf-8',
};

/** Matches types that compress well. Pictures and fonts are compressed already. */
const worthPacking = /^(?:text\/|application\/|image\/svg)/;

const packBrotli = promisify(brotliCompress);
const packGzip = promisify(gzip);

/**
 * Suffix of files compressed by the build. They are another form of their neighbour, not separate
 * files.
 */
const packedEnd = '.br';

/**
 * Brotli quality. Level 9 compresses one megabyte in about 150 ms off the event loop. Level 11
 * saves 7 % more and takes seven seconds, so the build uses it.
 */
const brotliQuality = 9;

/**
 * Creates each coding of a file once, on first request, and caches it: the files are few and never
 * change. `packed`: the build's output at level 11.
 */
function packer(whole: Buffer, packed: Buffer | null, type: string): PageFile['bytes'] {
  const made = new Map<Coding, Promise<Buffer>>([['identity', Promise.resolve(whole)]]);
  if (packed !== null) made.set('br', Promise.resolve(packed));
  return (coding) => {
    const wanted = worthPacking.test(type) ? coding : 'identity';
    const found = made.get(wanted);
    if (found) return found;
    const making =
      wanted === 'br'
        ? packBrotli(whole, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } })
        : packGzip(whole, { level: 9 });
    made.set(wanted, making);
    return making;
  };
}

async function readPageFile(
  path: string,
  hasPacked: boolean,
  publicUrl: string | null,
): Promise<PageFile> {
  const read = await readFile(path);
  const type = types[extname(path)] ?? 'application/octet-stream';
  const isPage = type.startsWith('text/html') && publicUrl !== null;
  const whole = isPage ? Buffer.from(withWholeAddresses(read.toString('utf8'), publicUrl)) : read;
  const packed = hasPacked ? await readFile(path + packedEnd) : null;
  return pageFileOf(whole, type, packed);
}

/**
 * Returns a file of the pages with this content.
 *
 * @param packed the content compressed by the build, if it was
 */
export function pageFileOf(whole: Buffer, type: string, packed: Buffer | null = null): PageFile {
  const etag = `"${createHash('sha256').update(whole).digest('base64url').slice(0, 22)}"`;
  const scripts = type.startsWith('text/html') ? inlineScriptSources(whole.toString('utf8')) : [];
  return { type, etag, scripts, bytes: packer(whole, packed, type) };
}

/** True if a type is compressed, so that its responses depend on `Accept-Encoding`. */
export function isPacked(type: string): boolean {
  return worthPacking.test(type);
}

/**
 * Reads all files below `folder`. Returns null if the pages have not been built. Files are served
 * only from this map, so no path can leave the folder. If `publicUrl` is known, pages contain their
 * absolute URL.
 */
export async function readPageFiles(
  folder: string,
  publicUrl: string | null,
): Promise<PageFiles | null> {
  if (!existsSync(join(folder, 'index.html')) && !existsSync(join(folder, '__spa-fallback.html')))
    return null;
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = new Set(
    entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name)),
  );
  const served = [...paths].filter((path) => !path.endsWith(packedEnd));
  const files = await Promise.all(
    served.map(async (path) => {
      const file = await readPageFile(path, paths.has(path + packedEnd), publicUrl);
      return [path.slice(folder.length).replaceAll(sep, '/'), file] as const;
    }),
  );
  return new Map(files);
}
