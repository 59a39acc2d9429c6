import { plural, t } from '@lingui/core/macro';
import type { Document, DocumentStatus } from '@longhand/contract';
import { useDraggable } from '@dnd-kit/core';
import { IconArrowsExchange } from '@tabler/icons-react';
import type { CSSProperties } from 'react';
import { Link } from 'react-router';
import { displayTitle } from '../../language/display-title.ts';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { statuses } from '../../ui/statuses.ts';
import classes from './board.module.css';

type Props = {
  document: Document;
  /** Changes its status; null for a read-only user. */
  onMove: ((status: DocumentStatus) => void) | null;
};

/** A document on the board: dragged as a whole, or moved from its menu. */
export function Card({ document, onMove }: Props) {
  const { setNodeRef, listeners, transform, isDragging } = useDraggable({
    id: document.id,
    disabled: onMove === null,
  });
  const style: CSSProperties = transform
    ? { transform: `translate3d(${Math.round(transform.x)}px, ${Math.round(transform.y)}px, 0)` }
    : {};
  const title = displayTitle(document.title);
  return (
    <li
      ref={setNodeRef}
      className={`card ${classes['card']}`}
      style={style}
      data-dragging={isDragging || undefined}
      data-movable={onMove !== null || undefined}
      {...listeners}
    >
      <Link
        to={`/documents/${document.id}`}
        className={`title ${classes['title']}`}
        draggable={false}
      >
        {title}
      </Link>
      <p className="facts">
        <span>
          {plural({ wordCount: document.wordCount }, { one: '# word', other: '# words' })}
        </span>
        <RelativeTime at={document.updatedAt} />
        {document.status === 'in_review' && (
          <Link
            to={`/documents/${document.id}?review`}
            draggable={false}
            aria-label={t`Review of ${title}`}
          >
            {t`Review`}
          </Link>
        )}
      </p>
      {onMove !== null && <MoveMenu title={title} status={document.status} onMove={onMove} />}
    </li>
  );
}

type MenuProps = {
  title: string;
  status: DocumentStatus;
  onMove: (status: DocumentStatus) => void;
};

function MoveMenu({ title, status, onMove }: MenuProps) {
  return (
    <Menu
      button={
        <button
          type="button"
          className={`iconButton ${classes['move']}`}
          aria-label={t`Move ${title}`}
          title={t`Move to another column`}
        >
          <IconArrowsExchange size={16} stroke={1.6} />
        </button>
      }
    >
      {statuses
        .filter(({ value }) => value !== status)
        .map(({ value, name }) => (
          <MenuItem key={value} onClick={() => onMove(value)}>
            {name}
          </MenuItem>
        ))}
    </Menu>
  );
}
