import { useNavigate } from 'react-router';
import ProjectDialog from './ProjectDialog.tsx';
import { useCreateProject } from './useProjects.ts';

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
