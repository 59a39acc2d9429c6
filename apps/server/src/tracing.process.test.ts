import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  addressOf,
  clear,
  newFolder,
  startProcess,
  type Running,
  type StartOptions,
} from './process.testing.ts';
import { until } from './testing/until.ts';

let place: Awaited<ReturnType<typeof newFolder>>;
let dataDir: string;
let running: Running[];

beforeEach(async () => {
  place = await newFolder();
  dataDir = join(place.folder, 'data');
  running = [];
});
afterEach(async () => {
  await clear(running, dataDir);
  await place.remove();
}, 180_000);

function start(env: StartOptions['env'] = {}): Running {
  const one = startProcess(dataDir, { env });
  running.push(one);
  return one;
}

/** Prints the modules of OpenTelemetry that a process loads. */
const reportsModules = `import { registerHooks } from 'node:module';
registerHooks({
  load(url, context, next) {
    if (url.includes('opentelemetry')) process.stderr.write('loaded ' + url + '\\n');
    return next(url, context);
  },
});`;

test('no module of OpenTelemetry is loaded unless a collector is set', async () => {
  const hooks = join(place.folder, 'hooks.mjs');
  await writeFile(hooks, reportsModules);
  const loaded = async (env: Record<string, string>): Promise<number> => {
    const one = start({ NODE_OPTIONS: `--import ${hooks}`, LOG_LEVEL: 'silent', ...env });
    const answer = await fetch(`${await addressOf(one)}/api/v1/csrf-token`);
    expect(answer.status).toBe(200);
    one.child.kill('SIGTERM');
    expect(await one.ended).toEqual({ code: 0, signal: null });
    return one.said.err.match(/^loaded /gm)?.length ?? 0;
  };
  expect(await loaded({})).toBe(0);
  expect(await loaded({ OTEL_SERVICE_NAME: 'x', OTEL_TRACES_SAMPLER: 'always_on' })).toBe(0);
  expect(await loaded({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' })).toBeGreaterThan(10);
});

/** Listens on a free port. Accepted connections are never answered. */
async function listenSilently(): Promise<{ server: Server; sockets: Set<Socket>; url: string }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => void sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, sockets, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** More calls than the queue of spans has places. */
const calls = 3_000;

test('a collector that accepts and never answers delays neither calls nor the end', async () => {
  const { server, sockets, url } = await listenSilently();
  const one = start({ OTEL_EXPORTER_OTLP_ENDPOINT: url, LIMIT_CSRF_TOKENS: '1000000' });
  const address = await addressOf(one);
  for (let call = 0; call < calls; call += 100) {
    const answers = Array.from({ length: 100 }, () => fetch(`${address}/api/v1/csrf-token`));
    for (const { status } of await Promise.all(answers)) expect(status).toBe(200);
  }
  await until(() => sockets.size > 0);
  one.child.kill('SIGTERM');
  // The code is 1 if the process had to be ended because something did not close.
  expect(await one.ended).toEqual({ code: 0, signal: null });
  server.close();
  for (const socket of sockets) socket.destroy();
});

test('a collector that is away is reported once', async () => {
  const { server, url } = await listenSilently();
  await new Promise((resolve) => server.close(resolve));
  const one = start({ OTEL_EXPORTER_OTLP_ENDPOINT: url });
  const address = await addressOf(one);
  const warnings = () => one.said.err.match(/Traces cannot be exported/g)?.length ?? 0;
  await fetch(`${address}/api/v1/csrf-token`);
  await until(() => warnings() > 0);
  await fetch(`${address}/api/v1/csrf-token`);
  one.child.kill('SIGTERM');
  expect(await one.ended).toEqual({ code: 0, signal: null });
  expect(warnings()).toBe(1);
  expect(one.said.err).not.toMatch(/"level":(50|60)/);
});
