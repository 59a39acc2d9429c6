import type { AdminOverview } from '@longhand/contract';

/** Formats a size in MB. */
const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

/** Returns the names and values of the facts about the server. */
export function factsOf(data: AdminOverview): readonly (readonly [string, string])[] {
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
    ['Last backup', backup === null ? 'No backup recorded' : backup.lastAt],
    ['Running for', `${hours}, version ${data.version}`],
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
