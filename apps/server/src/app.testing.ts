import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { Document, Person, Problem, Project, Role, User } from '@longhand/contract';
import { createApp, type AppDeps } from './app.ts';
import { composeSendTextNotifications, composeActivityRecorder } from './app-events.ts';
import { openHints } from './db/hints.ts';
import type { Schema } from './db/schema.ts';
import { createTestDatabase, type TestDatabase } from './db/testing.ts';
import type { Live } from './domain/live.ts';
import { createWorkSessionRecorder } from './features/versions/saving.ts';
import { openJobs, type Jobs } from './jobs/jobs.ts';
import { readConfig, type Config } from './platform/config.ts';
import { createDiskRoom, type AskFileSystem } from './platform/disk-room.ts';
import { createIds } from './platform/ids.ts';
import { createKillPoints } from './platform/kill-points.ts';
import { createLog } from './platform/log.ts';
import { openTestLog } from './realtime/log.testing.ts';
import type { OpenLog } from './realtime/open-log.ts';
import { createRealtime, type Realtime } from './realtime/realtime.ts';
import { sharedWorkers } from './realtime/workers.testing.ts';
import { inTurn } from './testing/in-turn.ts';

/** Union of all fields of a response body. A test shows by its expectations which type it has. */
export interface TestBody
  extends
    Document,
    Omit<User, 'id' | 'createdAt'>,
    Pick<Project, 'ownerId' | 'ownerCount' | 'description' | 'documentCount' | 'finishedCount'> {
  rights: Document['rights'] & Project['rights'];
  name: string;
  user: Person;
  addedAt: string;
  csrfToken: string;
  items: TestBody[];
  nextCursor: string | null;
  code: Problem['code'];
  errors?: Problem['errors'];
  detail: string;
  requestId: string;
}

/**
 * A response in a test. `body`: the parsed JSON, or null if there is none, contrary to its type.
 */
export type TestAnswer = {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: TestBody;
};

/**
 * A request of a browser, which adds its cookies and CSRF token. `stream`: do not wait for the end
 * of the response.
 */
export type TestCall = {
  body?: unknown;
  headers?: Record<string, string | undefined>;
  raw?: string | Buffer;
  stream?: true;
};

/** One browser at one address, with its cookie jar. */
export interface TestBrowser {
  readonly cookies: Map<string, string>;
  readonly address: string;
  /**
   * Sends a request as our own page does: with cookies and, for changing calls, the CSRF token,
   * which is fetched if missing.
   */
  call(method: string, url: string, given?: TestCall): Promise<TestAnswer>;
}

/** A signed-in visitor. */
export type Member = TestBrowser & { user: User };

/** Recorded notifications of the live channel. */
export type LiveCalls = {
  [Name in 'rightsChanged' | 'sessionEnded']: Parameters<Live[Name]>[0][];
};

/** The whole application on its own database, with a clock that the test controls. */
export interface TestApp {
  readonly app: FastifyInstance;
  readonly db: Kysely<Schema>;
  /** Its data folder. */
  readonly dataDir: string;
  readonly liveCalls: LiveCalls;
  /** The live channel, for edits without a browser. */
  readonly live: Live;
  /** The jobs of the application. None runs before `runDue`. */
  readonly jobs: Jobs;
  /** Time of the clock (ms since 1970). */
  now(): number;
  /** Advances the clock (ms). */
  pass(ms: number): void;
  visitor(): TestBrowser;
  /** Also listens on a free port of this machine, including the live channel. Returns the port. */
  listen(): Promise<number>;
  /** Registers a user of this name, with the password of all test users and a confirmed address. */
  member(username: string): Promise<Member>;
  /** Registers several users, one after the other: the first of all is the administrator. */
  members<const Names extends readonly string[]>(
    ...usernames: Names
  ): Promise<{ -readonly [Name in keyof Names]: Member }>;
  /** Closes the application. Throws if a call has caused a bug (500). */
  close(): Promise<void>;
}

/** Password of all test users. */
export const testPassword = 'correct horse battery';

