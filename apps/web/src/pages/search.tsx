import { Button, NativeSelect, TextInput } from '@mantine/core';
import type { FoundType } from '@longhand/contract';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { sentenceOf } from '../api/failure.ts';
import { keys } from '../api/keys.ts';
import { useList } from '../api/useList.ts';
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

/** Everything from one box. The words stand in the address, so that a search can be shared and gone back to. */
export default function SearchPage() {
  const [search, setSearch] = useSearchParams();
  const [typed, setTyped] = useState(search.get('q') ?? '');
  const type = types.find(({ value }) => value === search.get('type'))?.value ?? '';
  useEffect(() => {
    const timer = setTimeout(
      () => setSearch({ ...(typed ? { q: typed } : {}), ...(type ? { type } : {}) }, { replace: true }),
      pause,
    );
    return () => clearTimeout(timer);
  }, [typed, type, setSearch]);
  return (
    <>
      <PageHead title="Search" />
      <div className={classes['box']} role="search">
        <TextInput
          label="Words"
          type="search"
          value={typed}
          maxLength={200}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <NativeSelect
          label="In"
          data={types}
          value={type}
          onChange={(event) => setSearch({ ...(typed ? { q: typed } : {}), type: event.currentTarget.value }, { replace: true })}
        />
      </div>
      {search.get('q') ? <Found words={search.get('q') ?? ''} type={type} /> : <Hint />}
    </>
  );
}

function Found({ words, type }: { words: string; type: FoundType | '' }) {
  const list = useList(keys.search(words, type), (call, cursor, signal) =>
    call('search', { query: { ...cursor, q: words, ...(type ? { type } : {}) } }, signal),
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
