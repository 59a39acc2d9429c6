import { atLeast, type Document, type Review } from '@longhand/contract';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { sentenceOf } from '../../api/failure.ts';
import { useDocumentPeople } from '../../api/use-document-people.ts';
import { Unreadable } from '../../ui/empty-state.tsx';
import { RowSkeletons } from '../../ui/skeletons.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { useToast } from '../../ui/toast-provider.tsx';
import { AnswerForm } from './answer-form.tsx';
import { AskForm } from './ask-form.tsx';
import { Round } from './round.tsx';
import { useReviewCalls, useReviews, type ReviewCalls } from './use-reviews.ts';
import classes from './reviews.module.css';

type Props = { document: Document; myId: string; onClose: () => void };

/** Rounds of review of a document: the open one, the user's answer to it, and earlier rounds. */
export default function ReviewSide({ document, myId }: Props) {
  const { items, isPending, error, hasMore, isLoadingMore, loadMore } = useReviews(document.id);
  const people = useDocumentPeople(document.id).items;
  const calls = useReviewCalls(document.id);
  const [form, setForm] = useState<'ask' | 'change' | null>(null);
  const [saying, say] = useState('');
  const top = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const shown = useRef(form);
  useEffect(() => {
    // The form that had the focus is unmounted: return the focus to the button that opened it.
    const { activeElement, body } = window.document;
    if (shown.current !== null && form === null && activeElement === body) opener.current?.focus();
    shown.current = form;
  }, [form]);
  const isKept = document.archivedAt === null && document.deletedAt === null;
  const mayAsk = isKept && atLeast(document.role, 'editor');
  const isLocked = document.lockedAt !== null;
  const open = items.find(({ state }) => state === 'open') ?? null;
  const mine = open?.reviewers.find(({ person }) => person.id === myId) ?? null;
  const done = (sentence: string): void => {
    setForm(null);
    say(sentence);
    // The button or form that had the focus is unmounted.
    top.current?.focus();
  };
  if (isPending && error === null) return <RowSkeletons count={2} />;
  if (error !== null && items.length === 0)
    return <Unreadable what="The reviews" sentence={sentenceOf(error)} />;
  return (
    <div ref={top} tabIndex={-1} className={classes['side']}>
      <p role="status" className={classes['unseen']}>
        {saying}
      </p>
      {isLocked && <Locked mayUnlock={mayAsk} calls={calls} onDone={done} />}
      {open !== null && form !== 'change' && <Round round={open} />}
      {open !== null && form === 'change' && (
        <AskForm
          documentId={document.id}
          people={people}
          round={open}
          onSend={async ({ reviewerIds, message, dueOn }) => {
            await calls.change.mutateAsync({
              id: open.id,
              change: { reviewerIds, message, dueOn },
            });
            done('Review updated.');
          }}
          onCancel={() => setForm(null)}
        />
      )}
      {open !== null && mine !== null && isKept && (
        <AnswerForm
          key={`${open.id} ${mine.answeredAt} ${mine.isOutdated}`}
          mine={mine}
          onSend={async (answer) => {
            await calls.answer.mutateAsync({ id: open.id, answer });
            done('Response submitted.');
          }}
        />
      )}
      {open !== null && mayAsk && form === null && (
        <Steering
          round={open}
          calls={calls}
          opener={opener}
          onChange={() => setForm('change')}
          onDone={done}
        />
      )}
      {open === null && mayAsk && !isLocked && form === null && (
        <p className={classes['buttons']}>
          <button ref={opener} type="button" data-first onClick={() => setForm('ask')}>
            Request review
          </button>
        </p>
      )}
      {form === 'ask' && open === null && (
        <AskForm
          documentId={document.id}
          people={people}
          round={null}
          onSend={async (given) => {
            await calls.ask.mutateAsync(given);
            done('Review requested.');
          }}
          onCancel={() => setForm(null)}
        />
      )}
      {items.length === 0 && form === null && (
        <p className={classes['hint']}>
          {mayAsk
            ? 'No review requested yet. Choose reviewers and a due date. The approved text is saved as a version.'
            : 'No review requested yet. Editors and owners can request one.'}
        </p>
      )}
      {items.some(({ state }) => state !== 'open') && <h3>Past reviews</h3>}
      {items
        .filter(({ state }) => state !== 'open')
        .map((round) => (
          <Round key={round.id} round={round} />
        ))}
      {hasMore && (
        <button
          type="button"
          className={classes['more']}
          disabled={isLoadingMore}
          onClick={loadMore}
        >
          Earlier reviews
        </button>
      )}
    </div>
  );
}

function Locked({
  mayUnlock,
  calls,
  onDone,
}: {
  mayUnlock: boolean;
  calls: ReviewCalls;
  onDone: (sentence: string) => void;
}) {
  const show = useToast();
  const unlock = (): void =>
    calls.lock.mutate(false, {
      onSuccess: () => onDone('The document was unlocked.'),
      onError: (error) =>
        show({ title: 'Nothing was changed', text: sentenceOf(error), isDestructive: true }),
    });
  return (
    <div className={classes['locked']}>
      <p>Locked for editing. Comments are still possible.</p>
      {mayUnlock && (
        <button type="button" disabled={calls.lock.isPending} onClick={unlock}>
          {calls.lock.isPending ? 'Unlocking…' : 'Unlock'}
        </button>
      )}
    </div>
  );
}

type SteeringProps = {
  round: Review;
  calls: ReviewCalls;
  /** The button that changes the round. */
  opener: RefObject<HTMLButtonElement | null>;
  onChange: () => void;
  onDone: (sentence: string) => void;
};

/** Actions of editors on an open round. */
function Steering({ round, calls, opener, onChange, onDone }: SteeringProps) {
  const show = useToast();
  const fail = (error: Error): void =>
    show({ title: 'Nothing was changed', text: sentenceOf(error), isDestructive: true });
  const end = (as: 'ended' | 'cancelled', sentence: string) => () =>
    calls.end.mutateAsync({ id: round.id, as }).then(() => onDone(sentence), fail);
  return (
    <div className={classes['steering']} role="group" aria-label="This review">
      <button
        type="button"
        disabled={calls.remind.isPending}
        onClick={() =>
          calls.remind.mutate(round.id, {
            onSuccess: () =>
              show({
                title: 'Reminded',
                text: 'Reviewers who have not responded were notified again.',
              }),
            onError: fail,
          })
        }
      >
        {calls.remind.isPending ? 'Reminding…' : 'Remind'}
      </button>
      <button ref={opener} type="button" onClick={onChange}>
        Change
      </button>
      <ConfirmButton
        verb="Close review"
        label="Close this review"
        question="Close this review? Responses are kept."
        act={end('ended', 'The review was closed.')}
      />
      <ConfirmButton
        verb="Cancel review"
        label="Cancel this review"
        question="Cancel this review? The reviewers are notified."
        act={end('cancelled', 'The review was cancelled.')}
      />
    </div>
  );
}
