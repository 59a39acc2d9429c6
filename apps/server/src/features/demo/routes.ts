import { endpoints } from '@longhand/contract';
import type { Live } from '../../domain/live.ts';
import { toUser } from '../../domain/people.ts';
import type { Route } from '../../http/routes.ts';
import type { SignIn } from '../../http/sign-in.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { refuse } from '../../platform/refusal.ts';
import { makeSample } from './sample.ts';
import { addDemoPeople, isFetchOfOurs, wipeDemos, type DemoDeps } from './service.ts';
import { makeWorkspace, type DemoPorts } from './workspace.ts';

/** Dependencies of the demo. `enabled`: the setting `DEMO`. */
export type DemoRoutesDeps = DemoDeps & {
  live: Live;
  signIn: SignIn;
  jobs: Jobs;
  ports: DemoPorts;
  enabled: boolean;
};

/** Time between two deletions of expired workspaces (s). */
const wipeEverySeconds = 3_600;

/** Registers the routes of demo workspaces. */
export function demoRoutes(route: Route, deps: DemoRoutesDeps): void {
  const { live } = deps;

  route(endpoints.signInToDemo, async ({ request, reply, session }) => {
    if (!deps.enabled) refuse('not_found');
    if (!isFetchOfOurs(request)) refuse('not_by_script');
    if (session) {
      if (session.user.demoUntil === null) refuse('signed_in_already');
      return toUser(session.user, false);
    }
    const { visitor, colleague } = await addDemoPeople(deps);
    await makeWorkspace(deps, {
      visitor: { userId: visitor.id, sessionId: visitor.id },
      colleague,
    });
    await deps.signIn.begin({ request, reply, session: null }, visitor.id);
    return toUser(visitor, false);
  });

  // For all users, independent of `DEMO`: the texts are the same.
  route(endpoints.createSampleProject, async ({ user, session }) => ({
    projectId: await makeSample(deps, { userId: user.id, sessionId: session.sessionId }),
  }));

  deps.jobs.handle('demo.wipe', async () => {
    for (const userId of await wipeDemos(deps)) live.sessionEnded({ userId });
  });
  deps.jobs.every(wipeEverySeconds, 'demo.wipe');
}
