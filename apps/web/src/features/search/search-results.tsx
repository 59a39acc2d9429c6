import type { Found } from '@longhand/contract';
import { Link } from 'react-router';
import { displayTitle } from '../../language/display-title.ts';
import { PathLine } from '../../ui/path-line.tsx';
import { foundAddress, foundKinds, Marked } from '../../ui/found.tsx';
import classes from './search-results.module.css';

/** Search results, best first. */
export function SearchResults({ items }: { items: readonly Found[] }) {
  return (
    <ul className={`rows ${classes['list']}`}>
      {items.map((found) => {
        const { name, Icon } = foundKinds[found.type];
        return (
          <li key={`${found.type} ${found.id}`} className="beside wraps">
            <Icon className="soft" size={18} stroke={1.6} aria-label={name} />
            <div>
              <Link className="title" to={foundAddress(found)} dir="auto">
                {found.title === '' ? (
                  displayTitle('')
                ) : (
                  <Marked text={found.title} marks={found.titleMarks} />
                )}
              </Link>
              {found.path.length > 0 && (
                <p className="soft small">
                  <PathLine path={found.path} />
                </p>
              )}
              {found.snippet !== '' && (
                <p className="soft" dir="auto">
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
