import { t } from '@lingui/core/macro';
import { limits } from '@longhand/contract';
import { useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { Button } from '../ui/button.tsx';
import { SelectField, TextField } from '../ui/fields.tsx';
import { sentenceOf } from '../api/failure.ts';
import { keys } from '../api/keys.ts';
import { useDocumentTitle } from '../api/use-document-title.ts';
import { useList, useWhole } from '../api/use-list.ts';
import { useSharedWork } from '../features/collaborators/use-shared-work.ts';
import { useTags } from '../features/documents/use-documents.ts';
import { useProjects } from '../features/projects/use-projects.ts';
import {
  addressOf,
  askedIn,
  isNarrowed,
  queryOf,
  spans,
  types,
  type Asked,
} from '../features/search/asked.ts';
import { SearchResults } from '../features/search/search-results.tsx';
import { useUser } from '../session/require-user.tsx';
import { EmptyState, Unreadable } from '../ui/empty-state.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { RowSkeletons } from '../ui/skeletons.tsx';
import { statuses } from '../ui/statuses.ts';
import classes from './search.module.css';

/** Debounce of the search (ms): long enough for a word, too short to be noticed. */
const pause = 180;

type Option = { readonly value: string; readonly label: string };

/**
 * Search over everything. The query is in the URL, so that a search can be shared and is in the
 * history.
 */
export default function SearchPage() {
  const [search, setSearch] = useSearchParams();
  const asked = askedIn(search);
  const [typed, setTyped] = useState(asked.q);
  const narrow = (change: Partial<Asked>): void =>
    setSearch(addressOf({ ...asked, q: typed, ...change }), { replace: true });
  const { pathname } = useLocation();
  const isNew = typed !== asked.q;
  useEffect(() => {
    if (!isNew) return;
    const timer = setTimeout(() => {
      // A user who has selected a result is navigating to it: do not change the URL.
      if (window.location.pathname !== pathname) return;
      // Filters selected meanwhile are in the URL, and are preserved.
      setSearch((now) => addressOf({ ...askedIn(now), q: typed }), { replace: true });
    }, pause);
    return () => clearTimeout(timer);
  }, [typed, isNew, pathname, setSearch]);
  return (
    <>
      <PageHead title={t`Search`} />
      <div role="search">
        <TextField
          label={t`Search terms`}
          type="search"
          value={typed}
          maxLength={limits.searchMax}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Filters asked={asked} onChange={narrow} />
        <label className={`row ${classes['archived']}`}>
          <input
            type="checkbox"
            checked={asked.archived}
            onChange={(event) => narrow({ archived: event.currentTarget.checked })}
          />
          {t`Include archived`}
        </label>
      </div>
      {asked.q ? (
        <Found
          asked={asked}
          onWiden={() =>
            narrow({
              type: '',
              projectId: '',
              within: '',
              status: '',
              tag: '',
              personId: '',
              days: '',
            })
          }
        />
      ) : (
        <Hint />
      )}
    </>
  );
}

function Filters({
  asked,
  onChange,
}: {
  asked: Asked;
  onChange: (change: Partial<Asked>) => void;
}) {
  const { projects, tags, people } = useFilterOptions();
  return (
    <div className={`cards ${classes['filters']}`} role="group" aria-label={t`Filters`}>
      <Choice
        label={t`In`}
        options={types}
        value={asked.type}
        onChange={(type) => onChange({ type: type as Asked['type'] })}
      />
      <Choice
        label={t`Project`}
        any={t`Any project`}
        options={projects}
        value={asked.projectId}
        onChange={(projectId) => onChange({ projectId })}
      />
      {asked.within !== '' && (
        <Within documentId={asked.within} onChange={(within) => onChange({ within })} />
      )}
      <Choice
        label={t`Status`}
        any={t`Any`}
        options={statuses.map(({ value, name }) => ({ value, label: name }))}
        value={asked.status}
        onChange={(status) => onChange({ status: status as Asked['status'] })}
      />
      <Choice
        label={t`Tag`}
        any={t`Any tag`}
        isOpen
        options={tags}
        value={asked.tag}
        onChange={(tag) => onChange({ tag })}
      />
      <Choice
        label={t`By`}
        any={t`Anyone`}
        options={people}
        value={asked.personId}
        onChange={(personId) => onChange({ personId })}
      />
      <Choice
        label={t`Changed`}
        options={spans}
        value={asked.days}
        onChange={(days) => onChange({ days: days as Asked['days'] })}
      />
    </div>
  );
}

/** Filter by a document and what is inside it, which is selected in the menu of the document. */
function Within({ documentId, onChange }: { documentId: string; onChange: (id: string) => void }) {
  const title = useDocumentTitle(documentId);
  return (
    <Choice
      label={t`Inside`}
      any={t`Any document`}
      options={title === null ? [] : [{ value: documentId, label: title }]}
      value={documentId}
      onChange={onChange}
    />
  );
}

/** Loads the options of the filters by project, tag and person. The user is the first person. */
function useFilterOptions(): Record<'projects' | 'tags' | 'people', readonly Option[]> {
  const me = useUser();
  const projects = useWhole(useProjects()).items;
  const tags = useWhole(useTags()).items;
  const people = useWhole(useSharedWork()).items;
  return {
    projects: projects.map(({ id, name }) => ({ value: id, label: name })),
    tags: tags.map(({ name }) => ({ value: name, label: name })),
    people: [
      { value: me.id, label: t`Me` },
      ...people.map(({ user }) => ({ value: user.id, label: user.name })),
    ],
  };
}

type ChoiceProps = {
  label: string;
  any?: string;
  /** Values outside of the list are shown as they are. */
  isOpen?: boolean;
  options: readonly Option[];
  value: string;
  onChange: (value: string) => void;
};

/** One filter. The value in the URL is always an option, even if the list does not contain it. */
function Choice({ label, any, isOpen, options, value, onChange }: ChoiceProps) {
  const isListed = value === '' || options.some((option) => option.value === value);
  return (
    <SelectField
      label={label}
      options={[
        ...(any === undefined ? [] : [{ value: '', label: any }]),
        ...options,
        ...(isListed ? [] : [{ value, label: isOpen === true ? value : t`Other` }]),
      ]}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

function Found({ asked, onWiden }: { asked: Asked; onWiden: () => void }) {
  const query = queryOf(asked);
  const list = useList(keys.search(asked.q, JSON.stringify(query)), (call, cursor, signal) =>
    call('search', { query: { ...cursor, ...query } }, signal),
  );
  if (list.isPending) return <RowSkeletons />;
  if (list.error !== null && list.items.length === 0)
    return <Unreadable what={t`Results`} sentence={sentenceOf(list.error)} />;
  if (list.items.length === 0 && isNarrowed(asked)) {
    return (
      <EmptyState
        title={t`No results`}
        action={<Button onClick={onWiden}>{t`Search everything`}</Button>}
      >
        {t`With a project, document, status, tag or person selected, only documents and comments are searched.`}
      </EmptyState>
    );
  }
  if (list.items.length === 0)
    return <EmptyState title={t`No results`}>{t`Try fewer words or a part of a word.`}</EmptyState>;
  return (
    <>
      <SearchResults items={list.items} />
      {list.hasMore && (
        <Button variant="subtle" onClick={list.loadMore} isBusy={list.isLoadingMore}>
          {t`Show more`}
        </Button>
      )}
    </>
  );
}

function Hint() {
  return (
    <EmptyState title={t`Search titles, texts, comments and people`}>
      {t`Results contain all words, in any order. Use “quotes” for an exact phrase and -word to exclude a word.`}
    </EmptyState>
  );
}
