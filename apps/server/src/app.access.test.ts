import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoints, roles, type Endpoint, type EndpointName } from '@longhand/contract';
import { openTestApp, testPassword, type Member, type TestApp, type Visitor } from './app.testing.ts';

/** Who calls. The administrator and the outsider have no role in the project that is asked for. */
const callers = ['nobody', 'outsider', 'viewer', 'reviewer', 'editor', 'owner', 'administrator'] as const;
type Caller = (typeof callers)[number];
type Statuses = [number, number, number, number, number, number, number];

/** The project that is asked for, its document, somebody who is in it and somebody who is not. */
type Stage = { projectId: string; documentId: string; insider: Member; stranger: Member };

/** How an endpoint is called, and what it answers: while the project is active, and where that differs while it is archived. */
type Row = {
  params?: (stage: Stage) => Record<string, string>;
  body?: (stage: Stage, as: Member | null) => unknown;
  active: Statuses;
  archived?: Statuses;
};

const byProject = ({ projectId: id }: Stage) => ({ id });
const byDocument = ({ documentId: id }: Stage) => ({ id });
const byInsider = ({ projectId: id, insider }: Stage) => ({ id, userId: insider.user.id });

// prettier-ignore
const table: Record<EndpointName, Row> = {
  //                                        nobody outsider viewer reviewer editor owner administrator
  getCsrfToken:                 { active:   [200,   200,     200,   200,     200,   200,  200] },
  getOpenApi:                   { active:   [200,   200,     200,   200,     200,   200,  200] },
  register:                     { active:   [201,   201,     201,   201,     201,   201,  201],
    body: () => newPerson() },
  login:                        { active:   [401,   200,     200,   200,     200,   200,  200],
    body: (_stage, as) => ({ username: as?.user.username ?? 'nobody', password: testPassword }) },
  logout:                       { active:   [204,   204,     204,   204,     204,   204,  204] },
  getMe:                        { active:   [401,   200,     200,   200,     200,   200,  200] },
  updateUser:                   { active:   [401,   200,     200,   200,     200,   200,  200], body: () => ({ name: 'New' }) },
  replaceUser:                  { active:   [401,   200,     200,   200,     200,   200,  200], body: () => ({ name: 'New' }) },

  listProjects:                 { active:   [401,   200,     200,   200,     200,   200,  200] },
  createProject:                { active:   [401,   201,     201,   201,     201,   201,  201], body: () => ({ name: 'Mine' }) },
  getProject:                   { active:   [401,   404,     200,   200,     200,   200,  404], params: byProject },
  updateProject:                { active:   [401,   404,     403,   403,     403,   200,  404], params: byProject,
                                  archived: [401,   404,     403,   403,     403,   409,  404], body: () => ({ name: 'New' }) },

  listProjectDocuments:         { active:   [401,   404,     200,   200,     200,   200,  404], params: byProject },
  createProjectDocument:        { active:   [401,   404,     403,   403,     201,   201,  404], params: byProject,
                                  archived: [401,   404,     403,   403,     409,   409,  404], body: () => ({}) },
  listDocuments:                { active:   [401,   200,     200,   200,     200,   200,  200] },
  createDocument:               { active:   [401,   404,     403,   403,     201,   201,  404],
                                  archived: [401,   404,     403,   403,     409,   409,  404],
    body: ({ projectId }) => ({ projectId }) },
  getDocument:                  { active:   [401,   404,     200,   200,     200,   200,  404], params: byDocument },
  updateDocument:               { active:   [401,   404,     403,   403,     200,   200,  404], params: byDocument,
                                  archived: [401,   404,     403,   403,     409,   409,  404], body: () => ({ title: 'New' }) },

  listProjectCollaborators:     { active:   [401,   404,     200,   200,     200,   200,  404], params: byProject },
  addProjectCollaborator:       { active:   [401,   404,     403,   403,     403,   201,  404], params: byProject,
    body: ({ stranger }) => ({ usernameOrEmail: stranger.user.username, role: 'viewer' }) },
  updateProjectCollaborator:    { active:   [401,   404,     403,   403,     403,   200,  404], params: byInsider,
    body: () => ({ role: 'editor' }) },
  removeProjectCollaborator:    { active:   [401,   404,     403,   403,     403,   204,  404], params: byInsider },
};

let host: TestApp;
let members: Record<Exclude<Caller, 'nobody'>, Member>;
let insider: Member;
let stranger: Member;
let made = 0;

function newPerson() {
  const username = `new${(made += 1)}`;
  return { username, name: 'New', email: `${username}@example.org`, password: testPassword };
}

