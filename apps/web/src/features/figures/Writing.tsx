import { useQuery } from '@tanstack/react-query';
import { useCall } from '../../api/ApiProvider.tsx';
import { sentenceOf } from '../../api/failure.ts';
import { keys } from '../../api/keys.ts';
import { Unreadable } from '../../ui/Empty.tsx';
import { RowShapes } from '../../ui/Shapes.tsx';
import { whole } from './units.ts';
import classes from './figures.module.css';

const days = 30;

/** A day as it stands under the bars. */
function dayOf(day: string | undefined): string {
  if (day === undefined) return '';
  return new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );
}

/** What I have written, day by day. The days are those of the place where I am. */
export function Writing() {
  const call = useCall();
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const { data, error } = useQuery({
    queryKey: keys.figures('writing', days * 24),
    queryFn: ({ signal }) => call('getWritingFigures', { query: { days, zone } }, signal),
  });
  if (error && !data) return <Unreadable what="Your figures" sentence={sentenceOf(error)} />;
  if (!data) return <RowShapes count={3} />;
  const most = Math.max(1, ...data.days.map(({ wordsAdded }) => wordsAdded));
  const totals = [
    ['Words written', whole(data.wordsAdded)],
    ['Words taken out', whole(data.wordsRemoved)],
    ['Documents', whole(data.documents)],
    ['Days in a row', whole(data.streak)],
  ];
  return (
    <>
      <dl className={classes['totals']}>
        {totals.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className={classes['caption']}>
        {data.wordsAdded === 0
          ? `Nothing was written in the last ${days} days. Each day on which you write is a bar here.`
          : `Words on each of the last ${days} days; the most on one day were ${whole(most)}.`}
      </p>
      <ol className={classes['days']} aria-label={`Words on each of the last ${days} days`}>
        {data.days.toReversed().map(({ day, wordsAdded }) => (
          <li
            key={day}
            title={`${day}: ${whole(wordsAdded)} words`}
            aria-label={`${day}: ${whole(wordsAdded)} words`}
            data-empty={wordsAdded === 0 || undefined}
            style={{ height: `${Math.max(2, (wordsAdded / most) * 100)}%` }}
          />
        ))}
      </ol>
      <p className={classes['ends']} aria-hidden="true">
        <span>{dayOf(data.days.at(-1)?.day)}</span>
        <span>Today</span>
      </p>
    </>
  );
}
