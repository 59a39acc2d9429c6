import { t } from '@lingui/core/macro';
import type { Document, DocumentCollaborator, Review } from '@longhand/contract';
import { Button } from '../../ui/button.tsx';
import { Announcement } from '../../ui/announcement.tsx';
import { sentenceOf } from '../../api/failure.ts';
import type { List } from '../../api/use-list.ts';
import { useDocumentPeople } from '../../api/use-document-people.ts';
import { Unreadable } from '../../ui/empty-state.tsx';
import { RowSkeletons } from '../../ui/skeletons.tsx';
import { useToast } from '../../ui/toast-provider.tsx';
import { AskForm } from './ask-form.tsx';
import { OpenRound } from './open-round.tsx';
import { rightsOf } from './rights-of.ts';
import { Round } from './round.tsx';
import { useReviewForms, type ReviewForms } from './use-review-forms.ts';
import { useReviewCalls, useReviews, type ReviewCalls } from './use-reviews.ts';
import classes from './reviews.module.css';

type Props = { document: Document; myId: string; onClose: () => void };

/** Rounds of review of a document: the open one, the user's answer to it, and earlier rounds. */
export default function ReviewTab({ document, myId }: Props) {
  const list = useReviews(document.id);
  const people = useDocumentPeople(document.id).items;
  const calls = useReviewCalls(document.id);
  const { items, error } = list;
  const { mayAsk } = rightsOf(document);
  const isLocked = document.lockedAt !== null;
  const open = items.find(({ state }) => state === 'open') ?? null;
  const forms = useReviewForms(open?.id ?? null, calls.ask.isPending);
  if (list.isPending && error === null) return <RowSkeletons count={2} />;
  if (error !== null && items.length === 0)
    return <Unreadable what={t`The reviews`} sentence={sentenceOf(error)} />;
  return (
    <div ref={forms.top} tabIndex={-1} className="panel">
      <Announcement>{forms.statusMessage}</Announcement>
      {isLocked && <Locked mayUnlock={mayAsk} calls={calls} onDone={forms.done} />}
      {open !== null && (
        <OpenRound
          document={document}
          myId={myId}
          people={people}
          round={open}
          calls={calls}
          forms={forms}
        />
      )}
      {open === null && (
        <NewRound
          documentId={document.id}
          people={people}
          mayBegin={mayAsk && !isLocked}
          calls={calls}
          forms={forms}
        />
      )}
      {items.length === 0 && forms.form === null && (
        <p className="soft">
          {mayAsk
            ? t`No review requested yet. Choose reviewers and a due date. The approved text is saved as a version.`
            : t`No review requested yet. Editors and owners can request one.`}
        </p>
      )}
      <PastRounds list={list} />
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
      onSuccess: () => onDone(t`The document was unlocked.`),
      onError: (error) =>
        show({ title: t`Nothing was changed`, text: sentenceOf(error), isDestructive: true }),
    });
  return (
    <div className={`card row sunken ${classes['locked']}`}>
      <p>{t`Locked for editing. Comments are still possible.`}</p>
      {mayUnlock && (
        <Button variant="default" size="xs" aria-disabled={calls.lock.isPending} onClick={unlock}>
          {calls.lock.isPending ? t`Unlocking…` : t`Unlock`}
        </Button>
      )}
    </div>
  );
}

type NewRoundProps = {
  documentId: string;
  people: readonly DocumentCollaborator[];
  /** True if the user may request a round now. */
  mayBegin: boolean;
  calls: ReviewCalls;
  forms: ReviewForms;
};

/** Button that opens the form for a new round, or the form. */
function NewRound({ documentId, people, mayBegin, calls, forms }: NewRoundProps) {
  return (
    <>
      {mayBegin && forms.form === null && (
        <p className="row">
          <Button ref={forms.opener} size="xs" onClick={forms.ask}>
            {t`Request review`}
          </Button>
        </p>
      )}
      {forms.form === 'ask' && (
        <AskForm
          documentId={documentId}
          people={people}
          round={null}
          onSend={async (given) => {
            await calls.ask.mutateAsync(given);
            forms.done(t`Review requested.`);
          }}
          onCancel={forms.cancel}
        />
      )}
    </>
  );
}

function PastRounds({ list }: { list: List<Review> }) {
  const past = list.items.filter(({ state }) => state !== 'open');
  return (
    <>
      {past.length > 0 && <h3 className={classes['past']}>{t`Past reviews`}</h3>}
      {past.map((round) => (
        <Round key={round.id} round={round} />
      ))}
      {list.hasMore && (
        <p>
          <Button variant="default" size="xs" isBusy={list.isLoadingMore} onClick={list.loadMore}>
            {t`Earlier reviews`}
          </Button>
        </p>
      )}
    </>
  );
}
