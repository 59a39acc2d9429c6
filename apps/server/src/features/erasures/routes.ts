import { endpoints } from '@longhand/contract';
import type { Route } from '../../http/routes.ts';
import { eraseFormerMember, listFormerMembers } from './former-members.ts';
import { createErasure, previewErasure, type ErasuresDeps } from './service.ts';
import { listErasures } from './store.ts';
import { registerErasureJob } from './work.ts';

/** Registers the routes of erasures, and the job that changes the documents. */
export function erasuresRoutes(route: Route, deps: ErasuresDeps): void {
  registerErasureJob(deps);
  route(endpoints.previewErasure, ({ params }) => previewErasure(deps, params.id));
  route(endpoints.createErasure, ({ session, params, body }) =>
    createErasure(deps, session, { userId: params.id, asked: body }),
  );
  route(endpoints.listFormerMembers, ({ query }) => listFormerMembers(deps.db, query));
  route(endpoints.eraseFormerMember, ({ session, params, body }) =>
    eraseFormerMember(deps, session, { userId: params.id, ...body }),
  );
  route(endpoints.listErasures, ({ query }) => listErasures(deps.db, query));
}
