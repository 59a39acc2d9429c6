import { t } from '@lingui/core/macro';
import { limits } from '@longhand/contract';
import { useState } from 'react';
import { Button, type ButtonProps } from '../../ui/button.tsx';
import { useOverlay } from '../../ui/commands/commands-provider.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { usePutAway } from './use-put-away.ts';
import { useSeveral, type SeveralChange } from './use-several.ts';
import type { Selection } from './use-selection.ts';
import classes from './document-list.module.css';

const MoveDialog = onDemand(() => import('./move-dialog.tsx'));
const PutAwayDialog = onDemand(() => import('./put-away-dialog.tsx'));
const TagsDialog = onDemand(() => import('./tags-dialog.tsx'));

type DialogName = 'move' | 'tag';

type Props = {
  selection: Selection;
  /** True for active documents, false for archived ones. */
  areActive: boolean;
  /** Called after an action, so that the focus can be moved. */
  onDone: () => void;
};

/** Bar with the actions for the selected documents; not rendered if none is selected. */
export function SelectedBar({ selection, areActive, onDone }: Props) {
  const several = useSeveral();
  const { show } = useOverlay();
  const [dialog, setDialog] = useState<DialogName | null>(null);
  const finish = (): void => {
    setDialog(null);
    selection.clear();
    onDone();
  };
  const { documents } = selection;
  const putting = usePutAway(({ action }) =>
    several.mutate({ documents, change: { action } }, { onSuccess: finish }),
  );
  if (documents.length === 0) return null;
  const isTooMany = documents.length > limits.batchMax;
  const act = (change: SeveralChange): void =>
    several.mutate({ documents, change }, { onSuccess: finish });
  const look = {
    size: 'xs',
    variant: 'default',
    disabled: several.isPending || isTooMany,
  } as const;
  return (
    <div
      className={`float row ${classes['several']}`}
      role="group"
      aria-label={t`Selected documents`}
    >
      <p role="status" className="small">
        {t`${{ count: documents.length }} selected`}
        {isTooMany && t`; at most ${{ max: limits.batchMax }} can be changed together`}
      </p>
      {areActive ? (
        <ActiveActions
          look={look}
          onPut={(action) => putting.put({ documents, action })}
          onOpen={setDialog}
          onExport={() => show({ kind: 'export', what: { kind: 'documents', documents } })}
        />
      ) : (
        <Button {...look} onClick={() => act({ action: 'restore' })}>
          {t`Restore`}
        </Button>
      )}
      <Button size="xs" variant="subtle" onClick={finish}>
        {t`Clear selection`}
      </Button>
      {putting.asked && (
        <PutAwayDialog {...putting.asked} onConfirm={putting.confirm} onClose={putting.cancel} />
      )}
      {dialog === 'move' && (
        <MoveDialog documents={documents} onClose={() => setDialog(null)} onMoved={finish} />
      )}
      {dialog === 'tag' && (
        <TagsDialog documents={documents} onClose={() => setDialog(null)} onTagged={finish} />
      )}
    </div>
  );
}

type ActiveProps = {
  /** Appearance of all buttons of the bar. */
  look: ButtonProps;
  onPut: (action: 'archive' | 'delete') => void;
  onOpen: (dialog: DialogName) => void;
  onExport: () => void;
};

/** Buttons for active documents. */
function ActiveActions({ look, onPut, onOpen, onExport }: ActiveProps) {
  return (
    <>
      <Button {...look} onClick={() => onPut('archive')}>
        {t`Archive`}
      </Button>
      <Button {...look} onClick={() => onOpen('move')}>
        {t`Move…`}
      </Button>
      <Button {...look} onClick={() => onOpen('tag')}>
        {t`Tag…`}
      </Button>
      <Button {...look} onClick={() => onPut('delete')}>
        {t`Move to trash`}
      </Button>
      <Button {...look} onClick={onExport}>
        {t`Export…`}
      </Button>
    </>
  );
}
