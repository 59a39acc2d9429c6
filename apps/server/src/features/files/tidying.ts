import { limits } from '@longhand/contract';
import type { Jobs } from '../../jobs/jobs.ts';
import type { FilesDeps } from './service.ts';
import { forgetFile, listUnreachable } from './store.ts';

const day = 24 * 60 * 60 * 1_000;

/** Files looked up at once. */
const atOnce = 200;

/** First the bytes, then the row that knows of them: a kill in between leaves nothing that cannot be found. */
async function removeUnreachable({ db, clock, files }: FilesDeps): Promise<void> {
  const now = clock.now();
  const before = { trash: new Date(now - limits.trashDays * day), arrival: new Date(now - day) };
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
 * Once an hour, on one node: removes for good the files of documents that are gone for good, those that have been in the trash for
 * thirty days, and what broke off. Run twice, it finds nothing the second time.
 */
export function keepFilesTidy(deps: FilesDeps, jobs: Jobs): void {
  jobs.handle('files.tidy', () => removeUnreachable(deps));
  jobs.every(3_600, 'files.tidy');
}
