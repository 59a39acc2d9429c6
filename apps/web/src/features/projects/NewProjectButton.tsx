import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';

const NewProjectDialog = lazy(() => import('./NewProjectDialog.tsx'));

/** Makes a project and goes to it. */
export function NewProjectButton({ variant = 'filled' }: { variant?: 'filled' | 'default' }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant={variant} onClick={() => setOpen(true)}>
        New project
      </Button>
      {isOpen && (
        <Suspense>
          <NewProjectDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