beforeAll(async () => {
  host = await openTestApp({ LIMIT_CALLS: '100000' });
  // The first to register is the administrator, who has a role in nothing.
  const administrator = await host.member('administrator');
  const [outsider, viewer, reviewer, editor, owner] = await Promise.all(
    ['outsider', 'viewer', 'reviewer', 'editor', 'owner'].map((name) => host.member(name)),
  );
  if (!outsider || !viewer || !reviewer || !editor || !owner) throw new Error('Five people were asked for');
  members = { outsider, viewer, reviewer, editor, owner, administrator };
  [insider, stranger] = [await host.member('insider'), await host.member('stranger')];
});
afterAll(() => host.close());

/** A project with one person of each role and a document; as it is while somebody calls, and nobody else. */
async function setStage(state: 'active' | 'archived' | 'trashed'): Promise<Stage> {
  const [projectId, documentId] = [crypto.randomUUID(), crypto.randomUUID()];
  const owner = members.owner.user.id;
  const put = { archived_at: state === 'archived' ? new Date() : null, deleted_at: state === 'trashed' ? new Date() : null };
  await host.db
    .insertInto('projects')
    .values({ id: projectId, name: 'Letters', owner_id: owner, ...put })
    .execute();
  const people = [...roles.map((role) => ({ role, member: members[role] })), { role: 'viewer' as const, member: insider }];
  const rows = people.map(({ role, member }) => ({ project_id: projectId, user_id: member.user.id, role }));
  await host.db.insertInto('project_members').values(rows).execute();
  await host.db.insertInto('documents').values({ id: documentId, project_id: projectId, created_by: owner }).execute();
  return { projectId, documentId, insider, stranger };
}

function urlOf(endpoint: Endpoint, params: Record<string, string>): string {
  return endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
}

/** A browser of this caller's own: some of the calls end its session. */
async function signedIn(caller: Caller): Promise<{ visitor: Visitor; as: Member | null }> {
  const visitor = host.visitor();
  if (caller === 'nobody') return { visitor, as: null };
  const as = members[caller];
  for (const [name, value] of as.cookies) visitor.cookies.set(name, value);
  return { visitor, as };
}

async function statusesOf(name: EndpointName, state: 'active' | 'archived' | 'trashed'): Promise<number[]> {
  const endpoint: Endpoint = endpoints[name];
  const { params, body } = table[name];
  const statuses: number[] = [];
  for (const caller of callers) {
    const stage = await setStage(state);
    const { visitor, as } = await signedIn(caller);
    const given = body === undefined ? {} : { body: body(stage, as) };
    const answer = await visitor.call(endpoint.method, urlOf(endpoint, params?.(stage) ?? {}), given);
    statuses.push(answer.status);
    if (name === 'logout' || name === 'login' || name === 'register') await signInAgain(caller, as);
  }
  return statuses;
}

async function signInAgain(caller: Caller, as: Member | null): Promise<void> {
  if (caller === 'nobody' || as === null) return;
  as.cookies.clear();
  await as.call('POST', '/api/v1/login', { body: { username: as.user.username, password: testPassword } });
}

/** What answers differ in by the state of a project: what names one in its path or body. */
const ofProjects = (Object.keys(endpoints) as EndpointName[]).filter((name) => table[name].params || name === 'createDocument');

test('every endpoint is in the table, and every row is an endpoint', () => {
  expect(Object.keys(table).toSorted()).toEqual(Object.keys(endpoints).toSorted());
});

describe('an active project', () => {
  test.each(Object.keys(endpoints) as EndpointName[])(`%s for ${callers.join(', ')}`, async (name) => {
    expect(await statusesOf(name, 'active')).toEqual(table[name].active);
  });
});

describe('an archived project', () => {
  test.each(ofProjects)(`%s for ${callers.join(', ')}`, async (name) => {
    expect(await statusesOf(name, 'archived')).toEqual(table[name].archived ?? table[name].active);
  });
});

describe('a project in the trash is there for nobody', () => {
  test.each(ofProjects)('%s', async (name) => {
    expect(await statusesOf(name, 'trashed')).toEqual([401, 404, 404, 404, 404, 404, 404]);
  });
});

test('missing and not shared look the same', async () => {
  const { projectId } = await setStage('active');
  const answers = await Promise.all(
    [projectId, '0192f0c1-7a00-7000-8000-0123456789ab', 'nonsense'].map((id) =>
      members.outsider.call('GET', `/api/v1/projects/${id}`),
    ),
  );
  const bodies = answers.map(({ body }) => ({ ...body, requestId: '' }));
  expect(bodies[1]).toEqual(bodies[0]);
  expect(bodies[2]).toEqual(bodies[0]);
});
