import { t } from '@lingui/core/macro';
import { NewProjectButton } from '../features/projects/new-project-button.tsx';
import { ProjectList } from '../features/projects/project-list.tsx';
import { useProjects } from '../features/projects/use-projects.ts';
import { PageHead } from '../ui/page-head.tsx';

/** All projects in which the user has a role. */
export default function ProjectsPage() {
  const projects = useProjects();
  return (
    <>
      <PageHead
        title={t`Projects`}
        actions={projects.items.length > 0 ? <NewProjectButton /> : undefined}
      />
      <ProjectList list={projects} action={<NewProjectButton />} />
    </>
  );
}
