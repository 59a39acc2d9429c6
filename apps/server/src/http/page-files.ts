import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { withWholeAddresses } from './page-addresses.ts';
import { inlineScriptSources } from './page-policy.ts';

/** How an answer may be coded, best first. */
export type Coding = 'br' | 'gzip' | 'identity';

/** A file of the built pages, whole in memory once it was asked for. `scripts` are the policy sources of its inline scripts. */
export type PageFile = {
  type: string;
  etag: string;
  scripts: readonly string[];
  bytes(coding: Coding): Promise<Buffer>;
};

/** The built pages by path (`/assets/app-1a2b.js`), as they were when the server started. */
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

/** What is text gets smaller; pictures and fonts are packed already. */
const worthPacking = /^(?:text\/|application\/|image\/svg)/;

const packBrotli = promisify(brotliCompress);
const packGzip = promisify(gzip);

/** How files end that the build has packed. They are another form of their neighbour, not files of their own. */
const packedEnd = '.br';

/** Brotli at 9 packs a megabyte in about 150 ms off the event loop; 11 gains 7 % and takes seven seconds, at the build. */
const brotliQuality = 9;

/**
 * Makes each coding of a file once, when it is first asked for, and keeps it: the files are few and never change. `packed` is what the
 * build has packed already, at 11.
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

async function readPageFile(path: string, hasPacked: boolean, publicUrl: string | null): Promise<PageFile> {
  const read = await readFile(path);
  const type = types[extname(path)] ?? 'application/octet-stream';
  const isPage = type.startsWith('text/html') && publicUrl !== null;
  const whole = isPage ? Buffer.from(withWholeAddresses(read.toString('utf8'), publicUrl)) : read;
  const etag = `"${createHash('sha256').update(whole).digest('base64url').slice(0, 22)}"`;
  const scripts = type.startsWith('text/html') ? inlineScriptSources(whole.toString('utf8')) : [];
  const packed = hasPacked ? await readFile(path + packedEnd) : null;
  return { type, etag, scripts, bytes: packer(whole, packed, type) };
}

/** Whether a type gets smaller by packing, so that an answer depends on `Accept-Encoding`. */
export function isPacked(type: string): boolean {
  return worthPacking.test(type);
}

/**
 * Reads all files under `folder`; null where the pages have not been built. What is served is looked up in this map and
 * nowhere else, so that no path can lead out of the folder. Where `publicUrl` is known, pages say their whole address.
 */
export async function readPageFiles(folder: string, publicUrl: string | null): Promise<PageFiles | null> {
  if (!existsSync(join(folder, 'index.html')) && !existsSync(join(folder, '__spa-fallback.html'))) return null;
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = new Set(entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name)));
  const served = [...paths].filter((path) => !path.endsWith(packedEnd));
  const files = await Promise.all(
    served.map(async (path) => {
      const file = await readPageFile(path, paths.has(path + packedEnd), publicUrl);
      return [path.slice(folder.length).replaceAll(sep, '/'), file] as const;
    }),
  );
  return new Map(files);
}
