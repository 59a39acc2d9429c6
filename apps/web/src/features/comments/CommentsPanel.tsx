import type { Thread } from '@longhand/contract';
import { IconMessagePlus } from '@tabler/icons-react';
import { useEffect, useId, useRef, type KeyboardEvent } from 'react';
import { sentenceOf } from '../../api/failure.ts';
import { Unreadable } from '../../ui/Empty.tsx';
import { RowShapes } from '../../ui/Shapes.tsx';
import { CommentForm } from './CommentForm.tsx';
import classes from './Comments.module.css';
import { filters, inOrder, isListed, type Filter } from './listing.ts';
import type { Stretch } from '../../ui/inText/stretch.ts';
import type { Talk } from './talk.ts';
import { cardId, ThreadCard } from './ThreadCard.tsx';
import type { Pending } from './usePending.ts';

type Props = {
  talk: Talk;
  threads: readonly Thread[];
  isPending: boolean;
  error: Error | null;
  passages: ReadonlyMap<string, Stretch>;
  activeId: string | null;
  filter: Filter;
  onFilter: (filter: Filter) => void;
  /** The comment being written; null for none. */
  pending: Pending | null;
  onPending: (pending: Pending | null) => void;
  /** Sends it. */
  onSend: (body: string) => Promise<unknown>;
  /** What there is to say about what was done last. */
  saying: string;
  onSay: (sentence: string) => void;
  onShow: (threadId: string) => void;
  /** The thread whose card gets the focus as soon as it is there, because a link led to it; null for none. */
  landing: string | null;
  onLanded: () => void;
  /** Back to the text. */
  onLeave: () => void;
};

/** Everything that was said about a document, in the order of its text. */
export function CommentsPanel(props: Props) {
  const { talk, threads, isPending, error, passages, activeId, filter, onFilter, pending, onPending, onSend, saying, onSay } =
    props;
  const { onShow, landing, onLanded, onLeave } = props;
  const choice = useRef<HTMLSelectElement>(null);
  const id = useId();
  const listed = inOrder(threads, passages).filter((thread) => isListed(thread, filter, talk.myId));
  useEffect(() => {
    if (activeId !== null) document.querySelector(`#${cardId(activeId)}`)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);
  useEffect(() => {
    const card = landing === null ? null : document.querySelector<HTMLElement>(`#${cardId(landing)}`);
    if (!card) return;
    card.focus({ preventScroll: true });
    onLanded();
  });
  const pressed = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.stopPropagation();
    onLeave();
  };
  return (
    // Heard on its way up from what has the focus.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={classes['panel']} onKeyDown={pressed}>
      <div className={classes['over']}>
        <label htmlFor={id} className={classes['unseen']}>
          Show
        </label>
        <select ref={choice} id={id} value={filter} onChange={({ currentTarget }) => onFilter(filterOf(currentTarget.value))}>
          {filters.map(({ id: each, name }) => (
            <option key={each} value={each}>
              {name} ({threads.filter((thread) => isListed(thread, each, talk.myId)).length})
            </option>
          ))}
        </select>
        {talk.mayComment && pending === null && (
          <button type="button" onClick={() => onPending({ anchor: null })}>
            <IconMessagePlus size={16} stroke={1.8} aria-hidden="true" /> On the document
          </button>
        )}
      </div>
      <p role="status" className={classes['unseen']}>
        {saying}
      </p>
      {pending !== null && talk.mayComment && (
        <div className={classes['card']} data-active>
          <p className={classes['subject']}>
            {pending.anchor === null ? 'On the document' : pending.anchor.quote.trim() || 'A picture'}
          </p>
          <CommentForm
            key={pending.anchor?.from ?? 'document'}
            name={talk.draftName('new')}
            label="Your comment"
            verb="Comment"
            people={talk.people}
            onSend={onSend}
            onCancel={() => {
              onPending(null);
              onLeave();
            }}
          />
        </div>
      )}
      {error !== null && threads.length === 0 && <Unreadable what="The comments" sentence={sentenceOf(error)} />}
      {isPending && error === null && <RowShapes count={2} />}
      {!isPending && error === null && listed.length === 0 && pending === null && (
        <p className={classes['none']}>{threads.length === 0 ? nothingSaid(talk.mayComment) : 'No comment is of this kind.'}</p>
      )}
      <ol className={classes['cards']} aria-label="Comments">
        {listed.map((thread) => (
          <ThreadCard
            key={thread.id}
            thread={thread}
            talk={talk}
            isActive={thread.id === activeId}
            isInText={passages.has(thread.id)}
            onShow={() => onShow(thread.id)}
            onDone={(sentence) => {
              onSay(sentence);
              // A card that leaves the list would take the focus with it.
              if (filter === 'open' || filter === 'resolved') choice.current?.focus();
            }}
          />
        ))}
      </ol>
    </div>
  );
}

const filterOf = (value: string): Filter => filters.find(({ id }) => id === value)?.id ?? 'open';

function nothingSaid(mayComment: boolean): string {
  return mayComment
    ? 'Nothing has been said yet. Select some words and press Comment, or say something about the whole document.'
    : 'Nothing has been said yet. Reviewers, editors and owners can comment.';
}
