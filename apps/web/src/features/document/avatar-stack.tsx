import { t } from '@lingui/core/macro';
import { useEffect, useRef, useState } from 'react';
import { Avatar } from '../../ui/avatar.tsx';
import type { Following } from './use-follow.ts';
import type { PersonHere } from './use-people-here.ts';
import classes from './document-bar.module.css';

/** Maximum number of faces shown; the others are shown as a count. */
const shown = 5;

/**
 * The other users in this document. Pressing a face follows that user's position; pressing it again
 * stops following.
 */
export function AvatarStack({
  people,
  following,
}: {
  people: readonly PersonHere[];
  following: Following;
}) {
  const { followedId, follow } = following;
  const more = people.length - shown;
  return (
    <div className={classes['faces']}>
      <ul aria-label={t`In this document`} data-faces>
        {people.slice(0, shown).map((person) => (
          <li key={person.id}>
            <button
              type="button"
              title={t`Follow ${{ name: person.name }}`}
              aria-label={t`Follow ${{ name: person.name }}`}
              aria-pressed={person.id === followedId}
              onClick={() => follow(person.id === followedId ? null : person.id)}
            >
              <Avatar name={person.name} color={person.color} label={null} size={28} />
            </button>
          </li>
        ))}
        {more > 0 && <li className={`row soft small ${classes['more']}`}>{`+${more}`}</li>}
      </ul>
      <Arrivals people={people} />
    </div>
  );
}

/** Announces arrivals and departures to screen readers. */
function Arrivals({ people }: { people: readonly PersonHere[] }) {
  const before = useRef<readonly PersonHere[]>([]);
  const [words, setWords] = useState('');
  useEffect(() => {
    const came = people
      .filter(({ id }) => !before.current.some((person) => person.id === id))
      .map(({ name }) => t`${name} joined.`);
    const went = before.current
      .filter(({ id }) => !people.some((person) => person.id === id))
      .map(({ name }) => t`${name} left.`);
    before.current = people;
    if (came.length + went.length > 0) setWords([...came, ...went].join(' '));
  }, [people]);
  return (
    <p className="unseen" aria-live="polite">
      {words}
    </p>
  );
}
