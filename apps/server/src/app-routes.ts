import type { FastifyInstance } from 'fastify';
import type { Services } from './app-services.ts';
import { composeWorkingCopiesDeps, createShare, createTransferPorts } from './app-ports.ts';
import { accountRoutes } from './features/account/routes.ts';
import { activityRoutes } from './features/activity/routes.ts';
import { adminRoutes } from './features/admin/routes.ts';
import { announcementsRoutes } from './features/announcements/routes.ts';
import { makeBackupInProcess, scheduleBackups } from './features/backups/schedule.ts';
import { authRoutes } from './features/auth/routes.ts';
import { changesSinceVisitRoutes } from './features/changes-since-visit/routes.ts';
import { collaboratorsRoutes } from './features/collaborators/routes.ts';
import type { CollaboratorsDeps } from './features/collaborators/service.ts';
import { commentsRoutes } from './features/comments/routes.ts';
import type { DocumentsDeps } from './features/documents/deps.ts';
import { documentsRoutes, livesRoutes } from './features/documents/routes.ts';
import { erasuresRoutes } from './features/erasures/routes.ts';
import type { FactorsDeps } from './features/factors/deps.ts';
import { findRelyingParty } from './features/factors/relying-party.ts';
import { factorsRoutes } from './features/factors/routes.ts';
import { startSecondStep } from './features/factors/sign-in.ts';
import type { FilesDeps } from './features/files/service.ts';
import { groupsRoutes } from './features/groups/routes.ts';
import { guestsRoutes } from './features/guests/routes.ts';
import { holdsRoutes } from './features/holds/routes.ts';
import type { IdentitiesDeps } from './features/identities/deps.ts';
import { createProviderClient } from './features/identities/provider-client.ts';
import { listEnabled } from './features/identities/providers-store.ts';
import { identitiesRoutes } from './features/identities/routes.ts';
import { findSignOutUrl } from './features/identities/sign-out.ts';
import { invitationsRoutes } from './features/invitations/routes.ts';
import { messagesRoutes } from './features/messages/routes.ts';
import { registerSampler } from './features/metrics/register-sampler.ts';
import type { Measured } from './features/metrics/measured.ts';
import { metricsRoutes } from './features/metrics/routes.ts';
import { createUnsubscribeTokens } from './features/notifications/unsubscribe-tokens.ts';
import { registerNotificationMailJobs } from './features/notifications/mailing.ts';
import { createNotify } from './features/notifications/notifying.ts';
import { notificationsRoutes } from './features/notifications/routes.ts';
import { outboxRoutes } from './features/outbox/routes.ts';
import { passwordsRoutes } from './features/passwords/routes.ts';
import { requestsRoutes } from './features/requests/routes.ts';
import { brandingRoutes } from './features/branding/routes.ts';
import { rulesRoutes } from './features/rules/routes.ts';
import { reviewsRoutes } from './features/reviews/routes.ts';
import { scimRoutes } from './features/scim/routes.ts';
import { registerSearchMaintenanceJob, searchRoutes } from './features/search/routes.ts';
import type { ImportTimes } from './features/transfer/deps.ts';
import { createExportQueue } from './features/transfer/export-queue.ts';
import { createReaders } from './features/transfer/readers.ts';
import { transferRoutes } from './features/transfer/routes.ts';
import { createWriters } from './features/transfer/writers.ts';
import { usersRoutes } from './features/users/routes.ts';
import { createSaveVersion } from './features/versions/saving.ts';
import { versionsRoutes } from './features/versions/routes.ts';
import { workingCopiesRoutes } from './features/working-copies/routes.ts';
import type { Route } from './http/routes.ts';
import type { Config } from './platform/config.ts';
import type { DiskRoom } from './platform/disk-room.ts';
import { readKey } from './db/keys.ts';
import { createSealer } from './platform/sealing.ts';
import { readVersion } from './platform/version.ts';

/** Maximum number of guests per link and hour: enough for a class. */
const guestsPerLink = 100;

/** Maximum number of access requests per user and hour. */
const requestsPerPerson = 20;

