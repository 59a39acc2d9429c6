import { t } from '@lingui/core/macro';
import type { AdminOverview } from '@longhand/contract';
import { keys } from '../../api/keys.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { factsOf, failureOf } from './facts.ts';
import { Setting } from './setting.tsx';
import classes from './admin.module.css';

/** Summary of the server's state. */
export function Overview() {
  return (
    <Setting
      queryKey={keys.admin('overview')}
      read={(call, signal) => call('getOverview', {}, signal)}
      what={t`The overview`}
      lines={4}
    >
      {(overview) => <Facts overview={overview} />}
    </Setting>
  );
}

function Facts({ overview }: { overview: AdminOverview }) {
  return (
    <>
      <dl className={`rows ${classes['facts']}`}>
        {factsOf(overview, Date.now()).map(([name, value]) => (
          <div key={name} className="beside">
            <dt className="soft">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <h2>{t`Failed jobs`}</h2>
      {overview.jobs.failures.length === 0 && <p>{t`No failed jobs.`}</p>}
      <ul className="rows">
        {overview.jobs.failures.map((failure) => (
          <li key={`${failure.name} ${failure.at}`}>
            {failureOf(failure)}, <RelativeTime at={failure.at} />
          </li>
        ))}
      </ul>
    </>
  );
}
