import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { atLeast, endpoints, roles, type Endpoint, type EndpointName, type Role } from '@longhand/contract';
import { openTestApp, testPassword, type Member, type TestApp, type Visitor } from './app.testing.ts';
import type { Row, Stage } from './testing/access/row.ts';
import { rows } from './testing/access/rows.ts';

/** Who calls. The administrator and the outsider have no role in what is asked for; the removed one had one until just now. */
const callers = ['nobody', 'disabled', 'outsider', 'removed', 'viewer', 'reviewer', 'editor', 'owner', 'administrator'] as const;
type Caller = (typeof callers)[number];

/** How things stand with what is asked for. A draft is in no project and belongs to the owner alone. */
const states = ['active', 'draft', 'archived', 'deleted', 'missing'] as const;
type State = (typeof states)[number];

let host: TestApp;
let members: Record<Exclude<Caller, 'nobody'>, Member>;
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
  // The first to register is the administrator, who has a role in nothing.
  const administrator = await host.member('administrator');
  const names = ['disabled', 'outsider', 'removed', 'viewer', 'reviewer', 'editor', 'owner', 'insider', 'stranger'];
  const made = new Map<string, Member>();
  for (const name of names) made.set(name, await host.member(name));
  const get = (name: string): Member => made.get(name) ?? administrator;
  members = { administrator, ...Object.fromEntries(made) } as typeof members;
  [insider, stranger] = [get('insider'), get('stranger')];
  disabledCookies = [...members.disabled.cookies];
  await host.db.updateTable('users').set({ disabled_at: new Date() }).where('username', '=', 'disabled').execute();
});
afterAll(() => host.close());

const missing = '0192f0c1-7a00-7000-8000-0123456789ab';

/** A project with one person of each role and a document; as it is while somebody calls, and nobody else. */
async function setStage(state: State, of: Row['of']): Promise<Stage> {
  const people = { db: host.db, insider, stranger, owner: members.owner };
  const [projectId, documentId] = [crypto.randomUUID(), crypto.randomUUID()];
  const owner = members.owner.user.id;
  const put = { archived_at: state === 'archived' ? new Date() : null, deleted_at: state === 'deleted' ? new Date() : null };
  const [ofProject, ofDocument] = of === 'project' ? [put, {}] : [{}, put];
  await host.db
    .insertInto('projects')
    .values({ id: projectId, name: 'Letters', owner_id: owner, ...ofProject })
    .execute();
  const held = [...roles.map((role) => ({ role, member: members[role] })), { role: 'viewer' as const, member: insider }];
  const places = held.map(({ role, member }) => ({ project_id: projectId, user_id: member.user.id, role }));
  await host.db.insertInto('project_members').values(places).execute();
  const inProject = state === 'draft' ? null : projectId;
  const document = { id: documentId, project_id: inProject, title: 'A letter', created_by: owner, ...ofDocument };
  await host.db.insertInto('documents').values(document).execute();
  if (state !== 'missing') return { projectId, documentId, ...people };
  return { projectId: of === 'project' ? missing : projectId, documentId: of === 'document' ? missing : documentId, ...people };
}

async function urlOf(endpoint: Endpoint, row: Row, stage: Stage): Promise<string> {
  const params = { id: row.of === 'document' ? stage.documentId : stage.projectId, ...(await row.params?.(stage)) };
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => (params as Record<string, string>)[name] ?? missing);
  const query = row.query?.(stage);
  return query ? `${path}?${new URLSearchParams(query).toString()}` : path;
}

/** A browser of this caller's own: some of the calls end its session. */
async function signedIn(caller: Caller): Promise<{ visitor: Visitor; as: Member | null }> {
  const visitor = host.visitor();
  if (caller === 'nobody') return { visitor, as: null };
  const as = members[caller];
  const cookies = caller === 'disabled' ? disabledCookies : [...as.cookies];
  for (const [name, value] of cookies) visitor.cookies.set(name, value);
  // What a session of the disabled one was good for ended with it, the token too: asked for anew, it is nobody's.
  if (caller === 'disabled') visitor.cookies.delete('XSRF-TOKEN');
  return { visitor, as: caller === 'disabled' ? null : as };
}

const roleOf = (caller: Caller): Role | null => roles.find((role) => role === caller) ?? null;
const isSignedIn = (caller: Caller): boolean => caller !== 'nobody' && caller !== 'disabled';

