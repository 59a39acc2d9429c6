import { afterAll, expect, onTestFinished, test } from 'vitest';
import { makeDocument, makeProject, openTestApp, type Member } from '../../app.testing.ts';

const host = await openTestApp();
const [ada, ben, eve] = await host.members('ada', 'ben', 'eve');
afterAll(() => host.close());

test('only owners export documents of a project that does not allow exports', async () => {
  const project = await makeProject(ada, [[ben, 'editor']]);
  const document = await makeDocument(ada, project.id, 'Secret plan');
  await makeDocument(ben, null, 'Own letter');
  await ada.call('POST', `/api/v1/documents/${document.id}/collaborators`, {
    body: { usernameOrEmail: 'eve', role: 'owner' },
  });
  const set = (by: Member, exportsAllowed: boolean) =>
    by.call('PATCH', `/api/v1/projects/${project.id}`, { body: { exportsAllowed } });
  const status = async (by: Member, path: string) =>
    (await by.call('GET', `/api/v1/${path}/export?format=text`)).status;
  expect((await set(ben, false)).status).toBe(403);
  expect((await set(ada, false)).body).toMatchObject({ exportsAllowed: false });
  expect(await status(ben, `documents/${document.id}`)).toBe(403);
  expect(await status(ben, `projects/${project.id}`)).toBe(403);
  // An owner of the single document is not an owner of the project.
  expect(await status(eve, `documents/${document.id}`)).toBe(403);
  expect(await status(ada, `documents/${document.id}`)).toBe(200);
  expect(await status(ada, `projects/${project.id}`)).toBe(200);
  const all = await ben.call('GET', '/api/v1/user/export?format=text');
  expect(all.status).toBe(200);
  expect(decodeURIComponent(String(all.headers['export-report']))).toContain(
    'The owners of some projects do not allow exports: 1 document was left out.',
  );
  await set(ada, true);
  expect(await status(ben, `documents/${document.id}`)).toBe(200);
});

test('an export adds no more listeners than Node allows', async () => {
  const warnings: Error[] = [];
  const note = (warning: Error): void => void warnings.push(warning);
  process.on('warning', note);
  onTestFinished(() => void process.off('warning', note));
  const document = await makeDocument(ada, null, 'Listened to');
  const { status } = await ada.call('GET', `/api/v1/documents/${document.id}/export?format=text`);
  expect(status).toBe(200);
  // Warnings are emitted in a later turn.
  await new Promise((resolve) => setImmediate(resolve));
  expect(warnings.filter(({ name }) => name === 'MaxListenersExceededWarning')).toEqual([]);
});
