import { useEffect, useState, version } from 'react';
import { dateLocale } from '../ui/dates.ts';
import { PageHead } from '../ui/page-head.tsx';
import classes from './testbed.module.css';

/** Static test page: environment, version of the UI framework, the current time. */
export default function TestbedPage() {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return (
    <>
      <PageHead title="Testbed" />
      <dl className={classes['facts']}>
        <dt>Environment</dt>
        <dd>production</dd>
        <dt>React</dt>
        <dd>{version}</dd>
        <dt>Current time</dt>
        <dd>
          <time dateTime={now.toISOString()}>{now.toLocaleString(dateLocale)}</time>
        </dd>
      </dl>
    </>
  );
}
