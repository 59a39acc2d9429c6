import { plural, t } from '@lingui/core/macro';
import type { Job } from '@longhand/contract';
import { Link } from 'react-router';
import { displayTitle } from '../../language/display-title.ts';
import { Report } from './report.tsx';

/**
 * Maximum number of imported documents listed by name; for more, the list of the target contains
 * them.
 */
const named = 12;

/** Result of an import: the documents, and the content that could not be imported. */
export function ImportOutcome({ job: { documents, report } }: { job: Job }) {
  return (
    <>
      {documents.length > 0 && (
        <ul className="bullets" aria-label={t`Created documents`}>
          {documents.slice(0, named).map(({ id, title }) => (
            <li key={id}>
              <Link to={`/documents/${id}`}>{displayTitle(title)}</Link>
            </li>
          ))}
          {documents.length > named && (
            <li>{t`and ${{ count: documents.length - named }} more`}</li>
          )}
        </ul>
      )}
      <Report lines={report} />
    </>
  );
}

/** Returns a short sentence about the documents that an import has created. */
export function outcomeOf({ state, documents }: Job): string {
  const count = documents.length;
  const made =
    count === 0
      ? t`No documents created`
      : plural(count, { one: '# document created', other: '# documents created' });
  return state === 'failed' ? t`The import stopped early: ${made}` : made;
}
