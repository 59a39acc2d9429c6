import { composeSendTextNotifications } from './app-events.ts';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocket } from 'ws';
import * as Y from 'yjs';
import type { Role } from '@longhand/contract';
import { openLink, throughWebSocket, type Link, type WebSocketLike } from '@longhand/sync/client';
import { rootsIn } from '@longhand/sync/protocol';
import { createMemoryOutbox } from '@longhand/sync/testing/memory';
import { createTestDatabase, type TestDatabase } from './db/testing.ts';
import { createActivityRecorder } from './domain/record-activity.ts';
import type { Live } from './domain/live.ts';
import type { LiveMetrics } from './domain/live-metrics.ts';
import { createWorkSessionRecorder } from './features/versions/saving.ts';
import type { VersionsDeps } from './features/versions/service.ts';
import { startSession } from './http/session.ts';
import { systemClock } from './platform/clock.ts';
import { readConfig } from './platform/config.ts';
import { createIds } from './platform/ids.ts';
import { createKillPoints } from './platform/kill-points.ts';
import { createLog, type Logger } from './platform/log.ts';
import { openTestLog } from './realtime/log.testing.ts';
import { createRealtime } from './realtime/realtime.ts';
import { sharedWorkers } from './realtime/workers.testing.ts';
import { inTurn } from './testing/in-turn.ts';

/** A user with a browser session. */
export type Writer = {
  readonly userId: string;
  readonly sessionId: string;
  readonly cookie: string;
};

/** A document that is open on a user's page. */
export type OpenPage = {
  readonly doc: Y.Doc;
  readonly link: Link;
  /** Adds a paragraph at the end. */
  write(text: string): void;
  /** Adds text to the last paragraph. Does nothing if there is none. */
  type(text: string): void;
  text(): string;
  /** Resolves when all text typed here is on disk. */
  saved(): Promise<void>;
};

/** The live channel with real sockets on its own database, without the HTTP API. */
export type LiveHost = {
  readonly database: TestDatabase;
  readonly live: Live;
  readonly port: number;
  metrics(): LiveMetrics;
  readonly deps: VersionsDeps;
  person(username: string): Promise<Writer>;
  people<const Names extends readonly string[]>(
    ...usernames: Names
  ): Promise<{ -readonly [Name in keyof Names]: Writer }>;
  document(owner: Writer, people?: readonly [Writer, Role][]): Promise<string>;
  open(writer: Writer, documentId: string): Promise<OpenPage>;
  /** Closes it. Throws if an error was logged. */
  close(): Promise<void>;
};

/**
 * Opens a {@link LiveHost}. `maxWorkSessionMs`: maximum length of a work session (ms). `pingEvery`:
 * time between two pings (ms). `log`: receives errors instead of `close`.
 */
