import type { Document, User } from '@longhand/contract';
import { Button } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { onDemand } from '../../ui/onDemand.tsx';
import classes from './Sharing.module.css';

const ShareDialog = onDemand(() => import('./ShareDialog.tsx'));

/** Opens who works on a document, and what they may do. */
export function ShareButton({ document, user }: { document: Document; user: User }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        className={classes['button']}
        size="xs"
        variant="default"
        aria-label="Share"
        leftSection={<IconUserPlus size={16} stroke={1.6} />}
        onClick={() => setOpen(true)}
      >
        Share
      </Button>
      {isOpen && <ShareDialog document={document} user={user} onClose={() => setOpen(false)} />}
    </>
  );
}
