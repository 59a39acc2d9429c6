import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import {
  addParagraph,
  openOwnClient,
  signIn,
  signUp,
  textName,
  until,
  wordsOf,
  type Person,
  type Product,
  type CallRefused,
} from '@longhand/driver';
import { closeCodes } from '@longhand/sync/protocol';
import { createMemoryOutbox } from '@longhand/sync/testing/memory';
import { startCluster, type Cluster } from './cluster.ts';

/** Number of nodes. */
const count = 3;

const token = 'a-token-for-the-metrics';

let cluster: Cluster;
let nodes: readonly Product[];
let people: readonly [Person, Person, Person];

beforeAll(async () => {
  cluster = await startCluster(count, { env: { METRICS_TOKEN: token } });
  nodes = cluster.nodes.map(({ product }) => product);
  people = [
    await signUp(cluster.url, 'ada'),
    await signUp(cluster.url, 'ben'),
    await signUp(cluster.url, 'cyd'),
  ];
}, 300_000);
afterAll(() => cluster.close());
beforeEach(({ onTestFailed }) =>
  onTestFailed(() => nodes.forEach((node, at) => console.error(at, node.errors()))),
);

/** Creates a document that all three users may edit. */
async function newDocument(): Promise<string> {
  const [ada, ...others] = people;
  const { id } = await ada.call('createDocument', { body: { title: 'Nodes' } });
  for (const { user } of others)
    await ada.call('addDocumentCollaborator', {
      params: { id },
      body: { usernameOrEmail: user.username, role: 'editor' },
    });
  return id;
}

/** A page that types numbered words, over one node or over the balancer. */
function openTypist(url: string, person: Person, documentId: string, mark: string) {
  const page = openOwnClient({ url, person, documentId, outbox: createMemoryOutbox() });
  onTestFinished(() => page.doc.destroy());
  page.awareness.setLocalStateField('cursor', null);
  let typed = 0;
  let timer: ReturnType<typeof setInterval> | null = null;
  return {
    ...page,
    begin(every: number): void {
      const text = page.doc.getText(textName);
      timer = setInterval(() => {
        text.insert(text.length, `${mark}${String((typed += 1)).padStart(5, '0')} `);
      }, every);
    },
    end(): void {
      if (timer !== null) clearInterval(timer);
    },
    words: (): string[] =>
      Array.from({ length: typed }, (_, at) => `${mark}${String(at + 1).padStart(5, '0')}`),
    isSaved: (): boolean => page.link.state.connected && page.link.state.saved.kind === 'saved',
  };
}

type Typist = ReturnType<typeof openTypist>;

/** Opens a document for each user, at the given addresses in turn. */
async function openAll(documentId: string, urls: readonly string[]): Promise<Typist[]> {
  const typists = people.map((person, at) =>
    openTypist(urls[at % urls.length] ?? '', person, documentId, 'abc'[at] ?? ''),
  );
  await until('connected', () => typists.every(({ link }) => link.state.connected));
  const [first] = typists;
  if (first !== undefined) addParagraph(first.doc, '');
  await until('all have the paragraph', () => typists.every(({ doc }) => wordsOf(doc) !== ''));
  return typists;
}

const wordsIn = (text: string): string[] => (text.match(/[abc]\d{5}/g) ?? []).sort();

/** Expects that every typed word is on the server and on all pages, once. */
async function expectAll(documentId: string, typists: readonly Typist[]): Promise<void> {
  await until('all is saved', () => typists.every(({ isSaved }) => isSaved()));
  const all = typists.flatMap(({ words }) => words()).sort();
  await until('all pages have all words', () =>
    typists.every(({ doc }) => wordsIn(wordsOf(doc)).length >= all.length),
  );
  for (const { doc } of typists) expect(wordsIn(wordsOf(doc))).toEqual(all);
  for (const { url } of nodes) {
    const response = await fetch(`${url}/api/v1/documents/${documentId}?format=text`, {
      headers: { cookie: people[0].cookie() },
    });
    expect(wordsIn(((await response.json()) as { content: string }).content)).toEqual(all);
  }
}

test('users on three nodes write in one document and see each other', async () => {
  const id = await newDocument();
  const typists = await openAll(
    id,
    nodes.map(({ url }) => url),
  );
  for (const { begin } of typists) begin(20);
  await until('all see all', () =>
    typists.every(({ awareness }) => awareness.getStates().size === 3),
  );
  await until('each has written', () => typists.every(({ words }) => words().length > 100));
  for (const { end } of typists) end();
  await expectAll(id, typists);
  for (const node of nodes) expect(node.errors()).not.toMatch(/"level":(50|60)/);
});

