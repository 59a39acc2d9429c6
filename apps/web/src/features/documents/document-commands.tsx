import { atLeast, type Document } from '@longhand/contract';
import {
  IconArchive,
  IconArchiveOff,
  IconCopy,
  IconFileExport,
  IconFolderSymlink,
  IconLock,
  IconLockOpen,
  IconStack2,
  IconStar,
  IconStarOff,
  IconTag,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useCommands, useOverlay } from '../../ui/commands/commands-provider.tsx';
import type { Command } from '../../ui/commands/registry.ts';
import { onDemand } from '../../ui/on-demand.tsx';
import { useDocumentAction, type DocumentAction } from './use-document-actions.ts';

const MoveDialog = onDemand(() => import('./move-dialog.tsx'));
const TagsDialog = onDemand(() => import('./tags-dialog.tsx'));

const group = 'This document';

/**
 * Registers the commands for the open document in the palette and its menu. Renders only dialogs.
 */
export function DocumentCommands({ document }: { document: Document }) {
  const { mutate } = useDocumentAction();
  const { show } = useOverlay();
  const [dialog, setDialog] = useState<'move' | 'tags' | null>(null);
  const close = (): void => setDialog(null);
  const { id, title, role, favourite, archivedAt, archivedWithProject, deletedAt } = document;
  const act = (action: DocumentAction) => () => mutate({ document, action });
  const isEditor = atLeast(role, 'editor');
  const isActive = archivedAt === null && deletedAt === null;
  const mark: Command = favourite
    ? {
        id: 'unfavourite',
        group,
        name: 'Remove from favourites',
        words: 'star',
        icon: IconStarOff,
        run: act('unfavourite'),
      }
    : {
        id: 'favourite',
        group,
        name: 'Mark as favourite',
        words: 'star',
        icon: IconStar,
        run: act('favourite'),
      };
  const trash: Command = {
    id: 'trash',
    group,
    name: 'Move to trash',
    words: 'delete remove',
    icon: IconTrash,
    run: act('delete'),
  };
  const changes: readonly Command[] = [
    {
      id: 'tags',
      group,
      name: 'Tags…',
      words: 'label',
      icon: IconTag,
      run: () => setDialog('tags'),
    },
    {
      id: 'move',
      group,
      name: 'Move to another project…',
      icon: IconFolderSymlink,
      run: () => setDialog('move'),
    },
    {
      id: 'duplicate',
      group,
      name: 'Duplicate',
      words: 'copy',
      icon: IconCopy,
      run: act('duplicate'),
    },
    document.isTemplate
      ? {
          id: 'unmake-template',
          group,
          name: 'Remove from templates',
          icon: IconStack2,
          run: act('untemplate'),
        }
      : {
          id: 'make-template',
          group,
          name: 'Save as template',
          words: 'make it a template',
          icon: IconStack2,
          run: act('template'),
        },
    document.lockedAt === null
      ? {
          id: 'lock',
          group,
          name: 'Lock',
          words: 'read only freeze',
          icon: IconLock,
          run: act('lock'),
        }
      : {
          id: 'unlock',
          group,
          name: 'Unlock',
          words: 'edit again',
          icon: IconLockOpen,
          run: act('unlock'),
        },
    {
      id: 'archive',
      group,
      name: 'Archive',
      words: 'put away',
      icon: IconArchive,
      run: act('archive'),
    },
    trash,
  ];
  // A document archived with its project is restored with it, and not separately.
  const back: readonly Command[] = [
    {
      id: 'restore',
      group,
      name: 'Restore',
      words: 'unarchive bring back',
      icon: IconArchiveOff,
      run: act('restore'),
    },
    ...(deletedAt === null ? [trash] : []),
  ];
  useCommands([
    ...(deletedAt === null
      ? [
          mark,
          {
            id: 'export',
            group,
            name: 'Export…',
            words: 'download save markdown word pdf html epub',
            icon: IconFileExport,
            run: () =>
              show({ kind: 'export', what: { kind: 'documents', documents: [{ id, title }] } }),
          },
        ]
      : []),
    ...(isEditor && isActive ? changes : []),
    ...(isEditor && !isActive && !archivedWithProject ? back : []),
  ]);
  return (
    <>
      {dialog === 'tags' && <TagsDialog documents={[document]} onClose={close} onTagged={close} />}
      {dialog === 'move' && <MoveDialog documents={[document]} onClose={close} onMoved={close} />}
    </>
  );
}
