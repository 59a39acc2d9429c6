import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useCall } from '../../api/api-provider.tsx';
import { sentenceOf } from '../../api/failure.ts';
import { keys } from '../../api/keys.ts';
import { Unreadable } from '../../ui/empty-state.tsx';
import { RowSkeletons } from '../../ui/skeletons.tsx';
import { Calendar, daysShown, firstDayHere } from './calendar.tsx';
import { Curve } from './curve.tsx';
import { whole } from './units.ts';
import classes from './metrics.module.css';

/** Number of days in the curve. */
const inCurve = 30;

/** The user's writing per day, in the local time zone. */
export function Writing() {
  const call = useCall();
  const days = daysShown(new Date(), firstDayHere());
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const { data, error } = useQuery({
    queryKey: keys.metrics('writing', days * 24),
    queryFn: ({ signal }) => call('getWritingFigures', { query: { days, zone } }, signal),
  });
  if (error && !data) return <Unreadable what={t`Your statistics`} sentence={sentenceOf(error)} />;
  if (!data) return <RowSkeletons count={3} />;
  const totals = [
    [t`Words written`, whole(data.wordsAdded)],
    [t`Words deleted`, whole(data.wordsRemoved)],
    [t`Documents`, whole(data.documents)],
    [t`Finished`, whole(data.finished)],
  ];
  return (
    <>
      <dl className={`cards ${classes['totals']}`}>
        {totals.map(([name, value]) => (
          <div key={name} className="card">
            <dt className="soft small">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className={`remark ${classes['caption']}`}>
        {data.wordsAdded === 0
          ? t`No words in the last six months. Each square is one day. Darker squares mean more words.`
          : t`Last six months. Each square is one day. Darker squares mean more words.`}
      </p>
      <Calendar days={data.days} />
      <Curve
        name={t`Words per day, last ${inCurve} days`}
        values={data.days
          .slice(0, inCurve)
          .map(({ wordsAdded }) => wordsAdded)
          .toReversed()}
        write={(words) => plural(words, { one: '# word', other: '# words' })}
      />
    </>
  );
}
