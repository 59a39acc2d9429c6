import { endpoints, type Thread } from '@longhand/contract';
import type { Route } from '../../http/routes.ts';
import type { CommentsDeps } from './comment-tx.ts';
import { namedByName } from './mentions.ts';
import {
  createComment,
  deleteComment,
  getThread,
  listThreads,
  react,
  updateComment,
} from './service.ts';

const threadByName = (thread: Thread): Thread => ({
  ...namedByName(thread),
  replies: thread.replies.map(namedByName),
});

/** Registers the routes of comments. */
export function commentsRoutes(route: Route, deps: CommentsDeps): void {
  route(endpoints.listComments, async ({ user, params, query: { resolved, ...asked } }) => {
    const list = await listThreads(deps, user.id, { documentId: params.id, resolved, ...asked });
    if (!user.isGuest) return list;
    return { ...list, items: list.items.map(threadByName) };
  });
  route(endpoints.getThread, async ({ user, params: { id, commentId } }) => {
    const thread = await getThread(deps, user.id, { documentId: id, commentId });
    return user.isGuest ? threadByName(thread) : thread;
  });
  route(endpoints.createComment, async ({ user, params, body }) => {
    const made = await createComment(deps, user.id, { documentId: params.id, ...body });
    return user.isGuest ? namedByName(made) : made;
  });
  route(endpoints.updateComment, async ({ user, params, body }) => {
    const changed = await updateComment(deps, user.id, {
      documentId: params.id,
      commentId: params.commentId,
      change: body,
    });
    return user.isGuest ? namedByName(changed) : changed;
  });
  route(endpoints.addReaction, ({ user, params: { id, ...one } }) =>
    react(deps, user.id, { documentId: id, ...one, isOn: true }),
  );
  route(endpoints.removeReaction, ({ user, params: { id, ...one } }) =>
    react(deps, user.id, { documentId: id, ...one, isOn: false }),
  );
  route(endpoints.deleteComment, ({ user, params }) =>
    deleteComment(deps, user.id, { documentId: params.id, commentId: params.commentId }),
  );
}
