import { t } from '@lingui/core/macro';
import type { Document, User } from '@longhand/contract';
import { IconUserPlus } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import classes from './sharing.module.css';

const ShareDialog = onDemand(() => import('./share-dialog.tsx'));

type Props = {
  document: Document;
  user: User;
  /** Renders the dialog that invites an address to a project. */
  invite: (projectId: string, email: string, onClose: () => void) => ReactNode;
  /** Renders the groups of the document. */
  groups: (document: Document) => ReactNode;
};

/** Opens the share dialog of a document. */
export function ShareButton({ document, user, invite, groups }: Props) {
  const [isOpen, setOpen] = useState(false);
  const { projectId } = document;
  return (
    <>
      <Button
        className={classes['button']}
        size="xs"
        variant="default"
        aria-label={t`Share`}
        icon={<IconUserPlus size={16} stroke={1.6} />}
        onClick={() => setOpen(true)}
      >
        <span>{t`Share`}</span>
      </Button>
      {isOpen && (
        <ShareDialog
          document={document}
          user={user}
          invite={projectId === null ? null : (email, onClose) => invite(projectId, email, onClose)}
          groups={groups(document)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
