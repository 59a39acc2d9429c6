import type { FastifyInstance, FastifyReply } from 'fastify';
import { endpoints, type FileAnswer } from '@longhand/contract';
import type { Route } from '../../http/routes.ts';
import { readUploads } from '../../http/uploads.ts';
import { currentCaller } from '../../platform/work.ts';
import { textsOfCaller } from '../../platform/translations.ts';
import { refuse } from '../../platform/refusal.ts';
import { openUserExport, requestUserExport, type DataRequestsDeps } from './data-requests.ts';
import type { TransferDeps } from './deps.ts';
import { exportEverything } from './everything.ts';
import { inExportFolder, type ExportFolder } from './export-folder.ts';
import { exportFromQueue } from './export-queue.ts';
import { exportDocument, exportProject, type Exported } from './export.ts';
import { workImport } from './import.ts';
import { findJob, forgetOld } from './import-store.ts';
import { remarkIn } from './remarks.ts';
import { beginImport, filesMax } from './intake.ts';

/** Maximum length of the report in a header (characters): proxies refuse long headers. */
const reportMax = 4_000;

/** Retention of the result of an import (ms). */
const retentionMs = 30 * 24 * 60 * 60 * 1_000;

function inHeader(sentences: readonly string[]): string {
  let said = '';
  for (const sentence of sentences) {
    const more = encodeURIComponent(`${said === '' ? '' : '\n'}${sentence}`);
    if (said.length + more.length > reportMax) break;
    said += more;
  }
  return said;
}

/** Returns the file, and adds a header about its omissions. */
function withReport(reply: FastifyReply, { file, lost }: Exported): FileAnswer {
  if (lost.length > 0) reply.header('export-report', inHeader(lost));
  return file;
}

/** Registers the routes of imports and exports. */
export function transferRoutes(
  route: Route,
  app: FastifyInstance,
  deps: TransferDeps & DataRequestsDeps,
): void {
  const exported = async (
    user: { id: string },
    reply: FastifyReply,
    make: (folder: ExportFolder) => Promise<Exported>,
  ): Promise<FileAnswer> => {
    const asked = { person: user.id, answer: reply.raw, gone: currentCaller()?.gone ?? null };
    return withReport(
      reply,
      await exportFromQueue(deps.exporting, asked, () =>
        inExportFolder(reply.raw, deps.temporaryRoom, make),
      ),
    );
  };

  route(endpoints.exportDocument, ({ user, params, query, reply }) =>
    exported(user, reply, (folder) =>
      exportDocument(
        deps,
        { userId: user.id, folder },
        { documentId: params.id, format: query.format, below: query.below === 'true' },
      ),
    ),
  );
  route(endpoints.exportProject, ({ user, params, query, reply }) =>
    exported(user, reply, (folder) =>
      exportProject(
        deps,
        { userId: user.id, folder },
        { projectId: params.id, format: query.format },
      ),
    ),
  );
  route(endpoints.exportEverything, ({ user, query, reply }) =>
    exported(user, reply, (folder) => exportEverything(deps, { account: user, folder }, query)),
  );
  route(endpoints.requestUserExport, ({ session, params, body }) =>
    requestUserExport(deps, session, { userId: params.id, ...body }),
  );
  route(endpoints.downloadUserExport, async ({ session, body, reply }) => {
    const subject = await openUserExport(deps, session, body);
    return exported(subject, reply, (folder) =>
      exportEverything(
        deps,
        { account: subject, folder },
        { format: body.format, onlyDrafts: subject.isDisabled },
      ),
    );
  });
  importRoutes(route, deps);
  app.addHook('onClose', () => Promise.all([deps.writers.close(), deps.readers.close()]));
}

/** Registers the routes of imports, and the jobs that read the files and forget old results. */
function importRoutes(route: Route, deps: TransferDeps): void {
  const { db, jobs, clock } = deps;
  const uploadLimits = { filesMax, bytesMax: deps.importBytes };
  route(endpoints.importToProject, ({ user, params, request }) =>
    beginImport(deps, user, { projectId: params.id, uploads: readUploads(request, uploadLimits) }),
  );
  route(endpoints.importDocuments, ({ user, request }) =>
    beginImport(deps, user, { projectId: null, uploads: readUploads(request, uploadLimits) }),
  );
  route(endpoints.getJob, async ({ user, params }) => {
    const job = (await findJob(db, user.id, params.id)) ?? refuse('not_found');
    const i18n = await textsOfCaller();
    const report = job.report.map(({ file, message }) => ({
      file,
      message: remarkIn(i18n, message),
    }));
    return { ...job, report };
  });

  jobs.handle('transfer.import', ({ importId }, { isLast }) => workImport(deps, importId, isLast));
  jobs.handle('transfer.tidy', async () => {
    for (const fileId of await forgetOld(db, new Date(clock.now() - retentionMs)))
      await deps.files.remove(fileId);
  });
  jobs.every(86_400, 'transfer.tidy');
}