/**
 * Registers signing in and up, the profile, invitations, and mail to and from visitors. Opens the
 * key that encrypts the secrets of identity providers and of one-time codes.
 *
 * @param providerTimeoutMs time for a response of an identity provider (ms)
 */
export async function registerAccounts(
  route: Route,
  services: Services,
  config: Pick<Config, 'signUp' | 'demo' | 'limits' | 'dataDir' | 'databaseUrl' | 'publicUrl'>,
  providerTimeoutMs: number,
): Promise<void> {
  const { db, clock, ids, jobs, passwords, loginThrottle, signIn, live, recordActivity } = services;
  const { mail, links, perHour, perAddress, confirm, asking, audit } = services;
  const { identities, factors } = await registerSignIn(route, services, config, providerTimeoutMs);
  authRoutes(route, {
    db,
    clock,
    ids,
    passwords,
    loginThrottle,
    signUp: config.signUp,
    signIn,
    live,
    recordActivity,
    audit,
    confirm,
    findSignOutUrl: (session) => findSignOutUrl(identities, session),
    startSecondStep: (call, account) => startSecondStep(factors, call, account),
  });
  usersRoutes(route, {
    db,
    clock,
    passwords,
    loginThrottle,
    signIn,
    live,
    mail,
    links,
    confirm,
    asking,
    audit,
  });
  const resets = perHour('password_resets', config.limits.passwordResets);
  passwordsRoutes(route, { db, clock, ids, jobs, mail, links, live, passwords, resets, audit });
  const mailed = perHour('invitations', config.limits.invitations);
  invitationsRoutes(route, {
    db,
    clock,
    ids,
    jobs,
    mail,
    links,
    live,
    recordActivity,
    mailed,
    perAddress,
    config,
    audit,
    listProviders: () => listEnabled(db),
    hasPasskeys: (host) => findRelyingParty(config.publicUrl, host) !== null,
  });
  messagesRoutes(route, { db, clock, ids, jobs, mail, links, perAddress, audit });
  outboxRoutes(route, { db, mail, links });
}

/** Registers sign-in with identity providers and with second factors. Returns what they need. */
async function registerSignIn(
  route: Route,
  services: Services,
  config: Pick<Config, 'signUp' | 'dataDir' | 'databaseUrl' | 'publicUrl'>,
  timeoutMs: number,
): Promise<{ identities: IdentitiesDeps; factors: FactorsDeps }> {
  const { db, clock, log } = services;
  const sealer = createSealer(await readKey(config, db, 'sign-in.key'));
  const client = createProviderClient({ clock, log, timeoutMs });
  const identities = { ...services, signUp: config.signUp, sealer, client };
  const factors = { ...services, sealer, publicUrl: config.publicUrl };
  identitiesRoutes(route, identities);
  factorsRoutes(route, factors);
  return { identities, factors };
}

/** Registers documents, and what users write and decide in them. */
export function registerDocuments(
  route: Route,
  { db, clock, ids, live, recordActivity }: Services,
  documents: DocumentsDeps,
): void {
  documentsRoutes(route, documents);
  livesRoutes(route, documents);
  versionsRoutes(route, { db, clock, ids, live, recordActivity });
  changesSinceVisitRoutes(route, { db, clock, live });
  commentsRoutes(route, { db, clock, ids, recordActivity });
  reviewsRoutes(route, {
    db,
    clock,
    ids,
    live,
    recordActivity,
    saveVersion: createSaveVersion({ clock, ids }),
  });
  workingCopiesRoutes(route, composeWorkingCopiesDeps(documents));
}

/** Registers collaborators, activity, and the user's own account. */
export function registerPeople(route: Route, services: Services, share: CollaboratorsDeps): void {
  const { db, clock, ids, passwords, loginThrottle, signIn, live, audit } = services;
  collaboratorsRoutes(route, share);
  groupsRoutes(route, { db, clock, ids, live, audit, recordActivity: services.recordActivity });
  activityRoutes(route, { db });
  accountRoutes(route, { db, clock, ids, passwords, loginThrottle, signIn, live, audit });
}

