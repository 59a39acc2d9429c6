import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { onDemand } from '../../ui/on-demand.tsx';

const NewProjectDialog = onDemand(() => import('./new-project-dialog.tsx'));

/** Opens the dialog that creates a project and navigates to it. */
export function NewProjectButton({ variant = 'filled' }: { variant?: 'filled' | 'default' }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant={variant} onClick={() => setOpen(true)}>
        New project
      </Button>
      {isOpen && <NewProjectDialog onClose={() => setOpen(false)} />}
    </>
  );
}
