import { t } from '@lingui/core/macro';
import type { Document, DocumentCollaborator, Review } from '@longhand/contract';
import type { RefObject } from 'react';
import { Button } from '../../ui/button.tsx';
import { sentenceOf } from '../../api/failure.ts';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { useToast } from '../../ui/toast-provider.tsx';
import { AnswerForm } from './answer-form.tsx';
import { AskForm } from './ask-form.tsx';
import { rightsOf } from './rights-of.ts';
import { Round } from './round.tsx';
import type { ReviewForms } from './use-review-forms.ts';
import type { ReviewCalls } from './use-reviews.ts';

type Props = {
  document: Document;
  myId: string;
  people: readonly DocumentCollaborator[];
  round: Review;
  calls: ReviewCalls;
  forms: ReviewForms;
};

/** The open round of a document: its state or the form that changes it, and the user's answer. */
export function OpenRound({ document, myId, people, round, calls, forms }: Props) {
  const { isActive, mayAsk } = rightsOf(document);
  const mine = round.reviewers.find(({ person }) => person.id === myId) ?? null;
  return (
    <>
      {forms.form !== 'change' && <Round round={round} />}
      {forms.form === 'change' && (
        <AskForm
          documentId={document.id}
          people={people}
          round={round}
          onSend={async ({ reviewerIds, message, dueOn }) => {
            await calls.change.mutateAsync({
              id: round.id,
              change: { reviewerIds, message, dueOn },
            });
            forms.done(t`Review updated.`);
          }}
          onCancel={forms.cancel}
        />
      )}
      {mine !== null && isActive && (
        <AnswerForm
          key={`${round.id} ${mine.answeredAt} ${mine.isOutdated}`}
          mine={mine}
          onSend={async (answer) => {
            await calls.answer.mutateAsync({ id: round.id, answer });
            forms.done(t`Response submitted.`);
          }}
        />
      )}
      {mayAsk && forms.form === null && (
        <Steering
          round={round}
          calls={calls}
          opener={forms.opener}
          onChange={forms.change}
          onDone={forms.done}
        />
      )}
    </>
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
    show({ title: t`Nothing was changed`, text: sentenceOf(error), isDestructive: true });
  const end = (as: 'ended' | 'cancelled', sentence: string) => () =>
    calls.end.mutateAsync({ id: round.id, as }).then(() => onDone(sentence), fail);
  return (
    <div className="row" role="group" aria-label={t`This review`}>
      <Button
        variant="default"
        size="xs"
        aria-disabled={calls.remind.isPending}
        onClick={() =>
          calls.remind.mutate(round.id, {
            onSuccess: () =>
              show({
                title: t`Reminded`,
                text: t`Reviewers who have not responded were notified again.`,
              }),
            onError: fail,
          })
        }
      >
        {calls.remind.isPending ? t`Reminding…` : t`Remind`}
      </Button>
      <Button ref={opener} variant="default" size="xs" onClick={onChange}>
        {t`Change`}
      </Button>
      <ConfirmButton
        verb={t`Close review`}
        label={t`Close this review`}
        question={t`Close this review? Responses are kept.`}
        act={end('ended', t`The review was closed.`)}
      />
      <ConfirmButton
        verb={t`Cancel review`}
        label={t`Cancel this review`}
        question={t`Cancel this review? The reviewers are notified.`}
        act={end('cancelled', t`The review was cancelled.`)}
      />
    </div>
  );
}
