import { endpoints } from '@longhand/contract';
import type { Live } from '../../domain/live.ts';
import type { Route } from '../../http/routes.ts';
import { endOtherSessions } from '../../http/session.ts';
import type { SignIn } from '../../http/sign-in.ts';
import { refuse } from '../../platform/refusal.ts';
import { removeAccount, type RemovalDeps } from './removal.ts';
import { endOwnSession, listSessions } from './sessions.ts';
import { createToken, deleteToken, listTokens, type TokensDeps } from './tokens.ts';

/** Registers the routes of the user's own account: sessions, access tokens, deletion. */
export function accountRoutes(
  route: Route,
  deps: RemovalDeps & TokensDeps & { signIn: SignIn; live: Live },
): void {
  const { db, clock, live } = deps;

  route(endpoints.listSessions, ({ user, session, query }) =>
    listSessions(
      db,
      { userId: user.id, sessionId: session.sessionId, now: new Date(clock.now()) },
      query,
    ),
  );
  route(endpoints.endSession, async ({ user, params }) => {
    if (!(await endOwnSession(db, user.id, params.id))) refuse('not_found');
    live.sessionEnded({ sessionId: params.id });
    return undefined;
  });
  route(endpoints.endOtherSessions, async ({ user, session }) => {
    const others = { userId: user.id, exceptSessionId: session.sessionId };
    await endOtherSessions({ db }, others);
    live.sessionEnded(others);
    return undefined;
  });

  route(endpoints.listTokens, ({ user, query }) => listTokens(deps, user.id, query));
  route(endpoints.createToken, async ({ user, body }) => {
    if (user.demoUntil !== null) refuse('demo_account');
    return createToken(deps, user.id, body);
  });
  route(endpoints.deleteToken, async ({ user, params }) => {
    await deleteToken(deps, user.id, params.id);
    // Event streams of the token must be closed, like those of a session.
    live.sessionEnded({ sessionId: params.id });
    return undefined;
  });

  route(endpoints.deleteUser, async ({ user, session, reply, body }) => {
    const guests = await removeAccount(deps, session, body.currentPassword);
    await deps.signIn.end(reply, session);
    for (const userId of [user.id, ...guests]) live.sessionEnded({ userId });
    return undefined;
  });
}
