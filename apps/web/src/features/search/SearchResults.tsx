import type { Found } from '@longhand/contract';
import { IconFileText, IconFolder, IconMessage, IconUser } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { titleOf } from '../../ui/titleOf.ts';
import classes from './SearchResults.module.css';

const kinds = {
  document: ['Document', IconFileText],
  comment: ['Comment', IconMessage],
  person: ['Person', IconUser],
  project: ['Project', IconFolder],
} as const;

/** Where something that was found is looked at. */
function addressOf({ type, id, documentId }: Found): string {
  if (type === 'project') return `/projects/${id}`;
  if (type === 'person') return '/projects';
  return `/documents/${documentId ?? id}`;
}

/** A text with what was found in it set off; positions are code points. */
export function Marked({ text, marks }: { text: string; marks: readonly (readonly [number, number])[] }) {
  const letters = [...text];
  const parts: ReactNode[] = [];
  let at = 0;
  for (const [from, to] of marks) {
    parts.push(letters.slice(at, from).join(''), <mark key={from}>{letters.slice(from, to).join('')}</mark>);
    at = to;
  }
  parts.push(letters.slice(at).join(''));
  return <>{parts}</>;
}

/** What was found, best first. */
export function SearchResults({ items }: { items: readonly Found[] }) {
  return (
    <ul className={classes['list']}>
      {items.map((found) => {
        const [name, Icon] = kinds[found.type];
        return (
          <li key={`${found.type} ${found.id}`}>
            <Icon size={18} stroke={1.6} aria-label={name} />
            <div>
              <Link to={addressOf(found)}>
                {found.title === '' ? titleOf('') : <Marked text={found.title} marks={found.titleMarks} />}
              </Link>
              {found.snippet !== '' && (
                <p>
                  <Marked text={found.snippet} marks={found.marks} />
                </p>
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