/** Wraps the live channel and records its notifications. */
function recording(live: Live): { live: Live; liveCalls: LiveCalls } {
  const liveCalls: LiveCalls = { rightsChanged: [], sessionEnded: [] };
  function heard<Name extends keyof LiveCalls>(name: Name) {
    return (change: Parameters<Live[Name]>[0]): void => {
      (liveCalls[name] as (typeof change)[]).push(change);
      (live[name] as (change: Parameters<Live[Name]>[0]) => void)(change);
    };
  }
  const recorded = {
    rightsChanged: heard('rightsChanged'),
    sessionEnded: heard('sessionEnded'),
  };
  return { live: { ...live, ...recorded }, liveCalls };
}

function storeCookies(jar: Map<string, string>, header: string | string[] | undefined): void {
  for (const line of [header ?? []].flat()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (/max-age=0(?:;|$)/i.test(line)) jar.delete(name);
    else jar.set(name, decodeURIComponent(value));
  }
}

function createVisitor(app: FastifyInstance, address: string): TestBrowser {
  const cookies = new Map<string, string>();

  async function send(
    method: string,
    url: string,
    { body, headers = {}, raw, stream }: TestCall,
  ): Promise<TestAnswer> {
    const jar = [...cookies]
      .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
      .join('; ');
    const typed =
      body === undefined && raw === undefined ? {} : { 'content-type': 'application/json' };
    const all = Object.entries({ ...(jar ? { cookie: jar } : {}), ...typed, ...headers }).filter(
      ([, value]) => value !== undefined,
    );
    const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const answer = await app.inject({
      ...(stream ? { payloadAsStream: true } : {}),
      method: method as 'GET',
      url,
      remoteAddress: address,
      headers: Object.fromEntries(all) as Record<string, string>,
      ...(payload === undefined ? {} : { payload }),
    });
    storeCookies(cookies, answer.headers['set-cookie']);
    if (stream) {
      answer.stream().destroy();
      return {
        status: answer.statusCode,
        headers: answer.headers as TestAnswer['headers'],
        body: null as unknown as TestBody,
      };
    }
    const isJson =
      answer.payload !== '' && String(answer.headers['content-type'] ?? '').includes('json');
    return {
      status: answer.statusCode,
      headers: answer.headers as TestAnswer['headers'],
      body: (isJson ? answer.json() : null) as TestBody,
    };
  }

  return {
    cookies,
    address,
    async call(method, url, given = {}) {
      if (method === 'GET' || method === 'HEAD') return send(method, url, given);
      if (!cookies.has('XSRF-TOKEN')) await send('GET', '/api/v1/csrf-token', {});
      return send(method, url, {
        ...given,
        headers: { 'x-xsrf-token': cookies.get('XSRF-TOKEN'), ...given.headers },
      });
    },
  };
}

/** Replacements for parts of the platform in a test. */
type Instead = Partial<AppDeps> & { askFileSystem?: AskFileSystem };

/** Opens the live channel of a test. */
function openTestRealtime(
  deps: Pick<AppDeps, 'clock' | 'ids' | 'log' | 'room'> & {
    database: TestDatabase;
    config: Config;
    updates: OpenLog;
  },
): Realtime {
  const { clock, ids, log, room, database, config, updates } = deps;
  return createRealtime({
    room,
    db: database.kysely,
    updates,
    workers: sharedWorkers,
    clock,
    log,
    kill: createKillPoints(null),
    publicUrl: config.publicUrl,
    limits: config.live,
    sendTextNotifications: composeSendTextNotifications({ clock, ids }),
    onWorkSessionEnd: createWorkSessionRecorder({
      clock,
      ids,
      recordActivity: composeActivityRecorder({ clock, ids }),
    }),
  });
}

