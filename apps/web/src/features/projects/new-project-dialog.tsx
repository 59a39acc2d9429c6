import { useNavigate } from 'react-router';
import ProjectDialog from './project-dialog.tsx';
import { useCreateProject } from './use-projects.ts';

/** Dialog that creates a project and navigates to it. */
export default function NewProjectDialog({ onClose }: { onClose: () => void }) {
  const create = useCreateProject();
  const navigate = useNavigate();
  return (
    <ProjectDialog
      save={async (values) => navigate(`/projects/${(await create.mutateAsync(values)).id}`)}
      isSaving={create.isPending}
      onClose={onClose}
    />
  );
}
