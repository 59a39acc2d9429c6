import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { endpoints } from '@longhand/contract';
import { auditingJournal, composeJournal, tellingLive } from './app-events.ts';
import {
  createCopying,
  createShare,
  createTransferHelpers,
  createWorkshop,
} from './app-workshop.ts';
import type { Database } from './db/open.ts';
import { createAudit } from './domain/audit.ts';
import { createLoginThrottle } from './domain/login-throttle.ts';
import type { Live } from './domain/live.ts';
import type { Measured } from './features/metrics/measured.ts';
import { isKeptFrom } from './domain/membership.ts';
import { createPasswords } from './domain/passwords.ts';
import { activityRoutes } from './features/activity/routes.ts';
import { sinceRoutes } from './features/since/routes.ts';
import { authRoutes } from './features/auth/routes.ts';
import { accountRoutes } from './features/account/routes.ts';
import { collaboratorsRoutes } from './features/collaborators/routes.ts';
import { commentsRoutes } from './features/comments/routes.ts';
import { demoRoutes } from './features/demo/routes.ts';
import { descriptionRoutes } from './features/api-docs/routes.ts';
import { documentsRoutes, livesRoutes } from './features/documents/routes.ts';
import { invitationsRoutes } from './features/invitations/routes.ts';
import { messagesRoutes } from './features/messages/routes.ts';
import { outboxRoutes } from './features/outbox/routes.ts';
import { createConfirm } from './features/passwords/confirming.ts';
import { passwordsRoutes } from './features/passwords/routes.ts';
import { adminRoutes } from './features/admin/routes.ts';
import { metricsRoutes } from './features/metrics/routes.ts';
import { keepFigures, unwatched } from './features/metrics/keeping.ts';
import { serveFigures } from './features/metrics/scrape.ts';
import { announcementsRoutes } from './features/announcements/routes.ts';
import { createCopyFiles } from './features/files/copying.ts';
import { filesRoutes } from './features/files/routes.ts';
import { keepFilesTidy } from './features/files/tidying.ts';
import { eventsRoutes } from './features/events/routes.ts';
import { projectsRoutes } from './features/projects/routes.ts';
import { transferRoutes } from './features/transfer/routes.ts';
import { createExportTurns } from './features/transfer/export-turns.ts';
import { createReaders } from './features/transfer/readers.ts';
import { createThreads } from './features/transfer/threads.ts';
import { keepSearchTidy, searchRoutes } from './features/search/routes.ts';
import { registerMaintenance } from './features/maintenance/maintenance.ts';
import { usersRoutes } from './features/users/routes.ts';
import { reviewsRoutes } from './features/reviews/routes.ts';
import { createReadVersion } from './features/versions/service.ts';
import { keepApproved, keepVersion } from './features/versions/keeping.ts';
import { createLeaving } from './features/notifications/leaving.ts';
import { keepMailing } from './features/notifications/mailing.ts';
import { notificationsRoutes } from './features/notifications/routes.ts';
import { guestsRoutes } from './features/guests/routes.ts';
import { createNotify } from './features/notifications/notifying.ts';
import { requestsRoutes } from './features/requests/routes.ts';
import { workingCopiesRoutes } from './features/working-copies/routes.ts';
import { waitingRoutes } from './features/waiting/routes.ts';
import { versionsRoutes } from './features/versions/routes.ts';
import { openFiles } from './files/open.ts';
import { createCallerAddress } from './http/caller-address.ts';
import { createBudgets, type Rates } from './http/budgets.ts';
import { createCsrf } from './http/csrf.ts';
import { serveHealth } from './http/health.ts';
import { measureRequests } from './http/measure.ts';
import { createMethods } from './http/methods.ts';
import { answerTheRest } from './http/not-found.ts';
import { readPageFiles } from './http/page-files.ts';
import { createPages } from './http/pages.ts';
import { createRoutes } from './http/routes.ts';
import { createIdempotency } from './http/idempotency.ts';
import { createServer } from './http/server.ts';
import { createSignIn, type SignInNote } from './http/sign-in.ts';
import { acceptUploads } from './http/uploads.ts';
import { createSlidingWindow } from './http/sliding-window.ts';
import type { Jobs } from './jobs/jobs.ts';
import { createLinks } from './mail/links.ts';
import { createMail } from './mail/mail.ts';
import type { Clock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import type { DiskRoom } from './platform/disk-room.ts';
import type { Ids } from './platform/ids.ts';
import type { Log } from './platform/log.ts';
import { keepSecret } from './platform/secret-file.ts';
import { readVersion } from './platform/version.ts';

/**
 * Dependencies of the application. `main.ts` opens them; tests provide their own. `pagesDir`: the
 * built pages.
 */
export type AppDeps = {
  config: Pick<
    Config,
    | 'dataDir'
    | 'publicUrl'
    | 'signUp'
    | 'demo'
    | 'mail'
    | 'trustProxy'
    | 'files'
    | 'admin'
    | 'limits'
  >;
  database: Pick<Database, 'kysely' | 'poolConfig'>;
  log: Log;
  clock: Clock;
  ids: Ids;
  live: Live;
  room: DiskRoom;
  /** Figures of the process. Without them, figures are not reported. */
  measured?: Measured;
  /** Open, but not started: handlers are registered here. */
  jobs: Jobs;
  /**
   * Returns the base URL of links in mail: the configured one, otherwise the server's own address.
   */
  baseUrl: () => string;
  pagesDir?: string;
};

const minute = 60_000;

/** Maximum number of guests per link and hour: enough for a class. */
const guestsPerLink = 100;

/** Maximum number of access requests per user and hour. */
const requestsPerPerson = 20;

/** Output folder of the page build. */
const builtPages = join(import.meta.dirname, '../../web/build/client');

/** Returns the budgets from the settings. Source: API, Limits. */
function ratesOf(limits: Config['limits']): Rates {
  return {
    calls: { limit: limits.calls, windowMs: minute },
    csrf_token: { limit: limits.csrfTokens, windowMs: minute },
    login: { limit: limits.loginAttempts, windowMs: 15 * minute },
    registration: { limit: limits.registrations, windowMs: 60 * minute },
    messages: { limit: limits.messages, windowMs: 60 * minute },
    demo: { limit: limits.demos, windowMs: 60 * minute },
  };
}

/**
 * Creates the application without a port: checks, then all features, then the pages. It reads no
 * environment and opens only the key of its CSRF tokens. Throws if the table of endpoints and the
 * features do not match.
 */
export async function createApp(deps: AppDeps): Promise<FastifyInstance> {
  const { config, log, clock, ids, jobs } = deps;
  const { publicUrl } = config;
  const db = deps.database.kysely;
  const secure = publicUrl?.startsWith('https:') ?? false;
  const csrf = createCsrf(await keepSecret(join(config.dataDir, 'csrf.key')));
  const spend = createBudgets({ clock, rates: ratesOf(config.limits) });
  const rule = {
    failures: config.limits.loginFailures,
    windowMs: 15 * minute,
    thenEveryMs: minute,
  };
  const attempts = createLoginThrottle({ clock, rule });
  const passwords = await createPasswords();
  const address = createCallerAddress();
  const audit = createAudit({ clock, ids, address: address.current });
  const note: SignInNote = (trx, action, userId) => audit(trx, { action, actorId: userId });
  const signIn = createSignIn({ db, clock, ids, csrf, note, secure });
  const live = tellingLive(deps.live, { db, log });
  const journal = auditingJournal(composeJournal({ clock, ids }), audit);
  const mail = createMail({ db, clock, ids, jobs, config: config.mail });
  const links = createLinks(deps.baseUrl);
  const perHour = (limit: number) =>
    createSlidingWindow({ clock, rate: { limit, windowMs: 60 * minute } });
  const perAddress = perHour(config.limits.messagesPerAddress);
  const confirm = createConfirm({ clock, mail, links, perAddress });
  const asking = perHour(config.limits.addressLookUps);

  const app = createServer({
    log,
    ids,
    trustProxy: config.trustProxy,
    bodyBytesMax: config.limits.jsonBytes,
    behindHttps: secure,
  });
  const measured = deps.measured ?? unwatched(clock);
  measureRequests(app, measured.requests);
  address.follow(app);
  await acceptUploads(app);
  const repeats = createIdempotency({ db, clock });
  const { route, finish } = createRoutes(app, endpoints, {
    db,
    clock,
    spend,
    csrf,
    repeats,
    publicUrl,
    secure,
    isKeptFrom: (userId, named) => isKeptFrom(db, userId, named),
    hasRoom: () => deps.room.has(),
  });
  authRoutes(route, {
    db,
    clock,
    ids,
    passwords,
    attempts,
    signUp: config.signUp,
    signIn,
    live,
    journal,
    audit,
    confirm,
  });
  usersRoutes(route, {
    db,
    clock,
    passwords,
    attempts,
    signIn,
    live,
    mail,
    links,
    confirm,
    asking,
    audit,
  });
  const resets = perHour(config.limits.passwordResets);
  passwordsRoutes(route, { db, clock, ids, jobs, mail, links, live, passwords, resets, audit });
  const mailed = perHour(config.limits.invitations);
  invitationsRoutes(route, {
    db,
    clock,
    ids,
    jobs,
    mail,
    links,
    live,
    journal,
    mailed,
    perAddress,
    config,
    audit,
  });
  messagesRoutes(route, { db, clock, ids, jobs, mail, links, perAddress, audit });
  outboxRoutes(route, { db, mail, links });
  projectsRoutes(route, { db, clock, ids, live, journal });
  const approved = keepApproved({ db, clock, ids, live, journal });
  const filesDeps = {
    db,
    clock,
    ids,
    log,
    files: await openFiles(config, clock.now(), deps.room),
    ...config.files,
  };
  const documents = {
    db,
    clock,
    ids,
    live,
    journal,
    audit,
    approved,
    copyFiles: createCopyFiles(filesDeps),
    readVersion: createReadVersion({ db, live }),
  };
  documentsRoutes(route, documents);
  livesRoutes(route, documents);
  versionsRoutes(route, { db, clock, ids, live, journal });
  sinceRoutes(route, { db, clock, live });
  commentsRoutes(route, { db, clock, ids, live, journal });
  reviewsRoutes(route, { db, clock, ids, live, journal, keepVersion: keepVersion({ clock, ids }) });
  workingCopiesRoutes(route, createCopying(documents));
  const share = { db, clock, live, journal, audit, asking, onlyConfirmed: mail.configured };
  collaboratorsRoutes(route, share);
  activityRoutes(route, { db });
  accountRoutes(route, { db, clock, ids, passwords, attempts, signIn, live, audit });
  filesRoutes(route, filesDeps);
  keepFilesTidy(filesDeps, jobs);
  const fileStore = config.files.s3 === null ? 'folder' : 's3';
  const about = {
    version: readVersion(),
    startedAt: clock.now(),
    fileStore,
    auditDays: config.admin.auditDays,
  } as const;
  adminRoutes(route, { db, clock, jobs, live, audit, ...about });
  announcementsRoutes(route, { db, clock, ids, audit });
  metricsRoutes(route, { db, clock, measured });
  keepFigures(app, { db, clock, log, processId: ids.uuid(), measured });
  const helpers = createTransferHelpers(documents, filesDeps);
  const { importBytes, personBytes } = config.files;
  const transfer = {
    db,
    clock,
    ids,
    log,
    live,
    journal,
    jobs,
    files: filesDeps.files,
    threads: createThreads(),
    readers: createReaders(),
    exporting: createExportTurns(),
    helpers,
    documentUrl: (id: string) => links.document(id, ''),
    importBytes,
    personBytes,
  };
  transferRoutes(route, app, transfer);
  searchRoutes(route, { db });
  keepSearchTidy({ db, jobs });
  const leaving = createLeaving(await keepSecret(join(config.dataDir, 'leave-mail.key')));
  notificationsRoutes(route, { db, clock, leaving });
  const mailings = perHour(config.limits.mailedNotifications);
  keepMailing({ db, clock, jobs, mail, links, leaving, mailings });
  const entries = perHour(guestsPerLink);
  guestsRoutes(route, { db, clock, ids, live, links, passwords, attempts, audit, entries, signIn });
  const requests = {
    db,
    clock,
    ids,
    jobs,
    notify: createNotify({ clock, ids }),
    share: createShare(share),
  };
  requestsRoutes(route, { ...requests, asking: perHour(requestsPerPerson) });
  waitingRoutes(route, { db });
  eventsRoutes(route, app, { db, poolConfig: deps.database.poolConfig, clock, log });
  const workshop = createWorkshop({ ...documents, ...share });
  demoRoutes(route, { db, clock, ids, live, signIn, jobs, workshop, enabled: config.demo });
  registerMaintenance({ db, clock, live, jobs });
  descriptionRoutes(route);
  finish();

  serveHealth(app, { db });
  const { metricsToken: token } = config.admin;
  serveFigures(app, measured, token === null ? { kind: 'nobody' } : { kind: 'token', token });
  const pages = createPages({
    files: await readPageFiles(deps.pagesDir ?? builtPages, publicUrl),
    publicUrl,
  });
  answerTheRest(app, { methods: createMethods(endpoints), pages });
  return app;
}
