import type { FastifyInstance } from 'fastify';
import { addLatency, addLatencies, type LatencyHistogram } from '../platform/latency-histogram.ts';

/** Metrics of one route: number of responses by status, and their durations. */
export type RouteMetrics = { statuses: { [status: string]: number }; times: LatencyHistogram };

/**
 * {@link RouteMetrics} by route: the method and the path pattern, so that there are as many keys as
 * routes.
 */
export type MetricsByRoute = { [route: string]: RouteMetrics };

/** Counts the responses of a process. */
export interface RequestMetrics {
  observe(route: string, status: number, ms: number): void;
  /** Returns the metrics since the last call of this method. */
  take(): MetricsByRoute;
  /** Returns the metrics since the process began. */
  totals(): Readonly<MetricsByRoute>;
}

/** Adds `more` to `routes`. */
export function addRoutes(routes: MetricsByRoute, more: Readonly<MetricsByRoute>): void {
  for (const [route, { statuses, times }] of Object.entries(more)) {
    const into = (routes[route] ??= { statuses: {}, times: {} });
    addLatencies(into.times, times);
    for (const [status, count] of Object.entries(statuses))
      into.statuses[status] = (into.statuses[status] ?? 0) + count;
  }
}

/** Creates the {@link RequestMetrics}. */
export function createRequestMetrics(): RequestMetrics {
  const totals: MetricsByRoute = {};
  let recent: MetricsByRoute = {};

  function count(routes: MetricsByRoute, route: string, status: number, ms: number): void {
    const into = (routes[route] ??= { statuses: {}, times: {} });
    addLatency(into.times, ms);
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

/** Label for unmatched requests, including pages and their files, to bound the number of labels. */
const elsewhere = 'everything else';

/**
 * Measures all calls of `app`. Call it before routes are registered. Event streams last as long as
 * their page and are not measured.
 */
export function measureRequests(app: FastifyInstance, metrics: RequestMetrics): void {
  app.addHook('onResponse', async (request, reply) => {
    const path = request.routeOptions.url;
    if (path?.endsWith('/events')) return;
    const route = path === undefined ? elsewhere : `${request.method} ${path}`;
    metrics.observe(route, reply.statusCode, reply.elapsedTime);
  });
}
