import { plural, t } from '@lingui/core/macro';
import type { AdminOverview } from '@longhand/contract';
import { ago } from '../../ui/relative-time.tsx';
import { numberLocale } from '../../ui/dates.ts';

/** Formats a size in MB. */
const megabytes = (bytes: number): string => {
  const size = (bytes / 1e6).toLocaleString(numberLocale, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    useGrouping: false,
  });
  return t`${size} MB`;
};

/** Name and value of a fact. */
type Fact = readonly [string, string];

/** Returns the names and values of the facts about the server. `now` in ms since 1970. */
export function factsOf(data: AdminOverview, now: number): readonly Fact[] {
  const { people, projects, documents, messages, outbox, files, database, backup } = data;
  const uptime = Math.floor(data.uptimeSeconds / 3600);
  const hours = plural(uptime, { one: '# hour', other: '# hours' });
  const administrators = plural(people.administrators, {
    one: '# administrator',
    other: '# administrators',
  });
  return [
    [
      t`People`,
      t`${{ total: people.total }} (${administrators}, ${{ demo: people.demo }} in the demo)`,
    ],
    [
      t`Projects`,
      t`${{ active: projects.active }} active, ${{ archived: projects.archived }} archived`,
    ],
    [
      t`Documents`,
      t`${{ active: documents.active }} active, ${{ archived: documents.archived }} archived, ${{ deleted: documents.deleted }} in the trash`,
    ],
    [
      t`Messages`,
      t`${{ total: messages.total }}, ${{ lastWeek: messages.lastWeek }} in the last week`,
    ],
    [
      t`Mail`,
      t`${{ queued: outbox.queued }} waiting, ${{ kept: outbox.kept }} stored only, ${{ failed: outbox.failed }} failed`,
    ],
    [
      t`Files`,
      files.store === 's3'
        ? t`${{ count: files.count }}, ${{ size: megabytes(files.bytes) }}, in S3`
        : t`${{ count: files.count }}, ${{ size: megabytes(files.bytes) }}, in a folder`,
    ],
    [t`Database`, megabytes(database.bytes)],
    ...database.kept.map(
      (path) => [t`Kept by an upgrade`, t`${path}, until npm run confirm-upgrade`] as const,
    ),
    ...backupFacts(backup, now),
    [t`Running for`, t`${hours}, version ${{ version: data.version }}`],
  ];
}

/** Returns the facts about backups. The last failure is one only if no backup followed it. */
function backupFacts(
  { isScheduled, isDue, last, verifiedAt, failure }: AdminOverview['backup'],
  now: number,
): readonly Fact[] {
  const since = (at: string): string => ago(new Date(at).getTime(), now);
  const none = isScheduled ? t`None yet` : t`None; BACKUP_TO is not set`;
  const verified = verifiedAt === null ? t`None yet` : since(verifiedAt);
  return [
    [t`Last backup`, last === null ? none : `${since(last.at)}, ${megabytes(last.bytes)}`],
    [t`Verified backup`, isDue ? t`${verified}; overdue` : verified],
    ...(failure === null
      ? []
      : [[t`Failed backup`, `${since(failure.at)}: ${failure.error}`] as const]),
  ];
}

/** Returns the description of a failed job, without its time. */
export function failureOf({
  name,
  error,
  tries,
}: AdminOverview['jobs']['failures'][number]): string {
  return plural(tries, {
    one: `${name}: ${error}, tried # time`,
    other: `${name}: ${error}, tried # times`,
  });
}
