import { afterAll, expect, test } from 'vitest';
import { roles, type Document, type DocumentRights, type ProjectRights } from '@longhand/contract';
import { makeDocument, makeProject, openTestApp, type TestAnswer } from '../app.testing.ts';

const host = await openTestApp();
const [ada, ben, eve] = await host.members('ada', 'ben', 'eve');
afterAll(() => host.close());

const ofDocument = ({ id }: { id: string }, more = '') => `/api/v1/documents/${id}${more}`;
const ofProject = ({ id }: { id: string }, more = '') => `/api/v1/projects/${id}${more}`;
const isDone = ({ status }: TestAnswer): boolean => status < 300;

/** A document in some state, with a comment of Ada. */
type Fixture = { document: Document; projectId: string; commentId: string };

/** Requests of Ada that put a document into a state. */
const documentStates: Record<string, (fixture: Fixture) => Promise<unknown>> = {
  active: () => Promise.resolve(),
  locked: ({ document }) => ada.call('POST', ofDocument(document, '/lock')),
  archived: ({ document }) => ada.call('POST', ofDocument(document, '/archive')),
  'in the trash': ({ document }) => ada.call('POST', ofDocument(document, '/delete'), { body: {} }),
  'archived with its project': ({ projectId }) =>
    ada.call('POST', ofProject({ id: projectId }, '/archive')),
};

/** Requests of Ben: each resolves with true if it has changed something. */
const documentActs: Record<
  Exclude<keyof DocumentRights, 'suggest'>,
  (fixture: Fixture) => Promise<boolean>
> = {
  comment: async ({ document }) =>
    isDone(await ben.call('POST', ofDocument(document, '/comments'), { body: { body: 'Why?' } })),
  write: async ({ document }) =>
    isDone(await ben.call('PATCH', ofDocument(document), { body: { title: 'Other' } })),
  change: async ({ document }) =>
    isDone(await ben.call('PATCH', ofDocument(document), { body: { language: 'de' } })),
  restore: async ({ document }) => {
    const before = await ben.call('GET', ofDocument(document));
    const after = await ben.call('POST', ofDocument(document, '/restore'));
    const isAway = before.body.archivedAt !== null || before.body.deletedAt !== null;
    return isAway && isDone(after);
  },
  delete: async ({ document }) => {
    const before = await ben.call('GET', ofDocument(document));
    const after = await ben.call('POST', ofDocument(document, '/delete'), { body: {} });
    return before.body.deletedAt === null && isDone(after);
  },
  remove: async ({ document }) =>
    isDone(await ben.call('POST', ofDocument(document, '/delete'), { body: { permanent: true } })),
  share: async ({ document }) =>
    isDone(
      await ben.call('POST', ofDocument(document, '/collaborators'), {
        body: { usernameOrEmail: eve.user.username, role: 'viewer' },
      }),
    ),
  moderate: async ({ document, commentId }) =>
    isDone(await ben.call('DELETE', ofDocument(document, `/comments/${commentId}`))),
};

test.each(Object.keys(documentStates))(
  'the rights on a document that is %s are those that requests have',
  async (state) => {
    for (const role of roles) {
      const project = await makeProject(ada, [[ben, role]]);
      const acts = [];
      for (const [right, act] of Object.entries(documentActs)) {
        const document = await makeDocument(ada, project.id);
        const comment = await ada.call('POST', ofDocument(document, '/comments'), {
          body: { body: 'Is this so?' },
        });
        const fixture = { document, projectId: project.id, commentId: comment.body.id };
        acts.push({ right: right as keyof DocumentRights, act, fixture });
      }
      for (const { fixture } of acts) await documentStates[state]?.(fixture);
      for (const { right, act, fixture } of acts) {
        const { rights } = (await ben.call('GET', ofDocument(fixture.document))).body;
        expect(`${role}, ${right}: ${await act(fixture)}`).toBe(
          `${role}, ${right}: ${rights[right]}`,
        );
      }
    }
  },
);

/** Requests of Ada that put a project into a state. */
const projectStates: Record<string, (project: { id: string }) => Promise<unknown>> = {
  active: () => Promise.resolve(),
  archived: (project) => ada.call('POST', ofProject(project, '/archive')),
  'in the trash': async (project) => {
    await ada.call('POST', ofProject(project, '/archive'));
    await ada.call('DELETE', ofProject(project));
  },
};

const projectActs: Record<keyof ProjectRights, (project: { id: string }) => Promise<boolean>> = {
  change: async (project) =>
    isDone(await ben.call('POST', ofProject(project, '/documents'), { body: {} })),
  rename: async (project) =>
    isDone(await ben.call('PATCH', ofProject(project), { body: { name: 'Other' } })),
  share: async (project) =>
    isDone(
      await ben.call('POST', ofProject(project, '/collaborators'), {
        body: { usernameOrEmail: eve.user.username, role: 'viewer' },
      }),
    ),
  archive: async (project) => {
    const { archivedAt } = (await ben.call('GET', ofProject(project))).body;
    return isDone(
      await ben.call('POST', ofProject(project, archivedAt === null ? '/archive' : '/restore')),
    );
  },
  delete: async (project) => isDone(await ben.call('DELETE', ofProject(project))),
};

test.each(Object.keys(projectStates))(
  'the rights on a project that is %s are those that requests have',
  async (state) => {
    for (const role of roles)
      for (const [right, act] of Object.entries(projectActs)) {
        const project = await makeProject(ada, [[ben, role]]);
        await projectStates[state]?.(project);
        const seen = await ben.call('GET', ofProject(project));
        // Projects in the trash are visible to their owners only.
        if (seen.status === 404 && state === 'in the trash' && role !== 'owner') continue;
        const said = seen.body.rights[right as keyof ProjectRights];
        expect(`${role}, ${right}: ${await act(project)}`).toBe(`${role}, ${right}: ${said}`);
      }
  },
);
