import { t } from '@lingui/core/macro';
import type { Document } from '@longhand/contract';
import { displayTitle } from '../../language/display-title.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useBranchSentence } from './use-branch-size.ts';

type Props = {
  documents: readonly Document[];
  action: 'archive' | 'delete';
  isBusy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

const names = { archive: t`Archive`, delete: t`Move to trash` } as const;

/** Dialog that says what an action takes along, before documents are archived or deleted. */
export default function PutAwayDialog(props: Props) {
  const { documents, action, isBusy = false, onConfirm, onClose } = props;
  const sentence = useBranchSentence(documents, action);
  const [first] = documents;
  const what =
    documents.length === 1 && first
      ? `“${displayTitle(first.title)}”`
      : t`${{ count: documents.length }} documents`;
  const title = action === 'archive' ? t`Archive ${what}` : t`Move ${what} to the trash`;
  return (
    <Dialog title={title} onClose={onClose}>
      <p role="status">{sentence ?? t`Counting the documents inside…`}</p>
      <p className="soft small">{t`Restoring brings exactly these documents back.`}</p>
      <div className="dialogButtons">
        <Button variant="default" onClick={onClose}>
          {t`Cancel`}
        </Button>
        <Button onClick={onConfirm} isBusy={isBusy} disabled={sentence === null} data-autofocus>
          {names[action]}
        </Button>
      </div>
    </Dialog>
  );
}
