import { endpoints } from '@longhand/contract';
import type { Route } from '../../http/routes.ts';
import {
  addMember,
  createGroup,
  deleteGroup,
  listGroups,
  listMembers,
  removeMember,
  updateGroup,
  type GroupsDeps,
} from './service.ts';
import { listAccesses, putAccess, removeAccess } from './sharing.ts';

/** Registers the routes of groups, and of their roles in projects and documents. */
export function groupsRoutes(route: Route, deps: GroupsDeps): void {
  route(endpoints.listGroups, ({ user, query }) => listGroups(deps, user, query));
  route(endpoints.createGroup, ({ user, body }) => createGroup(deps, user.id, body));
  route(endpoints.updateGroup, ({ user, params, body }) =>
    updateGroup(deps, user.id, { groupId: params.id, change: body }),
  );
  route(endpoints.deleteGroup, async ({ user, params }) => {
    await deleteGroup(deps, user.id, params.id);
    return undefined;
  });
  route(endpoints.listGroupMembers, ({ user, params, query }) =>
    listMembers(deps, user, { groupId: params.id, ...query }),
  );
  route(endpoints.addGroupMember, ({ user, params, body }) =>
    addMember(deps, user.id, { groupId: params.id, ...body }),
  );
  route(endpoints.removeGroupMember, async ({ user, params }) => {
    await removeMember(deps, user.id, { groupId: params.id, userId: params.userId });
    return undefined;
  });
  sharingRoutes(route, deps);
}

function sharingRoutes(route: Route, deps: GroupsDeps): void {
  route(endpoints.listProjectGroups, ({ user, params, query }) =>
    listAccesses(deps, user.id, { kind: 'project', objectId: params.id, ...query }),
  );
  route(endpoints.putProjectGroup, ({ user, params, body }) =>
    putAccess(deps, user, {
      kind: 'project',
      objectId: params.id,
      groupId: params.groupId,
      role: body.role,
    }),
  );
  route(endpoints.removeProjectGroup, async ({ user, params }) => {
    const { id: objectId, groupId } = params;
    await removeAccess(deps, user.id, { kind: 'project', objectId, groupId });
    return undefined;
  });
  route(endpoints.listDocumentGroups, ({ user, params, query }) =>
    listAccesses(deps, user.id, { kind: 'document', objectId: params.id, ...query }),
  );
  route(endpoints.putDocumentGroup, ({ user, params, body }) =>
    putAccess(deps, user, {
      kind: 'document',
      objectId: params.id,
      groupId: params.groupId,
      role: body.role,
    }),
  );
  route(endpoints.removeDocumentGroup, async ({ user, params }) => {
    const { id: objectId, groupId } = params;
    await removeAccess(deps, user.id, { kind: 'document', objectId, groupId });
    return undefined;
  });
}
