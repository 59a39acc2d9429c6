import { endpoints } from '@longhand/contract';
import type { Route } from '../../http/routes.ts';
import { ask, decline, grant, listWaiting, lookUp, type RequestsDeps } from './service.ts';
import { removeOld } from './store.ts';

const daySeconds = 86_400;

/** Registers the routes of requests for access. */
export function requestsRoutes(route: Route, deps: RequestsDeps): void {
  deps.jobs.handle('access.look_up', ({ requestId }) => lookUp(deps, requestId));
  deps.jobs.handle('access.tidy', () => removeOld(deps.db, deps.clock.now()));
  deps.jobs.every(daySeconds, 'access.tidy');
  route(endpoints.askForDocument, ({ user, params, body }) =>
    ask(deps, user, { kind: 'document', objectId: params.id, message: body.message ?? '' }),
  );
  route(endpoints.grantDocumentRequest, ({ user, params: { id, requestId }, body }) =>
    grant(deps, user.id, { kind: 'document', objectId: id, requestId, ...body }),
  );
  route(endpoints.declineDocumentRequest, ({ user, params: { id, requestId } }) =>
    decline(deps, user.id, { kind: 'document', objectId: id, requestId }),
  );
  route(endpoints.askForProject, ({ user, params, body }) =>
    ask(deps, user, { kind: 'project', objectId: params.id, message: body.message ?? '' }),
  );
  route(endpoints.grantProjectRequest, ({ user, params: { id, requestId }, body }) =>
    grant(deps, user.id, { kind: 'project', objectId: id, requestId, ...body }),
  );
  route(endpoints.declineProjectRequest, ({ user, params: { id, requestId } }) =>
    decline(deps, user.id, { kind: 'project', objectId: id, requestId }),
  );
  route(endpoints.listWaitingRequests, ({ user, query }) => listWaiting(deps, user.id, query));
}
