import { atLeast, type Document } from '@longhand/contract';
import {
  IconArchive,
  IconCopy,
  IconFileExport,
  IconFolderSymlink,
  IconStar,
  IconStarOff,
  IconTag,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useCommands, useOverlay } from '../../ui/commands/CommandsProvider.tsx';
import type { Command } from '../../ui/commands/registry.ts';
import { onDemand } from '../../ui/onDemand.tsx';
import { useDocumentAction, type DocumentAction } from './useDocumentActions.ts';

const MoveDialog = onDemand(() => import('./MoveDialog.tsx'));
const TagsDialog = onDemand(() => import('./TagsDialog.tsx'));

const group = 'This document';

/** What the palette can do with the document that is open. Shows nothing until something is asked. */
export function DocumentCommands({ document }: { document: Document }) {
  const { mutate } = useDocumentAction();
  const { show } = useOverlay();
  const [dialog, setDialog] = useState<'move' | 'tags' | null>(null);
  const close = (): void => setDialog(null);
  const { id, title, role, favourite, archivedAt, deletedAt } = document;
  const act = (action: DocumentAction) => () => mutate({ document, action });
  const mayChange = atLeast(role, 'editor') && archivedAt === null && deletedAt === null;
  const mark: Command = favourite
    ? { id: 'unfavourite', group, name: 'No longer a favourite', words: 'star', icon: IconStarOff, run: act('unfavourite') }
    : { id: 'favourite', group, name: 'Mark as favourite', words: 'star', icon: IconStar, run: act('favourite') };
  const changes: readonly Command[] = [
    { id: 'tags', group, name: 'Tags of this document', words: 'label', icon: IconTag, run: () => setDialog('tags') },
    { id: 'move', group, name: 'Move to another project', icon: IconFolderSymlink, run: () => setDialog('move') },
    { id: 'duplicate', group, name: 'Duplicate', words: 'copy', icon: IconCopy, run: act('duplicate') },
    { id: 'archive', group, name: 'Archive', words: 'put away', icon: IconArchive, run: act('archive') },
    { id: 'trash', group, name: 'Move to trash', words: 'delete remove', icon: IconTrash, run: act('delete') },
  ];
  useCommands([
    mark,
    {
      id: 'export',
      group,
      name: 'Export',
      words: 'download save markdown word pdf html epub',
      icon: IconFileExport,
      run: () => show({ kind: 'export', what: { kind: 'documents', documents: [{ id, title }] } }),
    },
    ...(mayChange ? changes : []),
  ]);
  return (
    <>
      {dialog === 'tags' && <TagsDialog documents={[document]} onClose={close} onTagged={close} />}
      {dialog === 'move' && <MoveDialog documents={[document]} onClose={close} onMoved={close} />}
    </>
  );
}