/** Registers a user of this name in a browser, and confirms the address. */
async function register(
  visitor: TestBrowser,
  username: string,
  { db, now }: { db: Kysely<Schema>; now: () => number },
): Promise<Member> {
  const body = {
    username,
    name: `Name of ${username}`,
    email: `${username}@example.org`,
    password: testPassword,
  };
  const answer = await visitor.call('POST', '/api/v1/register', { body });
  if (answer.status !== 201)
    throw new Error(`${username} could not register: ${JSON.stringify(answer.body)}`);
  const { id } = answer.body;
  // The address is confirmed. Its mail is removed, because most tests do not expect it.
  await db
    .updateTable('users')
    .set({ email_confirmed_at: new Date(now()), must_confirm_email: false })
    .where('id', '=', id)
    .execute();
  await db.deleteFrom('account_links').where('user_id', '=', id).execute();
  await db
    .deleteFrom('mail_outbox')
    .where('recipient', '=', body.email)
    .where('kind', '=', 'confirmation')
    .execute();
  return Object.assign(visitor, {
    user: { ...(answer.body as User), emailConfirmed: true, mustConfirmEmail: false },
  });
}

/** Creates browsers, each at an address of its own. */
function createVisitors(app: FastifyInstance): () => TestBrowser {
  let addresses = 0;
  return () =>
    createVisitor(app, `10.${(addresses += 1) >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`);
}

/**
 * Starts the application for a test file. `settings`: environment variables. Call `close` at the
 * end of the file.
 */
export async function openTestApp(
  settings: Record<string, string> = {},
  more: Instead = {},
): Promise<TestApp> {
  const database = await createTestDatabase();
  const { kysely: db, pool } = database;
  const dataDir = await mkdtemp(join(tmpdir(), 'longhand-app-'));
  let time = Date.UTC(2026, 10, 20);
  const clock = { now: () => time };
  const bugs: string[] = [];
  const log = createLog('error', { write: (line) => void bugs.push(line) });
  const config = readConfig({ DATA_DIR: dataDir, ...settings });
  const ids = createIds(clock);
  // A disk that a test fills is not a bug.
  const quiet = more.askFileSystem === undefined ? log : createLog('silent');
  const floor = config.minFreeBytes;
  const ask = more.askFileSystem;
  const room = createDiskRoom({ path: dataDir, floor, clock, log: quiet, ask });
  const parts = { config, database, log, clock, ids, room, temporaryRoom: room };
  const updates = await openTestLog(pool, quiet);
  const realtime = openTestRealtime({ ...parts, updates });
  const { live, liveCalls } = recording(realtime.live);
  const jobs = await openJobs({ pool, db, log, clock });
  const baseUrl = () => config.publicUrl ?? 'http://longhand.test';
  const hints = openHints(database, quiet);
  const app = await createApp({ ...parts, hints, live, jobs, baseUrl, ...more });
  const visitor = createVisitors(app);
  const member = (username: string): Promise<Member> =>
    register(visitor(), username, { db, now: clock.now });
  return {
    app,
    db,
    dataDir,
    liveCalls,
    live,
    jobs,
    visitor,
    now: clock.now,
    pass: (ms) => void (time += ms),
    async listen() {
      realtime.attach(app.server);
      await app.listen({ host: '127.0.0.1', port: 0 });
      return (app.server.address() as AddressInfo).port;
    },
    member,
    members: (...usernames) => inTurn(usernames, member),
    async close() {
      await app.close();
      await realtime.close();
      await updates.close();
      await jobs.stop();
      await hints.stop();
      await database.drop();
      await rm(dataDir, { recursive: true });
      if (bugs.length > 0) throw new Error(`The application met bugs:\n${bugs.join('\n')}`);
    },
  };
}

/** Creates a project of `owner` and assigns roles to other members. */
export async function makeProject(
  owner: Member,
  people: readonly [Member, Role][] = [],
  name = 'Letters',
): Promise<Project> {
  const made = await owner.call('POST', '/api/v1/projects', { body: { name } });
  for (const [member, role] of people) {
    const body = { usernameOrEmail: member.user.username, role };
    await owner.call('POST', `/api/v1/projects/${made.body.id}/collaborators`, { body });
  }
  return made.body as unknown as Project;
}

/** Creates a document of `author`, in a project or as a draft. */
export async function makeDocument(
  author: Member,
  projectId: string | null,
  title = 'A letter',
): Promise<Document> {
  const made = await author.call('POST', '/api/v1/documents', { body: { projectId, title } });
  if (made.status !== 201) throw new Error(`No document was made: ${JSON.stringify(made.body)}`);
  return made.body as Document;
}
