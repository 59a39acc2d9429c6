import { endpoints } from '@longhand/contract';
import type { Route } from '../../http/routes.ts';
import * as service from './service.ts';
import { readSettings } from './settings-store.ts';

/** Registers the routes of notifications. */
export function notificationsRoutes(route: Route, deps: service.NotificationsDeps): void {
  route(endpoints.listNotifications, ({ user, query }) =>
    service.list(deps, user.id, { ...query, unread: query.unread }),
  );
  route(endpoints.countNotifications, ({ user }) => service.count(deps, user.id));
  route(endpoints.readNotifications, ({ user, body }) => service.markRead(deps, user.id, body.ids));
  route(endpoints.getNotificationSettings, ({ user }) => readSettings(deps.db, user.id));
  route(endpoints.setNotificationSettings, ({ user, body }) =>
    service.setSettings(deps, user.id, body),
  );
  route(endpoints.getDocumentWatch, ({ user, params }) =>
    service.documentWatch(deps, user.id, params.id),
  );
  route(endpoints.setDocumentWatch, ({ user, params, body }) =>
    service.watchDocument(deps, user.id, { documentId: params.id, ...body }),
  );
  route(endpoints.getProjectWatch, ({ user, params }) =>
    service.projectWatch(deps, user.id, params.id),
  );
  route(endpoints.setProjectWatch, ({ user, params, body }) =>
    service.watchProject(deps, user.id, { projectId: params.id, ...body }),
  );
  route(endpoints.leaveMail, ({ body }) => service.unsubscribe(deps, body.token));
  route(endpoints.leaveMailAtOnce, ({ params }) => service.unsubscribe(deps, params.token));
}
