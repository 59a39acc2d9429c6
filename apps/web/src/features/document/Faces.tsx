import { useEffect, useRef, useState } from 'react';
import { Face } from '../../ui/Face.tsx';
import { caretOf } from './carets.ts';
import type { PersonHere } from './usePeopleHere.ts';
import classes from './Faces.module.css';

/** Faces shown before the rest becomes a number. */
const shown = 5;

/** Who else is here. Pressing a face goes to where that person writes. */
export function Faces({ people }: { people: readonly PersonHere[] }) {
  const more = people.length - shown;
  return (
    <div className={classes['faces']}>
      <ul aria-label="Also here">
        {people.slice(0, shown).map((person) => (
          <li key={person.id}>
            <button type="button" title={person.name} aria-label={`Go to where ${person.name} is`} onClick={() => goTo(person)}>
              <Face name={person.name} color={person.color} label={null} size={28} />
            </button>
          </li>
        ))}
        {more > 0 && <li className={classes['more']}>{`+${more}`}</li>}
      </ul>
      <Arrivals people={people} />
    </div>
  );
}

function goTo({ clientId }: PersonHere): void {
  if (clientId === null) return;
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  caretOf(document, clientId)?.scrollIntoView({ block: 'center', behavior: isCalm ? 'auto' : 'smooth' });
}

/** Says aloud who comes and who goes, for those who do not see the faces. */
function Arrivals({ people }: { people: readonly PersonHere[] }) {
  const before = useRef<readonly PersonHere[]>([]);
  const [words, setWords] = useState('');
  useEffect(() => {
    const came = people
      .filter(({ id }) => !before.current.some((person) => person.id === id))
      .map(({ name }) => `${name} is here.`);
    const went = before.current
      .filter(({ id }) => !people.some((person) => person.id === id))
      .map(({ name }) => `${name} has left.`);
    before.current = people;
    if (came.length + went.length > 0) setWords([...came, ...went].join(' '));
  }, [people]);
  return (
    <p className={classes['hidden']} aria-live="polite">
      {words}
    </p>
  );
}
