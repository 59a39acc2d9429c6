import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SelectField } from '../../ui/fields.tsx';
import { useCall } from '../../api/api-provider.tsx';
import { sentenceOf } from '../../api/failure.ts';
import { keys } from '../../api/keys.ts';
import { Unreadable } from '../../ui/empty-state.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Curve, FigureShapes } from './curve.tsx';
import { bytes, milliseconds, whole } from './units.ts';
import classes from './metrics.module.css';

const spans = [
  { value: '1', label: t`The last hour` },
  { value: '24', label: t`The last day` },
  { value: '168', label: t`The last week` },
  { value: '720', label: t`The last 30 days` },
];

/** Performance metrics of the server, for administrators. */
export function ServerMetrics() {
  const [hours, setHours] = useState(1);
  return (
    <>
      <SelectField
        label={t`Show`}
        options={spans}
        value={String(hours)}
        onChange={(event) => setHours(Number(event.currentTarget.value))}
        style={{ maxWidth: '14rem', marginBlockEnd: '1.2rem' }}
      />
      <Curves hours={hours} />
      <Routes hours={hours} />
      <Errors />
    </>
  );
}

function useFigures(hours: number) {
  const call = useCall();
  const query = { query: { hours } };
  const memory = useQuery({
    queryKey: keys.metrics('memory', hours),
    queryFn: ({ signal }) => call('getMemoryFigures', query, signal),
  });
  const requests = useQuery({
    queryKey: keys.metrics('requests', hours),
    queryFn: ({ signal }) => call('getRequestFigures', query, signal),
  });
  const database = useQuery({
    queryKey: keys.metrics('database', hours),
    queryFn: ({ signal }) => call('getDatabaseFigures', query, signal),
  });
  const live = useQuery({
    queryKey: keys.metrics('live', hours),
    queryFn: ({ signal }) => call('getLiveFigures', query, signal),
  });
  const all = [memory, requests, database, live];
  return {
    memory: memory.data,
    requests: requests.data,
    database: database.data,
    live: live.data,
    isPending: all.some((query) => query.isPending),
    error: all.find((query) => query.error !== null && query.data === undefined)?.error ?? null,
  };
}

function Curves({ hours }: { hours: number }) {
  const { memory, requests, database, live, isPending, error } = useFigures(hours);
  if (error !== null)
    return <Unreadable what={t`The server metrics`} sentence={sentenceOf(error)} />;
  if (isPending) return <FigureShapes count={8} />;
  const of = <Point,>(points: readonly Point[] | undefined, pick: (point: Point) => number) =>
    (points ?? []).map(pick);
  return (
    <div className={`cards ${classes['grid']}`}>
      <Curve name={t`Memory`} values={of(memory?.points, (point) => point.rss)} write={bytes} />
      <Curve
        name={t`Event loop, p99`}
        values={of(memory?.points, (point) => point.delayP99)}
        write={milliseconds}
      />
      <Curve
        name={t`Requests per second`}
        values={of(requests?.points, (point) => point.perSecond)}
        write={(value) => value.toFixed(1)}
      />
      <Curve
        name={t`Requests, p95`}
        values={of(requests?.points, (point) => point.p95 ?? 0)}
        write={milliseconds}
      />
      <Curve
        name={t`Open documents`}
        values={of(live?.points, (point) => point.rooms)}
        write={whole}
      />
      <Curve
        name={t`Live connections`}
        values={of(live?.points, (point) => point.connections)}
        write={whole}
      />
      <Curve
        name={t`Save latency, p95`}
        values={of(live?.points, (point) => point.commits.p95 ?? 0)}
        write={milliseconds}
      />
      <Curve
        name={t`Database`}
        values={of(database?.points, (point) => point.bytes)}
        write={bytes}
      />
    </div>
  );
}

function Routes({ hours }: { hours: number }) {
  const { requests } = useFigures(hours);
  const routes = requests?.routes ?? [];
  if (routes.length === 0) return null;
  return (
    <section aria-labelledby="routes">
      <h2 className="plainHeading" id="routes">{t`Requests by route`}</h2>
      <div>
        <table className={`wide ${classes['table']}`}>
          <thead>
            <tr>
              <th scope="col">{t`Route`}</th>
              <th scope="col">{t`Requests`}</th>
              <th scope="col">p50</th>
              <th scope="col">p95</th>
              <th scope="col">p99</th>
            </tr>
          </thead>
          <tbody>
            {routes.map(({ route, count, p50, p95, p99 }) => (
              <tr key={route}>
                <td>
                  <code>{route}</code>
                </td>
                <td>{whole(count)}</td>
                {[p50, p95, p99].map((value, at) => (
                  <td key={at}>{value === null ? '–' : milliseconds(value)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Errors() {
  const call = useCall();
  const { data, error } = useQuery({
    queryKey: keys.metrics('errors', 0),
    queryFn: ({ signal }) => call('getErrorFigures', {}, signal),
  });
  return (
    <section aria-labelledby="errors">
      <h2 className="plainHeading" id="errors">{t`Errors`}</h2>
      {error !== null && !data && (
        <p>{t`The errors could not be loaded. ${{ sentence: sentenceOf(error) }}`}</p>
      )}
      {data && data.items.length === 0 && <p>{t`No errors`}</p>}
      <ul className="rows">
        {(data?.items ?? []).map(({ fingerprint, kind, name, place, count, lastSeen }) => (
          <li key={fingerprint}>
            <Trans>
              {kind === 'bug' ? t`Bug` : t`External fault`}: {name} in <code>{place}</code>,{' '}
              {whole(count)} times, last <RelativeTime at={lastSeen} />
            </Trans>
          </li>
        ))}
      </ul>
    </section>
  );
}
