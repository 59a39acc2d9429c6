import type { Document } from '@longhand/contract';
import { Menu } from '@mantine/core';
import {
  IconArchive,
  IconArchiveOff,
  IconCopy,
  IconFileExport,
  IconFolderSymlink,
  IconStar,
  IconStarOff,
  IconTag,
  IconTrash,
  IconTrashX,
} from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useOverlay } from '../../ui/commands/commands-provider.tsx';
import { useDocumentAction } from './use-document-actions.ts';
import { onDemand } from '../../ui/on-demand.tsx';
import { useOpenAtOnce } from '../../ui/use-open-at-once.ts';
import { MenuButton } from './menu-button.tsx';
import '../../ui/menu.css';

const MoveDialog = onDemand(() => import('./move-dialog.tsx'));
const TagsDialog = onDemand(() => import('./tags-dialog.tsx'));

const looks = {
  archive: ['Archive', IconArchive],
  restore: ['Restore', IconArchiveOff],
  delete: ['Move to trash', IconTrash],
  remove: ['Delete permanently', IconTrashX],
  duplicate: ['Duplicate', IconCopy],
  favourite: ['Mark as favourite', IconStar],
  unfavourite: ['Remove from favourites', IconStarOff],
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
  const { button, isOpen, setOpen } = useOpenAtOnce();
  const act = useDocumentAction();
  const { show } = useOverlay();
  const [dialog, setDialog] = useState<DialogName | null>(null);
  const close = (): void => setDialog(null);
  const mayChange = document.rights.change;
  return (
    <>
      <Menu
        opened={isOpen}
        onChange={setOpen}
        position="bottom-end"
        withinPortal
        withInitialFocusPlaceholder={false}
      >
        <Menu.Target>
          <MenuButton ref={button} document={document} aria-busy={act.isPending} />
        </Menu.Target>
        <Menu.Dropdown>
          {more}
          {mayChange && <DialogItems onOpen={setDialog} />}
          {document.deletedAt === null && (
            <Menu.Item
              leftSection={<IconFileExport size={16} stroke={1.6} />}
              onClick={() =>
                show({ kind: 'export', what: { kind: 'documents', documents: [document] } })
              }
            >
              Export…
            </Menu.Item>
          )}
          {actionsFor(document).map((action) => {
            const [name, Icon] = looks[action];
            return (
              <Menu.Item
                key={action}
                leftSection={<Icon size={16} stroke={1.6} />}
                onClick={() => act.mutate({ document, action })}
              >
                {name}
              </Menu.Item>
            );
          })}
        </Menu.Dropdown>
      </Menu>
      {dialog === 'tags' && <TagsDialog documents={[document]} onClose={close} onTagged={close} />}
      {dialog === 'move' && <MoveDialog documents={[document]} onClose={close} onMoved={close} />}
    </>
  );
}

/** Items that open a dialog. */
function DialogItems({ onOpen }: { onOpen: (dialog: DialogName) => void }) {
  return (
    <>
      <Menu.Item leftSection={<IconTag size={16} stroke={1.6} />} onClick={() => onOpen('tags')}>
        Tags…
      </Menu.Item>
      <Menu.Item
        leftSection={<IconFolderSymlink size={16} stroke={1.6} />}
        onClick={() => onOpen('move')}
      >
        Move to…
      </Menu.Item>
    </>
  );
}
