import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { Review } from '@longhand/contract';
import { Avatar } from '../../ui/avatar.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { dueOf, todayOf } from '../../ui/due.ts';
import { answerOf, stateOf } from './words.ts';
import classes from './reviews.module.css';

/** One round of review: the request, the reviewers and their answers. */
export function Round({ round }: { round: Review }) {
  const due =
    round.dueOn === null || round.state !== 'open' ? null : dueOf(round.dueOn, todayOf(new Date()));
  return (
    <article
      className="card stack wraps"
      aria-label={t`Review requested by ${{ name: round.askedBy.name }}`}
    >
      <p className="spread">
        <strong>{stateOf(round)}</strong>
        {due !== null && (
          <span className="soft" data-late={due.isLate || undefined}>
            {due.text}
          </span>
        )}
      </p>
      <p className="soft">
        <Trans>
          {round.askedBy.name} requested a review <RelativeTime at={round.createdAt} />
        </Trans>{' '}
        · {round.versionName ?? t`version ${{ versionNumber: round.versionNumber }}`}
      </p>
      {round.message !== '' && <p className={`serif ${classes['message']}`}>{round.message}</p>}
      <ul className={`stack ${classes['people']}`}>
        {round.reviewers.map((reviewer) => (
          <li key={reviewer.person.id} className="beside">
            <Avatar
              name={reviewer.person.name}
              color={reviewer.person.avatarColor}
              label={null}
              size={26}
            />
            <div>
              <p>
                <strong className="firm">{reviewer.person.name}</strong>{' '}
                <span
                  className="soft"
                  data-verdict={reviewer.isOutdated ? undefined : (reviewer.verdict ?? undefined)}
                >
                  {answerOf(reviewer)}
                </span>
              </p>
              {reviewer.words !== '' && (
                <p className={`serif ${classes['message']}`}>{reviewer.words}</p>
              )}
            </div>
          </li>
        ))}
      </ul>
    </article>
  );
}
