import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoints, roles, type Endpoint, type EndpointName } from '@longhand/contract';
import {
  openTestApp,
  testPassword,
  type Member,
  type TestApp,
  type TestBrowser,
} from './app.testing.ts';
import { setParent } from './domain/document-tree.ts';
import { hashOf, newToken } from './platform/secrets.ts';
import {
  callers,
  expected,
  statesOf,
  type Caller,
  type SignedInCaller,
  type State,
} from './testing/access/expected.ts';
import type { Row, Stage } from './testing/access/row.ts';
import { rows } from './testing/access/rows.ts';
import { sentWith } from './testing/access/sent.ts';
import { createStoredLook } from './testing/access/stored.ts';

let host: TestApp;
let members: Record<SignedInCaller, Member>;
let token: string;
let guestToken: string;
let lookAtStored: () => Promise<Record<string, string>>;
let answersChecked = 0;
let insider: Member;
let stranger: Member;
let disabledCookies: [string, string][];

beforeAll(async () => {
  const many = '1000000';
  host = await openTestApp({
    LIMIT_CALLS: many,
    LIMIT_REGISTRATIONS: many,
    LIMIT_LOGIN_ATTEMPTS: many,
    LIMIT_CSRF_TOKENS: many,
    LIMIT_MESSAGES: many,
    LIMIT_DEMOS: many,
  });
  // The first registered user is the administrator, without any other role.
  const administrator = await host.member('administrator');
  const names = [
    'disabled',
    'outsider',
    'removed',
    'viewer',
    'reviewer',
    'editor',
    'owner',
    'shared',
    'group_editor',
    'group_shared',
    'inherited',
    'insider',
    'stranger',
  ];
  const made = new Map<string, Member>();
  for (const name of names) made.set(name, await host.member(name));
  const get = (name: string): Member => made.get(name) ?? administrator;
  members = { administrator, ...Object.fromEntries(made) } as typeof members;
  [insider, stranger] = [get('insider'), get('stranger')];
  await addGroups();
  disabledCookies = [...members.disabled.cookies];
  await host.db
    .updateTable('users')
    .set({ disabled_at: new Date() })
    .where('username', '=', 'disabled')
    .execute();
  const madeToken = await members.editor.call('POST', '/api/v1/user/tokens', {
    body: { name: 'All', scopes: ['read', 'write'] },
  });
  ({ token } = madeToken.body as unknown as { token: string });
  // Its first use is recorded, which must not count as a change by a refused call.
  await host
    .visitor()
    .call('GET', '/api/v1/documents', { headers: { authorization: `Bearer ${token}` } });
  const look = await createStoredLook(host.db);
  const settled = new Set<string>();
  lookAtStored = async () => {
    // Text of the last test must not be stored between two looks.
    const documents = await host.db.selectFrom('documents').select('id').execute();
    for (const { id } of documents)
      if (!settled.has(id)) await host.live.settle(id).then(() => settled.add(id));
    return look();
  };
});
afterAll(() => host.close());

/** Groups with a role in each stage: of the project and of the document. */
const groups = {
  group_editor: '0192f0c1-7a00-7000-8000-00000000b001',
  group_shared: '0192f0c1-7a00-7000-8000-00000000b002',
};

/** Creates the two groups, each with its caller. */
async function addGroups(): Promise<void> {
  for (const caller of ['group_editor', 'group_shared'] as const) {
    const group = { id: groups[caller], managed_by: null, external_id: null };
    await host.db
      .insertInto('groups')
      .values({ ...group, name: caller, handle: caller })
      .execute();
    await host.db
      .insertInto('group_members')
      .values({ group_id: group.id, user_id: members[caller].user.id })
      .execute();
  }
}

/** Gives the groups their roles in a project and a document. */
async function shareWithGroups(projectId: string, documentId: string): Promise<void> {
  await host.db
    .insertInto('project_groups')
    .values({ project_id: projectId, group_id: groups.group_editor, role: 'editor' })
    .execute();
  await host.db
    .insertInto('document_groups')
    .values({ document_id: documentId, group_id: groups.group_shared, role: 'reviewer' })
    .execute();
}

const missing = '0192f0c1-7a00-7000-8000-0123456789ab';

