import type { Document, DocumentStatus } from '@longhand/contract';
import { NativeSelect } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { useWhole } from '../api/useList.ts';
import { DocumentList } from '../features/documents/DocumentList.tsx';
import { DocumentMenu } from '../features/documents/DocumentMenu.tsx';
import { TagFilter } from '../features/documents/TagFilter.tsx';
import { useDocuments, type DocumentFilter } from '../features/documents/useDocuments.ts';
import { useProjects } from '../features/projects/useProjects.ts';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { Empty } from '../ui/Empty.tsx';
import { PageHead } from '../ui/PageHead.tsx';
import { statuses } from '../ui/statuses.ts';
import '../ui/field.css';
import classes from './columns.module.css';

/** What is shown of all documents, as the address says it. */
function filterIn(search: URLSearchParams): DocumentFilter {
  const status = statuses.find(({ value }) => value === search.get('status'))?.value;
  const [projectId, tag] = [search.get('projectId'), search.get('tag')];
  return {
    ...(search.get('favourite') === 'true' && { favourite: 'true' }),
    ...(status !== undefined && { status }),
    ...(projectId !== null && { projectId }),
    ...(tag !== null && { tag }),
  };
}

/** Every document that I may read, or those with a tag, a status, in a project, among my favourites. */
export default function DocumentsPage() {
  const [search, setSearch] = useSearchParams();
  const filter = filterIn(search);
  const list = useDocuments(filter);
  const projects = useWhole(useProjects());
  const names = new Map(projects.items.map(({ id, name }) => [id, name]));
  const placeOf = ({ projectId }: Document) => (projectId === null ? 'Personal draft' : (names.get(projectId) ?? null));
  const isFavourites = filter.favourite !== undefined;
  function narrow(change: Partial<Record<keyof DocumentFilter, string | null>>): void {
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
        title={isFavourites ? 'Favourites' : 'Documents'}
        actions={<ButtonLink to="/new-document">New document</ButtonLink>}
      >
        <p>{isFavourites ? 'What you have marked to find again.' : 'All that you wrote and that others share with you.'}</p>
      </PageHead>
      <div className={classes['filters']} role="group" aria-label="Only documents">
        <NativeSelect
          label="Status"
          data={[{ value: '', label: 'Any' }, ...statuses.map(({ value, name }) => ({ value, label: name }))]}
          value={filter.status ?? ''}
          onChange={(event) => narrow({ status: event.currentTarget.value as DocumentStatus | '' })}
        />
        <NativeSelect
          label="Project"
          data={[{ value: '', label: 'Any, or none' }, ...projects.items.map(({ id, name }) => ({ value: id, label: name }))]}
          value={filter.projectId ?? ''}
          onChange={(event) => narrow({ projectId: event.currentTarget.value })}
        />
      </div>
      <TagFilter tag={filter.tag ?? null} onChange={(tag) => narrow({ tag })} />
      <DocumentList
        list={list}
        placeOf={placeOf}
        newDocument="/new-document"
        actionsOf={(document) => <DocumentMenu document={document} />}
        {...emptyFor(filter)}
      />
    </>
  );
}

function emptyFor({ favourite, ...others }: DocumentFilter) {
  if (Object.keys(others).length > 0) {
    return { empty: <Empty title="None like this">No document that you may read is all of that at once.</Empty> };
  }
  if (favourite === undefined) return {};
  return {
    empty: (
      <Empty title="No favourites yet">Mark a document as a favourite in its menu, and it stands here and in the sidebar.</Empty>
    ),
  };
}
