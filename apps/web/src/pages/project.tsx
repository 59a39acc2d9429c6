import { atLeast, type Project } from '@longhand/contract';
import { Tabs } from '@mantine/core';
import { Link, useParams, useSearchParams } from 'react-router';
import { sentenceOf } from '../api/failure.ts';
import { DocumentList } from '../features/documents/DocumentList.tsx';
import { DocumentMenu } from '../features/documents/DocumentMenu.tsx';
import { useProjectDocuments } from '../features/documents/useDocuments.ts';
import { People } from '../features/people/People.tsx';
import { EditProjectButton } from '../features/projects/EditProjectButton.tsx';
import { useProject } from '../features/projects/useProjects.ts';
import { useUser } from '../session/RequireUser.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { Empty } from '../ui/Empty.tsx';
import { PageHead } from '../ui/PageHead.tsx';
import { RowShapes } from '../ui/Shapes.tsx';
import '../ui/tabs.css';
import classes from './columns.module.css';

/** One project: what it is for, its documents, its people. */
export default function ProjectPage() {
  const { projectId = '' } = useParams();
  const { data: project, error } = useProject(projectId);
  if (project) return <Loaded project={project} />;
  if (!error) return <RowShapes count={4} />;
  return (
    <>
      <PageHead title="This project cannot be shown" />
      <Empty title="Nothing to see" action={<ButtonLink to="/projects">All projects</ButtonLink>}>
        {sentenceOf(error)}
      </Empty>
    </>
  );
}

function Loaded({ project }: { project: Project }) {
  const user = useUser();
  const [search, setSearch] = useSearchParams();
  const documents = useProjectDocuments(project.id);
  const isOwner = project.role === 'owner';
  const newDocument = atLeast(project.role, 'editor') ? `/new-document?${new URLSearchParams({ projectId: project.id })}` : null;
  const tab = search.get('tab') === 'people' ? 'people' : 'documents';
  return (
    <>
      <p className={classes['crumb']}>
        <Link to="/projects">Projects</Link>
      </p>
      <PageHead
        title={project.name}
        actions={
          <>
            {isOwner && <EditProjectButton project={project} />}
            {newDocument !== null && <ButtonLink to={newDocument}>New document</ButtonLink>}
          </>
        }
      >
        {project.description !== '' && <p>{project.description}</p>}
      </PageHead>
      <Tabs
        value={tab}
        keepMounted={false}
        onChange={(next) => setSearch(next === 'people' ? { tab: 'people' } : {}, { replace: true })}
      >
        <Tabs.List>
          <Tabs.Tab value="documents">Documents</Tabs.Tab>
          <Tabs.Tab value="people">People</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="documents">
          <DocumentList
            list={documents}
            newDocument={newDocument}
            actionsOf={(document) => <DocumentMenu document={document} />}
          />
        </Tabs.Panel>
        <Tabs.Panel value="people">
          <People projectId={project.id} myId={user.id} isOwner={isOwner} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
