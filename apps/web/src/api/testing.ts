import { t } from '@lingui/core/macro';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { endpoints } from '@longhand/contract';
import { onTestFinished } from 'vitest';
import { createCaller, type Call } from './caller.ts';

/** A request as received by the server. */
export type Seen = {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingMessage['headers'];
  readonly token: string | undefined;
  readonly body: string;
};

/** A caller, the requests received by its server, and the delays that it requested (ms). */
export type TestCaller = { readonly call: Call; readonly seen: Seen[]; readonly waited: number[] };

/**
 * Test helper: starts a real server on a free port and a caller for it. The server issues tokens
 * and responds to all else with `answer`. `refuseToken` responds instead of a token.
 */
export async function createTestCaller(
  answer: (seen: Seen, response: ServerResponse) => void,
  refuseToken?: (response: ServerResponse) => void,
): Promise<TestCaller> {
  const seen: Seen[] = [];
  const waited: number[] = [];
  let cookie = '';
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { headers, method = '' } = request;
    const url = new URL(request.url ?? '', 'http://localhost');
    seen.push({ method, url, headers, token: headers['x-xsrf-token'] as string | undefined, body });
    if (url.pathname === '/api/v1/csrf-token') {
      if (refuseToken !== undefined) return refuseToken(response);
      cookie = `theme=dark; XSRF-TOKEN=token%3A${seen.length}`;
      response.end('{"csrfToken":"x"}');
    } else answer(seen.at(-1) as Seen, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const call = createCaller({
    table: endpoints,
    fetch: (path, init) => fetch(`http://127.0.0.1:${port}${path as string}`, init),
    now: () => 1_234,
    cookie: () => cookie,
    wait: async (milliseconds) => void waited.push(milliseconds),
  });
  return { call, seen, waited };
}

/** Returns a problem document in the server's format, with one invalid field. */
export function problem(status: number, title: string): string {
  return JSON.stringify({
    type: 'about:blank',
    title,
    status,
    detail: `${title}.`,
    code: 'invalid',
    requestId: 'r',
    errors: [{ path: 'name', message: t`Name is required` }],
  });
}
