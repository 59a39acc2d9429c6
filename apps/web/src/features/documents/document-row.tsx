import { plural } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { Document } from '@longhand/contract';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { displayTitle } from '../../language/display-title.ts';
import type { RowFrame } from '../../ui/virtual-list.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { CopyMark } from '../../ui/copy-mark.tsx';
import { statusOf } from '../../ui/statuses.ts';
import classes from './document-list.module.css';

type Props = {
  document: Document;
  /** Additional information besides time and length; null for none. */
  location: string | null;
  /** Actions at the end of the row. */
  actions: ReactNode;
  /** Content at the start of the row: checkbox, drag handle. */
  lead?: ReactNode;
  /** Attributes of a row in a virtualized list: its position, and the ref that measures it. */
  frame?: RowFrame;
};

/** One document as a row of a list. */
export function DocumentRow({ document, location, actions, lead, frame }: Props) {
  const words = document.wordCount;
  return (
    <li className={classes['row']} {...frame}>
      {lead !== undefined && <div className={`row ${classes['lead']}`}>{lead}</div>}
      <Link
        to={`/documents/${document.id}`}
        className={`cover title ${classes['title']}`}
        draggable={false}
        dir="auto"
      >
        {document.workingCopyOf !== null && <CopyMark />}
        {displayTitle(document.title)}
      </Link>
      {document.excerpt !== '' && (
        <p className={`clamp remark serif ${classes['excerpt']}`} dir="auto">
          {document.excerpt}
        </p>
      )}
      <p className="facts">
        <span data-status={document.status}>{statusOf(document)}</span>
        {location !== null && <span>{location}</span>}
        <span>
          <Trans>
            Edited <RelativeTime at={document.updatedAt} />
          </Trans>
        </span>
        {words > 0 && <span>{plural(words, { one: '# word', other: '# words' })}</span>}
        {document.tags.map((tag) => (
          <span key={tag} className={`wraps ${classes['tag']}`}>
            {tag}
          </span>
        ))}
      </p>
      {actions !== undefined && <div className={classes['actions']}>{actions}</div>}
    </li>
  );
}
