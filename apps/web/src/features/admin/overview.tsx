import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useCall } from '../../api/api-provider.tsx';
import { sentenceOf } from '../../api/failure.ts';
import { keys } from '../../api/keys.ts';
import { Unreadable } from '../../ui/empty-state.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { RowSkeletons } from '../../ui/skeletons.tsx';
import { factsOf, failureOf } from './facts.ts';
import classes from './admin.module.css';

/** Summary of the server's state. */
export function Overview() {
  const call = useCall();
  const { data, error } = useQuery({
    queryKey: keys.admin('overview'),
    queryFn: ({ signal }) => call('getOverview', {}, signal),
  });
  if (error && !data) return <Unreadable what={t`The overview`} sentence={sentenceOf(error)} />;
  if (!data) return <RowSkeletons count={4} />;
  return (
    <>
      <dl className={`rows ${classes['facts']}`}>
        {factsOf(data, Date.now()).map(([name, value]) => (
          <div key={name}>
            <dt className="soft">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <h2>{t`Failed jobs`}</h2>
      {data.jobs.failures.length === 0 && <p>{t`No failed jobs.`}</p>}
      <ul className="rows">
        {data.jobs.failures.map((failure) => (
          <li key={`${failure.name} ${failure.at}`}>
            {failureOf(failure)}, <RelativeTime at={failure.at} />
          </li>
        ))}
      </ul>
    </>
  );
}