/** Creates a project with one user of each role and a document. Used by one caller only. */
async function setStage(state: State, of: Row['of']): Promise<Stage> {
  const people = { db: host.db, insider, stranger, owner: members.owner };
  const [projectId, documentId] = [crypto.randomUUID(), crypto.randomUUID()];
  const owner = members.owner.user.id;
  const put = {
    archived_at: state === 'archived' ? new Date() : null,
    deleted_at: state === 'deleted' ? new Date() : null,
  };
  const [ofProject, ofDocument] = of === 'project' ? [put, {}] : [{}, put];
  await host.db
    .insertInto('projects')
    .values({ id: projectId, name: 'Letters', owner_id: owner, ...ofProject })
    .execute();
  const held = [
    ...roles.map((role) => ({ role, member: members[role] })),
    { role: 'viewer' as const, member: insider },
  ];
  const places = held.map(({ role, member }) => ({
    project_id: projectId,
    user_id: member.user.id,
    role,
  }));
  await host.db.insertInto('project_members').values(places).execute();
  const inProject = state === 'draft' ? null : projectId;
  const locked = state === 'locked' ? { locked_at: new Date() } : {};
  const document = {
    id: documentId,
    project_id: inProject,
    title: 'A letter',
    created_by: owner,
    ...ofDocument,
    ...locked,
  };
  await host.db.insertInto('documents').values(document).execute();
  const parentId = await putInParent(document, inProject);
  const shared = { document_id: documentId, role: 'reviewer' as const };
  await host.db
    .insertInto('document_members')
    .values({ ...shared, user_id: members.shared.user.id })
    .execute();
  await shareWithGroups(projectId, documentId);
  await comeInAsGuest(documentId);
  if (state !== 'missing') return { projectId, documentId, parentId, ...people };
  return {
    projectId: of === 'project' ? missing : projectId,
    documentId: of === 'document' ? missing : documentId,
    parentId,
    ...people,
  };
}

/** Puts a document into a parent that is shared with one caller. */
async function putInParent(
  document: { id: string; created_by: string },
  projectId: string | null,
): Promise<string> {
  const parentId = crypto.randomUUID();
  await host.db
    .insertInto('documents')
    .values({
      id: parentId,
      project_id: projectId,
      title: 'Letters of May',
      created_by: document.created_by,
    })
    .execute();
  await setParent(host.db, { documentId: document.id, parentId });
  await host.db
    .insertInto('document_members')
    .values({ document_id: parentId, user_id: members.inherited.user.id, role: 'reviewer' })
    .execute();
  return parentId;
}

/** Adds a guest with a session to a document. */
async function comeInAsGuest(documentId: string): Promise<void> {
  const [linkId, userId, secret] = [crypto.randomUUID(), crypto.randomUUID(), newToken()];
  const times = { created_at: new Date(), expires_at: new Date(4e12) };
  const link = {
    id: linkId,
    document_id: documentId,
    role: 'reviewer' as const,
    created_by: members.owner.user.id,
  };
  await host.db
    .insertInto('guest_links')
    .values({ ...link, ...times, token_hash: hashOf(newToken()) })
    .execute();
  const named = {
    username: `guest ${userId}`,
    username_key: `guest ${userId}`,
    name: '(guest) Gus',
    avatar_color: '#000000',
  };
  const address = {
    email: `${userId}@guest.invalid`,
    email_key: `${userId}@guest.invalid`,
    password_hash: '',
  };
  await host.db
    .insertInto('users')
    .values({ id: userId, ...named, ...address, is_guest: true, guest_link_id: linkId })
    .execute();
  await host.db
    .insertInto('document_members')
    .values({ document_id: documentId, user_id: userId, role: 'reviewer' })
    .execute();
  const session = { id: crypto.randomUUID(), token_hash: hashOf(secret), user_id: userId };
  await host.db
    .insertInto('sessions')
    .values({ ...session, last_seen_at: new Date(), expires_at: times.expires_at })
    .execute();
  guestToken = secret;
}

async function urlOf(endpoint: Endpoint, row: Row, stage: Stage): Promise<string> {
  const params = {
    id: row.of === 'document' ? stage.documentId : stage.projectId,
    ...(await row.params?.(stage)),
  };
  const path = endpoint.path.replaceAll(
    /\{(\w+)\}/g,
    (_, name: string) => (params as Record<string, string>)[name] ?? missing,
  );
  const query = row.query?.(stage);
  return query ? `${path}?${new URLSearchParams(query).toString()}` : path;
}

/** Returns a new browser of this caller: some calls end its session. */
async function signedIn(caller: Caller): Promise<{ visitor: TestBrowser; as: Member | null }> {
  const visitor = host.visitor();
  if (caller === 'nobody') return { visitor, as: null };
  if (caller === 'guest') {
    visitor.cookies.set('session', guestToken);
    return { visitor, as: null };
  }
  if (caller === 'token') return { visitor, as: members.editor };
  const as = members[caller];
  const cookies = caller === 'disabled' ? disabledCookies : [...as.cookies];
  for (const [name, value] of cookies) visitor.cookies.set(name, value);
  // The disabled user's session and CSRF token are invalid. A token fetched again belongs to no
  // session.
  if (caller === 'disabled') visitor.cookies.delete('XSRF-TOKEN');
  return { visitor, as: caller === 'disabled' ? null : as };
}

