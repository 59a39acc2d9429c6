import { endpoints } from '@longhand/contract';
import type { Route } from '../../http/routes.ts';
import {
  askForPassword,
  confirmEmail,
  mailPasswordLink,
  resetPassword,
  type PasswordsDeps,
} from './service.ts';

/** Registers the routes of links in mails. */
export function passwordsRoutes(route: Route, deps: PasswordsDeps): void {
  deps.jobs.handle('password.look_up', ({ requestId }) => mailPasswordLink(deps, requestId));

  route(endpoints.forgotPassword, async ({ body }) => {
    await askForPassword(deps, body.email);
    return undefined;
  });
  route(endpoints.resetPassword, async ({ body }) => {
    await resetPassword(deps, body);
    return undefined;
  });
  route(endpoints.confirmEmail, async ({ body }) => {
    await confirmEmail(deps, body.token);
    return undefined;
  });
}
