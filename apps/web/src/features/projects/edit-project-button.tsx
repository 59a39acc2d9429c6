import { t } from '@lingui/core/macro';
import type { Project } from '@longhand/contract';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { useChangeProject } from './use-projects.ts';

const ProjectDialog = onDemand(() => import('./project-dialog.tsx'));

/** Changes the name and description of a project. For its owners. */
export function EditProjectButton({ project }: { project: Project }) {
  const [isOpen, setOpen] = useState(false);
  const change = useChangeProject(project.id);
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t`Edit project`}
      </Button>
      {isOpen && (
        <ProjectDialog
          project={project}
          save={change.mutateAsync}
          isSaving={change.isPending}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
