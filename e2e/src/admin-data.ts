import { password, signUp, type Person } from '@longhand/driver';
import type { Wanted } from './screens.acts.ts';

/** Dialogs of the administration: name, tab in the address, and name of the opening button. */
export const adminDialogs: readonly (readonly [name: string, tab: string, button: Wanted])[] = [
  ['data', 'people', ['Send data: {name}', { name: 'Gil Evans' }]],
  ['erase_held', 'people', ['Erase {name}', { name: 'Fay Weldon' }]],
  ['erase', 'people', ['Erase {name}', { name: 'Jan Morris' }]],
  ['remove_text', 'people', 'Remove text: {id}'],
  ['group', 'groups', 'New group'],
  ['group_members', 'groups', ['Members of {name}', { name: 'Engineers' }]],
  ['group_edit', 'groups', ['Edit {name}', { name: 'Press office' }]],
  ['provider', 'sign-in', 'Add identity provider…'],
  ['provider_edit', 'sign-in', ['Change {name}', { name: 'Keycloak' }]],
  ['directory', 'directories', 'Connect a directory…'],
];

/** The server whose administration is filled, an administrator, and a document of this user. */
export type AdminStage = {
  readonly url: string;
  readonly ada: Person;
  readonly documentId: string;
};

/** Adds two announcements, which all pages show from then on. */
export async function announce(ada: Person): Promise<void> {
  for (const text of ['The server rests on Sunday.', 'It rests on Monday too.'])
    await ada.call('createAnnouncement', { body: { text } });
}

/**
 * Adds at least two entries to each list of the administration apart from announcements, see
 * {@link announce}. Does nothing the second time, and then returns false.
 */
export async function fillAdministration(stage: AdminStage): Promise<boolean> {
  const { ada } = stage;
  if ((await ada.call('listScimConnections', { query: {} })).items.length > 0) return false;
  await addPeople(stage);
  await addGroups(ada);
  for (const role of ['viewer', 'reviewer'] as const)
    await ada.call('createGuestLink', { params: { id: stage.documentId }, body: { role } });
  for (const object of ['fay', 'gil'])
    await ada.call('createHold', { body: { kind: 'person', object, reason: 'A lawsuit' } });
  for (const name of ['Works', 'School'])
    await ada.call('createScimConnection', { body: { name, currentPassword: password } });
  for (const name of ['Keycloak', 'Entra'])
    await ada.call('createIdentityProvider', {
      body: { name, issuer: `https://${name.toLowerCase()}.example`, clientId: 'longhand' },
    });
  await addMail(ada);
  return true;
}

/** Creates users, and two whose accounts were erased. The text of one of them has stayed. */
async function addPeople({ url, ada, documentId }: AdminStage): Promise<void> {
  for (const name of ['Fay Weldon', 'Gil Evans', 'Jan Morris'])
    await signUp(url, name.slice(0, 3).toLowerCase(), name);
  for (const username of ['kit', 'lou']) {
    const person = await signUp(url, username, `${username} Former`);
    const body = { usernameOrEmail: username, role: 'reviewer' } as const;
    await ada.call('addDocumentCollaborator', { params: { id: documentId }, body });
    await person.call('createComment', {
      params: { id: documentId },
      body: { body: 'Is the second paragraph needed?', parentId: null },
    });
    await ada.call('createErasure', {
      params: { id: person.user.id },
      body: { username, removeWords: username === 'lou', currentPassword: password },
    });
  }
}

/** Creates three groups; the first has two members. */
async function addGroups(ada: Person): Promise<void> {
  const description = 'Engineers of the difference engine and of the analytical engine';
  const { id } = await ada.call('createGroup', { body: { name: 'Engineers', description } });
  for (const name of ['Press office', 'Archive']) await ada.call('createGroup', { body: { name } });
  for (const usernameOrEmail of ['fay', 'gil'])
    await ada.call('addGroupMember', { params: { id }, body: { usernameOrEmail } });
}

/** Sends messages as a visitor does, and mails. */
async function addMail(ada: Person): Promise<void> {
  for (const subject of ['A question', 'A long question about the export of a whole project'])
    await ada.call('sendMessage', {
      body: {
        ...{ name: 'Olive Schreiner', email: 'olive@example.org', subject },
        message: 'How do I export all documents at once?\nAnd can I import them again?',
      },
    });
  for (const _ of [1, 2]) await ada.call('testMail');
}