/** Returns the metrics of a node by their name and labels. */
async function scrape({ url }: Product): Promise<ReadonlyMap<string, number>> {
  const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
  const lines = (await response.text()).split('\n').filter((line) => /^[a-z]/.test(line));
  return new Map(
    lines.map((line) => {
      const at = line.lastIndexOf(' ');
      return [line.slice(0, at), Number(line.slice(at + 1))];
    }),
  );
}

test('metrics count each connection on one node, and have the same figures of the database', async () => {
  const totalOf = async (name: string): Promise<number> => {
    const all = await Promise.all(nodes.map(scrape));
    return all.reduce((sum, metrics) => sum + (metrics.get(name) ?? Number.NaN), 0);
  };
  await until('no document is open', async () => (await totalOf('longhand_live_rooms')) === 0);
  const id = await newDocument();
  await openAll(
    id,
    nodes.map(({ url }) => url),
  );
  // Two of the three connections pass through another node.
  expect(await totalOf('longhand_live_connections')).toBe(3);
  expect(await totalOf('longhand_live_rooms')).toBe(1);
  const scraped = await Promise.all(nodes.map(scrape));
  const infos = scraped.map((metrics) =>
    [...metrics.keys()].filter((name) => name.startsWith('longhand_build_info')),
  );
  expect(new Set(infos.flat()).size).toBe(count);
  for (const [info] of infos)
    expect(info).toMatch(/^longhand_build_info\{version="[\d.]+",node="[0-9a-f-]{36}"\}$/);
  for (const metrics of scraped) {
    expect([metrics.get('longhand_nodes'), metrics.get('longhand_database_up')]).toEqual([3, 1]);
    for (const name of ['longhand_mails{state="kept"}', 'longhand_jobs{state="failed"}'])
      expect(metrics.get(name)).toBe(scraped[0]?.get(name));
  }
});

/**
 * Waits until a change at one node takes effect at another. Prints the time after the response if
 * `CASES` is set.
 */
async function untilEffective(what: string, isTrue: () => boolean): Promise<void> {
  const begun = performance.now();
  await until(what, isTrue, 5_000);
  if (process.env['CASES'] !== undefined)
    console.info(`${what}: after ${Math.round(performance.now() - begun)} ms`);
}

test('a removed collaborator is disconnected from a document that another node serves', async () => {
  const id = await newDocument();
  const [ada, , cyd] = people;
  const first = nodes[0];
  const last = nodes[2];
  if (first === undefined || last === undefined) throw new Error('no nodes');
  const own = openTypist(first.url, ada, id, 'a');
  await until('connected', () => own.link.state.connected);
  const other = openTypist(last.url, cyd, id, 'c');
  await until('connected', () => other.link.state.connected);
  expect((await cluster.ownerOf(id))?.product.url).toBe(first.url);
  await ada.call('removeDocumentCollaborator', { params: { id, userId: cyd.user.id } });
  await untilEffective(
    'the removed collaborator is disconnected',
    () => other.link.state.ended !== null,
  );
  expect(other.link.state.ended?.code).toBe(4403);
  expect(own.link.state.connected).toBe(true);
});

test('a changed or removed role of a group takes effect on connections to other nodes', async () => {
  const [ada, , cyd] = people;
  const { id } = await ada.call('createDocument', { body: { title: 'For a group' } });
  const group = await ada.call('createGroup', { body: { name: 'Editors' } });
  const params = { id, groupId: group.id };
  await ada.call('addGroupMember', {
    params: { id: group.id },
    body: { usernameOrEmail: 'cyd' },
  });
  await ada.call('putDocumentGroup', { params, body: { role: 'editor' } });
  const page = openTypist(nodes[2]?.url ?? '', cyd, id, 'c');
  await until('connected', () => page.link.state.role === 'editor');
  await ada.call('putDocumentGroup', { params, body: { role: 'viewer' } });
  await untilEffective(
    'the changed role of the group arrives',
    () => page.link.state.role === 'viewer',
  );
  await ada.call('removeGroupMember', { params: { id: group.id, userId: cyd.user.id } });
  await untilEffective('the removed member is disconnected', () => page.link.state.ended !== null);
  expect(page.link.state.ended?.code).toBe(4403);
});

