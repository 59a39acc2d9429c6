import { t } from '@lingui/core/macro';
import type { Thread } from '@longhand/contract';
import { IconMessagePlus } from '@tabler/icons-react';
import { useId, type RefObject } from 'react';
import { Button } from '../../ui/button.tsx';
import { Announcement } from '../../ui/announcement.tsx';
import { sentenceOf } from '../../api/failure.ts';
import { Unreadable } from '../../ui/empty-state.tsx';
import { RowSkeletons } from '../../ui/skeletons.tsx';
import classes from './comments.module.css';
import { filters, ownCards, showsSuggestions, type Filter } from './thread-filters.ts';

type Props = {
  threads: readonly Thread[];
  suggestionIds: ReadonlySet<string>;
  myId: string;
  isPending: boolean;
  error: Error | null;
  filter: Filter;
  onFilter: (filter: Filter) => void;
  /**
   * Starts a comment on the whole document; null if the user may not, or is already writing one.
   */
  onBegin: (() => void) | null;
  /** Announcement about the last action. */
  statusMessage: string;
  choice: RefObject<HTMLSelectElement | null>;
};

/** Header of the cards: the filter, and a button for a comment on the whole document. */
export function CommentsHeader(props: Props) {
  const {
    threads,
    suggestionIds,
    myId,
    isPending,
    error,
    filter,
    onFilter,
    onBegin,
    statusMessage,
    choice,
  } = props;
  const id = useId();
  const countOf = (each: Filter): number =>
    ownCards(threads, each, myId, suggestionIds).length +
    (showsSuggestions(each) ? suggestionIds.size : 0);
  return (
    <>
      <div className={`row soft small ${classes['header']}`}>
        <label htmlFor={id} className="unseen">
          {t`Show`}
        </label>
        <select
          ref={choice}
          id={id}
          value={filter}
          onChange={({ currentTarget }) => onFilter(filterOf(currentTarget.value))}
        >
          {filters.map(({ id: each, name }) => (
            <option key={each} value={each}>
              {name} ({countOf(each)})
            </option>
          ))}
        </select>
        {onBegin !== null && (
          <Button
            className="end"
            variant="default"
            size="xs"
            icon={<IconMessagePlus size={16} stroke={1.8} aria-hidden="true" />}
            onClick={onBegin}
          >
            {t`Comment on document`}
          </Button>
        )}
      </div>
      <Announcement>{statusMessage}</Announcement>
      {error !== null && threads.length === 0 && (
        <Unreadable what={t`The comments`} sentence={sentenceOf(error)} />
      )}
      {isPending && error === null && <RowSkeletons count={2} />}
    </>
  );
}

const filterOf = (value: string): Filter => filters.find(({ id }) => id === value)?.id ?? 'open';