/** Prepares a call with its path and body. The returned function sends it. */
async function callOf(
  stage: Stage,
  url: string,
  name: EndpointName,
  caller: Caller,
): Promise<() => Promise<number>> {
  const [endpoint, row]: [Endpoint, Row] = [endpoints[name], rows[name]];
  const { visitor, as } = await signedIn(caller);
  const sent = {
    ...sentWith(row, stage, as),
    ...(endpoint.gives === 'events' ? ({ stream: true } as const) : {}),
  };
  const bearer = caller === 'token' ? { authorization: `Bearer ${token}` } : {};
  return async () => {
    const answer = await visitor.call(endpoint.method, url, {
      ...sent,
      headers: { ...sent.headers, ...bearer },
    });
    answersChecked += 1;
    return answer.status;
  };
}

type Prepared = { readonly stage: Stage; readonly url: string };

async function prepared(name: EndpointName, state: State): Promise<Prepared> {
  const stage = await setStage(state, rows[name].of);
  if (state !== 'missing') await rows[name].prepare?.(stage);
  return { stage, url: await urlOf(endpoints[name], rows[name], stage) };
}

/** Adds a former editor, removed just now from the project and the document. */
async function joinAndLeave({ projectId, documentId }: Stage, state: State): Promise<void> {
  if (state === 'missing') return;
  const place = { user_id: members.removed.user.id, role: 'editor' as const };
  await host.db
    .insertInto('project_members')
    .values({ ...place, project_id: projectId })
    .execute();
  await host.db
    .insertInto('document_members')
    .values({ ...place, document_id: documentId })
    .execute();
  for (const path of [`projects/${projectId}`, `documents/${documentId}`])
    await members.removed.call('GET', `/api/v1/${path}`);
  await host.db.deleteFrom('document_members').where('user_id', '=', place.user_id).execute();
  await host.db.deleteFrom('project_members').where('user_id', '=', place.user_id).execute();
}

const asMember = (caller: Exclude<Caller, 'nobody' | 'guest'>) =>
  caller === 'token' ? 'editor' : caller;

const endsSession = (name: EndpointName): boolean => ['logout', 'login', 'register'].includes(name);

async function signInAgain(as: Member | null): Promise<void> {
  if (as === null) return;
  as.cookies.clear();
  await as.call('POST', '/api/v1/login', {
    body: { username: as.user.username, password: testPassword },
  });
}

const names = Object.keys(endpoints) as EndpointName[];
test('the access table has exactly one row for each endpoint', () => {
  expect(Object.keys(rows).toSorted()).toEqual(names.toSorted());
});

describe.each(names)('%s', (name) => {
  const wantedOf = (caller: Caller, state: State) =>
    expected(rows[name], endpoints[name], caller, state);

  test.each(statesOf(rows[name]))(
    `%s: answers ${callers.join(', ')} with the expected status; refused calls change no data`,
    async (state) => {
      const answers: Record<string, number> = {};
      // A removed user is refused by every check of rights, so it is tested with the refused
      // callers.
      const refused = callers.filter((caller) => wantedOf(caller, state) >= 400);
      if (refused.length > 0) {
        const { stage, url } = await prepared(name, state);
        if (rows[name].of === 'project' || rows[name].of === 'document')
          await joinAndLeave(stage, state);
        const calls = new Map<Caller, () => Promise<number>>();
        for (const caller of refused) calls.set(caller, await callOf(stage, url, name, caller));
        const before = await lookAtStored();
        for (const [caller, call] of calls) answers[caller] = await call();
        expect(await lookAtStored()).toEqual(before);
      }
      let kept: Prepared | null = null;
      for (const caller of callers.filter((one) => !refused.includes(one))) {
        // A call that only reads leaves its stage to the next caller.
        const used: Prepared = kept ?? (await prepared(name, state));
        if (endpoints[name].method === 'GET') kept = used;
        answers[caller] = await (await callOf(used.stage, used.url, name, caller))();
        const hasMember = caller !== 'nobody' && caller !== 'guest';
        if (endsSession(name)) await signInAgain(hasMember ? members[asMember(caller)] : null);
      }
      expect(answers).toEqual(
        Object.fromEntries(callers.map((caller) => [caller, wantedOf(caller, state)])),
      );
    },
  );
});

test('the tests above checked more than 5,000 responses', () =>
  expect(answersChecked).toBeGreaterThan(5_000));

test('answers inaccessible, missing and malformed ids identically, in the path and in the body', async () => {
  const { projectId } = await setStage('active', 'project');
  for (const [method, url, body] of [
    ['GET', (id: string) => `/api/v1/projects/${id}`, () => undefined],
    ['POST', () => '/api/v1/documents', (id: string) => ({ projectId: id })],
  ] as const) {
    const answers = await Promise.all(
      [projectId, missing, 'nonsense'].map((id) =>
        members.outsider.call(method, url(id), { body: body(id) }),
      ),
    );
    const said = answers.map((answer) => ({ ...answer.body, requestId: '' }));
    expect(answers.map((answer) => answer.status)).toEqual([404, 404, 404]);
    expect(said[1]).toEqual(said[0]);
    expect(said[2]).toEqual(said[0]);
  }
});