/** What `row` says that `caller` is answered. */
function expected(row: Row, endpoint: Endpoint, caller: Caller, state: State): number {
  if (row.of === 'anyone') return isSignedIn(caller) ? row.status : (row.nobody ?? row.status);
  if (!isSignedIn(caller)) return 401;
  if (row.of === 'signed_in') return row.status;
  if (row.of === 'administrator') return caller === 'administrator' ? row.status : 403;
  const role = roleIn(row, caller, state);
  if (role === null) return 404;
  if (!atLeast(role, row.least)) return 403;
  const put = endpoint.method === 'GET' ? row.status : 409;
  if (state === 'archived') return row.archived ?? put;
  if (state === 'deleted') return row.deleted ?? put;
  if (state === 'draft' && row.of === 'document') return row.draft ?? row.status;
  return row.status;
}

function roleIn(row: Row, caller: Caller, state: State): Role | null {
  if (state === 'missing') return null;
  if (row.of === 'document' && state === 'draft') return caller === 'owner' ? 'owner' : null;
  if (row.of === 'project' && state === 'deleted') return caller === 'owner' ? 'owner' : null;
  return roleOf(caller);
}

/** What a call is sent with: a JSON body, or a form with files. */
function sentWith(row: Row, stage: Stage, as: Member | null): Parameters<Visitor['call']>[2] {
  if (row.files) {
    const parts = Object.entries(row.files).map(
      ([name, text]) =>
        `--edge\r\nContent-Disposition: form-data; name="files"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n${text}\r\n`,
    );
    return { raw: `${parts.join('')}--edge--\r\n`, headers: { 'content-type': 'multipart/form-data; boundary=edge' } };
  }
  return row.body === undefined ? {} : { body: row.body(stage, as) };
}

async function answerOf(name: EndpointName, caller: Caller, state: State): Promise<number> {
  const [endpoint, row]: [Endpoint, Row] = [endpoints[name], rows[name]];
  const stage = await setStage(state, row.of);
  if (state !== 'missing') await row.prepare?.(stage);
  const { visitor, as } = await signedIn(caller);
  const url = await urlOf(endpoint, row, stage);
  if (caller === 'removed' && row.of === 'project') await joinAndLeave(stage.projectId, state);
  const stream = endpoint.gives === 'events' ? ({ stream: true } as const) : {};
  const answer = await visitor.call(endpoint.method, url, { ...sentWith(row, stage, as), ...stream });
  if (endsSession(name)) await signInAgain(as);
  return answer.status;
}

/** Somebody who was an editor here until just now. */
async function joinAndLeave(projectId: string, state: State): Promise<void> {
  if (state === 'missing') return;
  const place = { project_id: projectId, user_id: members.removed.user.id };
  await host.db
    .insertInto('project_members')
    .values({ ...place, role: 'editor' })
    .execute();
  await members.removed.call('GET', `/api/v1/projects/${projectId}`);
  await host.db.deleteFrom('project_members').where('project_id', '=', projectId).where('user_id', '=', place.user_id).execute();
}

const endsSession = (name: EndpointName): boolean => ['logout', 'login', 'register'].includes(name);

async function signInAgain(as: Member | null): Promise<void> {
  if (as === null) return;
  as.cookies.clear();
  await as.call('POST', '/api/v1/login', { body: { username: as.user.username, password: testPassword } });
}

const names = Object.keys(endpoints) as EndpointName[];
const statesOf = ({ of }: Row): readonly State[] => {
  if (of === 'document') return states;
  return of === 'project' ? states.filter((state) => state !== 'draft') : ['active'];
};

test('every endpoint is in the table, and every row is an endpoint', () => {
  expect(Object.keys(rows).toSorted()).toEqual(names.toSorted());
});

test('at least two thousand answers are checked', () => {
  const checks = names.reduce((sum, name) => sum + statesOf(rows[name]).length * callers.length, 0);
  expect(checks).toBeGreaterThanOrEqual(2_000);
});

describe.each(names)('%s', (name) => {
  test.each(statesOf(rows[name]))(`%s, for ${callers.join(', ')}`, async (state) => {
    const answers: Record<string, number> = {};
    for (const caller of callers) answers[caller] = await answerOf(name, caller, state);
    const wanted = callers.map((caller) => [caller, expected(rows[name], endpoints[name], caller, state)] as const);
    expect(answers).toEqual(Object.fromEntries(wanted));
  });
});

test('missing and not shared look the same, in a path and in a body', async () => {
  const { projectId } = await setStage('active', 'project');
  for (const [method, url, body] of [
    ['GET', (id: string) => `/api/v1/projects/${id}`, () => undefined],
    ['POST', () => '/api/v1/documents', (id: string) => ({ projectId: id })],
  ] as const) {
    const answers = await Promise.all(
      [projectId, missing, 'nonsense'].map((id) => members.outsider.call(method, url(id), { body: body(id) })),
    );
    const said = answers.map((answer) => ({ ...answer.body, requestId: '' }));
    expect(answers.map((answer) => answer.status)).toEqual([404, 404, 404]);
    expect(said[1]).toEqual(said[0]);
    expect(said[2]).toEqual(said[0]);
  }
});
