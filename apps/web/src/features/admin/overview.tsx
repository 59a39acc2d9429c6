import { useQuery } from '@tanstack/react-query';
import { useCall } from '../../api/api-provider.tsx';
import { sentenceOf } from '../../api/failure.ts';
import { keys } from '../../api/keys.ts';
import { Unreadable } from '../../ui/empty-state.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { RowSkeletons } from '../../ui/skeletons.tsx';
import classes from './admin.module.css';

/** Formats a size in MB. */
const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;

/** Summary of the server's state. */
export function Overview() {
  const call = useCall();
  const { data, error } = useQuery({
    queryKey: keys.admin('overview'),
    queryFn: ({ signal }) => call('getOverview', {}, signal),
  });
  if (error && !data) return <Unreadable what="The overview" sentence={sentenceOf(error)} />;
  if (!data) return <RowSkeletons count={4} />;
  const facts: [string, string][] = [
    [
      'People',
      `${data.people.total} (${countOf(data.people.administrators, 'administrator')}, ${data.people.demo} in the demo)`,
    ],
    ['Projects', `${data.projects.active} active, ${data.projects.archived} archived`],
    [
      'Documents',
      `${data.documents.active} active, ${data.documents.archived} archived, ${data.documents.deleted} in the trash`,
    ],
    ['Messages', `${data.messages.total}, ${data.messages.lastWeek} in the last week`],
    [
      'Mail',
      `${data.outbox.queued} waiting, ${data.outbox.kept} stored only, ${data.outbox.failed} failed`,
    ],
    [
      'Files',
      `${data.files.count}, ${megabytes(data.files.bytes)}, in ${data.files.store === 's3' ? 'S3' : 'a folder'}`,
    ],
    ['Database', megabytes(data.database.bytes)],
    ['Last backup', data.backup === null ? 'No backup recorded' : data.backup.lastAt],
    ['Running for', `${Math.floor(data.uptimeSeconds / 3600)} hours, version ${data.version}`],
  ];
  return (
    <>
      <dl className={classes['facts']}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <h2>Failed jobs</h2>
      {data.jobs.failures.length === 0 && <p>No failed jobs.</p>}
      <ul>
        {data.jobs.failures.map(({ name, error: what, tries, at }) => (
          <li key={`${name} ${at}`}>
            {name}: {what}, tried {tries} times, <RelativeTime at={at} />
          </li>
        ))}
      </ul>
    </>
  );
}

function countOf(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
