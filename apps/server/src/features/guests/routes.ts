import { endpoints } from '@longhand/contract';
import type { Route } from '../../http/routes.ts';
import type { SignIn } from '../../http/sign-in.ts';
import { refuse } from '../../platform/refusal.ts';
import {
  endAnyLink,
  endLink,
  enter,
  listAllLinks,
  listLinks,
  describeLink,
  makeLink,
  whoIsGuest,
  type GuestsDeps,
} from './service.ts';

/** Registers the routes of links for users without an account. */
export function guestsRoutes(route: Route, deps: GuestsDeps & { signIn: SignIn }): void {
  route(endpoints.listGuestLinks, ({ user, params, query }) =>
    listLinks(deps, user.id, { documentId: params.id, ...query }),
  );
  route(endpoints.createGuestLink, ({ user, params, body }) =>
    makeLink(deps, user, { documentId: params.id, ...body }),
  );
  route(endpoints.deleteGuestLink, ({ user, params }) =>
    endLink(deps, user.id, { documentId: params.id, linkId: params.linkId }),
  );
  route(endpoints.listAllGuestLinks, ({ user, query }) => listAllLinks(deps, user.id, query));
  route(endpoints.endAnyGuestLink, ({ user, params }) => endAnyLink(deps, user.id, params.id));
  route(endpoints.lookAtGuestLink, ({ body }) => describeLink(deps, body.token));
  route(endpoints.enterAsGuest, async ({ body, ...call }) => {
    // Following a link must not replace the session of an account.
    if (call.session !== null) refuse('guest_signed_in');
    const { guest, endsAt } = await enter(deps, body);
    await deps.signIn.begin(call, guest.user.id, { endsAt });
    return guest;
  });
  route(endpoints.getGuest, ({ user, session }) => whoIsGuest(deps, user, session?.endsAt ?? null));
}