/** A session with an open page and an event stream, both at one node. */
async function openSession(url: string, person: Person, mark: string) {
  const { id } = await person.call('createDocument', { body: { title: 'Own' } });
  const page = openTypist(url, person, id, mark);
  await until('connected', () => page.link.state.connected);
  const { body } = await fetch(`${url}/api/v1/events`, { headers: { cookie: person.cookie() } });
  if (body === null) throw new Error('no stream');
  let heard = '';
  let isOver = false;
  void (async () => {
    const decoder = new TextDecoder();
    for await (const part of body) heard += decoder.decode(part, { stream: true });
    isOver = true;
  })().catch(() => undefined);
  await until('greeted', () => heard.includes('hello'));
  return {
    isOpen: () => page.link.state.connected && !isOver,
    hasEnded: () => page.link.state.ended?.code === closeCodes.notSignedIn && isOver,
    heard: () => heard,
  };
}

test('signing out all other devices ends their pages and event streams at other nodes', async () => {
  const [here, elsewhere] = [nodes[0]?.url ?? '', nodes[2]?.url ?? ''];
  await signUp(here, 'dan');
  const caller = await signIn(here, 'dan');
  const kept = await openSession(elsewhere, caller, 'a');
  const others = [
    await openSession(elsewhere, await signIn(elsewhere, 'dan'), 'b'),
    await openSession(nodes[1]?.url ?? '', await signIn(here, 'dan'), 'c'),
  ];
  await caller.call('endOtherSessions');
  await untilEffective('the pages and streams of other devices end', () =>
    others.every(({ hasEnded }) => hasEnded()),
  );
  for (const { heard } of others) expect(heard()).toContain('signed_out');
  expect(kept.isOpen()).toBe(true);
});

test('disabling an account ends its pages and event streams at other nodes', async () => {
  const [here, elsewhere] = [nodes[0]?.url ?? '', nodes[2]?.url ?? ''];
  const eve = await signUp(elsewhere, 'eve');
  const ended = await openSession(elsewhere, eve, 'a');
  const kept = await openSession(elsewhere, await signIn(elsewhere, 'cyd'), 'c');
  // The first account is an administrator.
  const admin = await signIn(here, 'ada');
  await admin.call('changeUser', { params: { id: eve.user.id }, body: { disabled: true } });
  await untilEffective('the page and stream of the disabled account end', ended.hasEnded);
  expect(ended.heard()).toContain('signed_out');
  await expect(eve.call('getMe')).rejects.toThrow('401');
  expect(kept.isOpen()).toBe(true);
});

test('a version is restored by a call to a node that does not have the document', async () => {
  const id = await newDocument();
  const [first] = nodes;
  if (first === undefined) throw new Error('no nodes');
  const page = openTypist(first.url, people[0], id, 'a');
  await until('connected', () => page.link.state.connected);
  addParagraph(page.doc, 'at first');
  await until('saved', () => page.isSaved());
  const version = await people[0].call('createVersion', {
    params: { id },
    body: { name: 'First' },
  });
  addParagraph(page.doc, 'later');
  await until('saved', () => page.isSaved());
  for (let call = 0; call < count; call += 1) {
    await people[0].call('restoreVersion', { params: { id, versionId: version.id } });
    await until('restored', () => wordsOf(page.doc).trim() === 'at first');
    addParagraph(page.doc, 'later');
    await until('saved', () => page.isSaved());
  }
  expect((await cluster.ownerOf(id))?.product.url).toBe(first.url);
});

test('failed sign-ins at one node count at the others', async () => {
  const fail = (node: Product | undefined): Promise<number> =>
    signIn(node?.url ?? '', 'ben', 'a wrong password').then(
      () => 200,
      (error: unknown) => (error as CallRefused).problem.status,
    );
  for (let failure = 0; failure < 10; failure += 1)
    expect(await fail(nodes[failure % count])).toBe(401);
  for (const node of nodes) await until('refused', async () => (await fail(node)) === 429);
});

test('calls of other nodes need their secret', async () => {
  for (const headers of [{}, { 'x-longhand-node': 'guessed' }]) {
    const response = await fetch(`${nodes[0]?.url}/nodes/v1/edit`, {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream', ...headers },
      body: 'x',
    });
    expect(response.status).toBe(404);
  }
});
