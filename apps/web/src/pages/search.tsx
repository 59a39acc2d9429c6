import { Button, NativeSelect, TextInput } from '@mantine/core';
import { limits, type FoundType } from '@longhand/contract';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { sentenceOf } from '../api/failure.ts';
import { keys } from '../api/keys.ts';
import { useList } from '../api/useList.ts';
import { useProjects } from '../features/projects/useProjects.ts';
import { SearchResults } from '../features/search/SearchResults.tsx';
import { Empty, Unreadable } from '../ui/Empty.tsx';
import { PageHead } from '../ui/PageHead.tsx';
import { RowShapes } from '../ui/Shapes.tsx';
import '../ui/field.css';
import classes from './search.module.css';

const types: { value: FoundType | ''; label: string }[] = [
  { value: '', label: 'Everything' },
  { value: 'document', label: 'Documents' },
  { value: 'comment', label: 'Comments' },
  { value: 'project', label: 'Projects' },
  { value: 'person', label: 'People' },
];

/** Milliseconds after the last key before it is searched: long enough for a word, too short to wait for. */
const pause = 180;

/** What is searched, as the address says it; empty where it does not narrow the search. */
type Asked = { readonly q: string; readonly type: FoundType | ''; readonly projectId: string; readonly archived: boolean };

function askedIn(search: URLSearchParams): Asked {
  return {
    q: search.get('q') ?? '',
    type: types.find(({ value }) => value === search.get('type'))?.value ?? '',
    projectId: search.get('projectId') ?? '',
    archived: search.get('archived') === 'true',
  };
}

function addressOf({ q, type, projectId, archived }: Asked): Record<string, string> {
  return {
    ...(q && { q }),
    ...(type && { type }),
    ...(projectId && { projectId }),
    ...(archived && { archived: 'true' }),
  };
}

/** Everything from one box. The words stand in the address, so that a search can be shared and gone back to. */
export default function SearchPage() {
  const [search, setSearch] = useSearchParams();
  const asked = askedIn(search);
  const [typed, setTyped] = useState(asked.q);
  const projects = useProjects();
  const narrow = (change: Partial<Asked>): void => setSearch(addressOf({ ...asked, q: typed, ...change }), { replace: true });
  useEffect(() => {
    const timer = setTimeout(() => {
      // What else is chosen meanwhile is in the address, and stays.
      setSearch((now) => addressOf({ ...askedIn(now), q: typed }), { replace: true });
    }, pause);
    return () => clearTimeout(timer);
  }, [typed, setSearch]);
  return (
    <>
      <PageHead title="Search" />
      <div className={classes['box']} role="search">
        <TextInput
          label="Words"
          type="search"
          value={typed}
          maxLength={limits.searchMax}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <NativeSelect
          label="In"
          data={types}
          value={asked.type}
          onChange={(event) => narrow({ type: event.currentTarget.value as Asked['type'] })}
        />
        <NativeSelect
          label="Project"
          data={[{ value: '', label: 'All, and none' }, ...projects.items.map(({ id, name }) => ({ value: id, label: name }))]}
          value={asked.projectId}
          onChange={(event) => narrow({ projectId: event.currentTarget.value })}
        />
      </div>
      <label className={classes['archived']}>
        <input type="checkbox" checked={asked.archived} onChange={(event) => narrow({ archived: event.currentTarget.checked })} />
        Also what is archived
      </label>
      {asked.q ? <Found asked={asked} /> : <Hint />}
    </>
  );
}

function Found({ asked }: { asked: Asked }) {
  const { q, type, projectId, archived } = asked;
  const list = useList(keys.search(q, JSON.stringify([type, projectId, archived])), (call, cursor, signal) =>
    call(
      'search',
      {
        query: {
          ...cursor,
          q,
          ...(type && { type }),
          ...(projectId && { projectId }),
          ...(archived && { archived: 'true' as const }),
        },
      },
      signal,
    ),
  );
  if (list.isPending) return <RowShapes />;
  if (list.error !== null && list.items.length === 0)
    return <Unreadable what="What was found" sentence={sentenceOf(list.error)} />;
  if (list.items.length === 0) return <Empty title="Nothing found">Try fewer words, or a part of one.</Empty>;
  return (
    <>
      <SearchResults items={list.items} />
      {list.hasMore && (
        <Button variant="subtle" onClick={list.loadMore} loading={list.isLoadingMore}>
          Show more
        </Button>
      )}
    </>
  );
}

function Hint() {
  return (
    <Empty title="Titles, texts, comments, people">
      All words have to be there, in any order. “Two words” in quotes are found as they stand; -word leaves out.
    </Empty>
  );
}
