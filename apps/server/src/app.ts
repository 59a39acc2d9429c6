import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { endpoints } from '@longhand/contract';
import {
  registerAccounts,
  registerAdministration,
  registerGuestsAndRequests,
  registerDocuments,
  registerNotifications,
  registerPeople,
  registerTransfer,
} from './app-routes.ts';
import { createServices, type Services, type ServicesDeps } from './app-services.ts';
import { createDemoPorts } from './app-ports.ts';
import type { Hints } from './db/hints.ts';
import type { Database } from './db/open.ts';
import { isHiddenFrom } from './domain/membership.ts';
import { apiDocsRoutes } from './features/api-docs/routes.ts';
import { demoRoutes } from './features/demo/routes.ts';
import type { DocumentsDeps } from './features/documents/deps.ts';
import { eventsRoutes } from './features/events/routes.ts';
import { createCopyFiles } from './features/files/copying.ts';
import { filesRoutes } from './features/files/routes.ts';
import type { FilesDeps } from './features/files/service.ts';
import { registerFileCleanupJob } from './features/files/cleanup.ts';
import { registerMaintenanceJob } from './features/maintenance/maintenance.ts';
import { createEmptyMetrics } from './features/metrics/register-sampler.ts';
import type { Measured } from './features/metrics/measured.ts';
import { serveMetrics } from './features/metrics/scrape.ts';
import { projectsRoutes } from './features/projects/routes.ts';
import { usualImportTimes, type ImportTimes } from './features/transfer/deps.ts';
import { createApprovalRecorder } from './features/versions/saving.ts';
import { serveScim } from './features/scim/serve.ts';
import { createReadVersion } from './features/versions/service.ts';
import { waitingRoutes } from './features/waiting/routes.ts';
import { openFiles } from './files/open.ts';
import type { Drain } from './http/drain.ts';
import { serveHealth } from './http/health.ts';
import { createIdempotency } from './http/idempotency.ts';
import { measureRequests } from './http/measure.ts';
import { createMethods } from './http/methods.ts';
import { answerTheRest } from './http/not-found.ts';
import { readPageFiles } from './http/page-files.ts';
import { createPages } from './http/pages.ts';
import { createRoutes } from './http/routes.ts';
import { createServer } from './http/server.ts';
import { acceptUploads } from './http/uploads.ts';
import type { Config } from './platform/config.ts';
import type { DiskRoom } from './platform/disk-room.ts';
import type { Tracing } from './platform/tracing.ts';

/**
 * Dependencies of the application. `main.ts` opens them; tests provide their own. `pagesDir`: the
 * built pages.
 */
export type AppDeps = ServicesDeps & {
  config: Pick<Config, 'signUp' | 'demo' | 'trustProxy' | 'files' | 'admin' | 'backup'>;
  hints: Pick<Hints, 'listen'>;
  drain?: Drain;
  database: Pick<Database, 'findKept'>;
  room: DiskRoom;
  /** Free space of the disk for temporary files. */
  temporaryRoom: DiskRoom;
  /** Times of imports, by default {@link usualImportTimes}. */
  importTimes?: ImportTimes;
  /** Time for a response of an identity provider (ms), by default ten seconds. */
  providerTimeoutMs?: number;
  /** Metrics of the process. Without them, metrics are not reported. */
  measured?: Measured;
  pagesDir?: string;
  /** Secret of the nodes; by default null, for a single process. */
  nodeSecret?: string | null;
  /** By default null: nothing is traced. */
  tracing?: Tracing | null;
};

/** Output folder of the page build. */
const builtPages = join(import.meta.dirname, '../../web/build/client');

/**
 * Creates the application without a port: checks, then all features, then the pages. It reads no
 * environment and opens only the keys of its CSRF tokens, of its mail and of sign-in. Throws if the
 * table of endpoints and the features do not match.
 */
