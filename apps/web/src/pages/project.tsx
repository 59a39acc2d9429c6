import { t } from '@lingui/core/macro';
import type { Document, Project } from '@longhand/contract';
import { useState, type ReactNode } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import { Tabs } from '../ui/tabs.tsx';
import { ApiFailure, sentenceOf } from '../api/failure.ts';
import { useStandingError } from '../api/use-standing-error.ts';
import { ActivityList } from '../features/activity/activity-list.tsx';
import { useProjectActivity } from '../features/activity/use-activity.ts';
import { Board } from '../features/board/board.tsx';
import { DocumentList } from '../features/documents/document-list.tsx';
import { DocumentMenu } from '../features/documents/document-menu.tsx';
import { ProjectDocuments } from '../features/documents/project-documents.tsx';
import { useProjectDocuments } from '../features/documents/use-documents.ts';
import { Invitations } from '../features/invitations/invitations.tsx';
import { WatchButton } from '../features/notifications/watch-button.tsx';
import { People } from '../features/people/people.tsx';
import ObjectGroups from '../features/groups/object-groups.tsx';
import { usePeople } from '../features/people/use-people.ts';
import { ArchivedBanner } from '../features/projects/archived-banner.tsx';
import { ProjectActions } from '../features/projects/project-actions.tsx';
import { ProjectSettings } from '../features/projects/project-settings.tsx';
import { useProject } from '../features/projects/use-projects.ts';
import AskForAccess from '../features/requests/ask-for-access.tsx';
import { useUser } from '../session/require-user.tsx';
import { ButtonLink } from '../ui/button-link.tsx';
import { EmptyState, Unreadable } from '../ui/empty-state.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { RowSkeletons } from '../ui/skeletons.tsx';
import { projectTabs } from '../ui/tab-names.ts';
import classes from './columns.module.css';

/** Content of each project tab. Source: what it is like to use, Project. */
const contents: Record<(typeof projectTabs)[number]['value'], (props: TabProps) => ReactNode> = {
  documents: DocumentsTab,
  board: BoardTab,
  activity: ActivityTab,
  people: PeopleTab,
  settings: SettingsTab,
};

type TabProps = { project: Project };

/** One project: its description, documents, people and activity. */
export default function ProjectPage() {
  const { projectId = '' } = useParams();
  const query = useProject(projectId);
  const { data: project } = query;
  const error = useStandingError(projectId, query);
  // A project that the user may no longer read must not stay visible; after a temporary error it
  // may.
  const isGone = error instanceof ApiFailure && error.status === 404;
  if (project && !isGone) return <Loaded project={project} />;
  if (!error) {
    return (
      <>
        <Crumb />
        <PageHead title={t`Project`} isPending />
        <RowSkeletons count={4} />
      </>
    );
  }
  if (!isGone) {
    return (
      <>
        <PageHead title={t`This project cannot be shown`} />
        <Unreadable what={t`The project`} sentence={sentenceOf(error)} />
      </>
    );
  }
  return (
    <>
      <PageHead title={t`This project cannot be shown`} />
      <EmptyState
        title={t`Project not found`}
        action={<ButtonLink to="/projects">{t`All projects`}</ButtonLink>}
      >
        {sentenceOf(error)}
      </EmptyState>
      <AskForAccess key={projectId} kind="project" id={projectId} />
    </>
  );
}

function Crumb() {
  return (
    <p className={classes['crumb']}>
      <Link className="soft" to="/projects">
        {t`Projects`}
      </Link>
    </p>
  );
}

/** Returns the URL that creates a document in the project; null if the user may not. */
function newDocumentIn({ id, rights }: Project): string | null {
  return rights.change ? `/new-document?${new URLSearchParams({ projectId: id })}` : null;
}

function Loaded({ project }: TabProps) {
  const [search, setSearch] = useSearchParams();
  const newDocument = newDocumentIn(project);
  const { value: tab } =
    projectTabs.find(({ value }) => value === search.get('tab')) ?? projectTabs[0];
  const Content = contents[tab];
  return (
    <>
      <Crumb />
      <PageHead
        title={project.name}
        actions={
          <>
            {newDocument !== null && <ButtonLink to={newDocument}>{t`New document`}</ButtonLink>}
            <WatchButton of={{ kind: 'project', id: project.id }} />
            <ProjectActions project={project} newDocument={newDocument} />
          </>
        }
      >
        {project.description !== '' && <p dir="auto">{project.description}</p>}
      </PageHead>
      {project.archivedAt !== null && <ArchivedBanner project={project} />}
      <Tabs
        tabs={projectTabs}
        value={tab}
        onChange={(next) => setSearch(next === 'documents' ? {} : { tab: next }, { replace: true })}
      >
        <Content project={project} />
      </Tabs>
    </>
  );
}

function DocumentsTab({ project }: TabProps) {
  const list = useProjectDocuments(project.id);
  const newDocument = newDocumentIn(project);
  return newDocument === null ? (
    <DocumentList
      list={list}
      newDocument={null}
      {...(project.archivedAt === null
        ? { actionsOf: (document: Document) => <DocumentMenu document={document} /> }
        : { empty: <NoneLeft /> })}
    />
  ) : (
    <ProjectDocuments projectId={project.id} list={list} newDocument={newDocument} />
  );
}

function NoneLeft() {
  return (
    <EmptyState title={t`No documents`}>
      {t`This project had no documents when it was archived.`}
    </EmptyState>
  );
}

function BoardTab({ project }: TabProps) {
  return <Board list={useProjectDocuments(project.id)} />;
}

function ActivityTab({ project }: TabProps) {
  const people = usePeople(project.id);
  return (
    <ActivityList
      list={useProjectActivity(project.id)}
      known={[project, ...people.items.map(({ user }) => user)]}
    />
  );
}

function PeopleTab({ project }: TabProps) {
  const user = useUser();
  const [invited, setInvited] = useState<string | null>(null);
  const { rights, archivedAt } = project;
  const isReadOnly = archivedAt !== null;
  return (
    <>
      <People
        projectId={project.id}
        myId={user.id}
        mayShare={rights.share}
        ownerCount={project.ownerCount}
        isReadOnly={isReadOnly}
        invite={setInvited}
      />
      <ObjectGroups
        object={{ kind: 'project', id: project.id }}
        mayShare={rights.share && !isReadOnly}
      />
      {rights.share && !isReadOnly && (
        <Invitations projectId={project.id} asked={invited} onAsked={setInvited} />
      )}
    </>
  );
}

function SettingsTab({ project }: TabProps) {
  const user = useUser();
  return <ProjectSettings project={project} myId={user.id} people={usePeople(project.id).items} />;
}
