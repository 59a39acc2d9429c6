import { endpoints } from '@longhand/contract';
import type { Route } from '../../http/routes.ts';
import type { CommentsDeps } from './held.ts';
import { namedByName } from './mentions.ts';
import { createComment, deleteComment, listThreads, react, updateComment } from './service.ts';

/** Registers the routes of comments. Source: API, Calls. */
export function commentsRoutes(route: Route, deps: CommentsDeps): void {
  route(endpoints.listComments, async ({ user, params, query: { resolved, ...asked } }) => {
    const list = await listThreads(deps, user.id, { documentId: params.id, resolved, ...asked });
    if (!user.isGuest) return list;
    const items = list.items.map((thread) => ({
      ...namedByName(thread),
      replies: thread.replies.map(namedByName),
    }));
    return { ...list, items };
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
