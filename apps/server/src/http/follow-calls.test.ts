import { afterAll, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../platform/clock.ts';
import { readConfig } from '../platform/config.ts';
import { createIds } from '../platform/ids.ts';
import { createLog } from '../platform/log.ts';
import { openTracing } from '../platform/open-tracing.ts';
import { createServer } from './server.ts';

const nodeSecret = 'the secret of all nodes';
const ids = createIds(systemClock);
const silent = createLog('silent');
const { tracing: settings } = readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' });
const tracing = await openTracing(settings, { log: silent, version: '0', nodeId: null });
afterAll(() => tracing?.close());

type Line = { readonly requestId?: string; readonly traceId?: string; readonly msg: string };

/** Opens a server behind the proxy 10.0.0.1, with a call that logs, and calls it. */
async function called(
  headers: Record<string, string>,
  { from = '10.9.9.9', isTraced = false, body = '' } = {},
) {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const app = createServer({
    log,
    ids,
    trustProxy: ['10.0.0.1'],
    bodyBytesMax: 1_000,
    behindHttps: false,
    nodeSecret,
    tracing: isTraced ? tracing : null,
  });
  onTestFinished(() => app.close());
  app.route({
    method: ['GET', 'POST'],
    url: '/call',
    async handler(request) {
      await new Promise((resolve) => setTimeout(resolve, 1));
      log.info('below the call');
      request.log.info('of the call');
      return {};
    },
  });
  const response = await app.inject({
    method: body === '' ? 'GET' : 'POST',
    url: '/call',
    remoteAddress: from,
    headers: { ...(body !== '' && { 'content-type': 'application/json' }), ...headers },
    ...(body !== '' && { payload: body }),
  });
  expect(response.statusCode).toBe(200);
  return {
    id: response.headers['x-request-id'],
    lines,
    read: lines.map((line) => JSON.parse(line) as Line),
  };
}

test.each([[''], ['{}']])(
  'each entry of a call has its request id once, also below it and after reading the body %j',
  async (body) => {
    const { id, lines, read } = await called({}, { body });
    expect(read.map(({ requestId, msg }) => [requestId, msg])).toEqual([
      [id, 'below the call'],
      [id, 'of the call'],
    ]);
    for (const line of lines) expect(line.match(/requestId/g)).toHaveLength(1);
    expect(lines.join('')).not.toContain('traceId');
  },
);

test('a request id is accepted from a trusted proxy and from another node only', async () => {
  const given = { 'x-request-id': 'of-the-proxy-1' };
  expect((await called(given)).id).not.toBe('of-the-proxy-1');
  const { id, read } = await called(given, { from: '10.0.0.1' });
  expect([id, read[0]?.requestId]).toEqual(['of-the-proxy-1', 'of-the-proxy-1']);
  const ofNode = { ...given, 'x-longhand-node': nodeSecret };
  expect((await called(ofNode)).id).toBe('of-the-proxy-1');
  expect((await called({ ...given, 'x-longhand-node': 'guessed' })).id).not.toBe('of-the-proxy-1');
  for (const bad of ['', 'a b', 'x'.repeat(129), 'a"b', 'ä'])
    expect((await called({ 'x-request-id': bad }, { from: '10.0.0.1' })).id).toHaveLength(36);
});

test('the entries of a traced call have its trace id: that of a trusted sender, or else a new one', async () => {
  const trace = '0af7651916cd43dd8448eb211c80319c';
  const given = { traceparent: `00-${trace}-b7ad6b7169203331-01` };
  const traceOf = async (headers: Record<string, string>, from?: string) => {
    const { read } = await called(headers, { isTraced: true, ...(from && { from }) });
    expect(new Set(read.map(({ traceId }) => traceId)).size).toBe(1);
    return read[0]?.traceId;
  };
  expect(await traceOf(given, '10.0.0.1')).toBe(trace);
  expect(await traceOf({ ...given, 'x-longhand-node': nodeSecret })).toBe(trace);
  expect(await traceOf(given)).toMatch(/^(?!0af7)[0-9a-f]{32}$/);
  for (const bad of [
    `00-${trace}-b7ad6b7169203331`,
    `00-${'0'.repeat(32)}-b7ad6b7169203331-01`,
    `00-${trace}\u0020-b7ad6b7169203331-01`,
    'nonsense',
  ])
    expect(await traceOf({ traceparent: bad }, '10.0.0.1')).toMatch(/^(?!0af7)[0-9a-f]{32}$/);
  // The sender has decided not to sample it.
  const unsampled = { traceparent: `00-${trace}-b7ad6b7169203331-00` };
  expect(await traceOf(unsampled, '10.0.0.1')).toBeUndefined();
});