/** Registers what administrators see and do, and collects the metrics. */
export function registerAdministration(
  route: Route,
  app: FastifyInstance,
  { db, clock, ids, log, jobs, live, audit, passwords, loginThrottle, links, pageBrands }: Services,
  {
    config,
    measured,
    findKept,
  }: {
    config: Pick<Config, 'files' | 'admin' | 'backup'>;
    measured: Measured;
    findKept: () => Promise<string[]>;
  },
): void {
  const fileStore = config.files.s3 === null ? 'folder' : 's3';
  const { to, everyHours } = config.backup;
  const about = {
    version: readVersion(),
    startedAt: clock.now(),
    fileStore,
    auditDays: config.admin.auditDays,
    destinations: config.admin,
    backupEveryHours: to === null ? null : everyHours,
    findKept,
  } as const;
  if (to !== null)
    scheduleBackups({ db, clock, jobs, everyHours, makeBackup: makeBackupInProcess });
  adminRoutes(route, { db, clock, jobs, live, audit, ...about });
  rulesRoutes(route, { db, clock, live, audit });
  erasuresRoutes(route, { db, clock, ids, jobs, live, audit, passwords, loginThrottle });
  holdsRoutes(route, { db, clock, ids, audit });
  const pageUrl = (path: string): string => links.page(path);
  scimRoutes(route, { db, clock, ids, audit, passwords, loginThrottle, pageUrl });
  brandingRoutes(route, { db, clock, audit, changed: pageBrands.forget });
  announcementsRoutes(route, { db, clock, ids, audit });
  metricsRoutes(route, { db, clock, measured });
  registerSampler(app, { db, clock, log, processId: ids.uuid(), measured });
}

/** Registers import, export and search. */
export function registerTransfer(
  route: Route,
  app: FastifyInstance,
  services: Services,
  {
    documents,
    files,
    limits: { importBytes, personBytes },
    temporaryRoom,
    importTimes,
  }: {
    documents: DocumentsDeps;
    files: FilesDeps;
    limits: Pick<Config['files'], 'importBytes' | 'personBytes'>;
    temporaryRoom: Pick<DiskRoom, 'has'>;
    importTimes: ImportTimes;
  },
): void {
  const { db, jobs, links } = services;
  const ports = createTransferPorts(documents, files);
  transferRoutes(route, app, {
    ...services,
    files: files.files,
    writers: createWriters(),
    readers: createReaders(),
    importTimes,
    exporting: createExportQueue(),
    temporaryRoom,
    ports,
    documentUrl: (id: string) => links.document(id),
    importBytes,
    personBytes,
  });
  searchRoutes(route, { db });
  registerSearchMaintenanceJob({ db, jobs });
}

/** Registers notifications and their mail. Opens the key of the links that end it. */
export async function registerNotifications(
  route: Route,
  { db, clock, jobs, mail, links, perHour }: Services,
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'limits'>,
): Promise<void> {
  const unsubscribeTokens = createUnsubscribeTokens(await readKey(config, db, 'leave-mail.key'));
  notificationsRoutes(route, { db, clock, unsubscribeTokens });
  const mailings = perHour('mailed_notifications', config.limits.mailedNotifications);
  registerNotificationMailJobs({ db, clock, jobs, mail, links, unsubscribeTokens, mailings });
}

/** Registers links for guests, and requests for access. */
export function registerGuestsAndRequests(
  route: Route,
  services: Services,
  share: CollaboratorsDeps,
): void {
  const { db, clock, ids, jobs, live, links, passwords, loginThrottle, audit, signIn } = services;
  const entries = services.perHour('guests', guestsPerLink);
  guestsRoutes(route, {
    db,
    clock,
    ids,
    live,
    links,
    passwords,
    loginThrottle,
    audit,
    entries,
    signIn,
  });
  requestsRoutes(route, {
    db,
    clock,
    ids,
    jobs,
    notify: createNotify({ clock, ids }),
    share: createShare(share),
    asking: services.perHour('access_requests', requestsPerPerson),
  });
}
