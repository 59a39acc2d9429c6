import { t } from '@lingui/core/macro';
import { useEffect, useState, version } from 'react';
import { dateLocale } from '../ui/dates.ts';
import { PageHead } from '../ui/page-head.tsx';

/** Static test page: environment, version of the UI framework, the current time. */
export default function TestbedPage() {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return (
    <>
      <PageHead title={t`Testbed`} />
      <dl className="beside">
        <dt className="soft">{t`Environment`}</dt>
        <dd>{t`production`}</dd>
        <dt className="soft">React</dt>
        <dd>{version}</dd>
        <dt className="soft">{t`Current time`}</dt>
        <dd>
          <time dateTime={now.toISOString()}>{now.toLocaleString(dateLocale)}</time>
        </dd>
      </dl>
    </>
  );
}
