import { endpoints } from '@longhand/contract';
import type { Route } from '../../http/routes.ts';
import type { CommentsDeps } from './held.ts';
import { createComment, deleteComment, listThreads, react, updateComment } from './service.ts';

/** What people say about a document. Source: API, Calls. */
export function commentsRoutes(route: Route, deps: CommentsDeps): void {
  route(endpoints.listComments, ({ user, params, query: { resolved, ...asked } }) =>
    listThreads(deps, user.id, { documentId: params.id, resolved, ...asked }),
  );
  route(endpoints.createComment, ({ user, params, body }) => createComment(deps, user.id, { documentId: params.id, ...body }));
  route(endpoints.updateComment, ({ user, params, body }) =>
    updateComment(deps, user.id, { documentId: params.id, commentId: params.commentId, change: body }),
  );
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
