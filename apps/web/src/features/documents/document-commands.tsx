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
  IconLock,
  IconLockOpen,
  IconSearch,
  IconStack2,
  IconStar,
  IconStarOff,
  IconTag,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useCommandsAt, useOverlay } from '../../ui/commands/commands-provider.tsx';
import type { Command } from '../../ui/commands/registry.ts';
import { onDemand } from '../../ui/on-demand.tsx';
import { usePutAway } from './use-put-away.ts';
import { useDocumentAction, type DocumentAction } from './use-document-actions.ts';

const MoveDialog = onDemand(() => import('./move-dialog.tsx'));
const PutAwayDialog = onDemand(() => import('./put-away-dialog.tsx'));
const TagsDialog = onDemand(() => import('./tags-dialog.tsx'));

/** Commands of a document: its actions, and those that open a dialog. */
type CommandName =
  | Exclude<DocumentAction, 'remove'>
  | 'tags'
  | 'move'
  | 'export'
  | 'inside'
  | 'search-inside'
  | 'activity-inside';

const looks: Readonly<Record<CommandName, Omit<Command, 'group' | 'run'>>> = {
  favourite: { id: 'favourite', name: t`Mark as favourite`, words: t`star`, icon: IconStar },
  unfavourite: {
    id: 'unfavourite',
    name: t`Remove from favourites`,
    words: t`star`,
    icon: IconStarOff,
  },
  export: {
    id: 'export',
    name: t`Export…`,
    words: t`download save markdown word pdf html epub`,
    icon: IconFileExport,
  },
  inside: {
    id: 'new-inside',
    name: t`New document inside`,
    words: t`child nested add`,
    icon: IconFilePlus,
  },
  'search-inside': {
    id: 'search-inside',
    name: t`Search inside`,
    words: t`find within documents`,
    icon: IconSearch,
  },
  'activity-inside': {
    id: 'activity-inside',
    name: t`Activity inside`,
    words: t`changes log within documents`,
    icon: IconHistory,
  },
  tags: { id: 'tags', name: t`Tags…`, words: t`label`, icon: IconTag },
  move: { id: 'move', name: t`Move to another project…`, icon: IconFolderSymlink },
  duplicate: { id: 'duplicate', name: t`Duplicate`, words: t`copy`, icon: IconCopy },
  template: {
    id: 'make-template',
    name: t`Save as template`,
    words: t`make it a template`,
    icon: IconStack2,
  },
  untemplate: { id: 'unmake-template', name: t`Remove from templates`, icon: IconStack2 },
  lock: { id: 'lock', name: t`Lock`, words: t`read only freeze`, icon: IconLock },
  unlock: { id: 'unlock', name: t`Unlock`, words: t`edit again`, icon: IconLockOpen },
  archive: { id: 'archive', name: t`Archive`, words: t`put away`, icon: IconArchive },
  restore: {
    id: 'restore',
    name: t`Restore`,
    words: t`unarchive bring back`,
    icon: IconArchiveOff,
  },
  delete: { id: 'trash', name: t`Move to trash`, words: t`delete remove`, icon: IconTrash },
};

/** Returns the commands that the user may run on the document in its current state. */
function commandsFor({
  rights,
  favourite,
  isTemplate,
  lockedAt,
  deletedAt,
  childCount,
}: Document): readonly CommandName[] {
  const always: CommandName[] =
    deletedAt === null ? [favourite ? 'unfavourite' : 'favourite', 'export'] : [];
  const changes: CommandName[] = [
    'inside',
    'tags',
    'move',
    'duplicate',
    isTemplate ? 'untemplate' : 'template',
    lockedAt === null ? 'lock' : 'unlock',
    'archive',
  ];
  return [
    ...always,
    ...(childCount > 0 ? (['search-inside', 'activity-inside'] as const) : []),
    ...(rights.change ? changes : []),
    ...(rights.restore ? (['restore'] as const) : []),
    ...(rights.delete ? (['delete'] as const) : []),
  ];
}

type Props = {
  document: Document;
  /** See `useCommandsPlace`. */
  place: string;
};

/**
 * Registers the commands for the open document in the palette and its menu. Renders only dialogs.
 */
export default function DocumentCommands({ document, place }: Props) {
  const { mutate } = useDocumentAction();
  const { show } = useOverlay();
  const [dialog, setDialog] = useState<'move' | 'tags' | null>(null);
  const close = (): void => setDialog(null);
  const navigate = useNavigate();
  const putting = usePutAway(({ action }) => mutate({ document, action }));
  const { id } = document;
  const run = (name: CommandName): void => {
    if (name === 'tags' || name === 'move') setDialog(name);
    else if (name === 'export')
      show({ kind: 'export', what: { kind: 'documents', documents: [document] } });
    else if (name === 'search-inside') void navigate(`/search?within=${id}`);
    else if (name === 'activity-inside') void navigate(`/activity?within=${id}`);
    else if (name === 'inside') void navigate(`/new-document?parentId=${id}`);
    else if (name === 'archive' || name === 'delete')
      putting.put({ documents: [document], action: name });
    else mutate({ document, action: name });
  };
  useCommandsAt(
    place,
    commandsFor(document).map((name) => ({
      group: t`This document`,
      ...looks[name],
      run: () => run(name),
    })),
  );
  return (
    <>
      {putting.asked && (
        <PutAwayDialog {...putting.asked} onConfirm={putting.confirm} onClose={putting.cancel} />
      )}
      {dialog === 'tags' && <TagsDialog documents={[document]} onClose={close} onTagged={close} />}
      {dialog === 'move' && <MoveDialog documents={[document]} onClose={close} onMoved={close} />}
    </>
  );
}
