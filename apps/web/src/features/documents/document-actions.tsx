import { t } from '@lingui/core/macro';
import type { Document } from '@longhand/contract';
import {
  IconArchive,
  IconArchiveOff,
  IconCopy,
  IconFileExport,
  IconFilePlus,
  IconFolderSymlink,
  IconHistory,
  IconSearch,
  IconStar,
  IconStarOff,
  IconTag,
  IconTrash,
  IconTrashX,
} from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { useOverlay } from '../../ui/commands/commands-provider.tsx';
import { useDocumentAction } from './use-document-actions.ts';
import { usePutAway } from './use-put-away.ts';
import { onDemand } from '../../ui/on-demand.tsx';
import { MenuButton } from './menu-button.tsx';

const MoveDialog = onDemand(() => import('./move-dialog.tsx'));
const PutAwayDialog = onDemand(() => import('./put-away-dialog.tsx'));
const TagsDialog = onDemand(() => import('./tags-dialog.tsx'));

const looks = {
  archive: [t`Archive`, IconArchive],
  restore: [t`Restore`, IconArchiveOff],
  delete: [t`Move to trash`, IconTrash],
  remove: [t`Delete permanently`, IconTrashX],
  duplicate: [t`Duplicate`, IconCopy],
  favourite: [t`Mark as favourite`, IconStar],
  unfavourite: [t`Remove from favourites`, IconStarOff],
} as const;

/** Returns the actions that the user may perform on the document in its current state. */
function actionsFor({ rights, favourite, deletedAt }: Document): (keyof typeof looks)[] {
  const mark = favourite ? 'unfavourite' : 'favourite';
  const isInTrash = deletedAt !== null;
  return [
    ...(rights.restore ? (['restore'] as const) : []),
    ...(rights.restore && isInTrash ? [] : ([mark] as const)),
    ...(rights.change ? (['duplicate', 'archive'] as const) : []),
    ...(rights.delete ? (['delete'] as const) : []),
    ...(rights.remove ? (['remove'] as const) : []),
  ];
}

type DialogName = 'move' | 'tags';

/** A document, and additional items of its menu. */
export type DocumentMenuProps = {
  document: Document;
  /** Additional items that only this page can provide. */
  more?: ReactNode;
};

/** Menu of a document. Opens on mount, because its code is loaded by the press on its button. */
export default function DocumentActions({ document, more }: DocumentMenuProps) {
  const act = useDocumentAction();
  const { show } = useOverlay();
  const [dialog, setDialog] = useState<DialogName | null>(null);
  const close = (): void => setDialog(null);
  const navigate = useNavigate();
  const putting = usePutAway(({ action }) => act.mutate({ document, action }));
  const mayChange = document.rights.change;
  return (
    <>
      <Menu button={<MenuButton document={document} aria-busy={act.isPending} />} opensOnMount>
        {more}
        {mayChange && (
          <MenuItem
            icon={<IconFilePlus size={16} stroke={1.6} />}
            onClick={() => void navigate(`/new-document?parentId=${document.id}`)}
          >
            {t`New document inside`}
          </MenuItem>
        )}
        {mayChange && <DialogItems onOpen={setDialog} />}
        {document.childCount > 0 && <InsideItems documentId={document.id} />}
        {document.deletedAt === null && (
          <MenuItem
            icon={<IconFileExport size={16} stroke={1.6} />}
            onClick={() =>
              show({ kind: 'export', what: { kind: 'documents', documents: [document] } })
            }
          >
            {t`Export…`}
          </MenuItem>
        )}
        {actionsFor(document).map((action) => {
          const [name, Icon] = looks[action];
          return (
            <MenuItem
              key={action}
              icon={<Icon size={16} stroke={1.6} />}
              onClick={() =>
                action === 'archive' || action === 'delete'
                  ? putting.put({ documents: [document], action })
                  : act.mutate({ document, action })
              }
            >
              {name}
            </MenuItem>
          );
        })}
      </Menu>
      {putting.asked && (
        <PutAwayDialog {...putting.asked} onConfirm={putting.confirm} onClose={putting.cancel} />
      )}
      {dialog === 'tags' && <TagsDialog documents={[document]} onClose={close} onTagged={close} />}
      {dialog === 'move' && <MoveDialog documents={[document]} onClose={close} onMoved={close} />}
    </>
  );
}

/** Items that show pages about a document and the documents inside it. */
function InsideItems({ documentId }: { documentId: string }) {
  const navigate = useNavigate();
  return (
    <>
      <MenuItem
        icon={<IconSearch size={16} stroke={1.6} />}
        onClick={() => void navigate(`/search?within=${documentId}`)}
      >
        {t`Search inside`}
      </MenuItem>
      <MenuItem
        icon={<IconHistory size={16} stroke={1.6} />}
        onClick={() => void navigate(`/activity?within=${documentId}`)}
      >
        {t`Activity inside`}
      </MenuItem>
    </>
  );
}

/** Items that open a dialog. */
function DialogItems({ onOpen }: { onOpen: (dialog: DialogName) => void }) {
  return (
    <>
      <MenuItem icon={<IconTag size={16} stroke={1.6} />} onClick={() => onOpen('tags')}>
        {t`Tags…`}
      </MenuItem>
      <MenuItem icon={<IconFolderSymlink size={16} stroke={1.6} />} onClick={() => onOpen('move')}>
        {t`Move to…`}
      </MenuItem>
    </>
  );
}
