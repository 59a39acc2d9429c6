import { readRules } from '../../db/rules.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { FilesDeps } from './service.ts';
import { forgetFile, listUnreachable } from './store.ts';

const day = 24 * 60 * 60 * 1_000;

/** Maximum number of files per query. */
const atOnce = 200;

/** Deletes the bytes first, then their row: a kill in between leaves no untracked bytes. */
async function removeUnreachable({ db, clock, files }: FilesDeps): Promise<void> {
  const now = clock.now();
  const { trashDays } = await readRules(db);
  const before = { trash: new Date(now - trashDays * day), arrival: new Date(now - day) };
  for (;;) {
    const fileIds = await listUnreachable(db, before, atOnce);
    for (const fileId of fileIds) {
      await files.remove(fileId);
      await forgetFile(db, fileId);
    }
    if (fileIds.length < atOnce) return;
  }
}

/**
 * Runs hourly on one node: permanently removes files of removed documents, files that are in the
 * trash for as long as the rules say, and aborted uploads. Idempotent.
 */
export function registerFileCleanupJob(deps: FilesDeps, jobs: Jobs): void {
  jobs.handle('files.tidy', () => removeUnreachable(deps));
  jobs.every(3_600, 'files.tidy');
}
