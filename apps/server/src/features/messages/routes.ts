import { endpoints, plans } from '@longhand/contract';
import type { Audit } from '../../domain/audit.ts';
import type { Route } from '../../http/routes.ts';
import { textsOfCaller } from '../../platform/translations.ts';
import { csvOf } from './csv.ts';
import { askForNewsletter, confirmSubscription, leaveNewsletter, subscribe } from './newsletter.ts';
import { sendMessage, type MessagesDeps } from './service.ts';
import { listMessages } from './store.ts';

/** Registers the routes of the public site: plans, visitors' messages and the newsletter. */
export function messagesRoutes(route: Route, deps: MessagesDeps & { audit: Audit }): void {
  deps.jobs.handle('newsletter.look_up', ({ requestId }) => subscribe(deps, requestId));

  route(endpoints.listPlans, async () => ({ items: [...plans], nextCursor: null }));
  route(endpoints.sendMessage, async ({ user, body }) => {
    await sendMessage(deps, user, body);
    return undefined;
  });
  route(endpoints.subscribe, async ({ user, body }) => {
    await askForNewsletter(deps, user?.id ?? null, body.email);
    return undefined;
  });
  route(endpoints.confirmSubscription, async ({ body }) => {
    await confirmSubscription(deps, body.token);
    return undefined;
  });
  route(endpoints.unsubscribe, async ({ body }) => {
    await leaveNewsletter(deps, body.token);
    return undefined;
  });
  route(endpoints.listMessages, ({ query }) => listMessages(deps.db, query));
  route(endpoints.exportMessages, async ({ user, query }) => {
    await deps.audit(deps.db, {
      action: 'messages.exported',
      actorId: user.id,
      data: { kind: query.kind ?? null },
    });
    return {
      type: 'text/csv; charset=utf-8',
      name: 'messages.csv',
      bytes: csvOf(deps.db, query.kind, await textsOfCaller()),
    };
  });
}
