import { endpoints, type PendingSignIn } from '@longhand/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Account } from '../../db/accounts.ts';
import { lacksFactor } from '../../db/second-factor.ts';
import type { Live } from '../../domain/live.ts';
import { toUser } from '../../domain/people.ts';
import type { Route } from '../../http/routes.ts';
import type { Session } from '../../http/session.ts';
import type { SignIn } from '../../http/sign-in.ts';
import { checkCredentials, register, type AuthDeps } from './service.ts';

/**
 * Registers the routes of registration, sign-in and the CSRF token. `findSignOutUrl` returns the
 * address that signs out at the provider of a session, or null. `startSecondStep` makes the sign-in
 * wait for the second factor, and returns null if the account has none.
 */
export function authRoutes(
  route: Route,
  deps: AuthDeps & {
    signIn: SignIn;
    live: Live;
    findSignOutUrl: (session: Session | null) => Promise<string | null>;
    startSecondStep: (
      call: { request: FastifyRequest; reply: FastifyReply },
      account: Account,
    ) => Promise<PendingSignIn | null>;
  },
): void {
  const { signIn, live } = deps;

  /** Signs in and closes the live connections of the browser's previous session. */
  async function begin(call: Parameters<SignIn['begin']>[0], userId: string): Promise<void> {
    const replaced = await signIn.begin(call, userId);
    if (replaced !== null) live.sessionEnded({ sessionId: replaced });
  }

  route(endpoints.getCsrfToken, async ({ request, reply, session }) => ({
    csrfToken: signIn.csrfToken(request, reply, session),
  }));

  route(endpoints.register, async ({ body, ...call }) => {
    const account = await register(deps, body);
    await begin(call, account.id);
    return toUser(account, await lacksFactor(deps.db, account));
  });

  route(endpoints.login, async ({ body, ...call }) => {
    const account = await checkCredentials(deps, body);
    const pending = await deps.startSecondStep(call, account);
    if (pending !== null) return pending;
    await begin(call, account.id);
    return toUser(account, await lacksFactor(deps.db, account));
  });

  route(endpoints.logout, async ({ reply, session }) => {
    const continueAt = await deps.findSignOutUrl(session);
    await signIn.end(reply, session);
    if (session) live.sessionEnded({ sessionId: session.sessionId });
    return { continueAt };
  });
}
