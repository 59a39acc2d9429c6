import { atLeast, type Document } from '@longhand/contract';
import { Menu, UnstyledButton } from '@mantine/core';
import {
  IconArchive,
  IconArchiveOff,
  IconCopy,
  IconDots,
  IconStar,
  IconStarOff,
  IconTrash,
  IconTrashX,
} from '@tabler/icons-react';
import { titleOf } from '../../ui/titleOf.ts';
import { useDocumentAction, type DocumentAction } from './useDocumentActions.ts';
import '../../ui/menu.css';
import classes from './DocumentMenu.module.css';

const looks = {
  archive: ['Archive', IconArchive],
  restore: ['Restore', IconArchiveOff],
  delete: ['Move to trash', IconTrash],
  remove: ['Remove for good', IconTrashX],
  duplicate: ['Duplicate', IconCopy],
  favourite: ['Mark as favourite', IconStar],
  unfavourite: ['No longer a favourite', IconStarOff],
} as const;

/** What this person may do with this document, as it is now. */
function actionsFor({ role, favourite, archivedAt, deletedAt }: Document): DocumentAction[] {
  const mark: DocumentAction = favourite ? 'unfavourite' : 'favourite';
  if (!atLeast(role, 'editor')) return [mark];
  if (deletedAt !== null) return ['restore', 'remove'];
  if (archivedAt !== null) return ['restore', mark, 'delete'];
  return [mark, 'duplicate', 'archive', 'delete'];
}

/** The menu at the end of a document's line. */
export function DocumentMenu({ document }: { document: Document }) {
  const act = useDocumentAction();
  return (
    <Menu position="bottom-end" withinPortal withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <UnstyledButton
          className={classes['button']}
          aria-label={`Actions for ${titleOf(document.title)}`}
          aria-busy={act.isPending}
        >
          <IconDots size={18} stroke={1.6} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
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
  );
}
