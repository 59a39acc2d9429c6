import type { Erasure } from '@longhand/contract';
import { useQuery } from '@tanstack/react-query';
import { useCall } from '../../api/api-provider.tsx';
import { keys } from '../../api/keys.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import classes from './admin.module.css';

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
      <h2 id="erasures">Erased people</h2>
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
  const what = removesWords ? 'Account and text' : 'Account';
  return (
    <div>
      <strong className="firm">{what}</strong>
      <p>
        Erased <RelativeTime at={createdAt} />
        {askedBy !== null && ` by ${askedBy.name}`} · id {erasure.userId}
      </p>
      <p>
        {endedAt === null
          ? `${documentsDone.toLocaleString('en')} of ${documents.toLocaleString('en')} documents done`
          : `Finished, ${documents.toLocaleString('en')} ${documents === 1 ? 'document' : 'documents'}`}
      </p>
    </div>
  );
}
