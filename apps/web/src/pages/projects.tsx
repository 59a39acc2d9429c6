import { NewProjectButton } from '../features/projects/NewProjectButton.tsx';
import { ProjectList } from '../features/projects/ProjectList.tsx';
import { useProjects } from '../features/projects/useProjects.ts';
import { PageHead } from '../ui/PageHead.tsx';

/** All projects in which the user has a role. */
export default function ProjectsPage() {
  const projects = useProjects();
  return (
    <>
      <PageHead title="Projects" actions={projects.items.length > 0 ? <NewProjectButton /> : undefined} />
      <ProjectList list={projects} action={<NewProjectButton />} />
    </>
  );
}
