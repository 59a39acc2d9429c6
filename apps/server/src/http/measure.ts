import type { FastifyInstance } from 'fastify';
import { addDuration, addDurations, type Durations } from '../platform/durations.ts';

/** What came to one route: answers by status, and how long they took. */
export type RouteFigures = { statuses: { [status: string]: number }; times: Durations };

/** {@link RouteFigures} by route: the method and the path with places for its ids, so that there are as many as routes. */
export type RoutesFigures = { [route: string]: RouteFigures };

/** What calls a process has answered. */
export interface RequestFigures {
  observe(route: string, status: number, ms: number): void;
  /** Since this was last asked. */
  take(): RoutesFigures;
  /** Since the process began. */
  totals(): Readonly<RoutesFigures>;
}

/** Counts `more` into `routes`. */
export function addRoutes(routes: RoutesFigures, more: Readonly<RoutesFigures>): void {
  for (const [route, { statuses, times }] of Object.entries(more)) {
    const into = (routes[route] ??= { statuses: {}, times: {} });
    addDurations(into.times, times);
    for (const [status, count] of Object.entries(statuses)) into.statuses[status] = (into.statuses[status] ?? 0) + count;
  }
}

/** Makes {@link RequestFigures}. */
export function createRequestFigures(): RequestFigures {
  const totals: RoutesFigures = {};
  let recent: RoutesFigures = {};

  function count(routes: RoutesFigures, route: string, status: number, ms: number): void {
    const into = (routes[route] ??= { statuses: {}, times: {} });
    addDuration(into.times, ms);
    into.statuses[status] = (into.statuses[status] ?? 0) + 1;
  }

  return {
    observe(route, status, ms) {
      count(recent, route, status, ms);
      count(totals, route, status, ms);
    },
    take() {
      const taken = recent;
      recent = {};
      return taken;
    },
    totals: () => totals,
  };
}

/** What no route took, pages and files of pages among it: their paths are the callers' and as many as they like. */
const elsewhere = 'everything else';

/** Watches all calls of `app`. Before its routes are made. A stream of events lasts as long as its page and is no slow call. */
export function measureRequests(app: FastifyInstance, figures: RequestFigures): void {
  app.addHook('onResponse', async (request, reply) => {
    const path = request.routeOptions.url;
    if (path?.endsWith('/events')) return;
    const route = path === undefined ? elsewhere : `${request.method} ${path}`;
    figures.observe(route, reply.statusCode, reply.elapsedTime);
  });
}