export async function createApp(deps: AppDeps): Promise<FastifyInstance> {
  const { config } = deps;
  const services = await createServices(deps);
  const { db, clock, ids, log, live, recordActivity, audit, asking, jobs, signIn } = services;
  const measured = deps.measured ?? createEmptyMetrics(clock);
  const { app, route, finish } = await openServer(deps, services, measured);
  await registerAccounts(route, services, config, deps.providerTimeoutMs ?? 10_000);
  projectsRoutes(route, { db, clock, ids, live, recordActivity });
  const files = await openFilesDeps(deps, services);
  const documents = composeDocuments(services, files);
  registerDocuments(route, services, documents);
  const onlyConfirmed = services.mail.configured;
  const share = { db, clock, live, recordActivity, audit, asking, onlyConfirmed };
  registerPeople(route, services, share);
  filesRoutes(route, files);
  registerFileCleanupJob(files, jobs);
  registerAdministration(route, app, services, {
    config,
    measured,
    findKept: () => deps.database.findKept(),
  });
  const { temporaryRoom, importTimes = usualImportTimes } = deps;
  const { files: limits } = config;
  registerTransfer(route, app, services, { documents, files, limits, temporaryRoom, importTimes });
  await registerNotifications(route, services, config);
  registerGuestsAndRequests(route, services, share);
  waitingRoutes(route, { db });
  eventsRoutes(route, app, { db, hints: deps.hints, clock, log });
  const ports = createDemoPorts({ ...documents, ...share });
  demoRoutes(route, { db, clock, ids, live, signIn, jobs, ports, enabled: config.demo });
  registerMaintenanceJob({ db, clock, live, jobs });
  apiDocsRoutes(route);
  finish();

  await serveTheRest(app, deps, services, measured);
  return app;
}

/** Creates the HTTP server, and the routes whose calls it checks. */
async function openServer(
  { config, room, drain, nodeSecret = null, tracing = null }: AppDeps,
  { db, log, clock, ids, consumeRateLimit, csrf, address, secure, live }: Services,
  measured: Measured,
) {
  const app = createServer({
    log,
    ids,
    trustProxy: config.trustProxy,
    bodyBytesMax: config.limits.jsonBytes,
    behindHttps: secure,
    drain,
    nodeSecret,
    tracing,
  });
  measureRequests(app, measured.requests);
  address.follow(app);
  await acceptUploads(app);
  const routes = createRoutes(app, endpoints, {
    db,
    clock,
    consumeRateLimit,
    csrf,
    idempotency: createIdempotency({ db, clock }),
    publicUrl: config.publicUrl,
    secure,
    isHiddenFrom: (userId, named) => isHiddenFrom(db, userId, named),
    hasDiskSpace: () => room.has(),
    settle: (documentId) => live.settle(documentId),
  });
  return { app, ...routes };
}

/** Opens the file store. Returns it with the limits of files. */
async function openFilesDeps(
  { config, room }: AppDeps,
  { db, clock, ids, log }: Services,
): Promise<FilesDeps & Config['files']> {
  const files = await openFiles(config, clock.now(), room);
  return { db, clock, ids, log, files, ...config.files };
}

/** Composes the dependencies of documents from other features. */
function composeDocuments(
  { db, clock, ids, live, recordActivity, audit }: Services,
  files: FilesDeps,
): DocumentsDeps {
  return {
    db,
    clock,
    ids,
    live,
    recordActivity,
    audit,
    onApproval: createApprovalRecorder({ db, clock, ids, live, recordActivity }),
    copyFiles: createCopyFiles(files),
    readVersion: createReadVersion({ db, live }),
  };
}

/** Serves health, metrics and pages, and answers every other address. */
async function serveTheRest(
  app: FastifyInstance,
  { config, pagesDir, drain }: AppDeps,
  { db, clock, ids, live, audit, links, consumeRateLimit, pageBrands }: Services,
  measured: Measured,
): Promise<void> {
  const { publicUrl } = config;
  const { metricsToken: token } = config.admin;
  serveHealth(app, { db, drain });
  const scrapers =
    token === null ? ({ kind: 'none' } as const) : ({ kind: 'token', token } as const);
  serveMetrics(app, { measured, db }, scrapers);
  const pageUrl = (path: string): string => links.page(path);
  await serveScim(app, { db, clock, ids, live, audit, consumeRateLimit, pageUrl });
  const pages = createPages({
    files: await readPageFiles(pagesDir ?? builtPages, publicUrl),
    publicUrl,
    brand: pageBrands.current,
  });
  answerTheRest(app, { methods: createMethods(endpoints), pages });
}
