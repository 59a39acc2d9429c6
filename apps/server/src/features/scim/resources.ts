import SCIMMY from 'scimmy';
import { scimPath } from './connections.ts';
import { noting, type Context } from './context.ts';
import { createGroup, deleteGroup, readGroup, replaceGroup } from './groups.ts';
import { createUser, deleteUser, readUser, replaceUser } from './users.ts';

/** Resource types with handlers for the context of a call. SCIMMY has one set of them. */
SCIMMY.Config.set({
  patch: true,
  filter: { supported: true, maxResults: 200 },
  bulk: { supported: false },
  changePassword: false,
  sort: false,
  etag: false,
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Token of the connection',
      description: 'An administrator creates it when the directory is connected',
    },
  ],
});

SCIMMY.Resources.declare(
  SCIMMY.Resources.User.extend(SCIMMY.Schemas.EnterpriseUser)
    .ingress((resource, sent, ctx: Context) =>
      noting(ctx, () =>
        resource.id === undefined ? createUser(ctx, sent) : replaceUser(ctx, resource.id, sent),
      ),
    )
    .egress((resource, ctx: Context) => noting(ctx, () => readUser(ctx, resource.id ?? '')))
    .degress((resource, ctx: Context) => noting(ctx, () => deleteUser(ctx, resource.id ?? ''))),
);

SCIMMY.Resources.declare(
  SCIMMY.Resources.Group.ingress((resource, sent, ctx: Context) =>
    noting(ctx, () =>
      resource.id === undefined ? createGroup(ctx, sent) : replaceGroup(ctx, resource.id, sent),
    ),
  )
    .egress((resource, ctx: Context) => noting(ctx, () => readGroup(ctx, resource.id ?? '')))
    .degress((resource, ctx: Context) => noting(ctx, () => deleteGroup(ctx, resource.id ?? ''))),
);

SCIMMY.Resources.User.basepath(scimPath);
SCIMMY.Resources.Group.basepath(scimPath);
SCIMMY.Resources.ServiceProviderConfig.basepath(scimPath);
SCIMMY.Resources.ResourceType.basepath(scimPath);
SCIMMY.Resources.Schema.basepath(scimPath);

/** Resource types of the calls of a directory. */
export const { User, Group, ServiceProviderConfig, ResourceType, Schema } = SCIMMY.Resources;

/** Schemas by which resources are formatted. */
export const schemas = SCIMMY.Schemas;
