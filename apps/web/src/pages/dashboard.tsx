import type { Document } from '@longhand/contract';
import { useEffect, useState } from 'react';
import { Link, Navigate, useLocation, useSearchParams } from 'react-router';
import { DocumentList } from '../features/documents/DocumentList.tsx';
import { DocumentMenu } from '../features/documents/DocumentMenu.tsx';
import { TagFilter } from '../features/documents/TagFilter.tsx';
import { useDocuments } from '../features/documents/useDocuments.ts';
import { NewProjectButton } from '../features/projects/NewProjectButton.tsx';
import { ProjectList } from '../features/projects/ProjectList.tsx';
import { useProjects } from '../features/projects/useProjects.ts';
import { Templates } from '../features/templates/Templates.tsx';
import { carriedPath, dropPath } from '../session/carryOver.ts';
import { useUser } from '../session/RequireUser.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { Empty } from '../ui/Empty.tsx';
import { PageHead } from '../ui/PageHead.tsx';
import { tabStorage } from '../ui/storage.ts';
import { greeting } from './greeting.ts';
import classes from './columns.module.css';

/** Where a signed-in person lands. Just signed in, they go on from here to the page they had asked for. */
export default function DashboardPage() {
  const [search] = useSearchParams();
  const asked = search.has('refresh') ? carriedPath(tabStorage) : null;
  return asked === null ? <Dashboard /> : <GoOn to={asked} />;
}

function GoOn({ to }: { to: string }) {
  useEffect(() => () => dropPath(tabStorage), []);
  return <Navigate to={to} replace />;
}

function Dashboard() {
  const user = useUser();
  const [search, setSearch] = useSearchParams();
  const tag = search.get('tag');
  const documents = useDocuments(tag === null ? {} : { tag });
  const projects = useProjects();
  const favourites = useDocuments({ favourite: 'true' });
  const names = new Map(projects.items.map(({ id, name }) => [id, name]));
  const placeOf = ({ projectId }: Document) => (projectId === null ? 'Personal draft' : (names.get(projectId) ?? null));
  return (
    <>
      <PageHead
        title={greeting(user.name, new Date().getHours())}
        actions={<ButtonLink to="/new-document">New document</ButtonLink>}
      />
      <TemplatesSection />
      {favourites.items.length > 0 && (
        <section className={classes['section']} aria-labelledby="favourites">
          <h2 id="favourites">Favourites</h2>
          <DocumentList list={favourites} placeOf={placeOf} newDocument={null} actionsOf={menuOf} />
        </section>
      )}
      <section className={classes['section']} aria-labelledby="recent">
        <h2 id="recent">Documents</h2>
        <TagFilter tag={tag} onChange={(next) => setSearch(next === null ? {} : { tag: next }, { replace: true })} />
        <DocumentList
          list={documents}
          placeOf={placeOf}
          newDocument="/new-document"
          actionsOf={menuOf}
          {...(tag !== null && { empty: <Empty title="None with this tag">No document that you may read has it.</Empty> })}
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

const menuOf = (document: Document) => <DocumentMenu document={document} />;

/** The templates, folded away on the dashboard and open under their own address. */
function TemplatesSection() {
  const { pathname } = useLocation();
  const [isOpen, setOpen] = useState(pathname === '/templates');
  useEffect(() => setOpen(pathname === '/templates'), [pathname]);
  return (
    <section className={classes['section']} aria-labelledby="templates">
      <div className={classes['sectionHead']}>
        <h2 id="templates">Begin with a template</h2>
        <button type="button" className={classes['fold']} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide templates' : 'Show templates'}
        </button>
      </div>
      {isOpen && <Templates />}
    </section>
  );
}
