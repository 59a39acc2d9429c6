import { sql, type Kysely } from 'kysely';
import type { ExportFormat } from '@longhand/contract';
import type { Account } from '../../db/accounts.ts';
import type { Schema } from '../../db/schema.ts';
import { visibleDocuments, visibleProjects } from '../../domain/membership.ts';
import { refuse } from '../../platform/refusal.ts';
import { textsOfCaller, type I18n } from '../../platform/translations.ts';
import type { TransferDeps } from './deps.ts';
import type { ExportFolder } from './export-folder.ts';
import {
  archiveOf,
  documentsMax,
  mayExport,
  writeBundle,
  type Bundled,
  type Exported,
} from './export.ts';
import { accountName } from './own-report.ts';

type Found = {
  id: string;
  title: string;
  updatedAt: Date;
  projectId: string | null;
  parentId: string | null;
  language: string | null;
  /** Null if it is in none of the user's projects. */
  projectName: string | null;
  isMine: boolean;
  archivedAt: Date | null;
  deletedAt: Date | null;
};

/**
 * Returns the folder of a document in the archive: that of its project, or one for documents
 * without a project.
 */
function folderOf(
  i18n: I18n,
  { projectId, projectName, isMine, archivedAt, deletedAt }: Found,
): string {
  const alone = isMine && projectId === null ? i18n._('Personal drafts') : i18n._('Shared with me');
  const parent =
    projectName === null ? alone : projectName.replaceAll('/', ' ').trim() || i18n._('Untitled');
  if (deletedAt !== null) return `${parent}/${i18n._('In the trash')}/`;
  return archivedAt === null ? `${parent}/` : `${parent}/${i18n._('Archived')}/`;
}

/**
 * Returns the documents that a user may export, each with its folder in the archive, and the number
 * of readable ones whose project does not allow exports. `onlyDrafts`: only personal drafts of the
 * user.
 */
export async function documentsOf(
  db: Kysely<Schema>,
  userId: string,
  onlyDrafts = false,
): Promise<{ rows: Bundled[]; notAllowed: number }> {
  const visible = visibleDocuments(db, userId);
  const rows = await visible
    .$if(onlyDrafts, (query) =>
      query
        .where('d.project_id', 'is', null)
        .where((eb) => eb(eb.fn.coalesce('d.owner_id', 'd.created_by'), '=', userId)),
    )
    .select([
      'd.id as id',
      'd.title as title',
      'd.updated_at as updatedAt',
      'd.project_id as projectId',
      'd.parent_id as parentId',
      'd.language as language',
    ])
    // Users with a single shared document must not learn its project.
    .select(
      sql<string | null>`case when m.user_id is null then null else p.name end`.as('projectName'),
    )
    .select((eb) => [
      eb(eb.fn.coalesce('d.owner_id', 'd.created_by'), '=', userId).$castTo<boolean>().as('isMine'),
      'd.archived_at as archivedAt',
      'd.deleted_at as deletedAt',
    ])
    .select(mayExport)
    .orderBy('d.project_id')
    .orderBy('d.position')
    .orderBy('d.id')
    .limit(documentsMax + 1)
    .execute();
  const i18n = await textsOfCaller();
  const allowed = rows.filter((row) => row.mayExport);
  const folders = new Map(allowed.map((row) => [row.id, folderOf(i18n, row)]));
  return {
    rows: allowed.map((row) => {
      const { id, title, updatedAt, parentId, language } = row;
      const folder = folderOf(i18n, row);
      // A parent that is archived or not shared is in another folder, or in none.
      const isBesideParent = parentId !== null && folders.get(parentId) === folder;
      return { id, title, updatedAt, language, folder, parentId: isBesideParent ? parentId : null };
    }),
    notAllowed: rows.length - allowed.length,
  };
}

/** Returns a user's data besides documents: account, projects and comments. */
async function factsOf(db: Kysely<Schema>, account: Account) {
  const { id, username, name, email, preferences, pageLanguage, createdAt } = account;
  const projects = await visibleProjects(db, id)
    .select(['p.id as id', 'p.name as name'])
    .orderBy('p.id')
    .execute();
  const comments = await db
    .selectFrom('comments')
    .select(['id', 'document_id as documentId', 'body', 'created_at as createdAt'])
    .where('author_id', '=', id)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
  return {
    account: { id, username, name, email, preferences, pageLanguage, createdAt },
    projects,
    comments,
  };
}

/** Sentence about the documents of others in the archive of a user who cannot sign in. */
const onlyDraftsSentence = (i18n: I18n): string =>
  i18n._('The account is disabled: documents of projects and of other persons were left out.');

/** Returns the sentence about documents whose owners do not allow exports. */
const notAllowedSentence = (i18n: I18n, count: number): string =>
  i18n._(
    '{count, plural, one {The owners of some projects do not allow exports: # document was left out.} other {The owners of some projects do not allow exports: # documents were left out.}}',
    { count },
  );

/**
 * Exports all data of a user as one archive: readable documents by project, and the account data.
 * `onlyDrafts`: of the documents, only personal drafts. Refuses `too_long_to_export`, `not_ready`.
 */
export async function exportEverything(
  deps: TransferDeps,
  { account, folder }: { account: Account; folder: ExportFolder },
  { format, onlyDrafts = false }: { format: ExportFormat; onlyDrafts?: boolean },
): Promise<Exported> {
  const { rows, notAllowed } = await documentsOf(deps.db, account.id, onlyDrafts);
  if (rows.length > documentsMax) refuse('too_long_to_export');
  const i18n = await textsOfCaller();
  const exporting = { userId: account.id, folder };
  const { files, lost } = await writeBundle(deps, exporting, { rows, format });
  const facts = new TextEncoder().encode(
    `${JSON.stringify(await factsOf(deps.db, account), null, 2)}\n`,
  );
  const own = { name: accountName, path: await folder.write(facts) };
  return archiveOf(deps, exporting, {
    name: `longhand-${account.username}.zip`,
    files: [...files, own],
    lost: [
      ...lost,
      ...(notAllowed === 0 ? [] : [notAllowedSentence(i18n, notAllowed)]),
      ...(onlyDrafts ? [onlyDraftsSentence(i18n)] : []),
    ],
  });
}
