import type { AdminOverview } from '@longhand/contract';
import { ago } from '../../ui/relative-time.tsx';

/** Formats a size in MB. */
const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

/** Name and value of a fact. */
type Fact = readonly [string, string];

/** Returns the names and values of the facts about the server. `now` in ms since 1970. */
export function factsOf(data: AdminOverview, now: number): readonly Fact[] {
  const { people, projects, documents, messages, outbox, files, database, backup } = data;
  const hours = countOf(Math.floor(data.uptimeSeconds / 3600), 'hour');
  return [
    [
      'People',
      `${people.total} (${countOf(people.administrators, 'administrator')}, ${people.demo} in the demo)`,
    ],
    ['Projects', `${projects.active} active, ${projects.archived} archived`],
    [
      'Documents',
      `${documents.active} active, ${documents.archived} archived, ${documents.deleted} in the trash`,
    ],
    ['Messages', `${messages.total}, ${messages.lastWeek} in the last week`],
    ['Mail', `${outbox.queued} waiting, ${outbox.kept} stored only, ${outbox.failed} failed`],
    [
      'Files',
      `${files.count}, ${megabytes(files.bytes)}, in ${files.store === 's3' ? 'S3' : 'a folder'}`,
    ],
    ['Database', megabytes(database.bytes)],
    ...database.kept.map(
      (path) => ['Kept by an upgrade', `${path}, until npm run confirm-upgrade`] as const,
    ),
    ...backupFacts(backup, now),
    ['Running for', `${hours}, version ${data.version}`],
  ];
}

/** Returns the facts about backups. The last failure is one only if no backup followed it. */
function backupFacts(
  { isScheduled, isDue, last, verifiedAt, failure }: AdminOverview['backup'],
  now: number,
): readonly Fact[] {
  const since = (at: string): string => ago(new Date(at).getTime(), now);
  const none = isScheduled ? 'None yet' : 'None; BACKUP_TO is not set';
  return [
    ['Last backup', last === null ? none : `${since(last.at)}, ${megabytes(last.bytes)}`],
    [
      'Verified backup',
      `${verifiedAt === null ? 'None yet' : since(verifiedAt)}${isDue ? '; overdue' : ''}`,
    ],
    ...(failure === null
      ? []
      : [['Failed backup', `${since(failure.at)}: ${failure.error}`] as const]),
  ];
}

/** Returns the description of a failed job, without its time. */
export function failureOf({
  name,
  error,
  tries,
}: AdminOverview['jobs']['failures'][number]): string {
  return `${name}: ${error}, tried ${countOf(tries, 'time')}`;
}

function countOf(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
