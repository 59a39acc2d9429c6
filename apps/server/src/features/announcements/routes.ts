import { endpoints } from '@longhand/contract';
import type { Route } from '../../http/routes.ts';
import { announce, changeAnnouncement, takeBack, type AnnouncementsDeps } from './service.ts';
import { list } from './store.ts';

/** Registers the routes of announcements from administrators to all users. */
export function announcementsRoutes(route: Route, deps: AnnouncementsDeps): void {
  const { db, clock } = deps;

  route(endpoints.listRunningAnnouncements, ({ query }) =>
    list(db, { ...query, runningAt: new Date(clock.now()) }),
  );
  route(endpoints.listAnnouncements, ({ query }) => list(db, query));
  route(endpoints.createAnnouncement, ({ user, body }) => announce(deps, user.id, body));
  route(endpoints.updateAnnouncement, ({ user, params, body }) =>
    changeAnnouncement(deps, { callerId: user.id, announcementId: params.id }, body),
  );
  route(endpoints.deleteAnnouncement, async ({ user, params }) => {
    await takeBack(deps, { callerId: user.id, announcementId: params.id });
    return undefined;
  });
}
