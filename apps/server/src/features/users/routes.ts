import { endpoints } from '@longhand/contract';
import type { Live } from '../../domain/live.ts';
import { toUser } from '../../domain/people.ts';
import type { Given, Route } from '../../http/routes.ts';
import type { SignIn } from '../../http/sign-in.ts';
import { changeUser, sendConfirmation, type UsersDeps } from './service.ts';

/** Registers the routes of the signed-in user. */
export function usersRoutes(route: Route, deps: UsersDeps & { signIn: SignIn; live: Live }): void {
  async function update({ session, request, reply, body }: Given<typeof endpoints.updateUser>) {
    const { account, newPassword } = await changeUser(deps, session, body);
    deps.signIn.useLanguage({ request, reply }, account.preferences['language']);
    if (newPassword) {
      await deps.signIn.renew(reply, session);
      deps.live.sessionEnded({ userId: account.id, exceptSessionId: session.sessionId });
    }
    return toUser(account, session.mustAddFactor);
  }

  route(endpoints.getMe, async ({ user, session, ...call }) => {
    if (session.scopes === null) deps.signIn.useLanguage(call, user.preferences['language']);
    return toUser(user, session.mustAddFactor);
  });
  route(endpoints.sendConfirmation, ({ user }) => sendConfirmation(deps, user));
  route(endpoints.updateUser, (given) => update(given));
  route(endpoints.replaceUser, (given) => update(given));
}
