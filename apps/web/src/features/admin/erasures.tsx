import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { Erasure } from '@longhand/contract';
import { useQuery } from '@tanstack/react-query';
import { useCall } from '../../api/api-provider.tsx';
import { keys } from '../../api/keys.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import classes from './admin.module.css';
import { numberLocale } from '../../ui/dates.ts';

/** Time between two requests for the progress (ms). */
const askedEvery = 5_000;

/** The last erasures with their progress. Nothing is shown if there are none. */
export function Erasures() {
  const call = useCall();
  const { data } = useQuery({
    queryKey: keys.admin('erasures'),
    queryFn: ({ signal }) => call('listErasures', { query: { limit: 20 } }, signal),
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ endedAt }) => endedAt === null) === true ? askedEvery : false,
  });
  if (data === undefined || data.items.length === 0) return null;
  return (
    <section aria-labelledby="erasures" style={{ marginBlockStart: '2rem' }}>
      <h2 id="erasures">{t`Erased people`}</h2>
      <ul className={`rows below ${classes['list']}`}>
        {data.items.map((erasure) => (
          <li key={erasure.id} className="spread">
            <Row erasure={erasure} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Row({ erasure }: { erasure: Erasure }) {
  const { removesWords, documents, documentsDone, endedAt, createdAt, askedBy } = erasure;
  const what = removesWords ? t`Account and text` : t`Account`;
  return (
    <div>
      <strong className="firm">{what}</strong>
      <p>
        {askedBy === null ? (
          <Trans>
            Erased <RelativeTime at={createdAt} />
          </Trans>
        ) : (
          <Trans>
            Erased <RelativeTime at={createdAt} /> by {{ name: askedBy.name }}
          </Trans>
        )}{' '}
        {t`· id ${{ userId: erasure.userId }}`}
      </p>
      <p>
        {endedAt === null
          ? t`${{ done: documentsDone.toLocaleString(numberLocale) }} of ${{ all: documents.toLocaleString(numberLocale) }} documents done`
          : t`Finished, ${{ documents: plural({ count: documents }, { one: '# document', other: '# documents' }) }}`}
      </p>
    </div>
  );
}
