import { endpoints } from '@longhand/contract';
import type { Route } from '../../http/routes.ts';
import { compareCopy, makeCopy, mergeCopy, type WorkingCopiesDeps } from './service.ts';

/** Registers the routes of working copies of published documents. */
export function workingCopiesRoutes(route: Route, deps: WorkingCopiesDeps): void {
  route(endpoints.createWorkingCopy, ({ user, session, params }) =>
    makeCopy(deps, { userId: user.id, sessionId: session.sessionId }, params.id),
  );
  route(endpoints.getWorkingCopy, ({ user, params }) => compareCopy(deps, user.id, params.id));
  route(endpoints.mergeWorkingCopy, ({ user, session, params, body }) =>
    mergeCopy(
      deps,
      { userId: user.id, sessionId: session.sessionId },
      { documentId: params.id, ...body },
    ),
  );
}
