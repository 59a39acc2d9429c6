import { wrongField } from '@longhand/contract';
import type { Account } from '../../db/accounts.ts';
import { requireChange } from '../../domain/access.ts';
import { getProjectAccess } from '../../domain/membership.ts';
import { sizeOfAll } from '../../domain/stored-bytes.ts';
import type { Upload } from '../../http/uploads.ts';
import { refuse } from '../../platform/refusal.ts';
import type { TransferDeps } from './deps.ts';

/** Maximum number of files per request. */
export const filesMax = 500;

/** Maximum number of waiting or running imports per user. */
const waitingMax = 20;

/** Time after which an upload has certainly ended (ms). A request is limited to one hour. */
const bringingMax = 7_200_000;

/** Limits of a demo user. */
const demo = { bytes: 5_242_880, waiting: 2 } as const;

type Brought = { id: string; name: string; size: number };

/** Passes bytes on and counts them. Refuses `too_large` beyond `left`. */
async function* counted(
  bytes: AsyncIterable<Uint8Array>,
  left: number,
  count: (size: number) => void,
) {
  let size = 0;
  for await (const part of bytes) {
    size += part.length;
    if (size > left) refuse('too_large');
    yield part;
  }
  count(size);
}

async function receive(
  deps: TransferDeps,
  uploads: AsyncIterable<Upload>,
  brought: Brought[],
  room: number,
): Promise<void> {
  let left = room;
  for await (const { name, bytes } of uploads) {
    const file = { id: deps.ids.uuid(), name, size: 0 };
    brought.push(file);
    await deps.files.put(
      file.id,
      counted(bytes, left, (size) => (file.size = size)),
    );
    left -= file.size;
  }
  if (brought.length === 0) refuse('invalid', { errors: [wrongField('files', 'file_required')] });
}

type Reserved = { id: string; userId: string; projectId: string | null };

/**
 * Reserves one of a user's imports before a file is read, so that concurrent requests cannot exceed
 * the limit.
 */
function reserve(
  deps: TransferDeps,
  { id, userId, projectId }: Reserved,
  most: number,
): Promise<void> {
  const now = deps.clock.now();
  return deps.db.transaction().execute(async (trx) => {
    await trx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
    // Rows without files are left by requests that were killed during the upload.
    await trx
      .deleteFrom('imports as i')
      .where('i.user_id', '=', userId)
      .where('i.ended_at', 'is', null)
      .where('i.created_at', '<', new Date(now - bringingMax))
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('import_files as f').select('f.id').whereRef('f.import_id', '=', 'i.id'),
          ),
        ),
      )
      .execute();
    const { count } = await trx
      .selectFrom('imports')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('user_id', '=', userId)
      .where('ended_at', 'is', null)
      .executeTakeFirstOrThrow();
    if (count >= most) refuse('too_many', { retryAfterSeconds: 60 });
    const into = { project_id: projectId, into_draft: projectId === null };
    await trx
      .insertInto('imports')
      .values({ id, user_id: userId, ...into, created_at: new Date(now) })
      .execute();
  });
}

/**
 * Stores the uploaded files and enqueues a job. Rights are checked before reading. Refuses
 * `not_found`, `not_allowed`, `archived`, `invalid`, `too_large`, `malformed`, `too_many`,
 * `no_room`. A refused import leaves no data.
 */
export async function beginImport(
  deps: TransferDeps,
  account: Pick<Account, 'id' | 'demoUntil'>,
  { projectId, uploads }: { projectId: string | null; uploads: AsyncIterable<Upload> },
): Promise<{ jobId: string }> {
  const { id: userId, demoUntil } = account;
  const isDemo = demoUntil !== null;
  if (projectId !== null)
    requireChange(await getProjectAccess(deps.db, userId, projectId), 'create_document');
  const brought: Brought[] = [];
  const importId = deps.ids.uuid();
  await reserve(deps, { id: importId, userId, projectId }, isDemo ? demo.waiting : waitingMax);
  try {
    await receive(
      deps,
      uploads,
      brought,
      isDemo ? Math.min(demo.bytes, deps.importBytes) : deps.importBytes,
    );
    await deps.db.transaction().execute(async (trx) => {
      if (projectId !== null)
        requireChange(await getProjectAccess(trx, userId, projectId), 'create_document');
      const size = brought.reduce((sum, file) => sum + file.size, 0);
      if ((await sizeOfAll(trx, userId)) + size > deps.personBytes) refuse('no_room');
      const rows = brought.map((file, number) => ({ ...file, import_id: importId, number }));
      await trx.insertInto('import_files').values(rows).execute();
      await deps.jobs.enqueue('transfer.import', { importId }, { trx, key: userId });
    });
  } catch (error) {
    await Promise.allSettled(brought.map((file) => deps.files.remove(file.id)));
    await deps.db.deleteFrom('imports').where('id', '=', importId).execute();
    throw error;
  }
  deps.jobs.prompt();
  return { jobId: importId };
}
