import { plural, t } from '@lingui/core/macro';
import type {
  Document,
  MergeChoice,
  MergeConflict,
  VersionDifference,
  WorkingCopyMerge,
} from '@longhand/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { displayTitle } from '../../language/display-title.ts';
import { Button } from '../../ui/button.tsx';
import { useCall } from '../../api/api-provider.tsx';
import { sentenceOf } from '../../api/failure.ts';
import { keys } from '../../api/keys.ts';
import { Unreadable } from '../../ui/empty-state.tsx';
import { RowSkeletons } from '../../ui/skeletons.tsx';
import { useToast } from '../../ui/toast-provider.tsx';
import { ConflictChoice } from './conflict-choice.tsx';
import { textOf } from './text-of.ts';
import classes from './working-copies.module.css';

type Props = { document: Document; mayMerge: boolean; onClose: () => void };

type Choices = Readonly<Record<string, MergeChoice>>;

/**
 * Differences of a working copy and the published document from their common base, with the form
 * that merges them.
 */
export default function WorkingCopyTab({ document, mayMerge }: Props) {
  const call = useCall();
  const [choices, setChoices] = useState<Choices>({});
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: keys.workingCopy(document.id),
    queryFn: ({ signal }) => call('getWorkingCopy', { params: { id: document.id } }, signal),
    staleTime: 0,
  });
  const merge = useMerge(document.id, choices, () => void refetch());
  if (error !== null && data === undefined)
    return <Unreadable what={t`The comparison`} sentence={sentenceOf(error)} />;
  if (data === undefined) return <RowSkeletons count={3} />;
  const isSame = !data.ours.some(({ kind }) => kind !== 'same');
  const open = data.conflicts.filter(({ key }) => choices[key] === undefined).length;
  const isBlocked = isSame || open > 0 || merge.isPending;
  return (
    <div className={`panel ${classes['tab']}`}>
      <p>
        {t`Copy of “${{ title: displayTitle(data.originalTitle) }}”.`}{' '}
        <button
          type="button"
          className="linkButton"
          disabled={isFetching}
          onClick={() => void refetch()}
        >
          {isFetching ? t`Comparing…` : t`Compare again`}
        </button>
      </p>
      <Changes title={t`Your changes`} differences={data.ours} none={t`No changes yet.`} />
      <Changes
        title={t`Changes to the published version`}
        differences={data.theirs}
        none={t`No changes.`}
      />
      {data.conflicts.length > 0 && (
        <Conflicts
          conflicts={data.conflicts}
          choices={choices}
          open={open}
          onChoose={(key, choice) => setChoices((before) => ({ ...before, [key]: choice }))}
        />
      )}
      {mayMerge && <MergeButtons isBlocked={isBlocked} onMerge={(as) => merge.mutate(as)} />}
    </div>
  );
}

/**
 * Merges a working copy with the choices for its conflicts, and opens the published document. After
 * a failure, it calls `compareAgain`.
 */
function useMerge(id: string, choices: Choices, compareAgain: () => void) {
  const call = useCall();
  const store = useQueryClient();
  const navigate = useNavigate();
  const show = useToast();
  return useMutation({
    mutationFn: (as: WorkingCopyMerge['as']) =>
      call('mergeWorkingCopy', { params: { id }, body: { as, choices } }),
    onSuccess(merged, as) {
      void store.invalidateQueries({ queryKey: keys.documents });
      void store.invalidateQueries({ queryKey: keys.eachDocument });
      show({
        title: t`Merged`,
        text:
          as === 'edit'
            ? t`The previous text is in History.`
            : t`Accept or reject the suggestions in the side panel.`,
      });
      void navigate(`/documents/${merged.id}`);
    },
    onError(failure) {
      show({ title: t`Nothing was merged`, text: sentenceOf(failure), isDestructive: true });
      compareAgain();
    },
  });
}

type ConflictsProps = {
  conflicts: readonly MergeConflict[];
  choices: Choices;
  /** Number of conflicts without a choice. */
  open: number;
  onChoose: (key: string, choice: MergeChoice) => void;
};

function Conflicts({ conflicts, choices, open, onChoose }: ConflictsProps) {
  return (
    <section aria-label={t`Conflicts`} className="stack">
      <h3>{plural({ count: conflicts.length }, { one: '# conflict', other: '# conflicts' })}</h3>
      {conflicts.map((conflict) => (
        <ConflictChoice
          key={conflict.key}
          conflict={conflict}
          choice={choices[conflict.key] ?? null}
          onChoose={(choice) => onChoose(conflict.key, choice)}
        />
      ))}
      {open > 0 && (
        <p role="status">
          {plural(open, {
            one: 'Choose which version to keep.',
            other: 'Choose which versions to keep: # left.',
          })}
        </p>
      )}
    </section>
  );
}

type MergeButtonsProps = { isBlocked: boolean; onMerge: (as: WorkingCopyMerge['as']) => void };

function MergeButtons({ isBlocked, onMerge }: MergeButtonsProps) {
  return (
    <p className="row">
      <Button size="xs" disabled={isBlocked} onClick={() => onMerge('edit')}>
        {t`Merge now`}
      </Button>
      <Button
        variant="default"
        size="xs"
        disabled={isBlocked}
        onClick={() => onMerge('suggestions')}
      >
        {t`Merge as suggestions`}
      </Button>
    </p>
  );
}

type ChangesProps = { title: string; differences: readonly VersionDifference[]; none: string };

function Changes({ title, differences, none }: ChangesProps) {
  const changed = differences.filter((difference) => difference.kind !== 'same');
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      {changed.length === 0 && <p>{none}</p>}
      <ul className="stack">
        {changed.map((difference, i) => (
          // The list is recreated with every comparison; its items never move.
          // oxlint-disable-next-line react/no-array-index-key -- items without state
          <li key={i} className={`card serif wraps ${classes['change']}`}>
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
      return <ins>{textOf(difference.after) || t`A picture or a block without words`}</ins>;
    case 'removed':
      return <del>{textOf(difference.before) || t`A picture or a block without words`}</del>;
    case 'changed':
      return difference.parts.map((part, i) => {
        // oxlint-disable-next-line react/no-array-index-key -- items without state
        if (part.kind === 'added') return <ins key={i}>{part.text}</ins>;
        // oxlint-disable-next-line react/no-array-index-key -- items without state
        return part.kind === 'removed' ? (
          <del key={i}>{part.text}</del>
        ) : (
          <span key={i}>{part.text}</span>
        );
      });
  }
}