export async function openLiveHost(
  options: {
    maxWorkSessionMs?: number;
    room?: { hadLately(): boolean };
    unreadOfSessionMax?: number;
    pingEvery?: number;
    log?: Logger;
  } = {},
): Promise<LiveHost> {
  const database = await createTestDatabase();
  const bugs: string[] = [];
  const deps = { db: database.kysely, clock: systemClock, ids: createIds(systemClock) };
  const recordActivity = createActivityRecorder(deps);
  const log = options.log ?? createLog('error', { write: (line) => void bugs.push(line) });
  const updates = await openTestLog(database.pool, log);
  const realtime = createRealtime({
    ...deps,
    updates,
    workers: sharedWorkers,
    log,
    kill: createKillPoints(null),
    publicUrl: null,
    limits: readConfig({}).live,
    onWorkSessionEnd: createWorkSessionRecorder({ ...deps, recordActivity }),
    sendTextNotifications: composeSendTextNotifications(deps),
    room: { hadLately: () => true },
    ...options,
  });
  const server = createServer();
  realtime.attach(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const links: Link[] = [];

  return {
    database,
    live: realtime.live,
    port,
    metrics: realtime.metrics,
    deps: { ...deps, recordActivity, live: realtime.live },
    person: (username) => addPerson(deps, username),
    people: (...usernames) => inTurn(usernames, (username) => addPerson(deps, username)),
    document: (owner, people) => addDocument(deps, owner, people),
    async open({ cookie }, documentId) {
      const doc = new Y.Doc();
      const link = connectTo(`ws://127.0.0.1:${port}/collab/${documentId}`, cookie, doc);
      links.push(link);
      await heard(link, () => link.state.connected && link.state.synced);
      return pageOf(doc, link);
    },
    async close() {
      for (const link of links) link.close();
      await Promise.all([new Promise((resolve) => server.close(resolve)), realtime.close()]);
      await updates.close();
      await database.drop();
      if (bugs.length > 0) throw new Error(`The live channel met bugs:\n${bugs.join('\n')}`);
    },
  };
}

type PeopleDeps = Pick<VersionsDeps, 'db' | 'clock' | 'ids'>;

/** Adds a user with a session. */
async function addPerson(deps: PeopleDeps, username: string): Promise<Writer> {
  const { db, ids } = deps;
  const userId = ids.uuid();
  const email = `${username}@example.org`;
  const named = { id: userId, username, username_key: username, name: username };
  await db
    .insertInto('users')
    .values({ ...named, email, email_key: email, password_hash: '', avatar_color: '#000000' })
    .execute();
  const { sessionId, token } = await startSession(deps, { userId, userAgent: 'a test' });
  return { userId, sessionId, cookie: `session=${token}` };
}

/** Adds a document, shared with `people`. */
async function addDocument(
  { db, ids }: PeopleDeps,
  owner: Writer,
  people: readonly [Writer, Role][] = [],
): Promise<string> {
  const documentId = ids.uuid();
  await db
    .insertInto('documents')
    .values({ id: documentId, title: 'A letter', created_by: owner.userId })
    .execute();
  for (const [{ userId }, role] of people)
    await db
      .insertInto('document_members')
      .values({ document_id: documentId, user_id: userId, role })
      .execute();
  return documentId;
}

/** Clock of a page. */
const pageClock = {
  now: () => Date.now(),
  after(ms: number, call: () => void) {
    const timer = setTimeout(call, ms);
    return () => clearTimeout(timer);
  },
};

/** Opens the link of a document to the live channel, with the cookie of a session. */
function connectTo(address: string, cookie: string, doc: Y.Doc): Link {
  // Edits have an even client id.
  doc.clientID -= doc.clientID % 2;
  const connect = throughWebSocket(
    address,
    (url, protocols) =>
      new WebSocket(url, protocols, { headers: { cookie } }) as unknown as WebSocketLike,
  );
  return openLink({
    doc,
    awareness: null,
    outbox: createMemoryOutbox(),
    copies: null,
    connect,
    clock: pageClock,
    random: Math.random,
  });
}

function pageOf(doc: Y.Doc, link: Link): OpenPage {
  const { text } = rootsIn(doc);
  return {
    doc,
    link,
    write: (words) => writeParagraph(doc, words),
    type(words) {
      if (text.length > 0) text.insert(text.length, words);
    },
    text: () => lettersIn(doc),
    saved: () => heard(link, () => link.state.saved.kind === 'saved'),
  };
}

/** Adds a paragraph at the end of a document. */
export function writeParagraph(doc: Y.Doc, words: string): void {
  const { text } = rootsIn(doc);
  doc.transact(() => {
    text.insertEmbed(text.length, new Y.Map([['kind', 'paragraph']]));
    text.insert(text.length, words);
  });
}

/** Returns the text of a document, one line per block. */
export function lettersIn(doc: Y.Doc): string {
  const delta = rootsIn(doc).text.toDelta() as { insert: unknown }[];
  return delta.map(({ insert }) => (typeof insert === 'string' ? insert : '\n')).join('');
}

/** Waits until a condition on a link holds. */
async function heard(link: Link, holds: () => boolean): Promise<void> {
  if (holds()) return;
  await new Promise<void>((resolve) => {
    const stop = link.onChange(() => {
      if (!holds()) return;
      stop();
      resolve();
    });
  });
}

/** Deletes `count` paragraphs of a document, starting at the index `first`. */
export function deleteParagraphs(doc: Y.Doc, first: number, count = Infinity): void {
  const { text } = rootsIn(doc);
  const starts: number[] = [];
  let at = 0;
  for (const { insert } of text.toDelta() as { insert: unknown }[]) {
    if (insert instanceof Y.Map && insert.get('kind') !== 'mention') starts.push(at);
    at += typeof insert === 'string' ? insert.length : 1;
  }
  const [from, to] = [starts[first] ?? at, starts[first + count] ?? at];
  if (to > from) text.applyDelta([...(from > 0 ? [{ retain: from }] : []), { delete: to - from }]);
}

/** Adds suggested text at the end of a document. */
export function suggestWords(
  { doc }: Pick<OpenPage, 'doc'>,
  { userId }: Pick<Writer, 'userId'>,
  id: string,
  at = 1_000,
): void {
  const { text, suggestions } = rootsIn(doc);
  const edits = doc.clientID;
  doc.clientID = edits + 1;
  const clock = Y.getState(doc.store, doc.clientID);
  doc.transact(() => {
    suggestions.push([
      { kind: 'about', id, by: userId, at },
      { kind: 'insert', id, client: doc.clientID, clock: clock + 2 },
    ]);
    text.applyDelta([{ retain: text.length }, { insert: ` ${id}` }]);
  });
  doc.clientID = edits;
}
