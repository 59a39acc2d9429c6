import { t } from '@lingui/core/macro';
import type { Document, DocumentStatus, Project } from '@longhand/contract';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { SelectField, TextField } from '../ui/fields.tsx';
import { useWhole } from '../api/use-list.ts';
import { DocumentList } from '../features/documents/document-list.tsx';
import { DocumentMenu } from '../features/documents/document-menu.tsx';
import { TagFilter } from '../features/documents/tag-filter.tsx';
import { useDocuments, type DocumentFilter } from '../features/documents/use-documents.ts';
import { useProjects } from '../features/projects/use-projects.ts';
import { ButtonLink } from '../ui/button-link.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { statuses } from '../ui/statuses.ts';
import { useSettled } from '../ui/use-settled.ts';
import classes from './columns.module.css';

/** Parses the filter and sort order from the URL. */
function filterIn(search: URLSearchParams): DocumentFilter {
  const status = statuses.find(({ value }) => value === search.get('status'))?.value;
  const [projectId, tag] = [search.get('projectId'), search.get('tag')];
  return {
    ...(search.get('favourite') === 'true' && { favourite: 'true' }),
    ...(status !== undefined && { status }),
    ...(projectId !== null && { projectId }),
    ...(tag !== null && { tag }),
    ...(search.get('sort') === 'title' && { sort: 'title' }),
  };
}

/** Changed values of the filter and sort order; empty or null for none. */
type FilterChange = Partial<Record<keyof DocumentFilter, string | null>>;

/**
 * Lists all documents that the user may read, filtered by title, status, project, tag and
 * favourites, and sorted.
 */
export default function DocumentsPage() {
  const [search, setSearch] = useSearchParams();
  const [title, setTitle] = useState('');
  const q = useSettled(title.trim());
  const filter: DocumentFilter = { ...filterIn(search), ...(q !== '' && { q }) };
  const list = useDocuments(filter);
  const projects = useWhole(useProjects());
  const names = new Map(projects.items.map(({ id, name }) => [id, name]));
  const locationOf = ({ projectId }: Document) =>
    projectId === null ? t`Personal draft` : (names.get(projectId) ?? null);
  const isFavourites = filter.favourite !== undefined;
  function narrow(change: FilterChange): void {
    const next = new URLSearchParams(search);
    for (const [name, value] of Object.entries(change)) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
    setSearch(next, { replace: true });
  }
  return (
    <>
      <PageHead
        title={isFavourites ? t`Favourites` : t`Documents`}
        actions={<ButtonLink to="/new-document">{t`New document`}</ButtonLink>}
      >
        <p>
          {isFavourites
            ? t`Documents you marked as favourites.`
            : t`Documents you created and documents shared with you.`}
        </p>
      </PageHead>
      <Filters
        title={title}
        filter={filter}
        projects={projects.items}
        onType={setTitle}
        onNarrow={narrow}
      />
      <TagFilter tag={filter.tag ?? null} onChange={(tag) => narrow({ tag })} />
      <DocumentList
        list={list}
        locationOf={locationOf}
        newDocument="/new-document"
        actionsOf={(document) => <DocumentMenu document={document} />}
        {...emptyFor(filter)}
      />
    </>
  );
}

type FiltersProps = {
  title: string;
  filter: DocumentFilter;
  projects: readonly Project[];
  onType: (title: string) => void;
  onNarrow: (change: FilterChange) => void;
};

function Filters({ title, filter, projects, onType, onNarrow }: FiltersProps) {
  return (
    <div className={`cards ${classes['filters']}`} role="group" aria-label={t`Sort and filter`}>
      <TextField
        type="search"
        label={t`Title`}
        maxLength={200}
        value={title}
        onChange={(event) => onType(event.currentTarget.value)}
      />
      <SelectField
        label={t`Status`}
        options={[
          { value: '', label: t`Any` },
          ...statuses.map(({ value, name }) => ({ value, label: name })),
        ]}
        value={filter.status ?? ''}
        onChange={(event) => onNarrow({ status: event.currentTarget.value as DocumentStatus | '' })}
      />
      <SelectField
        label={t`Project`}
        options={[
          { value: '', label: t`Any project` },
          ...projects.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={filter.projectId ?? ''}
        onChange={(event) => onNarrow({ projectId: event.currentTarget.value })}
      />
      <SelectField
        label={t`Sort`}
        options={[
          { value: '', label: t`Last edited` },
          { value: 'title', label: t`Title` },
        ]}
        value={filter.sort ?? ''}
        onChange={(event) => onNarrow({ sort: event.currentTarget.value })}
      />
    </div>
  );
}

function emptyFor({ favourite, sort: _, ...others }: DocumentFilter) {
  if (Object.keys(others).length > 0) {
    return {
      empty: (
        <EmptyState
          title={t`No matching documents`}
        >{t`No document matches all filters.`}</EmptyState>
      ),
    };
  }
  if (favourite === undefined) return {};
  return {
    empty: (
      <EmptyState title={t`No favourites yet`}>
        {t`Mark a document as a favourite in its menu to see it here and in the sidebar.`}
      </EmptyState>
    ),
  };
}
