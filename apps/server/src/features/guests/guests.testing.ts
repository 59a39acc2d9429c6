import { expect } from 'vitest';
import type { Guest, GuestLink, NewGuestLink } from '@longhand/contract';
import {
  makeDocument,
  makeProject,
  type Member,
  type TestApp,
  type TestBrowser,
} from '../../app.testing.ts';

/** A link for guests as its maker receives it. */
export type MadeLink = GuestLink & { token: string; link: string };

/** Creates a document in a project with two owners. Returns its id. */
export async function makeSharedDocument(owner: Member, partner: Member): Promise<string> {
  const project = await makeProject(owner, [[partner, 'owner']]);
  return (await makeDocument(owner, project.id, 'A letter')).id;
}

/** Creates a link for guests, for reviewers by default. */
export async function makeGuestLink(
  by: Member,
  documentId: string,
  given: Partial<NewGuestLink> = {},
): Promise<MadeLink> {
  const body = { role: 'reviewer', ...given };
  const made = await by.call('POST', `/api/v1/documents/${documentId}/guest-links`, { body });
  expect(made.status).toBe(201);
  return made.body as unknown as MadeLink;
}

/** Tries to enter by a link. */
export const enter = (visitor: TestBrowser, token: string, given: object = {}) =>
  visitor.call('POST', '/api/v1/guest-links/enter', { body: { token, name: 'Eve', ...given } });

/** Enters by a link as a guest. */
export async function enterAsGuest(
  host: TestApp,
  { token }: MadeLink,
  name = 'Eve',
): Promise<{ visitor: TestBrowser; guest: Guest }> {
  const visitor = host.visitor();
  const entered = await enter(visitor, token, { name });
  expect(entered.status).toBe(201);
  return { visitor, guest: entered.body as unknown as Guest };
}
