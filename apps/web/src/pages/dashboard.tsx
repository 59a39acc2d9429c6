import { useEffect } from 'react';
import { Link, Navigate, useSearchParams } from 'react-router';
import { DocumentList } from '../features/documents/DocumentList.tsx';
import { useDocuments } from '../features/documents/useDocuments.ts';
import { NewProjectButton } from '../features/projects/NewProjectButton.tsx';
import { ProjectList } from '../features/projects/ProjectList.tsx';
import { useProjects } from '../features/projects/useProjects.ts';
import { carriedPath, dropPath } from '../session/carryOver.ts';
import { useUser } from '../session/RequireUser.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { PageHead } from '../ui/PageHead.tsx';
import { greeting } from './greeting.ts';
import classes from './columns.module.css';

/** Where a signed-in person lands. Just signed in, they go on from here to the page they had asked for. */
export default function DashboardPage() {
  const [search] = useSearchParams();
  const asked = search.has('refresh') ? carriedPath(sessionStorage) : null;
  return asked === null ? <Dashboard /> : <GoOn to={asked} />;
}

function GoOn({ to }: { to: string }) {
  useEffect(() => () => dropPath(sessionStorage), []);
  return <Navigate to={to} replace />;
}

function Dashboard() {
  const user = useUser();
  const documents = useDocuments();
  const projects = useProjects();
  const names = new Map(projects.items.map(({ id, name }) => [id, name]));
  return (
    <>
      <PageHead
        title={greeting(user.name, new Date().getHours())}
        actions={<ButtonLink to="/new-document">New document</ButtonLink>}
      />
      <section className={classes['section']} aria-labelledby="recent">
        <h2 id="recent">Documents</h2>
        <DocumentList
          list={documents}
          placeOf={({ projectId }) => (projectId === null ? 'Personal draft' : (names.get(projectId) ?? null))}
          newDocument="/new-document"
        />
      </section>
      <section className={classes['section']} aria-labelledby="projects">
        <div className={classes['sectionHead']}>
          <h2 id="projects">Projects</h2>
          {projects.items.length > 0 && <Link to="/projects">All projects</Link>}
        </div>
        <ProjectList list={projects} action={<NewProjectButton variant="default" />} />
      </section>
    </>
  );
}
