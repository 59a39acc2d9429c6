import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy in front of a product, which can simulate the deployment of the next version. */
export type DeploymentProxy = {
  readonly url: string;
  /** Returns the paths requested since the last call of this method. */
  takeRequestedPaths(): string[];
  /** Simulates the next build: other file names, and other text on the sign-in page. */
  deployNextBuild(): void;
  close(): Promise<void>;
};

/** Names of the sign-in page's script and of the entry, which change with its text. */
const changedFiles = /(\b(?:auth|main)-[\w-]+)\.js/g;

const withNextBuild = (text: string): string =>
  text.replaceAll(changedFiles, '$1-next.js').replaceAll('Welcome back', 'Welcome back, once more');

/**
 * Starts an HTTP proxy in front of a product. After {@link DeploymentProxy.deployNextBuild} the
 * responses are those of a new build. The proxy removes the Content-Security-Policy of pages,
 * because it names the scripts of the real build.
 */
export async function startDeploymentProxy(target: string): Promise<DeploymentProxy> {
  let isNext = false;
  let seen: string[] = [];

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '/';
    seen.push(path);
    const isOld = isNext && path.match(changedFiles) !== null && !path.includes('-next.');
    if (isOld)
      return void response.writeHead(404, { 'content-type': 'text/plain' }).end('File not found.');
    const headers = { cookie: request.headers.cookie ?? '', accept: request.headers.accept ?? '' };
    const from = await fetch(target + path.replace('-next.js', '.js'), {
      headers,
      redirect: 'manual',
    });
    const type = from.headers.get('content-type') ?? '';
    const kept = [...from.headers].filter(
      ([name]) => !/^(content-(encoding|length|security-policy)|transfer|etag)/.test(name),
    );
    const bytes = Buffer.from(await from.arrayBuffer());
    const isText = /html|javascript/.test(type);
    const isWorker = path === '/service-worker.js';
    const body =
      isNext && isText
        ? withNextBuild(bytes.toString()).replace(/(?<=const build = ')/, isWorker ? 'next-' : '')
        : bytes;
    response.writeHead(from.status, Object.fromEntries(kept)).end(body);
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.writeHead(502).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    takeRequestedPaths() {
      const now = seen;
      seen = [];
      return now;
    },
    deployNextBuild() {
      isNext = true;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
