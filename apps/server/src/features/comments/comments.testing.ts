import { expect } from 'vitest';
import * as Y from 'yjs';
import type { Comment, Thread } from '@longhand/contract';
import { makeProject, openTestApp, type Member, type TestAnswer } from '../../app.testing.ts';

/**
 * Starts the application with a project of Ada's, in which Ben is a reviewer and Vera a viewer. Eve
 * has no role in it.
 */
export async function openCommentsApp() {
  const host = await openTestApp();
  const [ada, ben, vera, eve] = [
    await host.member('ada'),
    await host.member('ben'),
    await host.member('vera'),
    await host.member('eve'),
  ];
  const { id: projectId } = await makeProject(ada, [
    [ben, 'reviewer'],
    [vera, 'viewer'],
  ]);
  return { host, ada, ben, vera, eve, projectId };
}

/** Returns the URL of the comments of a document, or of a single comment. */
export const path = (documentId: string, commentId = ''): string =>
  `/api/v1/documents/${documentId}/comments${commentId && `/${commentId}`}`;

/** Returns the comment in a response. */
export const comment = (answer: TestAnswer): Comment => answer.body as unknown as Comment;

/** Adds a comment. */
export async function say(
  who: Member,
  documentId: string,
  body: string,
  more: object = {},
): Promise<Comment> {
  const answer = await who.call('POST', path(documentId), { body: { body, ...more } });
  expect(answer.status).toBe(201);
  return comment(answer);
}

/** Returns the threads of a document, as a member reads them. */
export async function listThreads(
  member: Member,
  documentId: string,
  query = '',
): Promise<Thread[]> {
  const answer = await member.call('GET', `${path(documentId)}${query}`);
  expect(answer.status).toBe(200);
  return answer.body.items as unknown as Thread[];
}

/** Returns an anchor in a paragraph of a document. */
export function anchorOf(quote = 'brown'): { quote: string; from: string; to: string } {
  const doc = new Y.Doc();
  const text = doc.getText('text');
  text.insert(0, 'the quick brown fox');
  const at = (index: number, assoc: number): string =>
    Buffer.from(
      Y.encodeRelativePosition(Y.createRelativePositionFromTypeIndex(text, index, assoc)),
    ).toString('base64');
  return { quote, from: at(10, 0), to: at(15, -1) };
}
