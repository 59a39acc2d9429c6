import { t } from '@lingui/core/macro';
import { ServerMetrics } from '../features/metrics/server-metrics.tsx';
import { Writing } from '../features/metrics/writing.tsx';
import { useUser } from '../session/require-user.tsx';
import { PageHead } from '../ui/page-head.tsx';
import classes from './columns.module.css';

/**
 * The user's writing statistics; and the server's, for administrators. Others see a note that these
 * are not available.
 */
export default function MetricsPage() {
  const user = useUser();
  return (
    <>
      <PageHead title={t`Metrics`} />
      <section className={classes['section']} aria-labelledby="mine">
        <h2 className="plainHeading" id="mine">{t`My writing`}</h2>
        <Writing />
      </section>
      <section className={classes['section']} aria-labelledby="server">
        <h2 className="plainHeading" id="server">{t`The server`}</h2>
        {user.isAdmin ? (
          <ServerMetrics />
        ) : (
          <p>{t`Only administrators can see the server metrics.`}</p>
        )}
      </section>
    </>
  );
}
