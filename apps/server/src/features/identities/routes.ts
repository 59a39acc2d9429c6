import { endpoints } from '@longhand/contract';
import type { Route } from '../../http/routes.ts';
import type { IdentitiesDeps } from './deps.ts';
import { checkConnection, disconnect, readMethods } from './methods.ts';
import {
  changeSignInRule,
  createProvider,
  deleteProvider,
  listProviders,
  readSignInRule,
  testProvider,
  updateProvider,
} from './providers.ts';
import { endSignIn, startSignIn } from './sign-in.ts';
import { signOutByProvider } from './sign-out.ts';

/** Registers sign-in with identity providers, the identities of users, and the administration. */
export function identitiesRoutes(route: Route, deps: IdentitiesDeps): void {
  route(endpoints.startSignIn, ({ params, reply }) =>
    startSignIn(deps, { reply }, { providerId: params.id, connectTo: null }),
  );
  route(endpoints.endSignIn, ({ params, body, ...call }) =>
    endSignIn(deps, call, { providerId: params.id, ...body }),
  );
  route(endpoints.signOutByProvider, async ({ params, body, reply }) => {
    reply.header('cache-control', 'no-store');
    await signOutByProvider(deps, params.id, body.logout_token);
    return undefined;
  });

  route(endpoints.getSignInMethods, ({ session }) => readMethods(deps, session));
  route(endpoints.connectIdentity, async ({ params, body, session, reply }) => {
    const given = { providerId: params.id, password: body.currentPassword };
    await checkConnection(deps, session, given);
    return startSignIn(deps, { reply }, { providerId: params.id, connectTo: session });
  });
  route(endpoints.disconnectIdentity, async ({ params, body, session }) => {
    await disconnect(deps, session, { identityId: params.id, password: body.currentPassword });
    return undefined;
  });

  route(endpoints.listIdentityProviders, ({ query }) => listProviders(deps, query));
  route(endpoints.createIdentityProvider, ({ session, body }) =>
    createProvider(deps, session, body),
  );
  route(endpoints.updateIdentityProvider, ({ session, params, body }) =>
    updateProvider(deps, session, { id: params.id, change: body }),
  );
  route(endpoints.deleteIdentityProvider, async ({ session, params }) => {
    await deleteProvider(deps, session, params.id);
    return undefined;
  });
  route(endpoints.testIdentityProvider, ({ params }) => testProvider(deps, params.id));
  route(endpoints.getSignInRule, ({ session }) => readSignInRule(deps, session));
  route(endpoints.setSignInRule, ({ session, body }) =>
    changeSignInRule(deps, session, body.onlyProvider),
  );
}
