import type { Job } from '@longhand/contract';
import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { Dialog } from '../../ui/Dialog.tsx';
import { titleOf } from '../../ui/titleOf.ts';
import { Report } from './Report.tsx';
import classes from './Transfer.module.css';

/** Documents of an import that are named one by one; of more there is the list where they now stand. */
const named = 12;

/** What came of an import: the documents, and what could not be carried. */
export function ImportOutcome({ job, onClose }: { job: Job; onClose: () => void }) {
  const { documents, report } = job;
  return (
    <Dialog title={titleFor(job)} onClose={onClose}>
      {documents.length > 0 && (
        <ul className={classes['made']} aria-label="Created documents">
          {documents.slice(0, named).map(({ id, title }) => (
            <li key={id}>
              <Link to={`/documents/${id}`}>{titleOf(title)}</Link>
            </li>
          ))}
          {documents.length > named && <li>and {documents.length - named} more</li>}
        </ul>
      )}
      <Report lines={report.map(({ file, message }) => (file === '' ? message : `${file}: ${message}`))} />
      <div className="dialogButtons">
        <Button data-autofocus onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  );
}

function titleFor({ state, documents }: Job): string {
  const count = documents.length;
  const made = count === 1 ? '1 document created' : `${count === 0 ? 'No' : count} documents created`;
  return state === 'failed' ? `The import ended early: ${made}` : made;
}
