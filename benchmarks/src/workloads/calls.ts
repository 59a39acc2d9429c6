import { Agent, request, type RequestOptions } from 'node:http';
import { percentile } from '../measure/statistics.ts';
import {
  databasePid,
  password,
  signUp,
  startProduct,
  type Person,
  type Product,
} from '@longhand/driver';
import { untilIdle } from '../measure/idle.ts';
import { cpuOf } from '../measure/usage.ts';
import type { Measure } from '../report/figures.ts';
import type { Bench } from './bench.ts';

/** Number of parallel calls, each on its own keep-alive connection. */
const atOnce = 8;

/** One kind of call, exactly as it is sent. */
type Call = {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: string;
};

type Setup = {
  readonly product: Product;
  readonly person: Person;
  readonly size: string;
  readonly calls: readonly Call[];
};

/**
 * Starts a separate product with projects and documents of one user, so that lists have realistic
 * lengths.
 */
async function setUp(bench: Bench): Promise<Setup> {
  const documents = bench.isQuick ? 60 : 1_000;
  const product = await startProduct({ env: { LIMIT_LOGIN_FAILURES: '10000000' } });
  const person = await signUp(product.url, 'reader');
  const projects: string[] = [];
  for (let n = 0; n < 20; n += 1)
    projects.push((await person.call('createProject', { body: { name: `Project ${n}` } })).id);
  let last = '';
  for (let n = 0; n < documents; n += 1) {
    const params = { id: projects[n % projects.length] ?? '' };
    const body =
      n === documents - 1
        ? { templateId: '01990000-0000-7000-8000-000000000005' }
        : { title: `Document ${n}` };
    last = (await person.call('createProjectDocument', { params, body })).id;
  }
  const calls: Call[] = [
    {
      name: 'login',
      method: 'POST',
      path: '/api/v1/login',
      body: JSON.stringify({ username: 'reader', password }),
    },
    { name: 'list of projects', method: 'GET', path: '/api/v1/projects' },
    { name: 'list of documents', method: 'GET', path: '/api/v1/documents' },
    {
      name: 'documents of a project',
      method: 'GET',
      path: `/api/v1/projects/${projects[0]}/documents`,
    },
    { name: 'document', method: 'GET', path: `/api/v1/documents/${last}` },
    {
      name: 'document with its text',
      method: 'GET',
      path: `/api/v1/documents/${last}?format=markdown`,
    },
    { name: 'search', method: 'GET', path: '/api/v1/search?q=document' },
  ];
  return {
    product,
    person,
    size: `${documents.toLocaleString('en')} documents, ${atOnce} calls at once`,
    calls,
  };
}

/** Makes one call and resolves with its duration (ms). Rejects unless the status is 200. */
function makeCall(
  url: URL,
  agent: Agent,
  headers: RequestOptions['headers'],
  { method, body }: Call,
): Promise<number> {
  const from = performance.now();
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, agent, headers }, (answer) => {
      answer.resume();
      answer.on('end', () =>
        answer.statusCode === 200
          ? resolve(performance.now() - from)
          : reject(new Error(`${url.pathname}: ${answer.statusCode}`)),
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/**
 * Returns the headers of a call: those of the session, or of a signed-out browser for signing in.
 */
async function headersOf(
  { product, person }: Setup,
  { body }: Call,
): Promise<Record<string, string>> {
  if (body === undefined) return { cookie: person.cookie() };
  const answer = await fetch(`${product.url}/api/v1/csrf-token`);
  const { csrfToken } = (await answer.json()) as { csrfToken: string };
  return {
    cookie: `XSRF-TOKEN=${csrfToken}`,
    'x-xsrf-token': csrfToken,
    'content-type': 'application/json',
  };
}

async function load(setup: Setup, call: Call, milliseconds: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  const headers = await headersOf(setup, call);
  const url = new URL(call.path, setup.product.url);
  const taken: number[] = [];
  const end = performance.now() + milliseconds;
  const caller = async () => {
    while (performance.now() < end) taken.push(await makeCall(url, agent, headers, call));
  };
  await Promise.all(Array.from({ length: atOnce }, caller));
  agent.destroy();
  return taken;
}

async function measureCall(bench: Bench, setup: Setup, call: Call): Promise<void> {
  const seconds = bench.isQuick ? 1 : 5;
  const database = (await databasePid(setup.product.dataDir)) ?? 0;
  await load(setup, call, 500);
  await untilIdle({ servers: [setup.product.pid], database });
  const before = (await cpuOf(setup.product.pid)) + (await cpuOf(database));
  const from = performance.now();
  const taken = await load(setup, call, seconds * 1_000);
  const lasted = (performance.now() - from) / 1_000;
  const cpu = (await cpuOf(setup.product.pid)) + (await cpuOf(database)) - before;
  const add = (what: string, unit: string, value: number) => {
    const measure: Measure = {
      workload: 'calls',
      size: setup.size,
      what: `${call.name}: ${what}`,
      unit,
      goal: null,
    };
    bench.figures.add(measure, 'longhand', value);
  };
  add('answered a second', 'more is better', taken.length / lasted);
  add('p50', 'ms', percentile(taken, 0.5));
  add('p95', 'ms', percentile(taken, 0.95));
  add('p99', 'ms', percentile(taken, 0.99));
  add('CPU of app and database', 'ms', cpu / taken.length);
  bench.say(
    `calls ${call.name}: ${Math.round(taken.length / lasted)} a second, p95 ${percentile(taken, 0.95).toFixed(1)} ms`,
  );
}

/**
 * Measures the API calls one by one under a steady load. Longhand only: the peer has no such API.
 */
export async function runCalls(bench: Bench): Promise<void> {
  const setup = await setUp(bench);
  try {
    for (let round = 0; round < bench.rounds; round += 1) {
      for (const call of setup.calls) await measureCall(bench, setup, call);
    }
  } finally {
    await setup.product.close();
  }
}
