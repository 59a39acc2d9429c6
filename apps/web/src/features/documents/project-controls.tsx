import { t } from '@lingui/core/macro';
import type { DocumentStatus } from '@longhand/contract';
import { useState } from 'react';
import { statuses } from '../../ui/statuses.ts';
import { deviceStorage } from '../../ui/storage.ts';
import { useSettled } from '../../ui/use-settled.ts';
import type { DocumentFilter } from './use-documents.ts';
import classes from './document-list.module.css';

/** Sort order of a project's documents; `manual` is the order set by dragging. */
const sortings = ['recent', 'title', 'manual'] as const;
type Sorting = (typeof sortings)[number];

const sortingOf = (value: string | null): Sorting =>
  sortings.find((each) => each === value) ?? 'recent';

const sortingKey = 'longhand-project-sorting';

/** Sort order and filter of a project's documents. */
export type ProjectView = {
  readonly sorting: Sorting;
  /** Sets the sort order, and stores it on this device. */
  setSorting(sorting: Sorting): void;
  readonly status: DocumentStatus | '';
  setStatus(status: DocumentStatus | ''): void;
  /** Text of the title field. */
  readonly title: string;
  setTitle(title: string): void;
  readonly isFiltered: boolean;
  /** The filter, with the title as it was when the user last paused typing. */
  readonly filter: DocumentFilter;
};

/** Returns the {@link ProjectView}, which is initially unfiltered. */
export function useProjectView(): ProjectView {
  const [sorting, setSorting] = useState<Sorting>(() =>
    sortingOf(deviceStorage.getItem(sortingKey)),
  );
  const [status, setStatus] = useState<DocumentStatus | ''>('');
  const [title, setTitle] = useState('');
  const asked = useSettled(title.trim());
  return {
    sorting,
    setSorting(next) {
      deviceStorage.setItem(sortingKey, next);
      setSorting(next);
    },
    status,
    setStatus,
    title,
    setTitle,
    isFiltered: status !== '' || asked !== '',
    filter: {
      ...(status !== '' && { status }),
      ...(asked !== '' && { q: asked }),
      ...(sorting === 'title' && { sort: 'title' }),
    },
  };
}

/** Fields to sort and filter a project's documents. */
export function ProjectControls({ view }: { view: ProjectView }) {
  const { sorting, isFiltered } = view;
  return (
    <div
      className={`row soft small ${classes['controls']}`}
      role="group"
      aria-label={t`Sort and filter`}
    >
      <label className="row">
        {t`Title`}{' '}
        <input
          type="search"
          value={view.title}
          maxLength={200}
          onChange={({ currentTarget: { value } }) => view.setTitle(value)}
        />
      </label>
      <label className="row">
        {t`Sort`}{' '}
        <select
          value={sorting === 'manual' && isFiltered ? 'recent' : sorting}
          onChange={({ currentTarget: { value } }) => view.setSorting(sortingOf(value))}
        >
          <option value="recent">{t`Last edited`}</option>
          <option value="title">{t`Title`}</option>
          <option value="manual" disabled={isFiltered}>
            {t`Project order`}
          </option>
        </select>
      </label>
      <label className="row">
        {t`Status`}{' '}
        <select
          value={view.status}
          onChange={({ currentTarget: { value } }) => view.setStatus(value as DocumentStatus | '')}
        >
          <option value="">{t`Any`}</option>
          {statuses.map(({ value, name }) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}
