import type {
  Document,
  MergeChoice,
  VersionDifference,
  WorkingCopyMerge,
} from '@longhand/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useCall } from '../../api/api-provider.tsx';
import { sentenceOf } from '../../api/failure.ts';
import { keys } from '../../api/keys.ts';
import { Unreadable } from '../../ui/empty-state.tsx';
import { RowSkeletons } from '../../ui/skeletons.tsx';
import { titleOf } from '../../ui/title-of.ts';
import { useToast } from '../../ui/toast-provider.tsx';
import { ConflictChoice } from './conflict-choice.tsx';
import { textOf } from './text-of.ts';
import classes from './working-copies.module.css';

type Props = { document: Document; mayMerge: boolean; onClose: () => void };

/**
 * Differences of a working copy and the published document from their common base, with the form
 * that merges them.
 */
export default function CopySide({ document, mayMerge }: Props) {
  const call = useCall();
  const store = useQueryClient();
  const navigate = useNavigate();
  const show = useToast();
  const [choices, setChoices] = useState<Readonly<Record<string, MergeChoice>>>({});
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: keys.workingCopy(document.id),
    queryFn: ({ signal }) => call('getWorkingCopy', { params: { id: document.id } }, signal),
    staleTime: 0,
  });
  const merge = useMutation({
    mutationFn: (as: WorkingCopyMerge['as']) =>
      call('mergeWorkingCopy', { params: { id: document.id }, body: { as, choices } }),
    onSuccess({ id }, as) {
      void store.invalidateQueries({ queryKey: keys.documents });
      void store.invalidateQueries({ queryKey: keys.eachDocument });
      show({
        title: 'Merged',
        text:
          as === 'edit'
            ? 'The previous text is in History.'
            : 'Accept or reject the suggestions in the side panel.',
      });
      void navigate(`/documents/${id}`);
    },
    onError(failure) {
      show({ title: 'Nothing was merged', text: sentenceOf(failure), isDestructive: true });
      void refetch();
    },
  });
  if (error !== null && data === undefined)
    return <Unreadable what="The comparison" sentence={sentenceOf(error)} />;
  if (data === undefined) return <RowSkeletons count={3} />;
  const isSame = !data.ours.some(({ kind }) => kind !== 'same');
  const open = data.conflicts.filter(({ key }) => choices[key] === undefined).length;
  const isBlocked = isSame || open > 0 || merge.isPending;
  return (
    <div className={classes['side']}>
      <p>
        Copy of “{titleOf(data.originalTitle)}”.{' '}
        <button
          type="button"
          className={classes['quiet']}
          disabled={isFetching}
          onClick={() => void refetch()}
        >
          {isFetching ? 'Comparing…' : 'Compare again'}
        </button>
      </p>
      <Changes title="Your changes" differences={data.ours} none="No changes yet." />
      <Changes
        title="Changes to the published version"
        differences={data.theirs}
        none="No changes."
      />
      {data.conflicts.length > 0 && (
        <section aria-label="Conflicts" className={classes['conflicts']}>
          <h3>
            {data.conflicts.length === 1 ? '1 conflict' : `${data.conflicts.length} conflicts`}
          </h3>
          {data.conflicts.map((conflict) => (
            <ConflictChoice
              key={conflict.key}
              conflict={conflict}
              choice={choices[conflict.key] ?? null}
              onChoose={(choice) => setChoices((before) => ({ ...before, [conflict.key]: choice }))}
            />
          ))}
          {open > 0 && (
            <p role="status">
              {open === 1
                ? 'Choose which version to keep.'
                : `Choose which versions to keep: ${open} left.`}
            </p>
          )}
        </section>
      )}
      {mayMerge && (
        <p className={classes['buttons']}>
          <button
            type="button"
            data-first
            disabled={isBlocked}
            onClick={() => merge.mutate('edit')}
          >
            Merge now
          </button>
          <button type="button" disabled={isBlocked} onClick={() => merge.mutate('suggestions')}>
            Merge as suggestions
          </button>
        </p>
      )}
    </div>
  );
}

type ChangesProps = { title: string; differences: readonly VersionDifference[]; none: string };

function Changes({ title, differences, none }: ChangesProps) {
  const changed = differences.filter((difference) => difference.kind !== 'same');
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      {changed.length === 0 && <p>{none}</p>}
      <ul>
        {changed.map((difference, i) => (
          // The list is recreated with every comparison; its items never move.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={i}>
            <Change difference={difference} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Change({ difference }: { difference: VersionDifference }) {
  switch (difference.kind) {
    case 'same':
      return null;
    case 'added':
      return <ins>{textOf(difference.after) || 'A picture or a block without words'}</ins>;
    case 'removed':
      return <del>{textOf(difference.before) || 'A picture or a block without words'}</del>;
    case 'changed':
      return difference.parts.map((part, i) => {
        // oxlint-disable-next-line react/no-array-index-key
        if (part.kind === 'added') return <ins key={i}>{part.text}</ins>;
        // oxlint-disable-next-line react/no-array-index-key
        return part.kind === 'removed' ? (
          <del key={i}>{part.text}</del>
        ) : (
          <span key={i}>{part.text}</span>
        );
      });
  }
}
