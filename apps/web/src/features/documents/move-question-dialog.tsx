import { t } from '@lingui/core/macro';
import { displayTitle } from '../../language/display-title.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { AccessChanges } from './access-changes.tsx';
import { carriedSentence } from './branch-words.ts';
import type { MoveQuestion } from './use-move-question.ts';

type Props = { question: MoveQuestion; onClose: () => void };

/** Dialog before a move that changes access: what moves, and the users who gain or lose access. */
export default function MoveQuestionDialog({ question, onClose }: Props) {
  const { title, access, answer } = question;
  const sentence = carriedSentence({ count: access.inside, isAll: true });
  return (
    <Dialog title={t`Move “${{ title: displayTitle(title) }}”`} onClose={onClose}>
      <div className="form">
        {sentence !== null && <p>{sentence}</p>}
        <p>{t`Access follows the location. This move changes it:`}</p>
        <AccessChanges access={access} />
        <div className="dialogButtons">
          <Button variant="default" onClick={onClose} data-autofocus>
            {t`Cancel`}
          </Button>
          <Button onClick={() => answer(true)}>{t`Move`}</Button>
        </div>
      </div>
    </Dialog>
  );
}
