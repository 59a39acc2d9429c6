import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { useCreateProject } from './useProjects.ts';

const ProjectDialog = lazy(() => import('./ProjectDialog.tsx'));

/** Makes a project and goes to it. */
export function NewProjectButton({ variant = 'filled' }: { variant?: 'filled' | 'default' }) {
  const [isOpen, setOpen] = useState(false);
  const create = useCreateProject();
  const navigate = useNavigate();
  return (
    <>
      <Button variant={variant} onClick={() => setOpen(true)}>
        New project
      </Button>
      {isOpen && (
        <Suspense>
          <ProjectDialog
            save={async (values) => navigate(`/projects/${(await create.mutateAsync(values)).id}`)}
            isSaving={create.isPending}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
