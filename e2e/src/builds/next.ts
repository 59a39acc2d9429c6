import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A product behind an address of its own, which can be told to be of the next version. */
export type TwoBuilds = {
  readonly url: string;
  /** Paths that were asked for since the last call of this. */
  asked(): string[];
  /** From now on it is the next build: other names of files, other words on the front page. */
  update(): void;
  close(): Promise<void>;
};

/** What the front page's files and the list of pages are called, which change with the words on the front page. */
const renamed = /((?:landing|manifest|start)-[\w-]+)\.js/g;

const changedIn = (text: string): string =>
  text.replaceAll(renamed, '$1-next.js').replaceAll('Write it together.', 'Write it together, once more.');

/**
 * Stands in front of a product and passes on what it answers; after {@link TwoBuilds.update} as if it had been built anew after a change.
 * The policy of pages is left away, since it names the scripts as they were.
 */
export async function openTwoBuilds(target: string): Promise<TwoBuilds> {
  let isNext = false;
  let seen: string[] = [];

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '/';
    seen.push(path);
    const isOld = isNext && path.match(renamed) !== null && !path.includes('-next.');
    if (isOld) return void response.writeHead(404, { 'content-type': 'text/plain' }).end('There is no such file.');
    const headers = { cookie: request.headers.cookie ?? '', accept: request.headers.accept ?? '' };
    const from = await fetch(target + path.replace('-next.js', '.js'), { headers, redirect: 'manual' });
    const type = from.headers.get('content-type') ?? '';
    const kept = [...from.headers].filter(([name]) => !/^(content-(encoding|length|security-policy)|transfer|etag)/.test(name));
    const bytes = Buffer.from(await from.arrayBuffer());
    const isText = /html|javascript/.test(type);
    const isWorker = path === '/service-worker.js';
    const body = isNext && isText ? changedIn(bytes.toString()).replace(/(?<=const build = ')/, isWorker ? 'next-' : '') : bytes;
    response.writeHead(from.status, Object.fromEntries(kept)).end(body);
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.writeHead(502).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked() {
      const now = seen;
      seen = [];
      return now;
    },
    update() {
      isNext = true;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
